import LifelineSource

extension DiagnosticKind {
  static let faultWhilePlaying = scenarioKinds["L401"]
  static let otherCalls = scenarioKinds["L402"]
  static let notHandled = scenarioKinds["L403"]
  static let handled = scenarioKinds["L404"]
  static let forbiddenCall = scenarioKinds["L405"]
  static let otherStatesEntered = scenarioKinds["L406"]
  static let otherResult = scenarioKinds["L407"]
  static let refutedHolds = scenarioKinds["L408"]
  static let noConfiguration = scenarioKinds["L409"]
  static let endlessAlways = scenarioKinds["L410"]
  static let untaken = scenarioKinds["L411"]

  /// All kinds of diagnostics about running scenarios.
  package static let scenarioKinds = DiagnosticKindList([
    .error(
      "L401", "a run that cannot continue",
      explanation: """
        The machine did something that traps in generated code: it took more than 1,000 microsteps before it returned \
        control to the host, computed a number that doesn't fit into 64 bits, divided by zero, or started a timer \
        whose length isn't above zero. The message names the rule in the language reference, and the note points at \
        the transition, the expression or the timer.

            idle:
              on: {ping: {do: {raise: pong}}, pong: {do: {raise: ping}}}      # forever

        Endless microsteps usually come from two transitions that lead back to each other, either eventless (`always`) \
        or for raised events. Give one of them a guard. Guard computations so that their numbers stay within bounds.
        """),
    .error(
      "L402", "calls that differ from the expected ones",
      explanation: """
        In this step, the machine makes other calls than the scenario expects, or makes them in another order. The two \
        columns show the expected and the actual calls, with a `!` at each difference. The note points at the action \
        that makes the first unexpected call. Only calls on the channels in `observing` count.

            active: {exit: willResignActive, on: {pressHome: {to: background, do: didEnterBackground}}}
            …
            when: {pressHome: [didEnterBackground, willResignActive]}      # exits come first

        Correct the states or the scenario. If the change is meant, `lifeline check --accept` writes what the machine does \
        into the scenario. If the order doesn't matter, or a call may be missing, write a pattern: `anyOrder`, \
        `optional`, `repeat` or `oneOf`.
        """),
    .error(
      "L403", "an event that is not handled",
      explanation: """
        The scenario sends an event that no active state handles or defers, so the machine ignores it.

            states: {closed: {on: {open: ajar}}, ajar: {}}
            scenarios:
              opening twice: {given: ajar, when: {open: []}}         # ignored: open

        Add a transition, or write `ignored: open` if the machine should ignore the event. To handle an event without \
        any effect, write `open: {}` in the state's `on`.
        """),
    .error(
      "L404", "an event that should be ignored",
      explanation: """
        The step says `ignored`, but a transition handles the event, or a state defers it. The note points at the \
        transition or at the `defer`.

            states: {ajar: {on: {open: {}}}}
            scenarios:
              opening twice: {given: ajar, when: {ignored: open}}    # open: []

        Remove the transition, or expect that the event is handled without a call: `open: []`.
        """),
    .error(
      "L405", "a forbidden call",
      explanation: """
        A step makes a call that the scenario rules out in `never`. Calls on all channels count there, observed or not.

            purged while suspended:
              given: suspended
              when: {reclaimMemory: []}
              never: willTerminate             # but the exit of `suspended` calls it

        Change the machine so that it doesn't make the call, or remove the callback from `never`.
        """),
    .error(
      "L406", "entered states that differ from the expected ones",
      explanation: """
        `through` lists every atomic state that the step enters, in order: the last one, and all that the machine only \
        passes through. The two columns show the expected and the actual states, with a `!` at each difference.

            launch: [willFinishLaunching, didBecomeActive]
            through: active                    # [inactive, active]

        Correct the list or the transitions. Without `through`, the states in between aren't checked.
        """),
    .error(
      "L407", "a result that differs from the expected one",
      explanation: """
        After the step, or at the end of the scenario, a state in `then` isn't active, or a field has another value \
        than in `then`. The message names the active states or the actual value.

            given: active
            when: {pressHome: willResignActive}
            then: {state: background, sessions: 1}

        Correct `then` or the machine. `then` may name compound states. States and fields that it doesn't name aren't \
        checked.
        """),
    .error(
      "L408", "a refuted claim that holds",
      explanation: """
        A scenario with `refuted` records a wrong claim, so the machine must contradict it. All steps before the last \
        must hold, and the last step, `then` or `never` must fail, for every combination of `where`. Here nothing \
        fails.

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

        Name at most one state of each region. A region without a named state is in its initial state.
        """),
    .error(
      "L410", "an endless loop of `always` transitions",
      explanation: """
        These `always` transitions have no `if` and lead back to each other, so a machine that reaches one of them \
        never returns control to the host. An `always` without a target and without an `if` is such a loop.

            sorting: {always: checking}
            checking: {always: sorting}        # {if: isUnsorted, to: sorting}

        Give one of them a guard that ends the loop, or another target.
        """),
    .error(
      "L411", "an event that a part does not take",
      explanation: """
        In this step, the machine sends an event to a part in a state that neither handles nor defers it, or that has \
        ended. The note points at the action. The exploration reports the same without a scenario (L806).

            push: {do: {root: beginDisappearing}}    # `root` isn't visible in this scenario

        Send the event only where the part takes it, or correct the scenario. If the part may ignore the event, write \
        `{root: {optional: beginDisappearing}}`.
        """),
  ])
}
