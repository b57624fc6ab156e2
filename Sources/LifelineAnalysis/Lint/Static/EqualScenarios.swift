import LifelineModel
import LifelineSource

extension DiagnosticKind {
  static let equalScenarios = DiagnosticKind(
    "L857", .warning, "two scenarios that are the same",
    explanation: """
      The two begin alike, do the same steps and expect the same, so the second promises nothing that the first has \
      not promised. Usually it was copied, and its facts were to be changed.

          scenarios:
            Home leads to the background:
              given: active
              when: {pressHome: didEnterBackground}
            so does Lock:
              given: active
              when: {pressHome: didEnterBackground}   # lock?

      Change what was to be different, or remove one and let the other cite what both cite.
      """)
}

/// Finds scenarios that say what an earlier one says.
func equalScenarios(of machine: Machine) -> [Diagnostic] {
  var first: [String: Scenario] = [:]
  return machine.scenarios.compactMap { scenario in
    let signature = Signature(scenario, defaults: machine.fields).text
    guard let other = first[signature] else {
      first[signature] = scenario
      return nil
    }
    return machine.finding(
      .equalScenarios, "this scenario says the same as '\(other.name)'", at: scenario.range,
      notes: [("the other one is here", other.range)])
  }
}
