import LifelineLanguage
import LifelineReporting
import LifelineSource
import LifelineWorkspace
import LifelineYAML

extension ServerState {
  /// Returns a hint at each event that a state handles: the calls that the machine makes then, with those of exits and entries, as
  /// the exploration of this text has found them.
  func inlayHints(_ context: FeatureContext, _ parameters: JSON) -> JSON {
    guard context.document.check == nil, let exploration = context.document.exploration else { return .array([]) }
    let first = parameters["range"]?["start"]?.position?.line ?? 0
    let last = parameters["range"]?["end"]?.position?.line ?? .max
    let hints = handlers(in: context.spec.reading.document.root, path: "").compactMap { handler -> JSON? in
      let line = handler.event.keyRange.start.line
      guard first...max(first, last) ~= line - 1,
        let calls = exploration.calls(on: handler.event.key, inState: handler.path),
        let text = context.source.line(line)
      else { return nil }
      let end = SourcePosition(line: line, column: text.unicodeScalars.count + 1)
      return [
        "position": context.translator.json(end), "label": .string("→ \(calls)"), "paddingLeft": true,
        "tooltip": .string("The calls on `\(handler.event.key)` while `\(handler.path)` is active."),
      ]
    }
    return .array(hints)
  }

  /// Returns the entries of `on` of all states below a mapping, with the paths of the states. The nesting of documents is bounded,
  /// so this function recurses.
  private func handlers(in node: YAMLNode?, path: String) -> [(path: String, event: YAMLEntry)] {
    guard case .mapping(let keys)? = node?.content else { return [] }
    return keys.flatMap { key -> [(path: String, event: YAMLEntry)] in
      // The lines of an alias have their hints elsewhere.
      guard key.value.alias == nil, case .mapping(let entries) = key.value.content else { return [] }
      switch key.key {
      case "on": return entries.map { (path, $0) }
      case "states", "regions":
        return entries.filter { $0.value.alias == nil }.flatMap {
          handlers(in: $0.value, path: path.isEmpty ? $0.key : "\(path).\($0.key)")
        }
      default: return []
      }
    }
  }

  /// The request that the client asks for hints again.
  func refreshOfHints(after check: Int) -> [Effect] {
    refreshesHints ? [.send(.request(id: "hints \(check)", "workspace/inlayHint/refresh", .object([])))] : []
  }
}
