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
  let keys = path.compactMap(\.self)
  let place = keys.reduce(SpecPlace.spec) { $0.value(of: $1) }
  switch place {
  case .expression: return .expression(negation: "not")
  case .text, .citation, .scenarioReference, .value, .argument, .partValue, .expectedArgument: return .text
  case .entrance: return .mapping(.entrance(keys.last ?? ""))
  case .scenario: return .mapping(.scenario, isTitled: true)
  case .spec, .type, .source, .field, .callback, .event, .state, .transition, .action, .part:
    return place.kind.map { .mapping($0) } ?? .other
  case .types, .sources, .claims, .context, .parts, .callbacks, .events, .parameters, .states, .handlers, .timers,
    .scenarios, .suppressions, .facts, .assignments, .callbackArguments, .eventArguments, .expectedArguments,
    .sentEvents, .partArguments, .partContext, .step, .expectation:
    return .mapping()
  case .machineName, .stateReference, .eventReference, .internalEvent, .callbackReference, .channel, .typeName,
    .partReference, .flag, .historyDepth, .other:
    return .other
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
