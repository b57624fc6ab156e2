import LifelineYAML

extension YAMLFormat {
  /// A spec.
  package static let spec = YAMLFormat(
    name: "spec", firstLine: "lifeline: 1", allowsEmptyFiles: false, functions: ["min", "max"],
    valueKind: specValueKind)

  /// A configuration. An empty file is valid and sets nothing.
  static let configuration = YAMLFormat(
    name: "configuration", firstLine: "access: public", allowsEmptyFiles: true, valueKind: configurationValueKind)
}

extension YAMLValueKind {
  fileprivate static func mapping(_ kind: MappingKind, isTitled: Bool = false) -> YAMLValueKind {
    .mapping(kind.name, keys: kind.keys, isTitled: isTitled)
  }
}

@Sendable private func specValueKind(_ path: [String?]) -> YAMLValueKind {
  var keys = path.compactMap(\.self)[...]
  while keys.count >= 2, keys.first == "states" || keys.first == "regions" { keys = keys.dropFirst(2) }
  guard let key = keys.popLast() else { return .mapping(.state) }
  let isInScenario = keys.first == "scenarios"
  switch keys.last {
  case "types": return .mapping(.type)
  case "sources": return .mapping(.source)
  case "context": return .mapping(.field)
  case "callbacks": return .mapping(.callback)
  case "events": return .mapping(.event)
  case "scenarios": return .mapping(.scenario, isTitled: true)
  case "on", "after": return .mapping(.transition)
  case "claims", "allow", "with": return .text
  case "set" where !isInScenario: return .expression(negation: "not")
  default: break
  }
  // An argument of a call.
  if !isInScenario, ["do", "entry", "exit", "else"].contains(keys.dropLast().last) {
    return .expression(negation: "not")
  }
  switch key {
  case "if": return .expression(negation: "not")
  case "always", "done": return .mapping(.transition)
  case "entry", "exit", "do": return .mapping(.action)
  case "initial", "default": return keys.isEmpty ? .mapping(.entrance(key)) : .other
  case "doc", "cites", "title", "url", "note", "selector", "follows", "refuted": return .text
  case "states", "regions", "types", "sources", "context", "callbacks", "events", "scenarios", "on", "after", "claims",
    "parameters", "allow", "set":
    return .mapping()
  default: return isInScenario ? .mapping() : .other
  }
}

@Sendable private func configurationValueKind(_ path: [String?]) -> YAMLValueKind {
  let keys = path.compactMap(\.self)
  switch (keys.first, keys.count) {
  case ("tests", 1): return .mapping(.tests)
  case ("coverage", 1): return .mapping(.coverage)
  case ("allow", 1): return .mapping()
  case ("allow", 2), ("templates", 1), ("templates", 2): return .text
  default: return .other
  }
}
