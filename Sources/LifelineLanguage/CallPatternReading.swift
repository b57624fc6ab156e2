import LifelineModel
import LifelineSource
import LifelineYAML

extension DiagnosticKind {
  static let badPattern = DiagnosticKind(
    "L320", .error, "an expectation that cannot be read",
    explanation: """
      Expected calls are a callback's name, `{name: {parameter: value}}`, `{anyOrder: […]}` (at most 8 items \
      unless all are plain calls), `{optional: …}`, `{repeat: …}`, `{oneOf: […]}`, `{if: expression, expect: \
      …, else: …}`, or a list of these, which is a sequence.

          when:
            pressHome: {willResignActive, didEnterBackground}
          when:
            pressHome: [willResignActive, {optional: didEnterBackground}]

      Write it in one of these forms; `[]` expects no call.
      """)
  static let notObserved = DiagnosticKind(
    "L321", .error, "an expected call that is not observed",
    explanation: """
      The expectations of a scenario speak only of the channels that it, or the spec, is `observing`. This \
      callback has another, so it could never be seen, and the step could never hold.

          callbacks: {didPost: {channel: notification}}
          observing: delegate
          scenarios:
            a post: {given: idle, when: {post: didPost}, observing: [delegate, notification]}

      Add its channel to the scenario's `observing`.
      """)
}

extension MachineBuilder {
  private static let patternShape =
    "the expected calls: a callback's name, a pattern such as `{optional: …}`, or a list of these (`[]` for none)"
  private static let maximumPermutedPatterns = 8

  /// The pattern that `node` says.
  mutating func pattern(_ node: YAMLNode, _ reading: StepReading) -> CallPattern? {
    switch node.content {
    case .scalar:
      guard let name = findings.text(node, expected: Self.patternShape) else { return nil }
      return call(name, at: node.place, reading).map { .call($0, arguments: [], range: node.place) }
    case .sequence(let items):
      return .sequence(items.compactMap { pattern($0, reading) })
    case .mapping(let entries):
      return pattern(entries, node: node, reading)
    }
  }

  private mutating func pattern(_ entries: [YAMLEntry], node: YAMLNode, _ reading: StepReading) -> CallPattern? {
    guard let entry = entries.first(where: { $0.key == "if" }) ?? entries.first else {
      findings.reportShape(of: node, expected: Self.patternShape)
      return nil
    }
    if entry.key == "if" { return choice(entries, key: entry, reading) }
    for other in entries where other.keyRange != entry.keyRange {
      findings.report(
        .badPattern, "`\(other.key)` is a second pattern in one mapping; write a list for one after the other",
        at: other.keyRange, notes: [("the first is here", entry.keyRange)])
    }
    switch entry.key {
    case "optional": return pattern(entry.value, reading).map { .optional($0) }
    case "repeat": return pattern(entry.value, reading).map { .repeated($0) }
    case "oneOf": return alternatives(entry, reading).map { .oneOf($0) }
    case "anyOrder":
      guard let items = alternatives(entry, reading) else { return nil }
      let arePlain = items.allSatisfy { if case .call = $0 { true } else { false } }
      if items.count > Self.maximumPermutedPatterns, !arePlain {
        findings.report(
          .badPattern,
          "`anyOrder` takes at most \(Self.maximumPermutedPatterns) items unless all are plain calls; these are \(items.count)",
          at: entry.keyRange)
      }
      return .anyOrder(items)
    default: return callWithArguments(entry, reading)
    }
  }

  private mutating func alternatives(_ entry: YAMLEntry, _ reading: StepReading) -> [CallPattern]? {
    guard case .sequence(let items) = entry.value.content, !items.isEmpty else {
      findings.report(.badPattern, "`\(entry.key)` takes a list of at least one pattern", at: entry.keyRange)
      return nil
    }
    return items.compactMap { pattern($0, reading) }
  }

  private mutating func choice(
    _ entries: [YAMLEntry], key: YAMLEntry, _ reading: StepReading
  ) -> CallPattern? {
    let keys = ["if", "expect", "else"]
    for entry in entries where !keys.contains(entry.key) {
      findings.reportUnknownKey(entry, keys: keys, what: "an expectation with `if`")
    }
    let parts = Parts(entries)
    var scope = scope(Machine.root, without: "an expectation reads fields of `where` only")
    scope.onlyFields = (
      Set(reading.variedFields.map { declarations.fields[$0.index].name }),
      "an expectation reads only fields that the scenario's `where` varies"
    )
    scope.allowsStates = false
    let condition = expression(key.value, type: .bool, scope: scope)
    guard let expect = parts["expect"] else {
      findings.report(.missingKey, "`if` as an expectation has no `expect`: the calls when it holds", at: key.keyRange)
      return nil
    }
    let then = pattern(expect.value, reading)
    let otherwise = parts["else"].map { pattern($0.value, reading) } ?? .sequence([])
    guard let condition, let then, let otherwise else { return nil }
    return .choose(condition, then: then, else: otherwise)
  }

  private mutating func callWithArguments(_ entry: YAMLEntry, _ reading: StepReading) -> CallPattern? {
    let words = ["anyOrder", "optional", "repeat", "oneOf", "if"]
    if declarations.callbackNames[entry.key] == nil, let word = nearestName(to: entry.key, among: words) {
      findings.reportUnknownKey(entry, keys: words, what: word == "if" ? "a pattern" : "an expectation")
      return nil
    }
    guard let callback = call(entry.key, at: entry.keyRange, reading) else { return nil }
    guard let entries = findings.entries(entry.value, expected: "a mapping from the callback's parameters to values")
    else { return nil }
    let parameters = declarations.callbacks[callback.index].parameters
    let arguments = entries.compactMap { argument -> (parameter: Int, value: Value)? in
      guard let index = parameters.firstIndex(where: { $0.name == argument.key }) else {
        findings.reportUnknown(
          argument.key, what: "parameter", at: argument.keyRange, among: parameters.map(\.name),
          hint: " of `\(entry.key)`")
        return nil
      }
      return findings.value(argument.value, type: parameters[index].type).map { (index, $0) }
    }
    return .call(callback, arguments: arguments, range: entry.keyRange)
  }

  private mutating func call(_ name: String, at range: SourceRange, _ reading: StepReading) -> ID<Callback>? {
    guard let callback = callback(name, at: range) else { return nil }
    let channel = declarations.callbacks[callback.index].channel
    if !reading.observing.contains(channel) {
      findings.report(
        .notObserved, "`\(name)` is called on the channel `\(channel)`, which this scenario does not observe",
        at: range, notes: [("the callback is declared here", declarations.callbacks[callback.index].range)])
    }
    return callback
  }
}
