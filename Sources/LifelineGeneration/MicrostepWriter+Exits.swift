import LifelineModel

/// What is run when states are exited, innermost first.
extension MicrostepWriter {
  /// What is run when everything in `domain` is exited by a transition from `source`. Where another transition of the
  /// same microstep can see it (`isShared`), the region is left without a place.
  mutating func exits(
    from source: ID<State>, upTo domain: ID<State>, isShared: Bool = false, parameters: inout Parameters
  ) -> [Statement] {
    var path = layout.path(from: source, upTo: domain)
    // Above this it is known what is active: one state in the other.
    var start = source
    if machine[domain].isParallel {
      start = domain
      path = []
    } else if let outermost = path.lastIndex(where: { machine[$0].isParallel }) {
      start = path[outermost]
      path.removeFirst(outermost)
    }
    var result = remembering(inside: start)
    for state in path { result += remembering(state) }
    if !machine[start].isAtomic {
      result += exits(inside: start, parameters: &parameters)
      result += layout.slots(inside: start).map { .disarm(context.timer($0)) }
    }
    for state in path {
      result += exit(state, parameters: &parameters)
      result += layout.slots(of: state).map { .disarm(context.timer($0)) }
    }
    if isShared, !layout.tracksSteps, let inactive = places.inactiveCase(of: domain) {
      result.append(.store(variable: places.property(of: domain), value: ".\(inactive)"))
    }
    return result
  }

  private mutating func exit(_ id: ID<State>, parameters: inout Parameters) -> [Statement] {
    let state = machine[id]
    let result = list(state.exit, verb: "exit", doc: "Exit actions of", state, .exactly(id), &parameters)
    guard let parent = state.parent, let inactive = places.inactiveCase(of: id) else { return result }
    let isRegion = machine[parent].isParallel
    guard isRegion || layout.tracksSteps else { return result }
    let place = isRegion || parent == Machine.root ? inactive : places.placeCase(parent)
    return result + [.store(variable: places.property(of: id), value: ".\(place)")]
  }

  /// What is run when the states in `state` are exited, whichever of them are active.
  private mutating func exits(inside id: ID<State>, parameters: inout Parameters) -> [Statement] {
    let content = contents[id]
    guard content.hasExits else { return [] }
    if content.exitsReadParameters { return exitCases(inside: id, parameters: &parameters) }
    let name = "leave\(context.names.functionSuffixes[id.index])"
    return function(name, doc: "Exit actions of what is active in \(title(id)).") { writer, none in
      writer.exitCases(inside: id, parameters: &none)
    }
  }

  private mutating func exitCases(inside id: ID<State>, parameters: inout Parameters) -> [Statement] {
    var result: [Statement] = []
    var cases: [BranchCase] = []
    var covered = 0
    let children = machine.properChildren(of: id)
    for child in machine[id].isParallel ? children.reversed() : children {
      var statements = machine[child].isAtomic ? [] : exits(inside: child, parameters: &parameters)
      statements += exit(child, parameters: &parameters)
      guard !statements.isEmpty else { continue }
      if machine[id].isParallel {
        result += statements
        continue
      }
      let places = layout.restingPlaces(of: child)
      covered += places.count
      cases.append(BranchCase(pattern: pattern(places), statements: statements))
    }
    guard !cases.isEmpty else { return result }
    let needsDefault = layout.hasRegions || covered < layout.leaves.count
    return [.branch(subject: places.property(of: id), cases, otherwise: [], needsDefault: needsDefault)]
  }
}
