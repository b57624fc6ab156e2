import LifelineSource

extension DiagnosticKind {
  /// The kinds of diagnostics about specs and configuration files, by code.
  package static let languageKinds: [DiagnosticKind] = [
    .wrongShape, .unknownKey, .missingKey, .badVersion, .badName, .emptyValue, .duplicateName, .cutByComment,
    .badType, .badValue, .unusedName, .unknownName, .unknownClaim, .badAllowance, .unknownState, .ambiguousState,
    .badModuleName, .noStates, .statesAndRegions, .keyOfOtherKind, .badHistory, .conflictingTargets,
    .historyNotAllowed, .badEvent, .shadowedTransition, .badInitial, .expressionSyntax, .expressionType,
    .constantFault, .unavailableParameter, .missingArgument, .fixedField, .badScenarioName, .badBeginning,
    .tooManyCombinations, .refutesNothing, .badStep, .badArguments, .misplacedStart, .notSendable, .badPattern,
    .notObserved, .badConfiguration, .badTestSetting,
  ]
}

// MARK: Declarations, states and expressions

extension DiagnosticKind {
  static let wrongShape = DiagnosticKind(
    "L201", .error, "a value of the wrong shape",
    explanation: """
      A mapping, a list or a text stands where the language has another of the three. The message says which \
      is expected there.

          states:
            - closed             # a list
            - ajar
          states:
            closed:              # a mapping from names to states
            ajar:

      Write it in the expected shape. Where a list is expected, one item may stand alone.
      """)

  static let unknownKey = DiagnosticKind(
    "L202", .error, "an unknown key",
    explanation: """
      The language has no such key at this place. A key that was let pass would be a wish that nothing \
      fulfils. The message names the nearest key that there is, or lists them.

          closed:
            enter: lock          # entry: lock
            do: lock             # belongs to a transition

      Correct the key, or move it to where it belongs.
      """)

  static let missingKey = DiagnosticKind(
    "L203", .error, "a missing key",
    explanation: """
      A key without which the part means nothing is missing.

          context:
            isPad: {doc: Whether it is a tablet.}      # default: false

      Add the key that the message names.
      """)

  static let badVersion = DiagnosticKind(
    "L204", .error, "a version of the language that is not known",
    explanation: """
      A spec begins with the version of the language that it is written in, so that a later version can \
      still read it as it was meant. This version is not known to this `lifeline`; the only one is 1.

          lifeline: 1
          machine: Door

      Write `lifeline: 1`, or install the release that the spec was written for.
      """)

  static let badName = DiagnosticKind(
    "L205", .error, "a name that cannot be used",
    explanation: """
      Names of states, events, callbacks, parameters, fields and cases become Swift identifiers: letters of \
      ASCII, digits and `_`, not beginning with a digit and not `_` alone; the machine's name begins with a \
      capital. Some words have a meaning in the language and cannot be names: `true false not and or in` \
      anywhere; `start wait set ignored with through then expect` as events; `anyOrder optional repeat oneOf \
      if` as callbacks; `state` as a field. The ids of sources and of their claims have no spaces.

          events: [start, press-home]        # a step, and a hyphen
          events: [begin, pressHome]

      Choose another name. A Swift keyword is allowed; generated code puts it into backticks.
      """)

  static let emptyValue = DiagnosticKind(
    "L206", .error, "an empty value",
    explanation: """
      Nothing stands behind the key, or in the quotes of a citation. Only states, events, callbacks and \
      sources may be empty: such a one has nothing more to say than its name. Elsewhere it is not clear \
      whether nothing is meant, or something was forgotten.

          closed:
            entry:               # which actions?
            on: {open: ajar}
          ajar:                  # a state without anything

      Write the value, or leave the key out. An event that is taken without doing anything is `event: {}`.
      """)

  static let duplicateName = DiagnosticKind(
    "L207", .error, "a name given twice",
    explanation: """
      Two parts of one kind have the same name, so that nobody could say which is meant where it is used.

          callbacks: [willOpen, didOpen, willOpen]

      Rename one, or remove it.
      """)

  static let cutByComment = DiagnosticKind(
    "L208", .warning, "a text cut short by a comment",
    explanation: """
      In YAML ` #` begins a comment even in the middle of a text without quotes, so the rest of the line is \
      not part of it, and nobody sees it in the generated documentation.

          doc: Rule #4 of the house.         # only "Rule" is left
          doc: "Rule #4 of the house."

      Put the text in quotes, or move the comment to a line of its own.
      """)

