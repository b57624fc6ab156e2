import LifelineModel
import LifelineSource
import LifelineYAML

extension ScenarioReader {
  private static let patternShape =
    "the expected calls: a callback's name, a pattern such as `{optional: …}`, or a list of these (`[]` for none)"

  /// Returns the pattern of calls that `node` describes, or `nil` with a diagnostic.
  func pattern(_ node: YAMLNode, of scenario: Scenario) -> CallPattern? {
    pattern(node, of: PatternScope(scenario: scenario))
  }

  /// The things that the meaning of a pattern depends on.
  private struct PatternScope {
    var scenario: Scenario
    /// The part whose calls are described; `nil` for the machine's own.
    var part: String?

    /// Returns the name in the machine of what `name` means here.
    func fullName(_ name: String) -> String { part.map { "\($0).\(name)" } ?? name }
  }

  private func pattern(_ node: YAMLNode, of scope: PatternScope) -> CallPattern? {
    switch node.content {
    case .scalar:
      guard let name = text(node, expected: Self.patternShape) else { return nil }
      return observedCallback(name, at: node.usageRange, of: scope)
        .map { .call($0, arguments: [], range: node.usageRange) }
    case .sequence(let items):
      return .sequence(items.compactMap { pattern($0, of: scope) })
    case .mapping(let entries):
      return pattern(entries, node: node, of: scope)
    }
  }

  private func pattern(_ entries: [YAMLEntry], node: YAMLNode, of scope: PatternScope) -> CallPattern? {
    guard let entry = entries.first(where: { $0.key == "if" }) ?? entries.first else {
      reportShape(of: node, expected: Self.patternShape)
      return nil
    }
    if entry.key == "if" { return choice(node, key: entry, of: scope) }
    if isPart(entry.key, of: scope) { return patternOfParts(entries, of: scope) }
    for other in entries where other.keyRange != entry.keyRange {
      diagnostics.report(
        .badPattern, "`\(other.key)` is a second expectation in one mapping; write a list",
        at: other.keyRange, notes: [("the first is here", entry.keyRange)])
    }
    switch entry.key {
    case "optional": return pattern(entry.value, of: scope).map { .optional($0) }
    case "repeat": return pattern(entry.value, of: scope).map { .repeated($0) }
    case "oneOf": return alternatives(entry, of: scope).map { .oneOf($0) }
    case "anyOrder":
      guard let items = alternatives(entry, of: scope) else { return nil }
      let arePlain = items.allSatisfy { if case .call = $0 { true } else { false } }
      if items.count > MappingKind.permutedPatterns, !arePlain {
        diagnostics.report(
          .badPattern,
          "`anyOrder` takes at most \(MappingKind.permutedPatterns) items unless all are plain calls; these are "
            + "\(items.count)", at: entry.keyRange)
      }
      return .anyOrder(items)
    default: return callWithArguments(entry, of: scope)
    }
  }

  private func isPart(_ name: String, of scope: PatternScope) -> Bool {
    let name = scope.fullName(name)
    return tree.partTrees[name] != nil || declarations.unreadableParts.contains(name)
  }

  /// Returns the pattern of the calls of one part, or of several parts whose calls come in any order.
  private func patternOfParts(_ entries: [YAMLEntry], of scope: PatternScope) -> CallPattern? {
    var patterns: [CallPattern] = []
    for entry in entries {
      guard isPart(entry.key, of: scope) else {
        diagnostics.report(
          .badPattern, "`\(entry.key)` is no part, so it can't be in a mapping with one; write a list",
          at: entry.keyRange)
        continue
      }
      let name = scope.fullName(entry.key)
      usePart(ofPath: name + ".")
      if let part = scope.part {
        recordUse(of: .part, entry.key, ofPart: part, at: entry.keyRange)
      } else {
        recordUse(ofPart: name, at: entry.keyRange)
      }
      // The callbacks of a part that can't be read aren't known.
      guard tree.partTrees[name] != nil else { continue }
      if let pattern = pattern(entry.value, of: PatternScope(scenario: scope.scenario, part: name)) {
        patterns.append(pattern)
      }
    }
    if patterns.isEmpty { return nil }
    // The mapping is one item, whatever is in it.
    return patterns.count == 1 ? .sequence(patterns) : .interleaved(patterns)
  }

