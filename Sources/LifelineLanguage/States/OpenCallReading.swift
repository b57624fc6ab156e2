import LifelineModel
import LifelineSource
import LifelineYAML

/// Reads the actions that leave something open.
extension BehaviorReader {
  /// Returns the action that leaves the calls behind a key open, or `nil` with a diagnostic.
  mutating func openCalls(
    _ form: OpenForm, _ entry: YAMLEntry, range: SourceRange, scope: ExpressionScope
  ) -> Action? {
    let nodes: [YAMLNode]
    switch (form, entry.value.content) {
    case (.optional, _): nodes = [entry.value]
    case (_, .sequence(let items)): nodes = items
    case (_, .scalar), (_, .mapping):
      diagnostics.skip(entry.value)
      diagnostics.report(
        .badOpenCalls, "`\(entry.key)` takes a list of two or more items, which are calls or lists of calls",
        at: entry.keyRange)
      return nil
    }
    guard let fault = fault(of: nodes, in: form) else {
      return items(nodes, in: form, scope: scope).map { .open(OpenCalls(form, $0), range: range) }
    }
    // The names count as used.
    _ = items(nodes, in: form, scope: scope)
    diagnostics.report(.badOpenCalls, "`\(entry.key)` \(fault)", at: entry.keyRange)
    return nil
  }

  /// Returns the end of the sentence that says why there can't be so many items; `nil` if there can.
  private func fault(of items: [YAMLNode], in form: OpenForm) -> String? {
    let limit = form == .anyOrder ? MappingKind.permutedItems : OpenCalls.alternativeLimit
    if form != .optional, items.count < 2 {
      return "leaves nothing open with \(items.isEmpty ? "no item" : "one item"); "
        + (items.isEmpty ? "list two or more, or delete the action" : "list two or more, or write the call itself")
    }
    guard items.count > limit else { return nil }
    return form == .anyOrder
      ? "takes at most \(limit) items, which have \(OpenCalls.alternativeLimit) orders; these are \(items.count)"
      : "takes at most \(limit) items; these are \(items.count)"
  }

  private mutating func items(_ nodes: [YAMLNode], in form: OpenForm, scope: ExpressionScope) -> [[Call]]? {
    var isWhole = true
    let items = nodes.map { node -> [Call] in
      let calls: [YAMLNode] = if case .sequence(let calls) = node.content { calls } else { [node] }
      if calls.isEmpty, form != .oneOf {
        isWhole = false
        diagnostics.report(
          .badOpenCalls,
          "this item of `\(form.rawValue)` has no calls; write one, or delete the \(form == .optional ? "action" : "item")",
          at: node.usageRange)
      }
      return calls.compactMap { node in
        let call = openCall(node, in: form, scope: scope)
        if call == nil { isWhole = false }
        return call
      }
    }
    return isWhole ? items : nil
  }

  /// Returns a call in an action that leaves something open, or `nil` with a diagnostic.
  private mutating func openCall(_ node: YAMLNode, in form: OpenForm, scope: ExpressionScope) -> Call? {
    let shape = "a call: a callback's name or `{callback: {parameter: …}}`"
    switch node.content {
    case .sequence:
      reportShape(of: node, expected: shape)
      return nil
    case .scalar:
      return text(node, expected: shape).flatMap { callback($0, at: node.usageRange) }.map {
        call($0, at: node.usageRange, scope: scope)
      }
    case .mapping(let entries):
      guard
        let other = entries.first(where: { MappingKind.action.keys.contains($0.key) || isPart($0.key) })
      else { return callWithArguments(entries, of: node, scope: scope) }
      diagnostics.skip(node)
      let remedy =
        OpenForm(rawValue: other.key) == nil
        ? "put it before this action or after it" : "`oneOf` can list every sequence of calls that is possible"
      diagnostics.report(
        .badOpenCalls,
        "`\(other.key)` can't be in `\(form.rawValue)`, whose items are calls or lists of calls; \(remedy)",
        at: other.keyRange)
      return nil
    }
  }
}
