import LifelineLanguage
import LifelineReporting
import LifelineSource
import LifelineWorkspace
import LifelineYAML

/// Something that a state handles, in its text.
private struct Handler {
  /// The path of the state.
  var path: String
  /// The key in whose line the hint stands.
  var key: YAMLEntry
  var cause: HandledCause

  /// The moment at which the calls are made.
  var moment: String {
    switch cause {
    case .event: "The calls on `\(key.key)` while `\(path)` is active."
    case .timer: "The calls when the time `\(key.key)` of `\(path)` has elapsed."
    case .always, .done: "The calls of the step in which the `\(key.key)` of `\(path)` is taken."
    }
  }
}

extension ServerState {
  /// Returns a hint at each event, each timer, each `always` and each `done` that a state handles: the calls that the machine makes then,
  /// with those of exits and entries, as the exploration of this text has found them.
  func inlayHints(_ context: FeatureContext, _ parameters: JSON) -> JSON {
    guard context.document.check == nil, let exploration = context.document.exploration else { return .array([]) }
    let first = parameters["range"]?["start"]?.position?.line ?? 0
    let last = parameters["range"]?["end"]?.position?.line ?? .max
    let hints = handlers(in: context.spec.reading.document.root, path: "").compactMap { handler -> JSON? in
      let line = handler.key.keyRange.start.line
      guard first...max(first, last) ~= line - 1,
        let calls = exploration.calls(for: handler.cause, inState: handler.path),
        let text = context.source.line(line)
      else { return nil }
      let end = SourcePosition(line: line, column: text.unicodeScalars.count + 1)
      return [
        "position": context.translator.json(end), "label": .string("→ \(calls)"), "paddingLeft": true,
        "tooltip": .string(handler.moment),
      ]
    }
    return .array(hints)
  }

  /// Returns what the states below a mapping handle. The nesting of documents is bounded, so this function recurses.
  private func handlers(in node: YAMLNode?, path: String) -> [Handler] {
    guard case .mapping(let keys)? = node?.content else { return [] }
    return keys.flatMap { key -> [Handler] in
      // The lines of an alias have their hints elsewhere.
      guard key.value.alias == nil else { return [] }
      switch (key.key, key.value.content) {
      case ("on", .mapping(let entries)):
        return entries.map { Handler(path: path, key: $0, cause: .event($0.key)) }
      case ("after", .mapping(let entries)):
        return entries.map { Handler(path: path, key: $0, cause: .timer($0.keyRange.start)) }
      case ("always", _): return [Handler(path: path, key: key, cause: .always)]
      case ("done", _): return [Handler(path: path, key: key, cause: .done)]
      case ("states", .mapping(let entries)), ("regions", .mapping(let entries)):
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
