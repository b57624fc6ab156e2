extension RandomMachine {
  /// A filter of a machine's parts, which are numbered in the order in which they are visited.
  struct PartFilter {
    /// The numbers of the parts that are removed.
    var removedParts: Set<Int> = []
    /// The number of parts that were visited.
    private(set) var count = 0

    /// Visits the next part, and returns whether the machine keeps it.
    mutating func keepsNext() -> Bool {
      count += 1
      return !removedParts.contains(count - 1)
    }
  }

  /// The number of parts that can be removed.
  var partCount: Int {
    var filter = PartFilter()
    _ = filtered(&filter)
    return filter.count
  }

  /// Returns the machine without some of its parts, and without everything that refers to them.
  func removing(_ parts: Set<Int>) -> RandomMachine {
    var filter = PartFilter(removedParts: parts)
    return filtered(&filter)
  }

  private func filtered(_ filter: inout PartFilter) -> RandomMachine {
    var result = self
    var removedStates: Set<String> = []
    result.states = []
    for state in states {
      // Parts of removed states are visited, too, so that the numbers don't depend on the removed parts.
      let isKept = filter.keepsNext()
      let state = state.filtered(&filter)
      if isKept, !removedStates.contains(state.parent) {
        result.states.append(state)
      } else {
        removedStates.insert(state.name)
      }
    }
    result.rootEntrance = rootEntrance?.filtered(&filter)
    result.events = events.filter { _ in filter.keepsNext() }
    let removedEvents = Set(events).subtracting(result.events)
    result.rootEntrance = result.rootEntrance?.without(states: removedStates)
    result.states = result.states.compactMap { $0.without(states: removedStates, events: removedEvents) }
    return result
  }
}

extension RandomMachine.State {
  fileprivate func filtered(_ filter: inout RandomMachine.PartFilter) -> RandomMachine.State {
    var result = self
    result.entrance = entrance?.filtered(&filter)
    if case .history = kind { result.entrance = result.entrance ?? entrance }
    result.entry = entry.filtered(&filter)
    result.exit = exit.filtered(&filter)
    result.on = on.filtered(&filter)
    result.timers = timers.filtered(&filter)
    result.always = always.filtered(&filter)
    result.done = done.filtered(&filter)
    result.deferred = deferred.filter { _ in filter.keepsNext() }
    return result
  }

  /// Returns the state without the parts that refer to removed states and events.
  fileprivate func without(states: Set<String>, events: Set<String>) -> RandomMachine.State? {
    var result = self
    result.entrance = entrance?.without(states: states)
    if case .history = kind, result.entrance == nil { return nil }
    result.entry = entry.without(states: states, events: events)
    result.exit = exit.without(states: states, events: events)
    result.on = on.filter { !events.contains($0.cause) }.map { $0.without(states: states, events: events) }
    result.timers = timers.map { $0.without(states: states, events: events) }
    result.always = always.without(states: states, events: events)
    result.done = done.without(states: states, events: events)
    result.deferred.removeAll(where: events.contains)
    return result
  }
}

extension RandomMachine.Entrance {
  fileprivate func filtered(_ filter: inout RandomMachine.PartFilter) -> RandomMachine.Entrance? {
    let isKept = filter.keepsNext()
    let targets = targets.filter { _ in filter.keepsNext() }
    let actions = actions.filtered(&filter)
    return isKept && !targets.isEmpty ? RandomMachine.Entrance(targets: targets, actions: actions) : nil
  }

  fileprivate func without(states: Set<String>) -> RandomMachine.Entrance? {
    let targets = targets.filter { !states.contains($0) }
    return targets.isEmpty
      ? nil : RandomMachine.Entrance(targets: targets, actions: actions.without(states: states, events: []))
  }
}

extension RandomMachine.Handler {
  fileprivate func without(states: Set<String>, events: Set<String>) -> RandomMachine.Handler {
    RandomMachine.Handler(cause: cause, transitions: transitions.without(states: states, events: events))
  }
}

extension [RandomMachine.Handler] {
  fileprivate func filtered(_ filter: inout RandomMachine.PartFilter) -> [RandomMachine.Handler] {
    map { RandomMachine.Handler(cause: $0.cause, transitions: $0.transitions.filtered(&filter)) }
      .filter { !$0.transitions.isEmpty }
  }
}

