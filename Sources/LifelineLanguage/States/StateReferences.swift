import LifelineModel
import LifelineSource
import LifelineYAML

/// A pass that knows the states of the spec.
protocol StateUsing: DeclarationUsing {
  var tree: StateTree { get }
}

extension StateUsing {
  /// Returns the state that `reference` means in `scope`, or `nil` with a diagnostic.
  /// - Parameter isTarget: Whether the reference is the target of a transition.
  func state(
    _ reference: String, in scope: ID<State>, at range: SourceRange, isTarget: Bool = false
  ) -> ID<State>? {
    let state = findState(reference, in: scope, at: range, isTarget: isTarget)
    if let state { recordUse(of: state, as: reference, at: range) }
    return state
  }

  private func findState(
    _ reference: String, in scope: ID<State>, at range: SourceRange, isTarget: Bool
  ) -> ID<State>? {
    if let (part, rest) = declarations.partOfPath(reference) {
      return stateOfPart(rest, part, at: range, isTarget: isTarget)
    }
    if let part = declarations.partNames[reference] {
      uses.parts.insert(part)
      diagnostics.report(
        .badUseOfPart, "`\(reference)` is a part, and no state; name one of its states, as in `\(reference).state`",
        at: range, notes: [("the part is declared here", declarations[part].range)])
      return nil
    }
    let names = reference.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    var enclosing: ID<State>? = scope
    while let state = enclosing {
      if let found = descendant(of: state, names) { return found }
      enclosing = tree[state].parent
    }
    let candidates = (tree.named[names.last ?? ""] ?? []).filter {
      tree[$0].path == reference || tree[$0].path.hasSuffix("." + reference)
    }
    if candidates.count == 1 { return candidates[0] }
    if declarations.unreadableParts.contains(reference) || tree.isIncomplete { return nil }
    if candidates.isEmpty {
      let hint = isTarget && declarations.callbackNames[reference] != nil
      diagnostics.report(
        .unknownState,
        "there is no state `\(reference)`"
          + (hint ? "; to make the callback of that name, write `{do: \(reference)}`" : ""),
        at: range, suggestion: hint ? nil : nearestReference(to: names),
        advice: reference.contains(",") ? "; write several states as a list: `[\(reference)]`" : "",
        undeclared: !hint && isIdentifier(reference) ? .init(.state, reference) : nil)
    } else {
      reportAmbiguity(of: reference, candidates, at: range)
    }
    return nil
  }

  private func reportAmbiguity(of reference: String, _ candidates: [ID<State>], at range: SourceRange) {
    let shown = candidates.prefix(8).map { tree[$0] }
    let more = candidates.count > 8 ? " and \(candidates.count - 8) more" : ""
    let isOwn = candidates.allSatisfy { $0.index < tree.ownCount }
    diagnostics.report(
      .ambiguousState,
      "`\(reference)` may be any of \(shown.map { "`\($0.path)`" }.joined(separator: ", "))\(more); write more of "
        + "the path", at: range, notes: isOwn ? shown.map { ("`\($0.path)` is declared here", $0.range) } : [])
  }

