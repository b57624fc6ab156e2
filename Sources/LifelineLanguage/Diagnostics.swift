import LifelineSource

extension DiagnosticKind {
  static let wrongShape = languageKinds["L201"]
  static let unknownKey = languageKinds["L202"]
  static let missingKey = languageKinds["L203"]
  static let badVersion = languageKinds["L204"]
  static let badName = languageKinds["L205"]
  static let emptyValue = languageKinds["L206"]
  static let duplicateName = languageKinds["L207"]
  static let cutByComment = languageKinds["L208"]
  static let badType = languageKinds["L209"]
  static let badValue = languageKinds["L211"]
  static let unusedName = languageKinds["L212"]
  static let unknownName = languageKinds["L213"]
  static let unknownClaim = languageKinds["L214"]
  static let badSuppression = languageKinds["L215"]
  static let unknownState = languageKinds["L216"]
  static let ambiguousState = languageKinds["L217"]
  static let badModuleName = languageKinds["L218"]
  static let noStates = languageKinds["L220"]
  static let statesAndRegions = languageKinds["L221"]
  static let keyOfOtherKind = languageKinds["L222"]
  static let badHistory = languageKinds["L223"]
  static let conflictingTargets = languageKinds["L224"]
  static let historyNotAllowed = languageKinds["L225"]
  static let badEvent = languageKinds["L226"]
  static let shadowedTransition = languageKinds["L227"]
  static let badInitial = languageKinds["L228"]
  static let expressionSyntax = languageKinds["L230"]
  static let expressionType = languageKinds["L231"]
  static let constantFault = languageKinds["L232"]
  static let unavailableParameter = languageKinds["L233"]
  static let missingArgument = languageKinds["L234"]
  static let fixedField = languageKinds["L235"]
  static let badScenarioName = languageKinds["L301"]
  static let badBeginning = languageKinds["L302"]
  static let tooManyCombinations = languageKinds["L303"]
  static let refutesNothing = languageKinds["L304"]
  static let tooManySteps = languageKinds["L305"]
  static let badStep = languageKinds["L310"]
  static let badArguments = languageKinds["L311"]
  static let misplacedStart = languageKinds["L312"]
  static let notSendable = languageKinds["L313"]
  static let badPattern = languageKinds["L320"]
  static let notObserved = languageKinds["L321"]
  static let badConfiguration = languageKinds["L601"]
  static let badTestSetting = languageKinds["L602"]