  static let badType = DiagnosticKind(
    "L209", .error, "a type that cannot be used",
    explanation: """
      A parameter's type is a path of Swift identifiers with `< > [ ] ? ,`. It must be `Hashable` and \
      `Sendable`, because events are compared and stored, so functions, tuples, `any` and `some` types are \
      none.

          parameters:
            url: URL?
            ids: "[Scene.Identifier]"        # in quotes, or YAML reads a list
            handler: (Bool) -> Void          # not possible

      Use a type of this form; for others declare a type of your own that contains them.
      """)

  static let badValue = DiagnosticKind(
    "L211", .error, "a value that does not fit",
    explanation: """
      The value is not one of the type expected here. Values are written `true` or `false`, `12`, `5s` (with \
      the units `ms`, `s`, `min` and `h`), as a case of a context field, and for parameters also `1.5` and \
      `"text"`. Nothing is converted, so that `1` is never taken for `true`.

          context: {isPad: false, patience: 5s}
          scenarios:
            a visit: {given: {isPad: yes, patience: 5}}       # isPad: true, patience: 5s

      Write a value of the type that the message names.
      """)

  static let unusedName = DiagnosticKind(
    "L212", .warning, "a name that is declared and never used",
    explanation: """
      Nothing uses this callback, event, context field or source: no action calls the callback, no state \
      takes, defers or raises the event by its name and no scenario sends it, no expression, timer, call or \
      scenario mentions the field, and nothing cites the source. Usually its use was forgotten or removed. \
      `"*"` takes every event, and names none.

          callbacks: [didOpen, didClose]     # nothing calls `didClose`
          states:
            closed: {on: {open: {to: ajar, do: didOpen}}}
            ajar: {on: {close: closed}}

      Use it, or remove it. To keep it for later, write `allow: {L212: the reason}` in its declaration.
      """)

  static let unknownName = DiagnosticKind(
    "L213", .error, "a name that nothing declares",
    explanation: """
      The name is used here but declared nowhere. If names came into being by being used, every slip of the \
      pen would be a new one.

          callbacks: [didOpen]
          states:
            closed: {on: {open: {to: ajar, do: didOpn}}}

      Correct the name, or declare it: callbacks in `callbacks`, events in `events`, fields in `context`, \
      sources in `sources`.
      """)

  static let unknownClaim = DiagnosticKind(
    "L214", .error, "a citation of a claim that its source does not list",
    explanation: """
      A source that lists its `claims` is cited by their ids or as a whole, so that coverage can tell which \
      claims nobody has taken up. This id is not in the list.

          sources:
            manual: {claims: {ring: Whoever presses the button hears the bell.}}
          callbacks:
            ring: {cites: manual rings}      # cites: manual ring

      Correct the id, or add the claim to its source.
      """)

  static let badAllowance = DiagnosticKind(
    "L215", .error, "an `allow` that means nothing",
    explanation: """
      `allow` is a mapping from a diagnostic's code to the reason for which that warning is not wanted here. \
      The reason is for the next reader and may not be empty.

          didClose:
            allow: {L212: The callback comes with the next release.}

      Write a code, `L` and three digits as messages show it, and behind it why.
      """)

  static let unknownState = DiagnosticKind(
    "L216", .error, "a state that does not exist",
    explanation: """
      A reference to a state is tried among the children of the state in which it stands, then of each state \
      around that, up to the root; failing that, it is the one state whose path ends with it. None was \
      found.

          states:
            closed: {on: {open: ajr}}        # ajar
            ajar: {on: {close: closed}}

      Correct the name, or declare the state.
      """)

  static let ambiguousState = DiagnosticKind(
    "L217", .error, "a name of more than one state",
    explanation: """
      More than one state's path ends with this name, and none of them is a child of the state where the \
      name stands or of one around it, so none is nearer than the others.

          states:
            start: {on: {go: idle}}          # which of the two?
            player: {states: {idle: {}}}
            recorder: {states: {idle: {}}}

      Write more of the path, such as `player.idle`.
      """)

  static let badModuleName = DiagnosticKind(
    "L218", .error, "a module's name that is none",
    explanation: """
      A Swift module's name is an identifier, or, for a submodule, identifiers with dots between them. It is \
      written into `import` in generated code.

          imports: [UIKit, "my-module"]      # my_module

      Write the name as Swift imports it: a package's product may have a hyphen where its module has `_`.
      """)

  static let noStates = DiagnosticKind(
    "L220", .error, "no states",
    explanation: """
      A compound state (`states`) and a parallel state (`regions`) have at least one child that can be \
      active, else nothing could be active in them. A history pseudo-state is no such child.

          player:
            states: {}
          player:
            states: {idle: {}, playing: {}}

      Add a child. A state without children has neither key.
      """)

