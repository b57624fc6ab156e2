import LifelineLanguage
import LifelineReporting
import LifelineScenarios
import LifelineSource
import LifelineWorkspace
import LifelineYAML

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
      (diagnostic.fixIts + declarations(for: diagnostic, context))
        .compactMap { fix(diagnostic, by: $0, context) }
    }
    actions += diagnostics.compactMap { weakening(of: $0, context) }
    actions += acceptance(of: failures(in: diagnostics, context), context)
    actions += coverage(from: start, to: end, context)
    return .array(actions)
  }

  /// Returns the failures among diagnostics, each with the name of its scenario.
  func failures(in diagnostics: [Diagnostic], _ context: FeatureContext) -> [(diagnostic: Diagnostic, scenario: String)]
  {
    guard let machine = context.document.spec?.reading.machine else { return [] }
    return diagnostics.compactMap { diagnostic in
      guard diagnostic.severity == .error, let range = diagnostic.location.range,
        DiagnosticKind.scenarioKinds.all.contains(where: { $0.code == diagnostic.kind.code }),
        let scenario = machine.scenarios.last(where: { $0.range.start <= range.start })
      else { return nil }
      return (diagnostic, scenario.name)
    }
  }

  /// Returns the edits of which each declares a missing name, unless other errors of YAML leave its place open.
  private func declarations(for diagnostic: Diagnostic, _ context: FeatureContext) -> [Diagnostic.FixIt] {
    guard let name = diagnostic.undeclared, let range = diagnostic.location.range else { return [] }
    return context.spec.reading.document.declaring(name, usedAt: range.start)
  }

  private func fix(_ diagnostic: Diagnostic, by fixIt: Diagnostic.FixIt, _ context: FeatureContext) -> JSON? {
    guard let range = fixIt.location.range, fixIt.location.path == context.path else { return nil }
    let help = fixIt.help
    return action(
      help.prefix(1).uppercased() + help.dropFirst(), [diagnostic], isPreferred: fixIt == diagnostic.fixIt,
      FileChange(spec: context.spec, edits: [.init(range: range, replacement: fixIt.replacement)]), context)
  }

  /// Returns the actions that make failing scenarios expect what the machine does.
  private func acceptance(
    of failures: [(diagnostic: Diagnostic, scenario: String)], _ context: FeatureContext
  ) -> [JSON] {
    guard let spec = context.document.spec, !failures.isEmpty else { return [] }
    let job = documents.job(for: context.document)
    var seen: Set<String> = []
    return failures.map(\.scenario).filter { seen.insert($0).inserted }.compactMap { name in
      guard let bytes = job.acceptScenarios([name], in: spec), let change = FileChange.make(to: bytes, of: spec) else {
        return nil
      }
      let own = failures.filter { $0.scenario == name }.map(\.diagnostic)
      return action("Accept what the machine does in the scenario `\(name)`", own, isPreferred: false, change, context)
    }
  }

  /// Returns the actions that write scenarios for the transitions in a range that no scenario takes.
  private func coverage(from start: SourcePosition, to end: SourcePosition, _ context: FeatureContext) -> [JSON] {
    guard context.document.check == nil, let spec = context.document.spec,
      context.document.diagnostics?.containsErrors == false
    else { return [] }
    let job = documents.job(for: context.document)
    let untaken = context.document.exploration?.untakenTransitions(from: start, to: end) ?? []
    return untaken.prefix(Self.scenariosOffered).compactMap { transition in
      guard let bytes = job.addScenario(taking: transition, to: spec),
        let change = FileChange.make(to: bytes, of: spec)
      else { return nil }
      return action("Write a scenario for \(transition.name)", [], isPreferred: false, change, context)
    }
  }

  /// The number of scenarios that are offered at once. Each of them is tried.
  private static let scenariosOffered = 5

  /// Returns the action that asks for a call at some time before, if a promise is broken that asks for one since the last.
  private func weakening(of diagnostic: Diagnostic, _ context: FeatureContext) -> JSON? {
    guard let weaker = diagnostic.weakerPromise, let range = diagnostic.location.range,
      let spec = context.document.spec, let key = spec.reading.document.keyOfNeeds(at: range)
    else { return nil }
    return action(
      "Ask for it only before the first call: write `\(weaker)`", [diagnostic], isPreferred: false,
      FileChange(spec: spec, edits: [.init(range: key, replacement: weaker)]), context)
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

extension YAMLDocument {
  /// Returns the range of the key `needs` of a callback whose value is at a range, unless the callback has an `onlyAfter` as well.
  fileprivate func keyOfNeeds(at range: SourceRange) -> SourceRange? {
    guard case .mapping(let entries)? = root?.content, let callbacks = entries.first(where: { $0.key == "callbacks" }),
      case .mapping(let names) = callbacks.value.content
    else { return nil }
    for name in names {
      guard name.value.alias == nil, case .mapping(let keys) = name.value.content,
        !keys.contains(where: { $0.key == "onlyAfter" })
      else { continue }
      if let needs = keys.first(where: { $0.key == "needs" && $0.value.usageRange == range }) { return needs.keyRange }
    }
    return nil
  }
}
