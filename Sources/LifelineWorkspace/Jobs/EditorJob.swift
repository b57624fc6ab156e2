import LifelineLanguage
import LifelineModel
import LifelineRewriting
import LifelineScenarios
import LifelineSource
import LifelineYAML

/// A text that an editor holds, which may differ from the file on disk.
package struct EditorText: Sendable {
  /// The absolute path of the file; `nil` for a text that is on no disk. There may be no file at the path yet.
  package var path: String?
  /// The content.
  package var bytes: [UInt8]

  /// Creates a text with its content.
  package init(path: String?, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Whether the text has the key `lifeline` at its top level.
  package var isSpec: Bool { hasSpecKey(bytes, path: path ?? "") }
}

/// The questions of an editor about a spec that somebody is writing. The disk is only read for `lifeline.yaml` and for parts.
package struct EditorJob: Sendable {
  /// The text that somebody is writing.
  package var text: EditorText
  /// The name of the text in messages, if it has no path.
  package var name: String
  /// The other texts that the editor holds. Parts use them in place of the files on disk.
  package var others: [EditorText]
  /// The folder that the editor has opened, which limits the search for a configuration if there is no package.
  package var workingFolder: String

  /// Creates a job about `text`.
  package init(_ text: EditorText, name: String, others: [EditorText], workingFolder: String) {
    self.text = text
    self.name = name
    self.others = others
    self.workingFolder = workingFolder
  }

  /// The path of the text in messages.
  package var path: String { text.path ?? name }

  /// Reads the text.
  package func read() -> EditedSpec { read(SpecReader.parse(bytes: text.bytes, path: path)) }

  /// Reads the text without its wrong lines, so that something can be said about the others.
  package func readRecovering() -> EditedSpec { read(SpecReader.parseRecovering(bytes: text.bytes, path: path)) }

  private func read(_ document: YAMLDocument) -> EditedSpec {
    let files = others.compactMap { other in other.path.map { SpecFile(path: $0, bytes: other.bytes) } }
    let graph =
      text.path == nil
      ? SpecGraph() : findUsedSpecs(of: SpecFile(path: path, bytes: text.bytes), document, among: files)
    let reading =
      graph.read(recordingSymbolsOf: 0).first?.flatMap(\.self)
      ?? SpecReader.read(document, using: [:], recordingSymbols: true)
    return EditedSpec(text: text, reading: reading, usedPaths: graph.usedPlaces.filter { $0 != path })
  }

  /// Checks a spec as `lifeline check --limit 0` does, without exploring its machine.
  /// - Parameters:
  ///   - last: The findings of the last exploration, which are reported again.
  ///   - isWanted: Returns whether somebody still wants the diagnostics.
  /// - Returns: The result, or `nil` if nobody wants it any more.
  package func check(
    _ spec: EditedSpec, since last: LastExploration? = nil, whileWanted isWanted: @escaping @Sendable () -> Bool
  ) -> EditorCheck? {
    let file = SpecFile(path: path, bytes: text.bytes)
    var loaded = LoadedSpec(file: file, location: SpecLocation(folders: [], relativePath: name))
    if text.path != nil {
      var configurations = ConfigurationLookup(workingFolder: workingFolder)
      loaded = configurations.load(file)
    }
    var options = Verification(.completely, recordsCoverage: true, explorationLimit: 0)
    options.isWanted = isWanted
    var compiled = CompiledSpec(spec: loaded, reading: spec.reading)
    let verified = verify(compiled, options)
    guard isWanted() else { return nil }
    compiled.report = verified.machine?.report
    let exploration = last?.moved(to: spec.reading)
    var findings = verified.findings
    findings.diagnostics += exploration?.diagnostics(in: spec.reading) ?? []
    return EditorCheck(spec: spec, compiled: compiled, findings: findings, exploration: exploration)
  }

  /// Explores the machine of a spec that was checked, and returns what `lifeline check` finds.
  /// - Parameter isWanted: Returns whether somebody still wants the diagnostics.
  /// - Returns: The result; `nil` if nobody wants it any more, or if the spec has errors and so no machine.
  package func explore(
    _ check: EditorCheck, whileWanted isWanted: @escaping @Sendable () -> Bool
  ) -> EditorCheck? {
    var options = Verification(.completely, recordsCoverage: true)
    options.isWanted = isWanted
    options.keepsExploration = true
    let verified = verify(check.compiled, options)
    guard isWanted(), let machine = verified.machine else { return nil }
    return EditorCheck(
      spec: check.spec, compiled: check.compiled, findings: verified.findings,
      exploration: .make(from: machine.analysis, of: check.spec.reading, by: machine.coverage))
  }

  /// Returns the text in which failing scenarios expect what the machine does.
  /// - Parameter names: The names of the scenarios.
  /// - Returns: The bytes, or `nil` if no scenario can be rewritten.
  package func acceptScenarios(_ names: Set<String>, in spec: EditedSpec) -> [UInt8]? {
    guard let machine = spec.reading.machine else { return nil }
    let acceptance = LifelineRewriting.acceptScenarios(
      in: text.bytes, reading: spec.reading, report: playForAcceptance(machine), named: names)
    return acceptance.accepted.isEmpty ? nil : acceptance.bytes
  }
}

/// The result of checking a text.
package struct EditorCheck: Sendable {
  /// The text that was checked.
  package var spec: EditedSpec
  /// All diagnostics, in source order.
  package var diagnostics: [Diagnostic]
  /// The findings of the last exploration, if there has been one.
  package var exploration: LastExploration?
  /// The outcomes of the scenarios, by their names.
  package var outcomes: [String: ScenarioOutcome]
  /// The spec with the results of its scenarios.
  fileprivate var compiled: CompiledSpec

  fileprivate init(
    spec: EditedSpec, compiled: CompiledSpec, findings: SpecFindings, exploration: LastExploration?
  ) {
    self.spec = spec
    self.compiled = compiled
    self.exploration = exploration
    outcomes = compiled.report?.outcomes(of: spec.reading.machine) ?? [:]
    var suppressions = SuppressionPass()
    if let configuration = compiled.spec.configuration { _ = suppressions.diagnostics(of: configuration) }
    diagnostics = suppressions.diagnostics(of: findings).inSourceOrder().abridged()
  }
}

/// A text that was read.
package struct EditedSpec: Sendable {
  /// The text.
  package var text: EditorText
  /// The result of reading it.
  package var reading: SpecReading
  /// The absolute paths of the files that its parts use, directly or by way of others, whether or not they exist.
  package var usedPaths: [String]
}
