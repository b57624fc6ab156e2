import LifelineModel
import LifelineReporting
import LifelineRewriting
import LifelineScenarios
import LifelineSource

/// The changes that make failing scenarios say what their machines do, before anything is written.
package struct AcceptanceProposal: Sendable {
  private var specs: [CompiledSpec]
  /// The names of the scenarios to rewrite; `nil` for all that fail.
  private var names: Set<String>?
  /// Plays the scenarios, and finds what is to be rewritten.
  private var play: @Sendable (Machine) -> CheckReport
  /// The rewritten specs, by the index of the spec; `nil` for specs with errors.
  private var acceptances: [Acceptance?]

  /// Plays all scenarios, and proposes changes of those that fail.
  /// - Parameters:
  ///   - names: The scenarios to rewrite; empty for all that fail.
  ///   - records: Whether steps that expect any calls get the calls that the machines make.
  package static func make(
    for specs: [CompiledSpec], scenarios names: [String], recordingCalls records: Bool = false
  ) -> AcceptanceProposal {
    let names = names.isEmpty ? nil : Set(names)
    let play: @Sendable (Machine) -> CheckReport = { records ? playForRecording($0) : playForAcceptance($0) }
    let played = parallelMap(specs) { spec in
      var spec = spec
      spec.report = spec.machine.map(play)
      return spec
    }
    return AcceptanceProposal(
      specs: played, names: names, play: play,
      acceptances: parallelMap(played) { accept($0, scenarios: names, playing: play) })
  }

  /// Returns the first of `names` that no scenario has, with the nearest name of a scenario.
  package func firstUnknownName(among names: [String]) -> (name: String, suggestion: String?)? {
    let scenarios = Set(specs.flatMap { $0.machine?.scenarios.map(\.name) ?? [] })
    return names.first { !scenarios.contains($0) }.map { ($0, nearestName(to: $0, among: scenarios.sorted())) }
  }

  /// The differences between the files and what would be written.
  package var differences: [UnifiedDifference] {
    rewritings.map { spec, acceptance in
      UnifiedDifference.compare(
        String(decoding: spec.file.bytes, as: UTF8.self), with: String(decoding: acceptance.bytes, as: UTF8.self),
        path: spec.file.path)
    }
  }

  /// Returns the specs as they are without any change, with the reasons why scenarios can't be rewritten.
  /// - Parameter isRefused: Whether nobody could be asked for consent.
  package func discard(isRefused: Bool) -> AcceptanceResult {
    var result = AcceptanceResult(specs: specs)
    if isRefused, let path = rewritings.first?.spec.file.path {
      let message = "nothing was rewritten, because standard input isn't a terminal; `--yes` writes without asking"
      result.diagnostics.add(FileError(.noTerminal, message, path: path))
    }
    for (spec, acceptance) in zip(specs, acceptances) {
      result.diagnostics.add(acceptance?.diagnostics ?? [], in: spec.reading.source)
    }
    return result
  }

  /// Writes the changed files, or none of them.
  package func write() -> AcceptanceResult {
    let written = OutputWriter.write(
      rewritings.map { GeneratedFile(path: $0.file.path, bytes: $1.bytes, replacing: $0.file.bytes) })
    var result = AcceptanceResult(specs: specs)
    result.diagnostics.add(written.diagnostics)
    result.written = written.written
    result.differences = written.written.isEmpty ? [] : differences
    for (index, acceptance) in acceptances.enumerated() {
      guard var acceptance else { continue }
      if !acceptance.accepted.isEmpty, written.written.contains(specs[index].spec.file.path) {
        let count = acceptance.accepted.count
        result.lines.append("rewrote \(count) scenario\(count == 1 ? "" : "s") of \(specs[index].spec.file.path)")
        // The diagnostics that follow refer to the new text.
        result.specs[index].spec.file.bytes = acceptance.bytes
        result.specs[index].reading = acceptance.reading
        result.specs[index].report = acceptance.report
        if !acceptance.diagnostics.isEmpty {
          acceptance = accept(result.specs[index], scenarios: names, playing: play) ?? acceptance
        }
      }
      result.diagnostics.add(acceptance.diagnostics, in: result.specs[index].reading.source)
    }
    return result
  }

  private var rewritings: [(spec: LoadedSpec, acceptance: Acceptance)] {
    zip(specs, acceptances).compactMap { spec, acceptance in
      guard let acceptance, !acceptance.accepted.isEmpty else { return nil }
      return (spec.spec, acceptance)
    }
  }
}

/// The specs after scenarios were rewritten, with the results of playing them.
package struct AcceptanceResult: Sendable {
  package var specs: [CompiledSpec]
  package var diagnostics = RunDiagnostics()
  /// The lines that tell the user what was rewritten.
  package var lines: [String] = []
  /// The paths of the files that were rewritten.
  var written: [String] = []
  /// The changes of these files.
  var differences: [UnifiedDifference] = []

  /// Creates the result of rewriting nothing.
  package init(specs: [CompiledSpec]) { self.specs = specs }
}

private func accept(
  _ spec: CompiledSpec, scenarios names: Set<String>?, playing play: @escaping (Machine) -> CheckReport
) -> Acceptance? {
  spec.report.map {
    acceptScenarios(in: spec.spec.file.bytes, reading: spec.reading, report: $0, named: names, playing: play)
  }
}