  /// All kinds of diagnostics about specs and configuration files.
  package static let languageKinds = DiagnosticKindList([
    .error(
      "L201", "a value of the wrong shape",
      explanation: """
        The value is a mapping, a list or a text where the language expects another of the three. The message says \
        which.

            states:
              - closed             # a list
              - ajar
            states:
              closed:              # a mapping from names to states
              ajar:

        Write the value in the expected shape. Where a list is expected, a single item may stand alone.
        """),
    .error(
      "L202", "an unknown key",
      explanation: """
        The language has no such key at this position. Unknown keys aren't ignored, because a misspelt key would \
        silently have no effect. The message names the most similar key, or lists all keys.

            closed:
              enter: lock          # entry: lock
              do: lock             # belongs to a transition

        Correct the key, or move it to the part that it belongs to.
        """),
    .error(
      "L203", "a missing key",
      explanation: """
        A key that this part needs is missing.

            context:
              isPad: {doc: Whether it is a tablet.}      # default: false

        Add the key that the message names.
        """),
    .error(
      "L204", "an unknown version of the language",
      explanation: """
        A spec begins with the version of the language that it is written in, so that later versions can still read it \
        correctly. This release of `lifeline` only knows version 1.

            lifeline: 1
            machine: Door

        Write `lifeline: 1`, or install the release that the spec was written for.
        """),
    .error(
      "L205", "a name that cannot be used",
      explanation: """
        Names of states, events, callbacks, parameters, fields and cases become Swift identifiers. They consist of \
        ASCII letters, digits and `_`, don't begin with a digit, and aren't `_` alone. The machine's name begins with \
        a capital. Some words have a meaning in the language and can't be names: `true false not and or in` anywhere; \
        `start wait set ignored with through then expect` as events; `anyOrder optional repeat oneOf if` as callbacks; \
        `state` as a field. The ids of sources and of their claims have no spaces.

            events: [start, press-home]        # a step, and a hyphen
            events: [begin, pressHome]

        Choose another name. Swift keywords are allowed: generated code puts them into backticks.
        """),
    .error(
      "L206", "an empty value",
      explanation: """
        The key has no value, or the quotes of a citation are empty. Only states, events, callbacks and sources may be \
        empty, because their name can be all there is to say. Elsewhere it isn't clear whether nothing is meant or \
        something was forgotten.

            closed:
              entry:               # which actions?
              on: {open: ajar}
            ajar:                  # a state without anything

        Write the value, or remove the key. To handle an event without doing anything, write `event: {}`.
        """),
    .error(
      "L207", "a name given twice",
      explanation: """
        Two parts of one kind have the same name, so a use of the name could mean either.

            callbacks: [willOpen, didOpen, willOpen]

        Rename one of them, or remove it.
        """),
    .warning(
      "L208", "a text cut short by a comment",
      explanation: """
        In YAML, ` #` begins a comment even in the middle of a text without quotes. The rest of the line isn't part of \
        the text and doesn't appear in generated documentation.

            doc: Rule #4 of the house.         # only "Rule" is left
            doc: "Rule #4 of the house."

        Put the text in quotes, or move the comment to a line of its own.
        """),
    .error(
      "L209", "a type that cannot be used",
      explanation: """
        The type of a parameter is a path of Swift identifiers with `< > [ ] ? ,`. It must be `Hashable` and \
        `Sendable`, because events are compared and stored. Functions, tuples, and `any` and `some` types aren't, so \
        they can't be used.

            parameters:
              url: URL?
              ids: "[Scene.Identifier]"        # in quotes, or YAML reads a list
              handler: (Bool) -> Void          # not possible

        Use a type of this form. For others, declare a type of your own that contains them.
        """),
    .error(
      "L211", "a value that does not fit",
      explanation: """
        The value doesn't have the type that is expected here. A `Bool` is `true` or `false`, an `Int` is a number such \
        as `12`, and a `Duration` is a number with the unit `ms`, `s`, `min` or `h`, such as `5s`. A field with `cases` \
        has one of them. A parameter can also be a `Double` such as `1.5`, or a `String` such as `"text"`. Values aren't \
        converted, so `1` is never `true`. In `after`, the name of a context field of type `Duration` can take the place \
        of the length of time.

            context: {isPad: false, patience: 5s}
            scenarios:
              a visit: {given: {isPad: yes, patience: 5}}       # isPad: true, patience: 5s

        Write a value of the type that the message names.
        """),
    .warning(
      "L212", "a name that is declared and never used",
      explanation: """
        Nothing uses this callback, event, context field or source: no action calls the callback, no state takes, \
        defers or raises the event by its name and no scenario sends it, no expression, timer, call or scenario \
        mentions the field, and nothing cites the source. Usually the use was forgotten or removed. `"*"` takes every \
        event but names none.

            callbacks: [didOpen, didClose]     # nothing calls `didClose`
            states:
              closed: {on: {open: {to: ajar, do: didOpen}}}
              ajar: {on: {close: closed}}

        Use it, or remove it. To keep it for later, write `allow: {L212: the reason}` in its declaration.
        """),
    .error(
      "L213", "a name that nothing declares",
      explanation: """
        The name is used here but isn't declared. Names must be declared, so that misspelt names are found.

            callbacks: [didOpen]
            states:
              closed: {on: {open: {to: ajar, do: didOpn}}}

        Correct the name, or declare it: callbacks in `callbacks`, events in `events`, fields in `context`, sources in \
        `sources`.
        """),
    .error(
      "L214", "a citation of a claim that its source does not list",
      explanation: """
        A source that lists its `claims` is cited by their ids or as a whole, so that coverage can tell which claims \
        nothing cites. This id isn't in the list.

            sources:
              manual: {claims: {ring: Whoever presses the button hears the bell.}}
            callbacks:
              ring: {cites: manual rings}      # cites: manual ring

        Correct the id, or add the claim to its source.
        """),
    .error(
      "L215", "an invalid `allow`",
      explanation: """
        `allow` is a mapping from the code of a diagnostic to the reason why that warning isn't wanted here. The \
        reason tells the next reader, so it can't be empty.

            didClose:
              allow: {L212: The callback comes with the next release.}

        Write a code (`L` and three digits, as in messages) and the reason.
        """),
    .error(
      "L216", "a state that does not exist",
      explanation: """
        A reference to a state is looked up among the children of the state in which it stands, then among the \
        children of each ancestor up to the root. After that, it can be the end of the path of exactly one state. No \
        state was found.

            states:
              closed: {on: {open: ajr}}        # ajar
              ajar: {on: {close: closed}}

        Correct the name, or declare the state.
        """),
    .error(
      "L217", "a name of more than one state",
      explanation: """
        The paths of several states end with this name, and none of them is a child of the state in which the name \
        stands or of one of its ancestors.

            states:
              start: {on: {go: idle}}          # which of the two?
              player: {states: {idle: {}}}
              recorder: {states: {idle: {}}}

        Write more of the path, such as `player.idle`.
        """),
    .error(
      "L218", "an invalid module name",
      explanation: """
        The name of a Swift module is an identifier, or identifiers separated by dots for a submodule. Generated code \
        writes it after `import`.

            imports: [UIKit, "my-module"]      # my_module

        Write the name as Swift imports it. The product of a package may have a hyphen where its module has `_`.
        """),
    .error(
      "L220", "no states",
      explanation: """
        A compound state (`states`) and a parallel state (`regions`) need at least one child that can be active. A \
        history pseudo-state can't.

            player:
              states: {}
            player:
              states: {idle: {}, playing: {}}

        Add a child. A state without children has neither key.
        """),
    .error(
      "L221", "states and regions in one state",
      explanation: """
        Exactly one of `states` is active, but all of `regions` are, so a state has either the one or the other.

            player:
              states: {idle: {}, playing: {}}
              regions: {sound: {}, picture: {}}

        To have both, put a compound state into a region: `regions: {transport: {states: {idle: {}, playing: {}}}, \
        …}`.
        """),
    .error(
      "L222", "a key that this kind of state does not have",
      explanation: """
        Each kind of state has its own keys. A final state has no children, no transitions, no `after` and no `defer`, \
        because it only says that its parent is complete. A history pseudo-state only has its `default`. `initial` \
        stands beside `states`, `default` beside `history`, and `done` in a state with children.

            finished:
              final: true
              on: {restart: playing}           # nothing leaves a final state

        Remove the key, or make the state one of another kind: without `final`, this one may have transitions. To go \
        on when something is finished, write `done` in the parent.
        """),
    .error(
      "L223", "an invalid history",
      explanation: """
        `history` is `shallow` or `deep`. It stands with a `default`: the state that is entered when there is nothing \
        to remember, a descendant of the history's parent.

            working:
              states:
                lastUse: {history: deep, default: standing}
                standing: {}
                running: {}

        Write one of the two words, and a `default` in the same parent as the history.
        """),
    .error(
      "L224", "states that cannot be active together",
      explanation: """
        States in one list become active together, so they must be in different regions of a parallel state. Two of \
        these aren't, or one of them contains another.

            on: {open: {to: [closed, ajar]}}             # two children of one state
            on: {open: {to: [door.ajar, light.on]}}      # `door` and `light` are regions

        Name one state of each region, or only the one that is meant.
        """),
    .error(
      "L225", "a history pseudo-state where a state is meant",
      explanation: """
        A history pseudo-state is a target of transitions. It is never active, so a machine can't be "in" it, and no \
        scenario can begin or end there.

            scenarios:
              the power fails:
                given: lastUse                 # a history
                given: [running, silent]       # states

        Name the states that were active.
        """),
    .error(
      "L226", "an event that cannot be used here",
      explanation: """
        `raise` and `defer` take events without parameters, because the values aren't kept. Only events that the host \
        sends can be deferred. An event that isn't declared in `events` is internal: some action must raise it, and \
        some state must take it by its name.

            states:
              idle: {on: {begin: {to: busy, do: {raise: next}}}}      # nothing takes `next`
              busy: {on: {nxt: idle}}                                 # nothing raises `nxt`

        Correct the name, declare the event in `events` if the host sends it, or declare another event without \
        parameters.
        """),
    .error(
      "L227", "a transition that can never be taken",
      explanation: """
        The transitions of a list are tried in order. An earlier one has no `if`, so it is always taken and this one \
        never is.

            open:
              - hall
              - {if: isNight, to: bed}         # never
            open:
              - {if: isNight, to: bed}
              - hall

        Give the earlier transition an `if`, move it to the end, or remove one of them.
        """),
    .error(
      "L228", "an initial state outside of its parent",
      explanation: """
        `initial` names a child of its state, a deeper descendant, or a list of descendants in different regions. The \
        `default` of a history names a descendant of the history's parent. Entering a state can't enter a state \
        outside of it.

            player:
              initial: off                     # stands outside
              states: {idle: {}, playing: {}}
            off: {}

        Name a descendant, or change the transitions to lead to the other state.
        """),
    .error(
      "L230", "an expression that cannot be read",
      explanation: """
        An expression consists of `true`, `false`, whole numbers, lengths of time, names, `in(state)`, parentheses and \
        operators. From loosest to tightest, these are `or`; `and`; `not`; `== != < <= > >=`; `+ -`; `* / %`; unary \
        `-`. The logical operators are words because a plain YAML text can't begin with `!`.

            if: "!isPad && count > 2"
            if: not isPad and count > 2
            if: 0 < count < 5
            if: 0 < count and count < 5

        Write the expression with these operators. At most 64 parentheses and signs can be nested, and an expression \
        has at most 256 operators.
        """),
    .error(
      "L231", "an expression of the wrong type",
      explanation: """
        `+ -` take `Int` and `Duration`; `*` takes `Int`, or a `Duration` and an `Int`; `/ %` take `Int`; `< <= > >=` \
        take `Int` and `Duration`; `== !=` take any type; `and`, `or` and `not` take `Bool`. Both sides have the same \
        type: nothing is converted, so a length of time is never compared with a bare number.

            context: {patience: 5s, count: 0}
            states:
              idle: {on: {tick: {if: patience > 3 and count, to: busy}}}
              #                      patience > 3s and count > 0

        Write both sides with the same type. To get a `Bool` from a number, compare it.
        """),
    .error(
      "L232", "a constant that cannot be computed",
      explanation: """
        The expression divides by zero, or its value doesn't fit into 64 bits, whatever the fields are. At run time it \
        would stop the program.

            do: {set: {share: total / 0}}

        Correct the number, or guard the division: `{if: parts != 0, do: {set: {share: total / parts}}}`.
        """),
    .error(
      "L233", "a parameter that cannot be read here",
      explanation: """
        The parameters of an event can be read in the microstep that takes it: in the guards and actions of its \
        transitions, and in entry and exit actions that only such microsteps run. They can't be read in `always`, in \
        `done`, after a timer, at the start, or while a raised event is handled, because the event is over by then. \
        Under `"*"` no parameters can be read, because it handles any event.

            events: {tapLink: {parameters: {isSafe: Bool}}}
            states:
              idle: {on: {tapLink: loading}}
              loading: {always: {if: isSafe, to: shown}}        # after the event

        Decide in the event's own transition, or keep the value for later: `tapLink: {to: loading, do: {set: {wasSafe: \
        isSafe}}}`.
        """),
    .error(
      "L234", "an argument that nothing supplies",
      explanation: """
        The arguments of a callback are forwarded by name: from the event that is handled, then from the context. \
        Neither has a value of this name and type here, at least not whenever this action runs.

            callbacks: {openURL: {parameters: {url: String}}}
            events: {tapLink: {parameters: {link: String}}}       # url: String
            states: {idle: {on: {tapLink: {do: openURL}}}}

        Give the event such a parameter, add a context field of that name (of type `Bool`, `Int` or `Duration`), or make \
        the call in a transition of an event that has the parameter.
        """),
    .error(
      "L235", "a fixed field that changes",
      explanation: """
        A context field with `fixed: true` keeps the value with which the machine starts, such as the version of the \
        system that it runs on. No action can assign it, and the host can't change it in a scenario.

            context: {version: {default: 18, fixed: true}}
            scenarios:
              an update: {given: off, when: [{set: {version: 19}}, …]}   # not in one life

        Remove the `set` and begin another scenario with the other value (`given` or `where`), or remove `fixed`.
        """),
    .error(
      "L301", "a scenario's name that cannot be used",
      explanation: """
        The name of a scenario is any text on one line, but not empty. Tests and messages use it.

            scenarios:
              "": {given: idle}
              a visit in the evening: {given: idle}

        Say in a few words what happens.
        """),
    .error(
      "L302", "a scenario that begins in two ways",
      explanation: """
        A scenario begins in the states of `given`, at the end of the scenario that it `follows`, or with the start of \
        the machine. A scenario that follows another inherits its `where` and can't have its own. No scenario can \
        follow a refuted one, whose end isn't known, or itself, directly or by way of others.

            back again:
              follows: away
              given: background                # `away` ends somewhere already

        Remove `given` and `where`, or `follows`. To change a field in between, write a first step `set: {field: \
        value}`.
        """),
    .error(
      "L303", "too many combinations",
      explanation: """
        The values of a scenario's `where` make more than 10,000 combinations, for each of which the scenario would run.

            where:
              size: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
              width: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
              …

        Vary only the fields that matter for the scenario, or split it.
        """),
    .error(
      "L304", "a refuted scenario without steps",
      explanation: """
        In a refuted scenario, every step but the last must hold, and the last step, with `then` and `never`, must \
        fail. Without steps, nothing can fail.

            the bell rings by itself:
              refuted: Somebody has to press the button.
              given: waiting
              when: {wait: 1h, expect: ring}

        Add the step that the wrong claim is about.
        """),
    .error(
      "L305", "too many steps in all combinations",
      explanation: """
        A scenario runs once for each combination of the values of `where`. A scenario that follows it has the same \
        `where`, and its generated tests begin with the steps of the scenarios before it. So a short spec can ask for \
        millions of steps. At most 250,000 are allowed in a spec; scenarios without `where` and `follows` don't count.

            scenarios:
              loading:
                where: {size: […], width: […]}   # 10,000 combinations
                when: [open, load]               # 20,000 steps
              reloading:
                follows: loading
                when: load                       # 10,000 times 3 more

        Vary fewer values in the scenario at the beginning. Or begin with `given`, which needs no steps, instead of \
        `follows`.
        """),
    .error(
      "L310", "an invalid step",
      explanation: """
        A step is the name of an event, or a mapping with exactly one of `event: calls`, `ignored: event`, `wait: \
        time`, `set: {…}` and `start: calls`. Beside that key, it can have `with`, `through` and `then`. Each step is \
        one stimulus, so that it is clear which calls belong to it.

            when:
              - pressHome: willResignActive
                open: willEnterForeground      # a second event
            when:
              - pressHome: willResignActive
              - open: willEnterForeground

        Make a list with one item for each step.
        """),
    .error(
      "L311", "an event sent without its parameters",
      explanation: """
        `with` gives each parameter of the event a value, and nothing else.

            events: {tapLink: {parameters: {url: String, isSafe: Bool}}}
            scenarios:
              a link: {given: idle, when: {tapLink: openURL, with: {url: "x"}}}        # isSafe: true

        Add the missing values, and remove those that the event doesn't have.
        """),
    .error(
      "L312", "a misplaced start",
      explanation: """
        `start` says which calls the start of the machine makes. It can only be the first step, and only of a scenario \
        in which the machine starts: one without `follows` and without a state in `given`.

            the first launch:
              given: {isPad: true}             # facts, but no state
              when:
                - start: didLaunch
                - pressHome: didEnterBackground

        Make it the first step, and remove the state in `given`.
        """),
    .error(
      "L313", "an internal event in a scenario",
      explanation: """
        An event that isn't declared in `events` is raised by the machine itself. Neither hosts nor scenarios can send \
        it.

            events: [launch]
            states:
              notRunning: {on: {launch: {to: inactive, do: {raise: activate}}}}
              inactive: {on: {activate: active}}
              active: {}
            scenarios:
              activating: {given: inactive, when: activate}     # send `launch` instead

        Send the event that raises it. If the host can send it too, declare it in `events`.
        """),
    .error(
      "L320", "an expectation that cannot be read",
      explanation: """
        Expected calls are a callback's name, `{name: {parameter: value}}`, `{anyOrder: […]}` (at most 8 items unless \
        all are plain calls), `{optional: …}`, `{repeat: …}`, `{oneOf: […]}`, `{if: expression, expect: …, else: …}`, \
        or a list of these, which is a sequence.

            when:
              pressHome: {willResignActive, didEnterBackground}
            when:
              pressHome: [willResignActive, {optional: didEnterBackground}]

        Write the expectation in one of these forms. `[]` expects no call.
        """),
    .error(
      "L321", "an expected call that is not observed",
      explanation: """
        The expectations of a scenario only see the channels that the scenario, or else the spec, is `observing`. This \
        callback has another channel, so the step could never hold.

            callbacks: {didPost: {channel: notification}}
            observing: delegate
            scenarios:
              a post: {given: idle, when: {post: didPost}, observing: [delegate, notification]}

        Add its channel to the scenario's `observing`.
        """),
    .error(
      "L601", "an invalid setting",
      explanation: """
        `access` is `internal`, `package` or `public`. `module` is the name of a Swift module. `object` is `true` or \
        `false`. `templates` is the path of a folder from the folder of the configuration file. `coverage` gives for \
        any of `states`, `transitions`, `guards`, `callbacks` and `claims` the percentage, from 0 to 100, that \
        scenarios must cover.

            access: public                     # not: open
            module: Lifecycles
            object: true
            templates: ../Templates
            coverage: {transitions: 100, claims: 80}

        Write one of these values, or remove the key.
        """),
    .error(
      "L602", "an invalid setting of tests",
      explanation: """
        `tests` in `lifeline.yaml` configures generated tests. `derive` is `none`, `transitions` or `pairs`. `subject` \
        is the Swift type that the tests check against the scenarios instead of the generated machine. For a folder \
        with several machines, it is a mapping from the name of a machine to its type:

            tests:
              derive: transitions
              subject: {Player: AudioPlayer}

        Write one of these values, or remove the key. Without `tests`, there is a test for each scenario, and it \
        checks the generated machine.
        """),
  ])
}
