import LifelineModel
import LifelineSource
import LifelineYAML

extension BehaviorReader {
  private static let transitionShape =
    "a transition: a target, a mapping such as `{to: …, if: …, do: …}`, or a list of either"

  /// Returns the transitions of a list, or of one transition, and reports those that can never be taken.
  mutating func transitions(_ node: YAMLNode, of source: ID<State>, scope: ExpressionScope) -> [Transition] {
    if case .sequence(let items) = node.content, items.isEmpty {
      diagnostics.report(
        .wrongShape, "this list of transitions is empty; to take the event and do nothing, write `{}`",
        at: node.usageRange)
    }
    var transitions: [Transition] = []
    /// The range of the first transition without an `if`.
    var unconditional: (range: SourceRange, transition: Transition)?
    for item in branches(items(node, expected: Self.transitionShape), of: node) {
      guard let transition = transition(item, of: source, scope: scope) else { continue }
      transitions.append(transition)
      if let unconditional {
        let hint = hint(forStatesInsteadOfTransitions: items(node, expected: ""), unconditional.transition, transition)
        diagnostics.report(
          .shadowedTransition, "this transition can never be taken: an earlier one in the list has no `if`\(hint)",
          at: item.usageRange, notes: [("this one is always taken", unconditional.range)])
      } else if !Self.hasCondition(item) {
        unconditional = (item.usageRange, transition)
      }
    }
    return transitions
  }

  /// Returns the transitions of a list. One with `else` is reported and read as the list that is meant.
  private func branches(_ items: [YAMLNode], of node: YAMLNode) -> [YAMLNode] {
    let isList = if case .sequence = node.content { true } else { false }
    return items.enumerated().flatMap { index, item -> [YAMLNode] in
      let follows = items.prefix(index).last.map(Self.hasCondition) ?? false
      guard let list = ElseBranches(item, isItem: isList, followsCondition: follows) else { return [item] }
      let remedy =
        list.isConditional
        ? "write a list, in which the first transition is taken whose `if` holds: `[{if: …, to: …}, {to: …}]`"
        : "it needs an `if` in front of it"
      diagnostics.report(
        .unknownKey, "a transition has no key `else`; \(remedy)", at: list.entry.keyRange,
        correction: list.correction(in: diagnostics.source))
      return list.isConditional ? list.branches : Array(list.branches.prefix(1))
    }
  }

  /// Returns the end of a message about a list of transitions that is probably meant as the targets of one.
  private func hint(
    forStatesInsteadOfTransitions items: [YAMLNode], _ first: Transition, _ second: Transition
  ) -> String {
    let names = items.compactMap { if case .scalar(let scalar) = $0.content { scalar.text } else { nil } }
    guard names.count == items.count, let left = first.targets.first, let right = second.targets.first,
      conflict(min(left, right), max(left, right)) == nil
    else { return "" }
    return "; to enter all of these states, write `{to: [\(names.joined(separator: ", "))]}`"
  }

  private static func hasCondition(_ transition: YAMLNode) -> Bool {
    guard case .mapping(let entries) = transition.content else { return false }
    return entries.contains { $0.key == "if" }
  }

  private mutating func transition(
    _ node: YAMLNode, of source: ID<State>, scope: ExpressionScope
  ) -> Transition? {
    var transition = Transition(id: ID(transitionCount), source: source, targets: [], range: node.range)
    if case .mapping = node.content {
      let mapping = readMapping(node, .transition) ?? Mapping()
      transition.documentation = documentation(mapping, extent: node.range)
      transition.condition = mapping["if"].flatMap { expression($0.value, type: .bool, scope: scope) }
      transition.targets =
        mapping["to"].map {
          statesOfRegions($0.value, in: source, allowingHistory: true, areTargets: true).map(\.state)
        } ?? []
      transition.reenter = mapping["reenter"].flatMap { flag($0.value) } ?? false
      transition.actions = mapping["do"].map { actions($0.value, scope: scope) } ?? []
    } else {
      guard let name = text(node, expected: Self.transitionShape) else { return nil }
      transition.targets = state(name, in: source, at: node.usageRange, isTarget: true).map { [$0] } ?? []
    }
    transitionCount += 1
    return transition
  }
}
