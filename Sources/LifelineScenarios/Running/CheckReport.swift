import LifelineModel
import LifelineSource

/// What playing a machine's scenarios has shown.
package struct CheckReport: Sendable {
  /// The machine's name.
  package var machine: String
  /// How many scenarios the machine has.
  package var scenarios = 0
  /// How many of them do not hold, or could not be played because one that they follow does not hold.
  package var failedScenarios = 0
  /// How many errors the machine has of itself, whatever its scenarios do.
  package var machineErrors = 0
  /// How many combinations of the values of `where` were played, in all scenarios.
  package var plays = 0
  /// How many steps were played, in all combinations.
  package var steps = 0
  /// How many states there are, without the root and history pseudo-states.
  package var states: Int
  /// How many transitions there are.
  package var transitions: Int
  /// How many callbacks there are.
  package var callbacks: Int
  /// What the scenarios touch, if that was to be recorded.
  package var recording: Recording?
  /// What does not hold, in source order.
  package var diagnostics: [Diagnostic] = []

  package init(of machine: Machine) {
    self.machine = machine.name
    scenarios = machine.scenarios.count
    states = machine.states.reduce(-1) { $0 + ($1.isHistory ? 0 : 1) }
    transitions = machine.transitionCount
    callbacks = machine.callbacks.count
  }

  /// A line for people, such as `AppLifecycle: 34 scenarios (52 plays) hold; 7 states, 21 transitions, 12
  /// callbacks`.
  package var summary: String {
    let played = plays == scenarios ? "" : " (\(counted(plays, "play")))"
    let verdict =
      if scenarios == 0 {
        "no scenarios"
      } else if failedScenarios > 0 {
        "\(failedScenarios) of \(counted(scenarios, "scenario"))\(played) \(failedScenarios == 1 ? "fails" : "fail")"
      } else {
        "\(counted(scenarios, "scenario"))\(played) \(scenarios == 1 ? "holds" : "hold")"
      }
    let errors = machineErrors == 0 ? "" : "\(counted(machineErrors, "error")) in the machine; "
    let size = [counted(states, "state"), counted(transitions, "transition"), counted(callbacks, "callback")]
    return "\(machine): \(errors)\(verdict); \(size.joined(separator: ", "))"
  }
}
