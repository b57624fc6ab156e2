import LifelineModel
import LifelineSource
import LifelineYAML

extension DiagnosticKind {
  static let shadowedTransition = DiagnosticKind(
    "L227", .error, "a transition that can never be taken",
    explanation: """
      The transitions of a list are tried in order, and an earlier one has no `if`: it is always taken, so \
      this one never is.

          open:
            - hall
            - {if: isNight, to: bed}         # never
          open:
            - {if: isNight, to: bed}
            - hall

      Give the earlier one an `if`, put it last, or remove one.
      """)
}

extension MachineBuilder {
  private static let transitionKeys = ["to", "if", "do", "reenter"] + documentationKeys
  private static let transitionShape =
    "a transition: a target, a mapping such as `{to: …, if: …, do: …}`, or a list of either"

  /// The transitions of a list, or the one that stands alone, in the order in which they are tried.
  mutating func transitions(_ node: YAMLNode, of source: ID<State>, scope: ExpressionScope) -> [Transition] {
    if case .sequence(let items) = node.content, items.isEmpty {
      findings.report(
        .wrongShape, "this list of transitions is empty; to take the event and do nothing, write `{}`", at: node.place)
    }
    let transitions = findings.items(node, expected: Self.transitionShape)
      .compactMap { transition($0, of: source, scope: scope) }
    if let first = transitions.firstIndex(where: { $0.transition.condition == nil && !$0.hasFaultyCondition }) {
      for shadowed in transitions[(first + 1)...] {
        findings.report(
          .shadowedTransition, "this transition can never be taken: an earlier one in the list has no `if`",
          at: shadowed.place, notes: [("this one is always taken", transitions[first].place)])
      }
    }
    return transitions.map(\.transition)
  }

  private mutating func transition(
    _ node: YAMLNode, of source: ID<State>, scope: ExpressionScope
  ) -> (transition: Transition, place: SourceRange, hasFaultyCondition: Bool)? {
    var transition = Transition(id: ID(transitionCount), source: source, targets: [], range: node.range)
    var hasFaultyCondition = false
    if case .mapping = node.content {
      guard
        let parts = findings.parts(
          node, keys: Self.transitionKeys, what: "a transition", expected: Self.transitionShape)
      else { return nil }
      transition.documentation = findings.documentation(parts, extent: node.range, declarations: &declarations)
      if let condition = parts["if"] {
        transition.condition = expression(condition.value, type: .bool, scope: scope)
        hasFaultyCondition = transition.condition == nil
      }
      if let to = parts["to"] {
        transition.targets =
          tree.resolveList(to.value, in: source, allowingHistory: true, findings: &findings).map(\.state)
      }
      if let reenter = parts["reenter"] { transition.reenter = findings.flag(reenter.value) ?? false }
      if let actions = parts["do"] { transition.actions = self.actions(actions.value, scope: scope) }
    } else {
      guard let name = findings.text(node, expected: Self.transitionShape) else { return nil }
      if let target = tree.resolve(name, in: source, at: node.place, findings: &findings) {
        transition.targets = [target]
      }
    }
    transitionCount += 1
    return (transition, node.place, hasFaultyCondition)
  }
}
