import LifelineLanguage
import LifelineReporting
import LifelineScenarios
import LifelineSource
import LifelineWorkspace

extension ServerState {
  /// Returns the corrections of diagnostics in a range: what they suggest, and accepting what the machine does.
  func codeActions(_ context: FeatureContext, _ parameters: JSON) -> JSON {
    let kinds = parameters["context"]?["only"]?.items?.compactMap(\.string)
    guard kinds?.contains(where: { $0 == "quickfix" || $0.isEmpty }) ?? true else { return .array([]) }
    let start = parameters["range"]?["start"]?.position.map(context.translator.sourcePosition) ?? .start
    let end = parameters["range"]?["end"]?.position.map(context.translator.sourcePosition) ?? start
    let diagnostics = (context.document.diagnostics ?? []).filter { diagnostic in
      guard diagnostic.location.path == context.path else { return false }
      let range = diagnostic.location.range ?? .start
      return range.start <= end && start <= range.end
    }
    var actions = diagnostics.flatMap { diagnostic in
      (diagnostic.fixIts + [declaration(for: diagnostic, context)].compactMap(\.self))
        .compactMap { fix(diagnostic, by: $0, context) }
    }
    let failures = diagnostics.filter { diagnostic in
      DiagnosticKind.scenarioKinds.all.contains { $0.code == diagnostic.kind.code } && diagnostic.severity == .error
    }
    if !failures.isEmpty { actions += acceptance(of: failures, context) }
    return .array(actions)
  }

  /// Returns the edit that declares a missing name, unless other errors of YAML leave its place open.
  private func declaration(for diagnostic: Diagnostic, _ context: FeatureContext) -> Diagnostic.FixIt? {
    diagnostic.undeclared.flatMap { context.spec.reading.document.declaring($0) }
  }

  private func fix(_ diagnostic: Diagnostic, by fixIt: Diagnostic.FixIt, _ context: FeatureContext) -> JSON? {
    guard let range = fixIt.location.range, fixIt.location.path == context.path else { return nil }
    let help = fixIt.help
    return action(
      help.prefix(1).uppercased() + help.dropFirst(), [diagnostic], isPreferred: fixIt == diagnostic.fixIt,
      FileChange(spec: context.spec, edits: [.init(range: range, replacement: fixIt.replacement)]), context)
  }

  /// Returns the actions that make failing scenarios expect what the machine does.
  private func acceptance(of failures: [Diagnostic], _ context: FeatureContext) -> [JSON] {
    guard let spec = context.document.spec, let machine = spec.reading.machine else { return [] }
    let job = documents.job(for: context.document)
    let names = failures.map { failure in
      failure.location.range.flatMap { range in machine.scenarios.last { $0.range.start <= range.start }?.name }
    }
    var seen: Set<String> = []
    return names.compactMap(\.self).filter { seen.insert($0).inserted }.compactMap { name in
      guard let bytes = job.acceptScenarios([name], in: spec), let change = change(to: bytes, of: spec) else {
        return nil
      }
      let own = zip(failures, names).filter { $0.1 == name }.map(\.0)
      return action("Accept what the machine does in the scenario `\(name)`", own, isPreferred: false, change, context)
    }
  }

  /// Returns the edit of the lines in which another text differs.
  private func change(to bytes: [UInt8], of spec: EditedSpec) -> FileChange? {
    let source = spec.reading.source
    let (old, new) = (source.lines, SourceFile(path: "", text: String(decoding: bytes, as: UTF8.self)).lines)
    let first = zip(old, new).prefix { $0 == $1 }.count
    let last = zip(old.dropFirst(first).reversed(), new.dropFirst(first).reversed()).prefix { $0 == $1 }.count
    if first == old.count, first == new.count { return nil }
    let range = SourceRange(
      SourcePosition(line: first + 1, column: 1), SourcePosition(line: old.count - last + 1, column: 1))
    let end = old.count - last >= source.lineCount ? source.endPosition : range.end
    return FileChange(
      spec: spec,
      edits: [
        .init(range: SourceRange(range.start, end), replacement: new[first..<new.count - last].joined())
      ])
  }

  private func action(
    _ title: String, _ diagnostics: [Diagnostic], isPreferred: Bool, _ change: FileChange, _ context: FeatureContext
  ) -> JSON {
    [
      "title": .string(title), "kind": "quickfix",
      "diagnostics": .array(diagnostics.map { json($0, context.translator) }),
      "isPreferred": isPreferred ? true : nil, "edit": edit([change]),
    ]
  }
}

extension SourceFile {
  /// The lines with their ends.
  fileprivate var lines: [String] {
    (1...lineCount).map { number in
      let start = range(ofLine: number)?.lowerBound ?? 0
      let end = number < lineCount ? range(ofLine: number + 1)?.lowerBound ?? start : bytes.count
      return text(of: start..<end)
    }
  }

  fileprivate var endPosition: SourcePosition { position(ofByte: bytes.count) }
}
