import LifelineModel
import LifelineSource

/// The outcome of a scenario.
package enum ScenarioOutcome: String, CaseIterable, Sendable {
  case holds
  case fails
  /// A scenario that it follows doesn't hold.
  case unplayed = "not checked"
}

/// The result of playing a machine's scenarios.
package struct CheckReport: Sendable {
  /// The name of the machine.
  package var machine: String
  /// The number of the machine's scenarios.
  package var scenarios: Int
  /// The number of scenarios that don't hold, or were not checked because one that they follow doesn't hold.
  package var failedScenarios = 0
  /// The number of those that were not checked.
  package var unplayedScenarios = 0
  /// The outcome of each scenario; `nil` for one that wasn't wanted any more.
  package var outcomes: [ScenarioOutcome?]
  /// The number of errors that the machine has whatever its scenarios do.
  package var machineErrors = 0
  /// The number of combinations of the values of `where` that were checked, in all scenarios.
  package var plays = 0
  /// The number of steps that were checked, in all combinations.
  package var steps = 0
  /// The number of states, without the root and history pseudo-states.
  package var states: Int
  /// The number of transitions.
  package var transitions: Int
  /// The number of callbacks.
  package var callbacks: Int
  /// The coverage of the scenarios, if recording was enabled.
  package var recording: ScenarioRecording?
  /// The scenarios that disagree with the machine, each with its correction or the reason that there is none, if
  /// corrections were asked for.
  package internal(set) var corrections: [(scenario: ID<Scenario>, result: Result<Correction, UnfixableExpectation>)] =
    []
  /// The diagnostics, in source order.
  package var diagnostics: [Diagnostic] = []

  init(of machine: Machine) {
    self.machine = machine.name
    scenarios = machine.scenarios.count
    outcomes = Array(repeating: nil, count: scenarios)
    states = machine.declared.states.count { !$0.isHistory } - 1
    transitions = machine.declared.transitionCount
    callbacks = machine.declared.callbacks.count
  }

  /// Returns a line for people, such as `AppLifecycle: 34 scenarios (52 plays) hold; 7 states, 21 transitions, 12
  /// callbacks`.
  /// - Parameter proof: Words for what is proved about the machine, which stand there instead of its size.
  package func summary(proving proof: String? = nil) -> String {
    let played = plays <= scenarios ? "" : " (\(counted(plays, "play")))"
    let unplayed =
      unplayedScenarios == 0
      ? "" : ", \(unplayedScenarios) of them because \(unplayedScenarios == 1 ? "it follows" : "they follow") another"
    let verdict =
      if scenarios == 0 {
        "no scenarios"
      } else if failedScenarios > 0 {
        "\(failedScenarios) of \(counted(scenarios, "scenario"))\(played) "
          + "\(failedScenarios == 1 ? "fails" : "fail")\(unplayed)"
      } else {
        "\(counted(scenarios, "scenario"))\(played) \(scenarios == 1 ? "holds" : "hold")"
      }
    let errors = machineErrors == 0 ? "" : "\(counted(machineErrors, "error")) in the machine; "
    let size = [counted(states, "state"), counted(transitions, "transition"), counted(callbacks, "callback")]
    return "\(machine): \(errors)\(verdict); \(proof ?? size.joined(separator: ", "))"
  }
}
