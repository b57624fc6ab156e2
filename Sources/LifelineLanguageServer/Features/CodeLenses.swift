import LifelineReporting
import LifelineSource
import LifelineWorkspace
import LifelineYAML

extension ServerState {
  /// Returns the lenses over the scenarios: to play each of them, to show its life line, and to accept what the machine does if it
  /// fails; and one to record another.
  func codeLenses(_ context: FeatureContext) -> JSON {
    guard context.spec.reading.machine != nil, case .mapping(let entries)? = context.spec.reading.document.root?.content
    else { return .array([]) }
    let section = entries.first { $0.key == "scenarios" }
    var scenarios: [YAMLEntry] = []
    if case .mapping(let own)? = section?.value.content { scenarios = own }
    let failing = Set(failures(in: context.document.diagnostics ?? [], context).map(\.scenario))
    var lenses = scenarios.flatMap { scenario -> [JSON] in
      let outcome = context.document.outcomes[scenario.key].map { " (\($0.rawValue))" } ?? ""
      return [
        lens("Play\(outcome)", .play, at: scenario, [scenario.key], context),
        lens("Show its life line", .showLifeLine, at: scenario, [scenario.key], context),
      ]
        + (failing.contains(scenario.key)
          ? [lens("Accept what the machine does", .accept, at: scenario, [scenario.key], context)] : [])
    }
    let count = untakenTransitions(of: context.document).count
    if count > 0, let place = section ?? entries.first(where: { $0.key == "machine" }) {
      let title = "Record a scenario (\(counted(count, "transition")) without one)"
      lenses.insert(lens(title, .record, at: place, [], context), at: 0)
    }
    return .array(lenses)
  }

  private func lens(
    _ title: String, _ command: ServerCommand, at entry: YAMLEntry, _ arguments: [String], _ context: FeatureContext
  ) -> JSON {
    [
      "range": context.translator.json(entry.keyRange),
      "command": [
        "title": .string(title), "command": .string(command.rawValue),
        "arguments": .array(([context.document.uri] + arguments).map { .string($0) }),
      ],
    ]
  }

  /// Returns the transitions of a document for which scenarios can be written, because none takes them; none before the text is explored,
  /// and none if it has errors.
  func untakenTransitions(of document: OpenDocument) -> [UntakenTransition] {
    guard document.check == nil, document.spec != nil, document.diagnostics?.containsErrors == false else { return [] }
    return document.exploration?.untakenTransitions ?? []
  }

  /// The request that the client asks for lenses again.
  func refreshOfLenses(after check: Int, isExplored: Bool) -> [Effect] {
    let id = "lenses \(check)" + (isExplored ? " explored" : "")
    return refreshesLenses ? [.send(.request(id: id, "workspace/codeLens/refresh", .object([])))] : []
  }
}
