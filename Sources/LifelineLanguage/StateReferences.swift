import LifelineModel
import LifelineSource
import LifelineYAML

extension DiagnosticKind {
  static let unknownState = DiagnosticKind(
    "L216", .error, "a state that does not exist",
    explanation: """
      A reference to a state is tried among the children of the state in which it stands, then of each state \
      around that, up to the root; failing that, it is the one state whose path ends with it. None was \
      found.

          states:
            closed: {on: {open: ajr}}        # ajar
            ajar: {on: {close: closed}}

      Correct the name, or declare the state.
      """)
  static let ambiguousState = DiagnosticKind(
    "L217", .error, "a name of more than one state",
    explanation: """
      More than one state's path ends with this name, and none of them is a child of the state where the \
      name stands or of one around it, so none is nearer than the others.

          states:
            start: {on: {go: idle}}          # which of the two?
            player: {states: {idle: {}}}
            recorder: {states: {idle: {}}}

      Write more of the path, such as `player.idle`.
      """)
  static let conflictingTargets = DiagnosticKind(
    "L224", .error, "states that cannot be active together",
    explanation: """
      Several states in one list must be in different regions of a parallel state, for they are to be active \
      together. Of two that are not, one would have to be left for the other, or one stands in the other.

          on: {open: {to: [closed, ajar]}}             # two children of one state
          on: {open: {to: [door.ajar, light.on]}}      # `door` and `light` are regions

      Name one state of each region, or only the one that was meant.
      """)
  static let historyNotAllowed = DiagnosticKind(
    "L225", .error, "a history pseudo-state where a state is meant",
    explanation: """
      A history pseudo-state is a target of transitions and nothing that can be active, so a machine is \
      never "in" it, and no scenario can begin or end there.

          scenarios:
            the power fails:
              given: lastUse                 # a history
              given: [running, silent]       # states

      Name the states that were active.
      """)
}

extension StateTree {
  /// The state of a dotted path below `start`.
  private func descend(_ names: [String], from start: ID<State>) -> ID<State>? {
    var state = start
    for name in names {
      guard let child = self[state].children[name] else { return nil }
      state = child
    }
    return state
  }

  /// The state that `reference` means where it stands in `scope`; reported if there is none, or more than one.
  func resolve(
    _ reference: String, in scope: ID<State>, at range: SourceRange, findings: inout Findings
  ) -> ID<State>? {
    let names = parts(ofPath: reference)
    var enclosing: ID<State>? = scope
    while let state = enclosing {
      if let found = descend(names, from: state) { return found }
      enclosing = self[state].state.parent
    }
    let suffix = "." + reference
    let candidates = (named[names.last ?? ""] ?? []).filter {
      let path = self[$0].state.path
      return path == reference || path.hasSuffix(suffix)
    }
    if candidates.count == 1 { return candidates[0] }
    guard candidates.isEmpty else {
      let paths = candidates.prefix(8).map { "`\(self[$0].state.path)`" }.joined(separator: ", ")
      let more = candidates.count > 8 ? " and \(candidates.count - 8) more" : ""
      findings.report(
        .ambiguousState, "`\(reference)` may be any of \(paths)\(more); write more of the path", at: range,
        notes: candidates.prefix(8).map { ("`\(self[$0].state.path)` is declared here", self[$0].state.range) })
      return nil
    }
    let isPath = names.count > 1
    let isSearched = !findings.isFull(of: .unknownState)
    let known = !isSearched ? [] : isPath ? drafts.dropFirst().map(\.state.path) : named.keys.sorted()
    findings.report(
      .unknownState, "there is no state `\(reference)`", at: range,
      suggestion: nearestName(to: reference, among: known))
    return nil
  }

  /// The names in a dotted path. Most are a single one.
  private func parts(ofPath path: String) -> [String] {
    let dot = UInt8(ascii: ".")
    guard path.utf8.contains(dot) else { return [path] }
    return path.utf8.split(separator: dot, omittingEmptySubsequences: false).map { String(Substring($0)) }
  }

  /// The states of a list of references (or of one), which must be in different regions; those in error are left out.
  func resolveList(
    _ node: YAMLNode, in scope: ID<State>, allowingHistory: Bool, findings: inout Findings
  ) -> [(state: ID<State>, range: SourceRange)] {
    let states = resolveEach(node, in: scope, allowingHistory: allowingHistory, findings: &findings)
    if case .sequence(let items) = node.content, items.isEmpty {
      findings.report(.wrongShape, "this list of states is empty", at: node.place)
    }
    checkRegions(states, findings: &findings)
    return states
  }

  /// The states of a list of references, whatever their relation.
  func resolveEach(
    _ node: YAMLNode, in scope: ID<State>, allowingHistory: Bool, findings: inout Findings
  ) -> [(state: ID<State>, range: SourceRange)] {
    findings.items(node, expected: "a state, or a list of states in different regions").compactMap { item in
      guard let name = findings.text(item, expected: "a state's name"),
        let state = resolve(name, in: scope, at: item.place, findings: &findings)
      else { return nil }
      if !allowingHistory, self[state].state.isHistory {
        findings.report(
          .historyNotAllowed, "`\(name)` is a history pseudo-state, which is never active; name a state",
          at: item.place,
          notes: [("it is declared here", self[state].state.range)])
        return nil
      }
      return (state, item.place)
    }
  }

  /// Refuses states of which two cannot be active together.
  private func checkRegions(_ states: [(state: ID<State>, range: SourceRange)], findings: inout Findings) {
    guard states.count > 1 else { return }
    // In document order, two that conflict have a pair of neighbours that conflicts: the nearest common ancestor
    // of the outer ones is that of some neighbours in between.
    let sorted = states.sorted { $0.state < $1.state }
    for (left, right) in zip(sorted, sorted.dropFirst()) {
      guard let reason = conflict(left.state, right.state) else { continue }
      let (first, second) = left.range < right.range ? (left, right) : (right, left)
      findings.report(
        .conflictingTargets,
        "`\(self[second.state].state.path)` cannot be active together with `\(self[first.state].state.path)`: \(reason)",
        at: second.range, notes: [("the other state is named here", first.range)])
      return
    }
  }

  private func conflict(_ left: ID<State>, _ right: ID<State>) -> String? {
    if left == right { return "it is the same state" }
    // A history stands for what was active in its parent.
    let (left, right) = (standIn(left), standIn(right))
    if left == right || isDescendant(right, of: left) || isDescendant(left, of: right) {
      return "the one stands in the other"
    }
    let common = leastCommonAncestor(left, right)
    if case .parallel = self[common].state.kind { return nil }
    let name = self[common].state.path
    return (name.isEmpty ? "the machine" : "`\(name)`") + " has one active state at a time"
  }

  private func standIn(_ state: ID<State>) -> ID<State> {
    self[state].state.isHistory ? self[state].state.parent ?? state : state
  }

  /// Whether `state` stands in `ancestor`, at any depth.
  func isDescendant(_ state: ID<State>, of ancestor: ID<State>) -> Bool {
    state.index > ancestor.index && state.index < self[ancestor].state.subtreeEnd
  }

  private func leastCommonAncestor(_ left: ID<State>, _ right: ID<State>) -> ID<State> {
    var state = left
    while state != right, !isDescendant(right, of: state), let parent = self[state].state.parent { state = parent }
    return state
  }
}
