import LifelineSource

extension DiagnosticKind {
  static let noStates = languageKinds["L220"]
  static let statesAndRegions = languageKinds["L221"]
  static let keyOfOtherKind = languageKinds["L222"]
  static let badHistory = languageKinds["L223"]
  static let conflictingTargets = languageKinds["L224"]
  static let historyNotAllowed = languageKinds["L225"]
  static let badEvent = languageKinds["L226"]
  static let shadowedTransition = languageKinds["L227"]
  static let badInitial = languageKinds["L228"]
  static let badOpenCalls = languageKinds["L229"]

  /// The kinds of diagnostics about states and transitions.
  static let stateDeclarations: [DiagnosticKindList.Declaration] = [
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
      "L229", "an action that leaves nothing open, or what can't be left open",
      explanation: """
        The actions `anyOrder`, `optional` and `oneOf` leave the order of calls open, or which of them are made. Their \
        items are calls or lists of calls; `anyOrder` takes two to four items, `oneOf` two to 24. `set`, `raise`, `if`, \
        parts and other actions that leave something open can't be items: they would change what happens next.

            entry: {anyOrder: [willLoad]}                             # one order only
            entry: {anyOrder: [willLoad, {optional: willShow}]}       # an action inside of another
            entry: {anyOrder: [willLoad, willShow]}
            entry: {oneOf: [willLoad, [willLoad, willShow], [willShow, willLoad]]}

        Put other actions before or after it, or list every sequence of calls under `oneOf`. `[]` is the one without \
        calls.
        """),
  ]
}
