import LifelineSource

extension DiagnosticKind {
  static let faultWhilePlaying = scenarioKinds["L401"]
  static let otherCalls = scenarioKinds["L402"]
  static let notHandled = scenarioKinds["L403"]
  static let handled = scenarioKinds["L404"]
  static let forbiddenCall = scenarioKinds["L405"]
  static let otherStatesEntered = scenarioKinds["L406"]
  static let otherOutcome = scenarioKinds["L407"]
  static let refutedHolds = scenarioKinds["L408"]
  static let noConfiguration = scenarioKinds["L409"]
  static let endlessAlways = scenarioKinds["L410"]

  /// All kinds of diagnostics about running scenarios.
  package static let scenarioKinds = DiagnosticKindList([
    .error(
      "L401", "the machine cannot go on",
      explanation: """
        The machine did something that traps in generated code: it took more than 1,000 microsteps before control \
        returned to the host, computed a number beyond 64 bits, divided by zero, or armed a timer with a length that \
        is not above zero. The message names the rule of the language page, and the note points at the transition, the \
        expression or the timer.

            idle:
              on: {ping: {do: {raise: pong}}, pong: {do: {raise: ping}}}      # for ever

        Endless microsteps usually come from two transitions (`always`, or for events that are raised) that lead back \
        to each other: give one of them a guard. Numbers need a guard that keeps them within bounds.
        """),
    .error(
      "L402", "other calls than expected",
      explanation: """
        The machine makes other callbacks in this step than the scenario expects, or makes them in another order. The \
        two columns show both, with a `!` where they differ. The note points at the action that made the first \
        unexpected call. Only calls on the channels that the scenario observes count (`observing`).

            active: {exit: willResignActive, on: {pressHome: {to: background, do: didEnterBackground}}}
            …
            when: {pressHome: [didEnterBackground, willResignActive]}      # exits come first

        Change the states or the scenario. If the order or a call is left open on purpose, write a pattern: \
        `anyOrder`, `optional`, `repeat`, `oneOf`.
        """),
    .error(
      "L403", "an event is not handled",
      explanation: """
        The scenario sends an event that no active state takes or defers. Nothing happens, and the host is told so.

            states: {closed: {on: {open: ajar}}, ajar: {}}
            scenarios:
              opening twice: {given: ajar, when: {open: []}}         # ignored: open

        Add a transition, or write `ignored: event` if the scenario promises that nothing happens. An event that is \
        handled without any effect is `event: {}` in the state's `on`.
        """),
    .error(
      "L404", "an event is handled that is to be ignored",
      explanation: """
        The step says `ignored`, but a transition takes the event or a state defers it. The note points at that.

            states: {ajar: {on: {open: {}}}}
            scenarios:
              opening twice: {given: ajar, when: {ignored: open}}    # open: []

        Remove the transition, or promise that the event is handled and calls nothing: `event: []`.
        """),
    .error(
      "L405", "a call that is never to be made",
      explanation: """
        One of the scenario's steps makes a callback that the scenario lists in `never`. Callbacks of every channel \
        count there, observed or not.

            purged while suspended:
              given: suspended
              when: {reclaimMemory: []}
              never: willTerminate             # but the exit of `suspended` calls it

        Change the machine so that it does not make the call, or remove the callback from `never`.
        """),
    .error(
      "L406", "other states are entered",
      explanation: """
        `through` lists every atomic state that is entered in the step, in order, including those that are exited \
        again at once and the last one. The two columns show both lists, with a `!` where they differ.

            launch: [willFinishLaunching, didBecomeActive]
            through: active                    # [inactive, active]

        Correct the list or the transitions. Without `through`, the states in between are not checked.
        """),
    .error(
      "L407", "another end than expected",
      explanation: """
        After the step, or at the end of the scenario, a state that `then` names is not active, or a field has another \
        value. The message tells the active states or the field's value.

            given: active
            when: {pressHome: willResignActive}
            then: {state: background, sessions: 1}

        Correct `then`, or the machine. `then` may name compound states, and states and fields that it does not name \
        are not checked.
        """),
    .error(
      "L408", "a refuted claim holds",
      explanation: """
        A scenario with `refuted` keeps a claim that is wrong, so the machine must contradict it: every step but the \
        last holds, and the last, together with `then` and `never`, fails, for every combination of `where`. Here \
        nothing fails.

            the app is told when it is purged:
              refuted: The system sends no message to a suspended app.
              given: suspended
              when: {reclaimMemory: willTerminate}       # must not hold

        Remove `refuted` if the claim is right; otherwise correct the machine.
        """),
    .error(
      "L409", "states that cannot be active together",
      explanation: """
        `given` lists several states. Exactly one child of a state with `states` is active, so the listed states must \
        be in different regions of a state with `regions`.

            given: [running, standing]         # two states of the tape
            given: [running, silent]           # one of the tape, one of the sound

        Name one state of each region. A region without a named state is in its initial state.
        """),
    .error(
      "L410", "a circle of 'always' without a guard",
      explanation: """
        These `always` transitions have no `if` and lead back to each other, so a machine that reaches one of them \
        never gives control back to the host. A transition without a target and without an `if` is such a circle by \
        itself.

            sorting: {always: checking}
            checking: {always: sorting}        # {if: isUnsorted, to: sorting}

        Give one of them a guard that ends the circle, or another target.
        """),
  ])
}
