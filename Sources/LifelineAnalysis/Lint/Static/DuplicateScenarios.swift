import LifelineModel
import LifelineSource

/// Returns the diagnostics of scenarios that repeat an earlier one (L857).
func duplicateScenarios(in machine: Machine) -> [Diagnostic] {
  var first: [String: Scenario] = [:]
  return machine.scenarios.compactMap { scenario in
    let text = canonicalText(of: scenario, fields: machine.fields)
    guard let other = first[text] else {
      first[text] = scenario
      return nil
    }
    return machine.diagnostic(
      .duplicateScenario, "this scenario is the same as `\(other.name)`", at: scenario.range,
      notes: [("the other scenario is here", other.range)])
  }
}
