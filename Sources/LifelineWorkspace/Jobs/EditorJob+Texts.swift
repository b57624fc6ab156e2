import LifelineDrawing
import LifelineInterpreter
import LifelineModel
import LifelineRewriting
import LifelineScenarios
import LifelineSource

/// A reason that a text isn't formatted, in words.
package struct UnformattedText: Error {
  /// The reason.
  package var reason: String
}

extension EditorJob {
  /// Returns the text with its keys in the order of `lifeline format`.
  /// - Throws: The reason that the text stays as it is.
  package func format(_ spec: EditedSpec) throws(UnformattedText) -> [UInt8] {
    switch LifelineRewriting.format(text.bytes, reading: spec.reading) {
    case nil:
      let fault = spec.reading.document.diagnostics.first { $0.severity == .error }
      throw UnformattedText(reason: "the text isn't valid YAML: \(fault?.message ?? "it is empty")")
    case .failure(let refusal)?: throw UnformattedText(reason: refusal.diagnostic.message)
    case .success(let formatted)?: return formatted.bytes
    }
  }

  /// Returns the life line of a scenario as lines of text; `nil` if the spec has errors or no such scenario.
  package func drawScenario(named name: String, in spec: EditedSpec) -> [String]? {
    guard let machine = spec.reading.machine, let number = machine.scenarios.firstIndex(where: { $0.name == name })
    else { return nil }
    return LifelineScenarios.drawScenario(ID(number), in: MachineIndex.build(for: machine)).formatLines()
  }

  /// Plays the scenarios of a spec, and returns what is to say about one of them; `nil` if the spec has errors or no such scenario.
  package func playScenario(named name: String, in spec: EditedSpec) -> PlayedScenario? {
    guard let machine = spec.reading.machine, let scenario = machine.scenarios.first(where: { $0.name == name }) else {
      return nil
    }
    let report = checkScenarios(of: machine)
    guard let outcome = report.outcomes(of: machine)[name] else { return nil }
    let prefix = "scenario `\(name)`: "
    let reasons = report.diagnostics.filter { diagnostic in
      guard diagnostic.message.hasPrefix(prefix), let range = diagnostic.location.range else { return false }
      return machine.scenarios.last { $0.range.start <= range.start }?.range == scenario.range
    }
    return PlayedScenario(outcome: outcome, reasons: reasons.map { String($0.message.dropFirst(prefix.count)) })
  }
}

/// A scenario that was played.
package struct PlayedScenario: Sendable {
  /// The outcome.
  package var outcome: ScenarioOutcome
  /// The reasons that it fails, in words.
  package var reasons: [String]
}

extension CheckReport {
  /// The outcomes of a machine's scenarios, by their names.
  func outcomes(of machine: Machine?) -> [String: ScenarioOutcome] {
    let pairs = zip(machine?.scenarios ?? [], outcomes).compactMap { scenario, outcome in
      outcome.map { (scenario.name, $0) }
    }
    return Dictionary(pairs) { first, _ in first }
  }
}