  private func alternatives(_ entry: YAMLEntry, of scope: PatternScope) -> [CallPattern]? {
    guard case .sequence(let items) = entry.value.content, !items.isEmpty else {
      diagnostics.report(.badPattern, "`\(entry.key)` takes a list of at least one expectation", at: entry.keyRange)
      return nil
    }
    return items.compactMap { pattern($0, of: scope) }
  }

  private func choice(_ node: YAMLNode, key: YAMLEntry, of scope: PatternScope) -> CallPattern? {
    let mapping = readMapping(node, .conditionalExpectation, at: key.keyRange) ?? Mapping()
    var expressions = ExpressionScope(
      Machine.root, without: "an expectation only reads fields that the scenario's `where` varies")
    expressions.onlyFields = (
      Set(scope.scenario.variations.map { declarations[$0.field].name }),
      "an expectation only reads fields that the scenario's `where` varies"
    )
    expressions.allowsStates = !scope.scenario.addedStates.isEmpty
    let condition = expression(key.value, type: .bool, scope: expressions)
    guard let expect = mapping["expect"] else { return nil }
    let then = pattern(expect.value, of: scope)
    let otherwise = mapping["else"].map { pattern($0.value, of: scope) } ?? .sequence([])
    guard let condition, let then, let otherwise else { return nil }
    return .choose(condition, then: then, else: otherwise)
  }

  private func callWithArguments(_ entry: YAMLEntry, of scope: PatternScope) -> CallPattern? {
    let words = MappingKind.expectation.keys
    if declarations.callbackNames[scope.fullName(entry.key)] == nil, nearestName(to: entry.key, among: words) != nil {
      reportUnknownKey(entry, in: .expectation)
      return nil
    }
    guard let id = observedCallback(entry.key, at: entry.keyRange, of: scope),
      let entries = arguments(entry, of: declarations[id], kind: "values")
    else { return nil }
    let parameters = declarations[id].parameters
    let arguments = entries.compactMap { argument -> (parameter: Int, value: Value)? in
      guard let index = parameters.firstIndex(where: { $0.name == argument.key }) else {
        reportUnknown(
          argument.key, "parameter", at: argument.keyRange, among: parameters.map(\.name), hint: " of `\(entry.key)`")
        return nil
      }
      recordUse(of: parameters[index], ofCallback: declarations[id].name, at: argument.keyRange)
      return value(argument.value, type: parameters[index].type).map { (index, $0) }
    }
    return .call(id, arguments: arguments, range: entry.keyRange)
  }

  /// Returns the callback with `name`, or `nil` with a diagnostic. A callback that the scenario can't observe is
  /// reported.
  private func observedCallback(_ name: String, at range: SourceRange, of scope: PatternScope) -> ID<Callback>? {
    if let part = scope.part { recordUse(of: .callback, name, ofPart: part, at: range) }
    let name = scope.fullName(name)
    if tree.partTrees[name] != nil {
      usePart(ofPath: name + ".")
      diagnostics.report(
        .badPattern, "`\(name)` is a part; write the calls that it makes, as in `{\(name): [call, call]}`", at: range)
      return nil
    }
    guard let id = callback(name, at: range, isWritten: scope.part == nil) else { return nil }
    let callback = declarations[id]
    let isOwn = id.index < declarations.ownCallbacks.count
    if !scope.scenario.observing.contains(callback.channel) {
      diagnostics.report(
        .notObserved, "`\(name)` is called on the channel `\(callback.channel)`, which this scenario does not observe",
        at: range, notes: isOwn ? [("the callback is declared here", callback.range)] : [])
    }
    return id
  }
}
