import LifelineModel

/// Rule 2, and the place of `defer` in it by rule 5.
extension Interpreter {
  /// What an event meets.
  package enum Selection {
    case transitions([Transition])
    /// No region takes it, and some state keeps it.
    case deferred
    case nothing
  }

  /// `selectTransitions`: of each active atomic state the first transition for `event` that is enabled, of
  /// the state itself or of its nearest ancestor that has one. Only an event from the host is deferred.
  package mutating func select(
    _ event: ID<Event>, arguments: Arguments, fromHost: Bool
  ) throws(Fault) -> Selection {
    var isDeferred = false
    let transitions = try selectPerAtomicState { (run, state) throws(Fault) in
      let named = run.chart.transitions(of: state, for: event)
      if let named = try run.firstEnabled(named, arguments: arguments) {
        return .taken(named)
      }
      if fromHost, run.chart.defers(event, in: state) {
        isDeferred = true
        return .hidden
      }
      let list = run.chart.machine.states[state.index].onAny
      let any = try run.firstEnabled(list, arguments: arguments)
      return any.map { .taken($0) } ?? .nothing
    }
    return transitions.isEmpty ? (isDeferred ? .deferred : .nothing) : .transitions(transitions)
  }

  /// `selectEventlessTransitions`
  package mutating func selectEventless() throws(Fault) -> [Transition] {
    try selectPerAtomicState { (run, state) throws(Fault) in
      let list = run.chart.machine.states[state.index].always
      return try run.firstEnabled(list, arguments: .none).map { .taken($0) } ?? .nothing
    }
  }

  /// The first transition of `list` whose condition holds.
  package mutating func firstEnabled(_ list: [Transition], arguments: Arguments) throws(Fault) -> Transition? {
    for place in list.indices {
      guard let condition = list[place].condition else { return list[place] }
      if isObserved { reaction.observation.look(at: condition) }
      let holds = try evaluator(arguments).truth(condition)
      record(.transition(list[place].id), holds)
      if holds { return list[place] }
    }
    return nil
  }

  /// Notes what a guard came to.
  package mutating func record(_ id: Guard, _ holds: Bool) {
    if recordsGuards { reaction.guards.append(Reaction.DecidedGuard(id: id, holds: holds)) }
  }

  /// An evaluator that sees the machine as it is now.
  package func evaluator(_ arguments: Arguments) -> Evaluator {
    Evaluator(
      machine: chart.machine.name, fields: snapshot.fields, configuration: snapshot.configuration,
      arguments: arguments)
  }

  /// What one state has for an event.
  private enum Offer {
    case taken(Transition)
    /// Nothing, and its ancestors are not asked.
    case hidden
    case nothing
  }

  private mutating func selectPerAtomicState(
    _ offer: (inout Interpreter, ID<State>) throws(Fault) -> Offer
  ) throws(Fault) -> [Transition] {
    var selected: [Transition] = []
    var seen = IDSet<Transition>()
    for atomic in snapshot.configuration where chart.isAtomic(atomic) {
      var next: ID<State>? = atomic
      while let state = next {
        switch try offer(&self, state) {
        case .taken(let transition):
          if let first = selected.first, seen.isEmpty { seen.insert(first.id) }
          if selected.isEmpty || seen.insert(transition.id) { selected.append(transition) }
          next = nil
        case .hidden: next = nil
        case .nothing: next = chart.machine.states[state.index].parent
        }
      }
    }
    return selected.count < 2 ? selected : withoutConflicts(selected)
  }

  /// `removeConflictingTransitions`: of two that exit a common state, the one whose source stands in the
  /// other's source stays, else the earlier selected.
  ///
  /// Two transitions exit a common state if and only if one's domain is, or stands in, the other's. So the
  /// domains of what stays are apart from each other, and kept sorted it takes no search through all of them.
  private func withoutConflicts(_ selected: [Transition]) -> [Transition] {
    var stays = [Bool](repeating: true, count: selected.count)
    var kept: [(domain: ID<State>, place: Int)] = []
    for (place, transition) in selected.enumerated() {
      guard let domain = chart.machine.domain(of: transition) else { continue }
      var low = kept.firstPlace { $0.domain >= domain }
      if low > 0, chart.machine.isDescendant(domain, of: kept[low - 1].domain) { low -= 1 }
      let end = max(low, kept.firstPlace { $0.domain.index >= chart.descendants(of: domain).upperBound })
      let conflicts = low..<end
      let wins = conflicts.allSatisfy {
        chart.machine.isDescendant(transition.source, of: selected[kept[$0].place].source)
      }
      if wins {
        for conflict in conflicts { stays[kept[conflict].place] = false }
        kept.replaceSubrange(conflicts, with: [(domain, place)])
      } else {
        stays[place] = false
      }
    }
    return selected.indices.filter { stays[$0] }.map { selected[$0] }
  }
}

extension Array {
  /// The first place whose element fulfils `condition`, which all elements behind it fulfil too.
  fileprivate func firstPlace(_ condition: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
