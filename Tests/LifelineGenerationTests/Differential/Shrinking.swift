extension RandomMachine {
  /// Which parts stay: they are numbered in the order in which they are met.
  struct Sieve {
    var dropped: Set<Int> = []
    private(set) var count = 0

    init(dropping dropped: Set<Int> = []) { self.dropped = dropped }

    /// Whether the part that is met now stays.
    mutating func keeps() -> Bool {
      count += 1
      return !dropped.contains(count - 1)
    }
  }

  /// How many parts can be taken away.
  var partCount: Int {
    var sieve = Sieve()
    _ = sifted(&sieve)
    return sieve.count
  }

  /// The machine without some of its parts, and without what cannot be without these.
  func dropping(_ parts: Set<Int>) -> RandomMachine {
    var sieve = Sieve(dropping: parts)
    return sifted(&sieve)
  }

  private func sifted(_ sieve: inout Sieve) -> RandomMachine {
    var result = self
    var gone: Set<String> = []
    result.states = []
    for state in states {
      // Met in any case, so that the numbers do not depend on what is dropped.
      let isKept = sieve.keeps()
      let state = state.sifted(&sieve)
      if isKept, !gone.contains(state.parent) { result.states.append(state) } else { gone.insert(state.name) }
    }
    result.rootEntrance = rootEntrance?.sifted(&sieve)
    result.events = events.filter { _ in sieve.keeps() }
    let lost = Set(events).subtracting(result.events)
    result.rootEntrance = result.rootEntrance?.without(gone)
    result.states = result.states.compactMap { $0.without(gone, lost) }
    return result
  }
}

extension RandomMachine.State {
  fileprivate func sifted(_ sieve: inout RandomMachine.Sieve) -> RandomMachine.State {
    var result = self
    result.entrance = entrance?.sifted(&sieve)
    if case .history = kind { result.entrance = result.entrance ?? entrance }
    result.entry = entry.sifted(&sieve)
    result.exit = exit.sifted(&sieve)
    result.on = on.sifted(&sieve)
    result.timers = timers.sifted(&sieve)
    result.always = always.sifted(&sieve)
    result.done = done.sifted(&sieve)
    result.deferred = deferred.filter { _ in sieve.keeps() }
    return result
  }

  /// The state without what speaks of states and events that are gone.
  fileprivate func without(_ gone: Set<String>, _ lost: Set<String>) -> RandomMachine.State? {
    var result = self
    result.entrance = entrance?.without(gone)
    if case .history = kind, result.entrance == nil { return nil }
    result.entry = entry.without(gone, lost)
    result.exit = exit.without(gone, lost)
    result.on = on.filter { !lost.contains($0.cause) }.map { $0.without(gone, lost) }
    result.timers = timers.map { $0.without(gone, lost) }
    result.always = always.without(gone, lost)
    result.done = done.without(gone, lost)
    result.deferred.removeAll(where: lost.contains)
    return result
  }
}

extension RandomMachine.Entrance {
  fileprivate func sifted(_ sieve: inout RandomMachine.Sieve) -> RandomMachine.Entrance? {
    let isKept = sieve.keeps()
    let targets = targets.filter { _ in sieve.keeps() }
    let actions = actions.sifted(&sieve)
    return isKept && !targets.isEmpty ? RandomMachine.Entrance(targets: targets, actions: actions) : nil
  }

  fileprivate func without(_ gone: Set<String>) -> RandomMachine.Entrance? {
    let targets = targets.filter { !gone.contains($0) }
    return targets.isEmpty ? nil : RandomMachine.Entrance(targets: targets, actions: actions.without(gone, []))
  }
}

extension RandomMachine.Handler {
  fileprivate func without(_ gone: Set<String>, _ lost: Set<String>) -> RandomMachine.Handler {
    RandomMachine.Handler(cause: cause, transitions: transitions.without(gone, lost))
  }
}

extension [RandomMachine.Handler] {
  fileprivate func sifted(_ sieve: inout RandomMachine.Sieve) -> [RandomMachine.Handler] {
    map { RandomMachine.Handler(cause: $0.cause, transitions: $0.transitions.sifted(&sieve)) }
      .filter { !$0.transitions.isEmpty }
  }
}

