import LifelineModel
import LifelineSource
import LifelineYAML

extension DiagnosticKind {
  static let noStates = DiagnosticKind(
    "L220", .error, "no states",
    explanation: """
      A compound state (`states`) and a parallel state (`regions`) have at least one child that can be \
      active, else nothing could be active in them. A history pseudo-state is no such child.

          player:
            states: {}
          player:
            states: {idle: {}, playing: {}}

      Add a child. A state without children has neither key.
      """)
  static let statesAndRegions = DiagnosticKind(
    "L221", .error, "states and regions in one state",
    explanation: """
      Of `states` exactly one is active, of `regions` every one, so a state has the one or the other.

          player:
            states: {idle: {}, playing: {}}
            regions: {sound: {}, picture: {}}

      To have both, put a compound state into a region: `regions: {transport: {states: {idle: {}, playing: \
      {}}}, …}`.
      """)
  static let keyOfOtherKind = DiagnosticKind(
    "L222", .error, "a key that this kind of state does not have",
    explanation: """
      Not every state has every key. A final state has no children, no transitions, no `after` and no \
      `defer`, since it only says that something has come to its end; a history pseudo-state has only its \
      `default`; `initial` stands beside `states` only, `default` beside `history` only, and `done` in a \
      state that has children only.

          finished:
            final: true
            on: {restart: playing}           # nothing leaves a final state

      Remove the key, or make another kind of state of it: without `final`, this one may have transitions. \
      To go on when something is finished, write `done` in the state around it.
      """)
  static let badHistory = DiagnosticKind(
    "L223", .error, "a history that means nothing",
    explanation: """
      `history` is `shallow` or `deep`, and stands with a `default`: the state that is entered while there \
      is nothing to remember, a descendant of the history's parent.

          working:
            states:
              lastUse: {history: deep, default: standing}
              standing: {}
              running: {}

      Write one of the two words, and a `default` that stands in the same state as the history.
      """)
}

/// A state with the parts of it that are read when all states are known.
struct StateDraft {
  var state: State
  var parts: Parts
  /// The children by name.
  var children: [String: ID<State>] = [:]
}

/// The tree of states, first with its names only.
struct StateTree {
  private(set) var drafts: [StateDraft] = []
  /// The states that have the name, whatever they stand in.
  private(set) var named: [String: [ID<State>]] = [:]

  static let rootKeys = ["initial", "states", "regions"]
  private static let stateKeys =
    rootKeys + ["entry", "exit", "on", "always", "after", "done", "defer", "final", "history", "default"]
    + documentationKeys

  subscript(id: ID<State>) -> StateDraft {
    get { drafts[id.index] }
    set { drafts[id.index] = newValue }
  }

  /// Reads names, kinds and nesting of all states below the root, whose parts are the document's own.
  mutating func read(
    root parts: Parts, rootRange: SourceRange, findings: inout Findings, declarations: inout Declarations
  ) {
    drafts = [
      StateDraft(
        state: State(id: Machine.root, name: "", path: "", parent: nil, subtreeEnd: 1, depth: 0, range: rootRange),
        parts: parts)
    ]
    readChildren(of: Machine.root, findings: &findings, declarations: &declarations)
    if drafts.count == 1, parts["states"] == nil, parts["regions"] == nil {
      findings.report(.missingKey, "a spec has `states` or `regions`", at: rootRange)
    }
  }

  /// Reads the children of a state and theirs. The document's nesting is bounded, and so is the recursion.
  private mutating func readChildren(
    of id: ID<State>, findings: inout Findings, declarations: inout Declarations
  ) {
    let parts = self[id].parts
    if let states = parts["states"], let regions = parts["regions"] {
      let later = max(states.keyRange, regions.keyRange)
      findings.report(
        .statesAndRegions, "a state has `states` or `regions`, not both", at: later,
        notes: [("the other is here", min(states.keyRange, regions.keyRange))])
    }
    guard let key = parts.first(of: ["states", "regions"]) else { return }
    if key.key == "regions", let initial = parts["initial"] {
      findings.report(
        .keyOfOtherKind, "`initial` chooses one of `states`; of `regions` every one is entered", at: initial.keyRange,
        notes: [("the regions are here", key.keyRange)])
    }
    guard let entries = findings.entries(key.value, expected: "a mapping from states' names to states") else {
      return
    }
    for entry in entries { readState(entry, in: id, findings: &findings, declarations: &declarations) }
    drafts[id.index].state.subtreeEnd = drafts.count
    let proper = self[id].state.children.filter { !self[$0].state.isHistory }
    guard let first = proper.first else {
      findings.report(.noStates, "`\(key.key)` holds no state that can be active", at: key.keyRange)
      return
    }
    if key.key == "regions" {
      drafts[id.index].state.kind = .parallel
      for child in proper {
        guard case .final = self[child].state.kind else { continue }
        findings.report(
          .keyOfOtherKind, "a region cannot be final itself; put a final state into it",
          at: self[child].parts["final"]?.keyRange ?? self[child].state.range)
      }
    } else {
      drafts[id.index].state.kind = .compound(initial: .init(targets: [first]))
    }
  }