  static let statesAndRegions = DiagnosticKind(
    "L221", .error, "states and regions in one state",
    explanation: """
      Of `states` exactly one is active, of `regions` every one, so a state has the one or the other.

          player:
            states: {idle: {}, playing: {}}
            regions: {sound: {}, picture: {}}

      To have both, put a compound state into a region: `regions: {transport: {states: {idle: {}, playing: \
      {}}}, …}`.
      """)

  static let keyOfOtherKind = DiagnosticKind(
    "L222", .error, "a key that this kind of state does not have",
    explanation: """
      Not every state has every key. A final state has no children, no transitions, no `after` and no \
      `defer`, since it only says that something has come to its end; a history pseudo-state has only its \
      `default`; `initial` stands beside `states` only, `default` beside `history` only, and `done` in a \
      state that has children only.

          finished:
            final: true
            on: {restart: playing}           # nothing leaves a final state

      Remove the key, or make another kind of state of it: without `final`, this one may have transitions. \
      To go on when something is finished, write `done` in the state around it.
      """)

  static let badHistory = DiagnosticKind(
    "L223", .error, "a history that means nothing",
    explanation: """
      `history` is `shallow` or `deep`, and stands with a `default`: the state that is entered while there \
      is nothing to remember, a descendant of the history's parent.

          working:
            states:
              lastUse: {history: deep, default: standing}
              standing: {}
              running: {}

      Write one of the two words, and a `default` that stands in the same state as the history.
      """)

  static let conflictingTargets = DiagnosticKind(
    "L224", .error, "states that cannot be active together",
    explanation: """
      Several states in one list must be in different regions of a parallel state, for they are to be active \
      together. Of two that are not, one would have to be left for the other, or one stands in the other.

          on: {open: {to: [closed, ajar]}}             # two children of one state
          on: {open: {to: [door.ajar, light.on]}}      # `door` and `light` are regions

      Name one state of each region, or only the one that was meant.
      """)

  static let historyNotAllowed = DiagnosticKind(
    "L225", .error, "a history pseudo-state where a state is meant",
    explanation: """
      A history pseudo-state is a target of transitions and nothing that can be active, so a machine is \
      never "in" it, and no scenario can begin or end there.

          scenarios:
            the power fails:
              given: lastUse                 # a history
              given: [running, silent]       # states

      Name the states that were active.
      """)

  static let badEvent = DiagnosticKind(
    "L226", .error, "an event that cannot be used so",
    explanation: """
      `raise` and `defer` take events without parameters, because nothing keeps the values, and only an \
      event that the host sends can be deferred. An event that is not declared in `events` is internal: some \
      action must raise it, and some state must take it by its name.

          states:
            idle: {on: {begin: {to: busy, do: {raise: next}}}}      # nothing takes `next`
            busy: {on: {nxt: idle}}                                 # nothing raises `nxt`

      Correct the name, declare the event in `events` if the host sends it, or declare another one without \
      parameters.
      """)

  static let shadowedTransition = DiagnosticKind(
    "L227", .error, "a transition that can never be taken",
    explanation: """
      The transitions of a list are tried in order, and an earlier one has no `if`: it is always taken, so \
      this one never is.

          open:
            - hall
            - {if: isNight, to: bed}         # never
          open:
            - {if: isNight, to: bed}
            - hall

      Give the earlier one an `if`, put it last, or remove one.
      """)

  static let badInitial = DiagnosticKind(
    "L228", .error, "an initial state elsewhere",
    explanation: """
      `initial` names a child of the state beside whose `states` it stands, a deeper descendant, or a list \
      of descendants in different regions; a history's `default` names a descendant of the history's parent. \
      A state elsewhere could not be entered by entering this one.

          player:
            initial: off                     # stands outside
            states: {idle: {}, playing: {}}
          off: {}

      Name a state that stands inside, or make the transitions lead to the other state.
      """)

  static let expressionSyntax = DiagnosticKind(
    "L230", .error, "an expression that cannot be read",
    explanation: """
      An expression is made of `true`, `false`, whole numbers, lengths of time, names, `in(state)` and \
      parentheses, and, loosest first, of `or`; `and`; `not`; `== != < <= > >=`; `+ -`; `* / %`; unary `-`. \
      The operators are words because a plain YAML text cannot begin with `!`.

          if: "!isPad && count > 2"
          if: not isPad and count > 2
          if: 0 < count < 5
          if: 0 < count and count < 5

      Write it with these words. At most 64 parentheses and signs nest, and at most 256 operators stand in \
      one expression.
      """)

