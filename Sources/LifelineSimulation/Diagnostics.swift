import LifelineSource

extension DiagnosticKind {
  package static let badLine = simulationKinds["L650"]
  package static let scenarioExists = simulationKinds["L651"]
  package static let impossibleStep = simulationKinds["L652"]
  package static let scenarioNotAdded = simulationKinds["L653"]

  /// All kinds of diagnostics about the lines of a simulation.
  package static let simulationKinds = DiagnosticKindList([
    .error(
      "L650", "a line that a simulation can't carry out",
      explanation: """
        `lifeline simulate` doesn't know what the line means: there is no such event, command, parameter, state or field, or \
        a value is none of its type. The machine stays as it is.

            > open door
            > open name=door              # an event with an argument
            > open name="the front door"  # quotes around a text with spaces

        `show` lists the events, and `help` the commands. If the lines come from a pipe or a file, the command goes on \
        behind the line, saves nothing from then on, and ends with the status 1.
        """),
    .error(
      "L651", "a scenario of this name exists",
      explanation: """
        `save` in `lifeline simulate` adds a scenario to the spec and overwrites none. Choose another name:

            > save a pause
            > save a second pause

        If the old scenario is wrong, correct it with `lifeline check --accept`, or delete it.
        """),
    .error(
      "L652", "a step that the machine can't follow",
      explanation: """
        In a simulation, the machine can't go on: it takes microsteps without end, computes a number that doesn't fit into 64 \
        bits, divides by zero, arms a timer with no time, waits through too many timers at once, would begin in states that \
        can't be active together, or sends a part an event that the part doesn't take. The step is taken back.

            > tick
            error: nothing was done: Clock takes more than 1,000 microsteps before control returns to the host … [L652]

        In a generated machine, the program would end there; an event that a part doesn't take would be lost. `lifeline \
        check` finds most of these mistakes, with the shortest way to them. Correct the spec.
        """),
    .error(
      "L653", "a session that can't be saved",
      explanation: """
        `save` in `lifeline simulate` keeps every other byte of the spec, and reads and checks the new text before it writes \
        it. It doesn't add the scenario if the new text couldn't be read, would change the meaning of something else, or if \
        an earlier line of a pipe or a file was an error. This is such a spec:

            scenarios: *shared            # an alias repeats the scenarios of something else

        The command shows the scenario. Add it by hand.
        """),
  ])
}
