import LifelineModel
import LifelineSource
import LifelineYAML

/// Reads the names, kinds and nesting of the states.
struct StateTreeReader: DeclarationUsing {
  let diagnostics: DiagnosticCollector
  let uses = NameUses()
  let declarations: Declarations
  private var tree = StateTree()

  private init(diagnostics: DiagnosticCollector, declarations: Declarations) {
    self.diagnostics = diagnostics
    self.declarations = declarations
  }

  /// Returns the states in the root mapping of a spec, and the declared parts that they use.
  static func read(
    _ spec: Mapping, _ declarations: Declarations, _ diagnostics: DiagnosticCollector
  ) -> (tree: StateTree, uses: NameUses) {
    var reader = StateTreeReader(diagnostics: diagnostics, declarations: declarations)
    reader.readStates(spec)
    reader.addPartStates()
    return (reader.tree, reader.uses)
  }

  private mutating func readStates(_ spec: Mapping) {
    let range = spec.first(of: ["states", "regions", "machine"])?.keyRange ?? .start
    append(
      State(id: Machine.root, name: "", path: "", parent: nil, subtreeEnd: 1, depth: 0, range: range), spec.ofAnyKind)
    readChildren(of: Machine.root)
  }

  /// Adds the states of the parts, to which expressions and scenarios refer.
  private mutating func addPartStates() {
    tree.ownCount = tree.states.count
    var declarations = declarations
    declarations.placeStates(after: tree.ownCount)
    for part in declarations.parts {
      tree.states += part.machine.states.map(part.place.outline)
      for part in [part] + part.machine.parts.map({ part.place.translate($0) }) { addTree(of: part) }
    }
    while tree.childNames.count < tree.states.count { tree.childNames.append([:]) }
    for state in tree.states.dropFirst(tree.ownCount) {
      if let parent = state.parent { tree.childNames[parent.index][state.name] = state.id }
    }
  }

  private mutating func addTree(of part: Part) {
    var named: [String: [ID<State>]] = [:]
    for state in part.machine.declared.states.dropFirst() {
      named[state.name, default: []].append(part.place.translate(state.id))
    }
    tree.partTrees[part.name] = StateTree.PartTree(root: part.root, named: named)
  }

  private mutating func append(_ state: State, _ mapping: Mapping) {
    tree.states.append(state)
    tree.mappings.append(mapping)
    tree.childNames.append([:])
  }

  /// Reads the descendants of a state. The nesting of documents is bounded, so this function recurses.
  private mutating func readChildren(of id: ID<State>) {
    let mapping = tree.mappings[id.index]
    guard let key = mapping.first(of: ["states", "regions"]) else { return }
    if key.key == "states", let regions = mapping["regions"] { diagnostics.skip(regions.value) }
    let list = entries(
      key.value, expected: "a mapping from states' names to states", orListOf: .state,
      namedBy: ["name", "state", "id"],
      allowsNamesAlone: true, advice: "write each name as a key: `closed:`")
    guard let entries = list else {
      tree.isIncomplete = true
      return
    }
    for entry in entries { readState(entry, in: id) }
    tree.states[id.index].subtreeEnd = tree.states.count
    let proper = tree[id].children.filter { !tree[$0].isHistory }
    guard let first = proper.first else {
      diagnostics.report(.noStates, "`\(key.key)` contains no state that can be active", at: key.keyRange)
      return
    }
    if key.key == "states" {
      tree.states[id.index].kind = .compound(initial: .init(targets: [first]))
      return
    }
    tree.states[id.index].kind = .parallel
    for child in proper where tree[child].isFinal {
      diagnostics.report(
        .keyOfOtherKind, "a region cannot be final itself; put a final state into it",
        at: tree.mappings[child.index]["final"]?.keyRange ?? tree[child].range)
    }
  }

  private mutating func readState(_ entry: YAMLEntry, in parent: ID<State>) {
    _ = checkName(entry.key, at: entry.keyRange, as: .state)
    if let part = declarations.partNames[entry.key] {
      diagnostics.report(
        .duplicateName, "the state `\(entry.key)` has the name of a part; rename one of them", at: entry.keyRange,
        notes: [("the part is declared here", declarations[part].range)])
    }
    let value = readingStrayTransitions(in: entry, isEvent: { declarations.eventNames[$0] != nil })
    let mapping =
      value.isEmpty ? Mapping() : readMapping(value, .state, expected: "a state: a mapping, or nothing") ?? Mapping()
    let id = ID<State>(tree.states.count)
    let outer = tree[parent]
    var state = State(
      id: id, name: entry.key, path: outer.path.isEmpty ? entry.key : "\(outer.path).\(entry.key)",
      kind: kind(mapping), parent: parent, subtreeEnd: id.index + 1, depth: outer.depth + 1, range: entry.keyRange)
    state.documentation = documentation(mapping, extent: entry.extent)
    diagnostics.symbols?.declare(.state, entry.key, owner: state.path, at: entry.keyRange)
    append(state, mapping)
    tree.states[parent.index].children.append(id)
    tree.childNames[parent.index][entry.key] = id
    tree.named[entry.key, default: []].append(id)
    readChildren(of: id)
  }

  /// Returns the kind that the keys of a state say: history, final, or else atomic until children are found.
  private func kind(_ mapping: Mapping) -> State.Kind {
    if let history = mapping["history"] {
      if let final = mapping["final"] { _ = flag(final.value) }
      let depth = word(history.value, as: State.History.self, .badHistory) ?? .shallow
      return .history(depth, default: .init(targets: []))
    }
    return mapping["final"].flatMap { flag($0.value) } == true ? .final : .atomic
  }
}