  static let expressionType = DiagnosticKind(
    "L231", .error, "an expression of the wrong type",
    explanation: """
      `+ -` take `Int` and `Duration`; `*` takes `Int`, or a `Duration` and an `Int`; `/ %` take `Int`; `< \
      <= > >=` take `Int` and `Duration`; `== !=` take any one type; `and`, `or` and `not` take `Bool`. Both \
      sides have one type: nothing is converted, so that seconds are never compared with a bare number.

          context: {patience: 5s, count: 0}
          states:
            idle: {on: {tick: {if: patience > 3 and count, to: busy}}}
            #                      patience > 3s and count > 0

      Write both sides in one type; make a Bool of a number by comparing it.
      """)

  static let constantFault = DiagnosticKind(
    "L232", .error, "a constant that cannot be computed",
    explanation: """
      The expression divides by zero, or its value does not fit into 64 bits, whatever the fields are. At \
      run time that would stop the program.

          do: {set: {share: total / 0}}

      Correct the number, or do it only where there is something to divide by: `{if: parts != 0, do: {set: \
      {share: total / parts}}}`.
      """)

  static let unavailableParameter = DiagnosticKind(
    "L233", .error, "a parameter that cannot be read here",
    explanation: """
      An event's parameters are readable in the microstep that takes it: in the guards and actions of its \
      transitions, and in entry and exit actions that only such microsteps run. They are not readable in \
      `always`, in `done`, after a timer, at the start, or while a raised event is handled: by then the \
      event is over. Under `"*"` no event's are: it does not say which event it handles.

          events: {tapLink: {parameters: {isSafe: Bool}}}
          states:
            idle: {on: {tapLink: loading}}
            loading: {always: {if: isSafe, to: shown}}        # after the event

      Decide in the event's own transition, or keep the value for later: `tapLink: {to: loading, do: {set: \
      {wasSafe: isSafe}}}`.
      """)

  static let missingArgument = DiagnosticKind(
    "L234", .error, "an argument that nothing supplies",
    explanation: """
      A callback's arguments are forwarded by name: from the event being handled, then from the context. \
      Neither has a value of this name and type here, at least not on every way to this action, so the call \
      would have nothing to pass on.

          callbacks: {openURL: {parameters: {url: String}}}
          events: {tapLink: {parameters: {link: String}}}       # url: String
          states: {idle: {on: {tapLink: {do: openURL}}}}

      Give the event such a parameter, add a context field of that name, or make the call where an event is \
      handled that has it.
      """)

  static let fixedField = DiagnosticKind(
    "L235", .error, "a fixed field that changes",
    explanation: """
      A context field with `fixed: true` keeps the value with which the machine starts, like the version of the system \
      that it runs on. No action assigns it, and in no scenario does the host change it.

          context: {version: {default: 18, fixed: true}}
          scenarios:
            an update: {given: off, when: [{set: {version: 19}}, …]}   # not in one life

      Leave the `set` out and begin another scenario with the other value (`given` or `where`), or take `fixed` away.
      """)
}

// MARK: Scenarios

extension DiagnosticKind {
  static let badScenarioName = DiagnosticKind(
    "L301", .error, "a scenario's name that cannot be used",
    explanation: """
      A scenario's name is free text on one line, and not empty: tests and messages call it by it.

          scenarios:
            "": {given: idle}
            a visit in the evening: {given: idle}

      Say in a few words what happens.
      """)

  static let badBeginning = DiagnosticKind(
    "L302", .error, "a scenario that begins in two ways",
    explanation: """
      A scenario begins where `given` says, or where the one that it `follows` ends, or at the machine's \
      start. One that follows another has that one's `where` and none of its own. A refuted scenario ends \
      where nothing is promised, so none can follow it; and no scenario can follow itself, however many \
      stand in between.

          back again:
            follows: away
            given: background                # `away` ends somewhere already

      Leave out `given` and `where`, or `follows`. What is to change in between is a first step, `set: \
      {field: value}`.
      """)

  static let tooManyCombinations = DiagnosticKind(
    "L303", .error, "too many combinations",
    explanation: """
      The values of a scenario's `where` make more than 10,000 combinations, each of which would be played. \
      So many are rarely promised, and take long.

          where:
            size: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
            width: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
            …

      Vary only the fields that the promise depends on, or split the scenario.
      """)

  static let refutesNothing = DiagnosticKind(
    "L304", .error, "a refuted scenario without steps",
    explanation: """
      Of a refuted scenario every step but the last must hold, and the last, with `then` and `never`, must \
      fail. Without a step there is nothing that could fail.

          the bell rings by itself:
            refuted: Somebody has to press the button.
            given: waiting
            when: {wait: 1h, expect: ring}

      Add the step that the wrong claim is about.
      """)

