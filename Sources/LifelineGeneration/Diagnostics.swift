import LifelineSource

extension DiagnosticKind {
  static let stateNameCollision = generationKinds["L503"]
  static let neededName = generationKinds["L504"]
  static let typeNameTaken = generationKinds["L505"]
  package static let noMonitor = generationKinds["L506"]
  static let passedBeginning = generationKinds["L507"]

  /// All kinds of diagnostics about generation.
  package static let generationKinds = DiagnosticKindList([
    .error(
      "L503", "two states with the same name in generated code",
      explanation: """
        In generated code a state has its own name if no other state has it, and its path in camel case otherwise: \
        `foreground.inactive` becomes `foregroundInactive`. Here two states have the same name.

            states:
              foreground: {states: {inactive: {}}}
              scene: {states: {inactive: {}}}
              foregroundInactive: {}

        Rename one of them.
        """),
    .error(
      "L504", "a name that generated code needs",
      explanation: """
        Generated code uses this name itself. It writes `Swift.Bool`, so a machine may be called `Bool`, but not \
        `Swift`. Tests use `XCTestCase`, `XCTFail`, the modules `XCTest` and `Testing` and types of their own, such as `ScenarioPlay`. A type called `Self` \
        would hide Swift's `Self` in the whole module, and a field called `hashValue` would replace the property that \
        `Hashable` requires. The types of `types` stand inside the machine, so they can't be called `State`, `Event`, \
        `Callback`, `CallbackName`, `Context`, `Reaction` or like another type there. A part is a property of the machine, \
        so it can't be called like another member of the machine or of its object, such as `state` and `run`.

            machine: Swift                     # SwiftRuntime
            types: {State: [open, closed]}     # DoorState

        Choose another name.
        """),
    .error(
      "L505", "a parameter type with the name of a generated type",
      explanation: """
        A generated machine contains the types `State`, `AnyState`, `Event`, `Callback`, `CallbackName`, `Context`, \
        `Reaction` and a few private ones. Beside it are the protocol of its delegate and, on request, a class. The type of this \
        parameter has the same name as one of them, so generated code would use that type and not yours.

            events: {receive: {parameters: {event: Event}}}
            events: {receive: {parameters: {event: Networking.Event}}}

        Write the module in front of it.
        """),
    .error(
      "L506", "a machine without a monitor",
      explanation: """
        A monitor is a table of everything that the calls so far can mean, so it needs all configurations of the machine, \
        and at most 4,096 states are possible. Numbers that are compared with many values, several regions and channels \
        with many independent calls make it large. The message says how large it would be without each channel.

            observing: [delegate, layout, notification]     # 12,311 states
            observing: delegate                             # 41 states

        Stories (`stories: true`) need a place for each state and each choice of an app. \
        Observe fewer channels, leave out choices, or give parts of the machine monitors of their own. `lifeline trace` has no such limit.
        """),
    .error(
      "L507", "a scenario that begins where a part never rests",
      explanation: """
        A state that only has `always`, one of them without a condition, is left as soon as it is entered. The machine never \
        rests there, so its generated `State` has no case for it, and a test of a machine around it can't put the part into it.

            # In the spec of the part `player`
            opening: {entry: didOpen, always: playing}

            # In the spec around it
            given: player.opening     # player.playing

        Begin in the state to which it leads, or in one from which an event leads there. A state in which a scenario of \
        the part's own spec begins has a case.
        """),
  ])
}
