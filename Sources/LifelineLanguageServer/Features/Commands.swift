import LifelineReporting
import LifelineSource
import LifelineWorkspace
import LifelineYAML

/// The commands that a client can ask the server to carry out.
enum ServerCommand: String, CaseIterable {
  /// Makes a failing scenario expect what the machine does. Its arguments are a document and the name of the scenario.
  case accept = "lifeline.accept"
}

extension ServerState {
  /// Returns a lens over each scenario that fails, which accepts what the machine does.
  func codeLenses(_ context: FeatureContext) -> JSON {
    guard context.document.diagnostics != nil, let root = context.document.spec?.reading.document.root,
      case .mapping(let entries) = root.content,
      case .mapping(let scenarios)? = entries.first(where: { $0.key == "scenarios" })?.value.content
    else { return .array([]) }
    let failing = Set(failures(in: context.document.diagnostics ?? [], context).map(\.scenario))
    return .array(
      scenarios.filter { failing.contains($0.key) }.map { scenario in
        [
          "range": context.translator.json(scenario.keyRange),
          "command": [
            "title": "Accept what the machine does", "command": .string(ServerCommand.accept.rawValue),
            "arguments": .array([.string(context.document.uri), .string(scenario.key)]),
          ],
        ]
      })
  }

  /// Carries out a command. The client makes the edits, which the server asks it for.
  mutating func execute(_ parameters: JSON) throws(ResponseError) -> (JSON, [Effect]) {
    let name = parameters["command"]?.string ?? ""
    let arguments = parameters["arguments"]?.items?.compactMap(\.string) ?? []
    guard let command = ServerCommand(rawValue: name) else {
      throw ResponseError(.invalidParameters, "the server has no command `\(VisibleText.escaped(name))`")
    }
    switch command {
    case .accept:
      guard arguments.count == 2 else {
        throw ResponseError(.invalidParameters, "`\(name)` needs the address of a document and the name of a scenario")
      }
      return (.null, [.send(try acceptance(of: arguments[1], in: arguments[0]))])
    }
  }

  /// Returns the request that the client rewrites a scenario.
  private mutating func acceptance(of scenario: String, in uri: String) throws(ResponseError) -> JSON {
    guard let document = documents[uri], document.isSpec else {
      throw ResponseError(.requestFailed, "this document isn't open as a spec")
    }
    let job = documents.job(for: document)
    let spec = document.spec ?? job.read()
    guard let bytes = job.acceptScenarios([scenario], in: spec), let change = FileChange.make(to: bytes, of: spec)
    else {
      throw ResponseError(
        .requestFailed,
        "the scenario `\(VisibleText.escaped(scenario))` isn't rewritten: it holds, or `lifeline check --accept` says why not"
      )
    }
    editCount += 1
    let label = "Accept what the machine does in the scenario `\(scenario)`"
    return .request(
      id: "edit \(editCount)", "workspace/applyEdit", ["label": .string(label), "edit": edit([change])])
  }

  /// The request that the client asks for lenses again.
  func refreshOfLenses(after check: Int) -> [Effect] {
    refreshesLenses ? [.send(.request(id: "lenses \(check)", "workspace/codeLens/refresh", .object([])))] : []
  }
}