  private mutating func readState(
    _ entry: YAMLEntry, in parent: ID<State>, findings: inout Findings, declarations: inout Declarations
  ) {
    _ = findings.checkName(entry.key, at: entry.keyRange, as: .state)
    let parts =
      entry.value.isEmpty
      ? Parts()
      : findings.parts(
        entry.value, keys: Self.stateKeys, what: "a state", expected: "a state: a mapping, or nothing") ?? Parts()
    let id = ID<State>(drafts.count)
    // Not the parent itself, whose children would be copied for each one that is added while it is held.
    let outerPath = self[parent].state.path
    var state = State(
      id: id, name: entry.key, path: outerPath.isEmpty ? entry.key : "\(outerPath).\(entry.key)", parent: parent,
      subtreeEnd: id.index + 1, depth: self[parent].state.depth + 1, range: entry.keyRange)
    state.kind = kind(parts, findings: &findings)
    state.documentation = findings.documentation(parts, extent: entry.extent, declarations: &declarations)
    drafts.append(StateDraft(state: state, parts: parts))
    drafts[parent.index].state.children.append(id)
    drafts[parent.index].children[entry.key] = id
    named[entry.key, default: []].append(id)
    readChildren(of: id, findings: &findings, declarations: &declarations)
    if case .atomic = self[id].state.kind, let done = parts["done"] {
      findings.report(
        .keyOfOtherKind, "`done` is taken when a state's children are done, and this state has none", at: done.keyRange)
    }
    if parts["states"] == nil, parts["regions"] == nil, let initial = parts["initial"] {
      findings.report(
        .keyOfOtherKind, "`initial` stands beside `states`, and this state has none", at: initial.keyRange)
    }
  }

  /// The kind as far as the state's own keys say it: history, final, or atomic until children are found.
  private func kind(_ parts: Parts, findings: inout Findings) -> State.Kind {
    var kind = State.Kind.atomic
    if let history = parts["history"] {
      let words = ["shallow", "deep"]
      if let text = findings.text(history.value, expected: "`shallow` or `deep`") {
        if !words.contains(text) {
          findings.report(
            .badHistory, "a history is `shallow` or `deep`, not `\(text)`", at: history.value.place,
            suggestion: nearestName(to: text, among: words))
        }
        kind = .history(text == "deep" ? .deep : .shallow, default: .init(targets: []))
      } else {
        kind = .history(.shallow, default: .init(targets: []))
      }
      refuse(Self.stateKeys, except: ["history", "default"], in: parts, of: "a history pseudo-state", &findings)
      if parts["default"] == nil {
        findings.report(
          .badHistory, "a history has a `default`: where to go while there is nothing to remember", at: history.keyRange
        )
      }
    } else if let entry = parts["default"] {
      findings.report(.keyOfOtherKind, "`default` stands beside `history` only", at: entry.keyRange)
    }
    if let final = parts["final"], findings.flag(final.value) == true, parts["history"] == nil {
      kind = .final
      refuse(Self.stateKeys, except: ["final", "entry", "exit"], in: parts, of: "a final state", &findings)
    }
    return kind
  }

  private func refuse(
    _ keys: [String], except allowed: [String], in parts: Parts, of what: String, _ findings: inout Findings
  ) {
    for key in keys where !allowed.contains(key) && !documentationKeys.contains(key) {
      if let entry = parts[key] {
        findings.report(.keyOfOtherKind, "\(what) has no `\(key)`", at: entry.keyRange)
      }
    }
  }
}