  static let badStep = DiagnosticKind(
    "L310", .error, "a step that means nothing",
    explanation: """
      A step is a mapping with exactly one of `event: calls`, `ignored: event`, `wait: time`, `set: {…}` and \
      `start: calls`, and beside it, as needed, `with`, `through` and `then`; or it is an event's name \
      alone. One step is one thing that happens, so that its calls are its own.

          when:
            - pressHome: willResignActive
              open: willEnterForeground      # a second event
          when:
            - pressHome: willResignActive
            - open: willEnterForeground

      Make a list with one item for each step.
      """)

  static let badArguments = DiagnosticKind(
    "L311", .error, "an event sent without its parameters",
    explanation: """
      `with` gives every parameter of the event a value, and nothing else: a host cannot send half an event.

          events: {tapLink: {parameters: {url: String, isSafe: Bool}}}
          scenarios:
            a link: {given: idle, when: {tapLink: openURL, with: {url: "x"}}}        # isSafe: true

      Add the values that are missing; remove those that the event does not have.
      """)

  static let misplacedStart = DiagnosticKind(
    "L312", .error, "a start in the middle",
    explanation: """
      `start` says what starting calls. It is the first step, and only of a scenario in which the machine \
      starts: one without `follows` and without a state in `given`. A machine starts once.

          the first launch:
            given: {isPad: true}             # facts, but no state
            when:
              - start: didLaunch
              - pressHome: didEnterBackground

      Put it first, and leave out the state in `given`.
      """)

  static let notSendable = DiagnosticKind(
    "L313", .error, "an internal event in a scenario",
    explanation: """
      An event that is not declared in `events` is raised by the machine itself. Neither the host nor a \
      scenario can send it: what a scenario promises has to happen by the ways that a host has.

          events: [launch]
          states:
            notRunning: {on: {launch: {to: inactive, do: {raise: activate}}}}
            inactive: {on: {activate: active}}
            active: {}
          scenarios:
            activating: {given: inactive, when: activate}     # send `launch` instead

      Send what raises it. If the host may send it too, declare it in `events`.
      """)

  static let badPattern = DiagnosticKind(
    "L320", .error, "an expectation that cannot be read",
    explanation: """
      Expected calls are a callback's name, `{name: {parameter: value}}`, `{anyOrder: […]}` (at most 8 items \
      unless all are plain calls), `{optional: …}`, `{repeat: …}`, `{oneOf: […]}`, `{if: expression, expect: \
      …, else: …}`, or a list of these, which is a sequence.

          when:
            pressHome: {willResignActive, didEnterBackground}
          when:
            pressHome: [willResignActive, {optional: didEnterBackground}]

      Write it in one of these forms; `[]` expects no call.
      """)

  static let notObserved = DiagnosticKind(
    "L321", .error, "an expected call that is not observed",
    explanation: """
      The expectations of a scenario speak only of the channels that it, or the spec, is `observing`. This \
      callback has another, so it could never be seen, and the step could never hold.

          callbacks: {didPost: {channel: notification}}
          observing: delegate
          scenarios:
            a post: {given: idle, when: {post: didPost}, observing: [delegate, notification]}

      Add its channel to the scenario's `observing`.
      """)
}

// MARK: Configuration

extension DiagnosticKind {
  static let badConfiguration = DiagnosticKind(
    "L601", .error, "a setting that is none",
    explanation: """
      `access` is `internal`, `package` or `public`; `module` is a Swift module's name; `object` is `true` \
      or `false`; `templates` is a folder's path from the configuration file's folder; `coverage` says for some of `states`, \
      `transitions`, `guards`, `callbacks` and `claims` how many per cent scenarios have to cover at least, \
      from 0 to 100. The configuration is refused rather than half obeyed.

          access: public                     # not: open
          module: Lifecycles
          object: true
          templates: ../Templates
          coverage: {transitions: 100, claims: 80}

      Write one of these values, or leave the key out.
      """)

  static let badTestSetting = DiagnosticKind(
    "L602", .error, "a setting of tests that is none",
    explanation: """
      `tests` in `lifeline.yaml` says what generated tests are like. `derive` is `none`, `transitions` or \
      `pairs`. `subject` is the Swift type that the tests hold to the scenarios instead of the generated \
      machine; where a folder has several machines it is a mapping from a machine's name to its type:

          tests:
            derive: transitions
            subject: {Player: AudioPlayer}

      Write one of these values, or leave the key out: without `tests` there is a test for each scenario, \
      and the generated machine is what they hold to it.
      """)
}
