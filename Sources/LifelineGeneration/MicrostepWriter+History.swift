import LifelineModel

/// What histories remember, and how it is entered again.
extension MicrostepWriter {
  // MARK: - Remembering

  /// Stores what is active for the histories that are children of `state`, which is being exited.
  func remembering(_ state: ID<State>) -> [Statement] {
    context.memories.memories(of: state).flatMap { memory -> [Statement] in
      if let flag = memory.flag { return [.store(variable: flag, value: "true")] }
      if memory.isDeep {
        return memory.parts.map { .store(variable: $0.name, value: places.properties[$0.region]) }
      }
      guard let part = memory.parts.first else { return [] }
      let property = places.property(of: state)
      let children = machine.properChildren(of: state)
      if children.allSatisfy({ layout.restingPlaces(of: $0) == [$0] }) {
        return [.store(variable: part.name, value: property)]
      }
      // Of a child with children it does not matter which of these was active.
      let cases = children.map { child in
        let places = layout.restingPlaces(of: child)
        let first = places.first.map { self.places.placeCase($0) } ?? ""
        let value = "\(self.places.type(of: child)).\(first)"
        return BranchCase(pattern: pattern(places), statements: [.store(variable: part.name, value: value)])
      }
      return [branch(on: state, cases)]
    }
  }

  /// Stores what is active for all histories in states in `state`, which is being exited.
  mutating func remembering(inside state: ID<State>) -> [Statement] {
    guard contents[state].hasMemories else { return [] }
    let name = "remember\(context.names.functionSuffixes[state.index])"
    return function(name, ifLong: "Stores for histories what is active in \(title(state)).") { writer, _ in
      let children = writer.machine.properChildren(of: state)
      var result: [Statement] = []
      var cases: [BranchCase] = []
      for child in children {
        let statements = writer.remembering(child) + writer.remembering(inside: child)
        if statements.isEmpty { continue }
        if writer.machine[state].isParallel {
          result += statements
        } else {
          let pattern = writer.pattern(writer.layout.restingPlaces(of: child))
          cases.append(BranchCase(pattern: pattern, statements: statements))
        }
      }
      return cases.isEmpty ? result : [writer.branch(on: state, cases)]
    }
  }

  // MARK: - Resuming

  /// Enters what `history` remembers, or `standard`. The actions of the default run after those of the parent, and
  /// so only where the parent is entered too.
  mutating func resumption(
    _ history: ID<State>, standard: [EntryPlan.Node], entersParent: Bool, parameters: inout Parameters
  ) -> [Statement] {
    guard let memory = context.memories[history], case .history(_, let entrance) = machine[history].kind
    else { return [] }
    let first = entersParent ? entrance.actions : []
    func body(_ writer: inout MicrostepWriter, _ parameters: inout Parameters) -> [Statement] {
      let here = Activity.exactly(memory.parent)
      var statements = writer.actions.statements(first, activity: here, parameters: &parameters)
      for node in standard { statements += writer.entries(node, storing: true, parameters: &parameters) }
      return writer.resumption(of: memory, otherwise: statements, parameters: &parameters)
    }
    if contents[memory.parent].entriesReadParameters { return body(&self, &parameters) }
    let isInside = !entersParent && !entrance.actions.isEmpty
    let name = "resume\(context.names.functionSuffixes[history.index])\(isInside ? "Inside" : "")"
    let doc = "Enters what `\(machine[history].path)` remembers, else its default."
    return function(name, doc: doc, body: body)
  }

  private mutating func resumption(
    of memory: HistoryMemory, otherwise: [Statement], parameters: inout Parameters
  ) -> [Statement] {
    let parent = memory.parent
    if let flag = memory.flag {
      let plan = planner.plan(in: parent, to: [])
      let statements = entries(plan, in: parent, entersParent: true, storing: true, parameters: &parameters)
      return [.choice(condition: flag, then: statements, otherwise: otherwise)]
    }
    guard let part = memory.parts.first else { return otherwise }
    if machine[parent].isParallel {
      let statements = resumption(ofRegionsOf: parent, memory, parameters: &parameters)
      return [.choice(condition: "\(part.name) != \(part.none)", then: statements, otherwise: otherwise)]
    }
    var cases: [BranchCase] = []
    // A memory of optional type has patterns of its own: a state may be called `none`.
    let suffix = part.none == "nil" ? "?" : ""
    if memory.isDeep {
      for place in layout.restingPlaces(of: parent) {
        let statements = way(to: place, below: parent, memory, parameters: &parameters)
        cases.append(BranchCase(pattern: pattern([place], suffix: suffix), statements: statements))
      }
    } else {
      for child in machine.properChildren(of: parent) {
        let places = layout.restingPlaces(of: child)
        let statements = entries(EntryPlan.Node(state: child, targets: []), storing: true, parameters: &parameters)
        cases.append(BranchCase(pattern: pattern(Array(places.prefix(1)), suffix: suffix), statements: statements))
      }
    }
    return [.branch(subject: part.name, cases, otherwise: otherwise, needsDefault: true)]
  }

  /// Enters the states from inside `state` to `place`, where its region was, and what is remembered there.
  private mutating func way(
    to place: ID<State>, below state: ID<State>, _ memory: HistoryMemory, parameters: inout Parameters
  ) -> [Statement] {
    var result: [Statement] = []
    for state in layout.path(from: place, upTo: state).reversed() {
      result += entry(of: state, usesInitial: false, storing: true, parameters: &parameters)
    }
    if machine[place].isParallel { result += resumption(ofRegionsOf: place, memory, parameters: &parameters) }
    return result
  }

  private mutating func resumption(
    ofRegionsOf parallel: ID<State>, _ memory: HistoryMemory, parameters: inout Parameters
  ) -> [Statement] {
    var result: [Statement] = []
    for region in machine.properChildren(of: parallel) {
      guard case .compound = machine[region].kind, let index = layout.regionIndices[region.index],
        let part = memory.part(for: index)
      else {
        result += way(to: region, below: parallel, memory, parameters: &parameters)
        continue
      }
      result += entry(of: region, usesInitial: false, storing: true, parameters: &parameters)
      let cases = layout.restingPlaces(of: region).map { place in
        BranchCase(
          pattern: pattern([place]), statements: way(to: place, below: region, memory, parameters: &parameters))
      }
      result.append(.branch(subject: part.name, cases, otherwise: [], needsDefault: true))
    }
    return result
  }

  // MARK: - Patterns

  /// Does one thing or another by where the region of `state` is.
  func branch(on state: ID<State>, _ cases: [BranchCase]) -> Statement {
    .branch(subject: places.property(of: state), cases, otherwise: [], needsDefault: true)
  }

  /// The places as a pattern.
  func pattern(_ places: [ID<State>], suffix: String = "") -> String {
    places.map { ".\(self.places.placeCase($0))\(suffix)" }.joined(separator: ", ")
  }

  /// The state as prose speaks of it.
  func title(_ state: ID<State>) -> String {
    state == Machine.root ? "the machine" : "`\(machine[state].path)`"
  }
}