extension [RandomMachine.Transition] {
  fileprivate func filtered(_ filter: inout RandomMachine.PartFilter) -> [RandomMachine.Transition] {
    compactMap { transition in
      let isKept = filter.keepsNext()
      var result = transition
      let targets = transition.targets.filter { _ in filter.keepsNext() }
      if !targets.isEmpty { result.targets = targets }
      if !filter.keepsNext() { result.reenters = false }
      if !filter.keepsNext() { result.condition = nil }
      result.actions = transition.actions.filtered(&filter)
      return isKept ? result : nil
    }
  }

  fileprivate func without(states: Set<String>, events: Set<String>) -> [RandomMachine.Transition] {
    compactMap { transition in
      var result = transition
      result.targets.removeAll(where: states.contains)
      if result.targets.isEmpty, !transition.targets.isEmpty { return nil }
      result.condition = transition.condition.map { $0.without(states: states) }
      result.actions = transition.actions.without(states: states, events: events)
      return result
    }
  }
}

extension [RandomMachine.Action] {
  fileprivate func filtered(_ filter: inout RandomMachine.PartFilter) -> [RandomMachine.Action] {
    compactMap { action in
      let isKept = filter.keepsNext()
      guard case .choice(let condition, let then, let otherwise) = action else { return isKept ? action : nil }
      let (yes, no) = (then.filtered(&filter), otherwise.filtered(&filter))
      return isKept ? .choice(condition, yes, otherwise: no) : nil
    }
  }

  fileprivate func without(states: Set<String>, events: Set<String>) -> [RandomMachine.Action] {
    compactMap { action in
      switch action {
      case .plain(let text): return events.contains { text == "{raise: \($0)}" } ? nil : action
      case .choice(let condition, let then, let otherwise):
        return .choice(
          condition.without(states: states), then.without(states: states, events: events),
          otherwise: otherwise.without(states: states, events: events))
      }
    }
  }
}

extension String {
  /// Returns the condition with `false` in place of questions for removed states.
  fileprivate func without(states: Set<String>) -> String {
    states.reduce(self) { $0.replacing("in(\($1))", with: "false") }
  }
}

/// Reduces a failing machine as long as it still fails.
struct Shrinker {
  /// The number of machines that one round compiles at once.
  private static let width = 24
  private static let greatestRounds = 10

  let bench: Bench
  private(set) var rounds = 0

  /// Returns a smaller trial that fails, with its difference.
  mutating func shrink(_ trial: Trial, _ difference: Difference) throws -> (Trial, Difference) {
    var best = (trial: trial, difference: difference)
    var size = 0
    while rounds < Self.greatestRounds {
      let count = best.trial.source.partCount
      size = size == 0 ? max(1, count / Self.width) : size
      let chunks = stride(from: 0, to: count, by: size).map { Set($0..<min($0 + size, count)) }
      // The next round removes together the chunks that can each be removed alone.
      let removable = try smaller(best, removing: chunks).map { chunks[$0.index] }
      guard !removable.isEmpty, rounds < Self.greatestRounds else {
        if size == 1 { break }
        size = max(1, size / 4)
        continue
      }
      let unions = removable.indices.map { removable[...$0].reduce(into: Set<Int>()) { $0.formUnion($1) } }
      let together = try smaller(best, removing: unions)
      guard let last = together.max(by: { $0.index < $1.index }) else { break }
      best = (last.trial, last.difference)
      size = max(1, size / 2)
    }
    return best
  }

  /// Runs the trials of smaller machines.
  ///
  /// - Returns: The trials that fail, too, each with the index of its removed parts.
  private mutating func smaller(
    _ best: (trial: Trial, difference: Difference), removing parts: [Set<Int>]
  ) throws -> [(index: Int, trial: Trial, difference: Difference)] {
    let steps = best.trial.session.failingSteps(upTo: best.difference.index)
    var indices: [Int] = []
    var trials: [Trial] = []
    for (index, parts) in parts.enumerated() {
      var source = best.trial.source.removing(parts)
      source.name = "\(best.trial.source.name)_\(index)"
      guard let trial = try Trial.repeating(steps, with: source) else { continue }
      indices.append(index)
      trials.append(trial)
    }
    guard !trials.isEmpty else { return [] }
    rounds += 1
    return zip(zip(indices, trials), try bench.differences(in: trials)).compactMap { pair, difference in
      difference.map { (pair.0, pair.1, $0) }
    }
  }
}

extension Session {
  /// Returns the steps from the last beginning up to and including the one at `index`.
  func failingSteps(upTo index: Int) -> [Step] {
    let first = steps.prefix(index + 1).lastIndex(where: \.isBeginning) ?? 0
    return Array(steps[first..<min(index + 1, steps.count)])
  }
}