  /// Returns the state that `reference` means in the part with the name `part`, or `nil` with a diagnostic. It is
  /// looked for from the part's root.
  private func stateOfPart(
    _ reference: String, _ part: String, at range: SourceRange, isTarget: Bool
  ) -> ID<State>? {
    // The states of a part that can't be read aren't known.
    guard let id = declarations.partNames[part] else { return nil }
    uses.parts.insert(id)
    var (inner, names) = (part, reference.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
    while names.count > 1, tree.partTrees["\(inner).\(names[0])"] != nil { inner += ".\(names.removeFirst())" }
    guard let owner = tree.partTrees[inner] else { return nil }
    if isTarget {
      diagnostics.report(
        .badUseOfPart,
        "`\(part).\(reference)` is a state of a part, which changes it itself; send the part an event, as in "
          + "`{do: {\(part): event}}`", at: range, notes: [("the part is declared here", declarations[id].range)])
      return nil
    }
    if let found = descendant(of: owner.root, names) { return found }
    let end = "." + names.joined(separator: ".")
    let candidates = (owner.named[names.last ?? ""] ?? []).filter { tree[$0].path.hasSuffix(end) }
    if candidates.count == 1 { return candidates[0] }
    let path = "\(part).\(reference)"
    if candidates.isEmpty {
      let isPart = tree.partTrees[path] != nil
      diagnostics.report(
        .unknownState, "there is no state `\(path)`" + (isPart ? "; this is a part, so name one of its states" : ""),
        at: range,
        suggestion: isPart
          ? nil : nearestName(to: names.last ?? "", among: owner.named.keys.sorted()).map { "\(inner).\($0)" })
    } else {
      reportAmbiguity(of: path, candidates, at: range)
    }
    return nil
  }

  /// Returns the reference that is probably meant by the names of an unknown one.
  private func nearestReference(to names: [String]) -> String? {
    guard names.count > 1, let last = names.last else {
      return names.first.flatMap { nearestName(to: $0, among: tree.named.keys.sorted()) }
    }
    let ends = tree.states.dropFirst().map { $0.path.split(separator: ".").suffix(names.count).joined(separator: ".") }
    return nearestName(to: names.joined(separator: "."), among: ends)
      ?? (tree.named[last]?.count == 1 ? last : nil)
  }

  private func descendant(of start: ID<State>, _ names: [String]) -> ID<State>? {
    var state = start
    for name in names {
      guard let child = tree.childNames[state.index][name] else { return nil }
      state = child
    }
    return state
  }

  /// Returns the states that a list names, without the wrong ones, which are reported.
  func states(
    _ node: YAMLNode, in scope: ID<State>, allowingHistory: Bool, areTargets: Bool = false
  ) -> [(state: ID<State>, range: SourceRange)] {
    items(node, expected: "a state, or a list of states in different regions").compactMap { item in
      guard let name = text(item, expected: "a state's name"),
        let state = state(name, in: scope, at: item.usageRange, isTarget: areTargets)
      else { return nil }
      if !allowingHistory, tree[state].isHistory {
        diagnostics.report(
          .historyNotAllowed, "`\(name)` is a history pseudo-state, which is never active; name a state",
          at: item.usageRange, notes: [("it is declared here", tree[state].range)])
        return nil
      }
      return (state, item.usageRange)
    }
  }

  /// Returns the states that a list names, and reports those that can't be active together.
  func statesOfRegions(
    _ node: YAMLNode, in scope: ID<State>, allowingHistory: Bool, areTargets: Bool = false
  ) -> [(state: ID<State>, range: SourceRange)] {
    if case .sequence(let items) = node.content, items.isEmpty {
      diagnostics.report(.wrongShape, "this list of states is empty", at: node.usageRange)
    }
    let states = states(node, in: scope, allowingHistory: allowingHistory, areTargets: areTargets)
    if let (left, right, reason) = conflict(among: states) {
      let (first, second) = left.range < right.range ? (left, right) : (right, left)
      reportConflict(of: second, with: first, reason)
    }
    return states
  }

  /// Returns the states that a list in `where` adds to those of `given`, and reports those that can't be active
  /// together.
  func statesOfRegions(
    _ node: YAMLNode, besides given: [(state: ID<State>, range: SourceRange)]
  ) -> [ID<State>] {
    let states = statesOfRegions(node, in: Machine.root, allowingHistory: false)
    if conflict(among: states) == nil, conflict(among: given) == nil,
      let (left, right, reason) = conflict(among: given + states)
    {
      let isLeftGiven = given.contains { $0.range == left.range }
      reportConflict(of: isLeftGiven ? right : left, with: isLeftGiven ? left : right, reason)
    }
    return states.map(\.state)
  }

  private func reportConflict(
    of second: (state: ID<State>, range: SourceRange), with first: (state: ID<State>, range: SourceRange),
    _ reason: String
  ) {
    diagnostics.report(
      .conflictingTargets,
      "`\(tree[second.state].path)` cannot be active together with `\(tree[first.state].path)`: \(reason)",
      at: second.range, notes: [("the other state is named here", first.range)])
  }

  /// Returns two states that can't be active together, and the reason, if there are such states.
  private func conflict(
    among states: [(state: ID<State>, range: SourceRange)]
  ) -> (left: (state: ID<State>, range: SourceRange), right: (state: ID<State>, range: SourceRange), reason: String)? {
    // If any two states conflict, so do two neighbors in document order.
    let sorted = states.sorted { $0.state < $1.state }
    for (left, right) in zip(sorted, sorted.dropFirst()) {
      if let reason = conflict(left.state, right.state) { return (left, right, reason) }
    }
    return nil
  }

  /// Returns the reason that two states can't be active together, if they can't.
  func conflict(_ left: ID<State>, _ right: ID<State>) -> String? {
    if left == right { return "it is the same state" }
    // A history stands for states in its parent.
    func standIn(_ state: ID<State>) -> ID<State> { tree[state].isHistory ? tree[state].parent ?? state : state }
    let (left, right) = (standIn(left), standIn(right))
    if left == right || tree.states.isDescendant(right, of: left) || tree.states.isDescendant(left, of: right) {
      return "one contains the other"
    }
    let common = tree[tree.states.leastCommonAncestor([left, right])]
    if common.isParallel || !tree.states.isDescendant(right, of: common.id) { return nil }
    return (common.path.isEmpty ? "the machine" : "`\(common.path)`") + " has one active state at a time"
  }
}