extension [RandomMachine.Transition] {
  fileprivate func sifted(_ sieve: inout RandomMachine.Sieve) -> [RandomMachine.Transition] {
    compactMap { transition in
      let isKept = sieve.keeps()
      var result = transition
      let targets = transition.targets.filter { _ in sieve.keeps() }
      if !targets.isEmpty { result.targets = targets }
      if !sieve.keeps() { result.reenters = false }
      if !sieve.keeps() { result.condition = nil }
      result.actions = transition.actions.sifted(&sieve)
      return isKept ? result : nil
    }
  }

  fileprivate func without(_ gone: Set<String>, _ lost: Set<String>) -> [RandomMachine.Transition] {
    compactMap { transition in
      var result = transition
      result.targets.removeAll(where: gone.contains)
      if result.targets.isEmpty, !transition.targets.isEmpty { return nil }
      result.condition = transition.condition.map { $0.without(gone) }
      result.actions = transition.actions.without(gone, lost)
      return result
    }
  }
}

extension [RandomMachine.Action] {
  fileprivate func sifted(_ sieve: inout RandomMachine.Sieve) -> [RandomMachine.Action] {
    compactMap { action in
      let isKept = sieve.keeps()
      guard case .choice(let condition, let then, let otherwise) = action else { return isKept ? action : nil }
      let (yes, no) = (then.sifted(&sieve), otherwise.sifted(&sieve))
      return isKept ? .choice(condition, yes, otherwise: no) : nil
    }
  }

  fileprivate func without(_ gone: Set<String>, _ lost: Set<String>) -> [RandomMachine.Action] {
    compactMap { action in
      switch action {
      case .plain(let text): return lost.contains { text == "{raise: \($0)}" } ? nil : action
      case .choice(let condition, let then, let otherwise):
        return .choice(
          condition.without(gone), then.without(gone, lost), otherwise: otherwise.without(gone, lost))
      }
    }
  }
}

extension String {
  /// The condition without questions for states that are gone.
  fileprivate func without(_ gone: Set<String>) -> String {
    gone.reduce(self) { $0.replacing("in(\($1))", with: "false") }
  }
}

/// Makes a machine that fails smaller, as long as it fails.
struct Shrinker {
  /// Every try compiles this many machines at once, so that there need not be many tries.
  private static let width = 24
  private static let greatestTries = 10

  let bench: Bench
  private(set) var tries = 0

  /// A smaller trial that fails, with its difference.
  mutating func shrink(_ trial: Trial, _ difference: Difference) throws -> (Trial, Difference) {
    var best = (trial: trial, difference: difference)
    var size = 0
    while tries < Self.greatestTries {
      let count = best.trial.source.partCount
      size = size == 0 ? max(1, count / Self.width) : size
      let chunks = stride(from: 0, to: count, by: size).map { Set($0..<min($0 + size, count)) }
      // The chunks that can each be dropped alone are dropped together in the next round.
      let removable = try smaller(best, dropping: chunks).map { chunks[$0.place] }
      guard !removable.isEmpty, tries < Self.greatestTries else {
        if size == 1 { break }
        size = max(1, size / 4)
        continue
      }
      let unions = removable.indices.map { removable[...$0].reduce(into: Set<Int>()) { $0.formUnion($1) } }
      let together = try smaller(best, dropping: unions)
      guard let last = together.max(by: { $0.place < $1.place }) else { break }
      best = (last.trial, last.difference)
      size = max(1, size / 2)
    }
    return best
  }

  /// Those of the smaller machines that fail too.
  private mutating func smaller(
    _ best: (trial: Trial, difference: Difference), dropping parts: [Set<Int>]
  ) throws -> [(place: Int, trial: Trial, difference: Difference)] {
    let steps = best.trial.session.failingSteps(upTo: best.difference.place)
    var places: [Int] = []
    var trials: [Trial] = []
    for (place, parts) in parts.enumerated() {
      var source = best.trial.source.dropping(parts)
      source.name = "\(best.trial.source.name)_\(place)"
      guard let trial = try Trial.repeating(steps, with: source) else { continue }
      places.append(place)
      trials.append(trial)
    }
    guard !trials.isEmpty else { return [] }
    tries += 1
    return zip(zip(places, trials), try bench.differences(in: trials)).compactMap { pair, difference in
      difference.map { (pair.0, pair.1, $0) }
    }
  }
}

extension Session {
  /// The steps from the last beginning to the one at `place`.
  func failingSteps(upTo place: Int) -> [Step] {
    let first = steps.prefix(place + 1).lastIndex(where: \.isBeginning) ?? 0
    return Array(steps[first..<min(place + 1, steps.count)])
  }
}
