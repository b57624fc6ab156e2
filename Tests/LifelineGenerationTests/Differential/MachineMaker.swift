import TestSupport

/// Makes random machines: first the tree of states, then their transitions and actions.
struct MachineMaker {
  private var dice: SplitMix64
  private var machine: RandomMachine
  /// The names of internal events.
  private var internalEvents: [String]
  /// The number of states that may still be added.
  private var budget: Int
  private let regionChance: Int
  private let historyChance: Int
  /// The chance in percent that a state has a certain kind of part.
  private let density: Int

  /// Makes the machine that belongs to a seed. Its spec may have errors.
  static func makeMachine(name: String, seed: UInt64) -> RandomMachine {
    var dice = SplitMix64(seed: seed)
    let parameterEvents = dice.pick([[], ["q"], ["r"], ["q", "r"]], else: [])
    let events = (0..<dice.number(1...3)).map { "e\($0)" } + parameterEvents
    let internalEvents = (0..<dice.pick([0, 0, 1, 2], else: 0)).map { "i\($0)" }
    let budget = dice.pick([2, 2, 2, 3, 3, 3, 4, 4, 5, 8], else: 4)
    let regionChance = dice.pick([0, 40, 60, 90], else: 0)
    let historyChance = dice.pick([0, 30, 60], else: 0)
    let density = dice.pick([25, 40, 60], else: 0)
    var machine = RandomMachine(name: name, events: events, states: [], isStored: dice.happens(10))
    // Without a roll, so that the machines stay the same.
    machine.hasRanges = seed % 3 == 0
    var maker = MachineMaker(
      dice: dice, machine: machine, internalEvents: internalEvents, budget: budget, regionChance: regionChance,
      historyChance: historyChance, density: density)
    maker.makeTree()
    maker.fill()
    // With dice of its own, so that the machines stay the same otherwise.
    if seed % 4 == 1 { maker.machine.leaveCallsOpen(SplitMix64(seed: ~seed)) }
    return maker.machine
  }

  // MARK: - The tree

  private mutating func makeTree() {
    machine.rootIsParallel = dice.happens(regionChance)
    makeChildren(of: RandomMachine.root, isParallel: machine.rootIsParallel, depth: 1)
  }

  private mutating func makeChildren(of parent: String, isParallel: Bool, depth: Int) {
    for _ in 0..<dice.number(depth == 1 ? 2...4 : 1...3) where depth == 1 || budget > 0 {
      budget -= 1
      let name = "s\(machine.states.count)"
      let index = machine.states.count
      machine.states.append(RandomMachine.State(name: name, parent: parent))
      guard depth < 5, budget > 0, dice.happens(isParallel ? 75 : depth == 1 ? 60 : 35) else { continue }
      let opensRegions = dice.happens(regionChance)
      if opensRegions { machine.states[index].kind = .parallel }
      makeChildren(of: name, isParallel: opensRegions, depth: depth + 1)
    }
    if !isParallel, dice.happens(depth == 1 ? 20 : 40) { add(.final, to: parent) }
    if dice.happens(depth == 1 ? historyChance / 3 : historyChance) {
      add(.history(isDeep: dice.happens(50)), to: parent)
    }
  }

  private mutating func add(_ kind: RandomMachine.Kind, to parent: String) {
    machine.states.append(RandomMachine.State(name: "s\(machine.states.count)", parent: parent, kind: kind))
  }

  /// Returns the names from `state` outward to the root.
  private func path(_ state: String) -> [String] {
    var result = [state]
    while let last = result.last, let next = machine.states.first(where: { $0.name == last }) {
      result.append(next.parent)
    }
    return result
  }

  private func isHistory(_ state: RandomMachine.State) -> Bool {
    if case .history = state.kind { true } else { false }
  }

  /// Returns the names of the states in `state`, without histories.
  private func descendants(of state: String) -> [String] {
    machine.states.filter { $0.name != state && !isHistory($0) && path($0.name).contains(state) }.map(\.name)
  }

  /// Returns whether two targets are in different regions.
  private func areApart(_ one: String, _ other: String) -> Bool {
    func standIn(_ name: String) -> [String] {
      let path = path(name)
      return machine.states.contains { $0.name == name && isHistory($0) } ? Array(path.dropFirst()) : path
    }
    let (one, other) = (standIn(one), standIn(other))
    guard let first = one.first, let second = other.first, !one.contains(second), !other.contains(first),
      let common = one.first(where: other.contains)
    else { return false }
    if common == RandomMachine.root { return machine.rootIsParallel }
    return machine.states.contains { $0.name == common && $0.kind == .parallel }
  }

  /// Returns `target`, sometimes with more targets in other regions.
  private mutating func targets(around target: String, from pool: [String]) -> [String] {
    var result = [target]
    guard dice.happens(30) else { return result }
    for other in pool.shuffled(using: &dice) where result.count < 3 && result.allSatisfy({ areApart($0, other) }) {
      result.append(other)
    }
    return result
  }

  // MARK: - The parts of states

  private mutating func fill() {
    machine.rootEntrance = machine.rootIsParallel ? nil : entrance(of: RandomMachine.root)
    for index in machine.states.indices {
      let state = machine.states[index]
      if isHistory(state) {
        let pool = descendants(of: state.parent)
        let targets = targets(around: dice.pick(pool, else: state.name), from: pool)
        let actions = dice.happens(50) ? actions(raising: 0) : []
        machine.states[index].entrance = RandomMachine.Entrance(targets: targets, actions: actions)
        continue
      }
      if dice.happens(density) { machine.states[index].entry = actions(raising: 5) }
      if dice.happens(density * 3 / 4) { machine.states[index].exit = actions(raising: 3) }
      if state.kind == .final { continue }
      machine.states[index].on = handlers(of: state.name)
      if dice.happens(density / 2) { machine.states[index].always = always(in: state.name) }
      if dice.happens(density / 2) {
        machine.states[index].timers = dice.pick(dice.number(1...2), of: ["100ms", "250ms", "1s", "d", "2s"]).map {
          RandomMachine.Handler(cause: $0, transitions: transitions(in: state.name))
        }
      }
      if dice.happens(density / 2) {
        machine.states[index].deferred = dice.pick(dice.number(1...2), of: machine.events.filter { $0.hasPrefix("e") })
      }
      guard !descendants(of: state.name).isEmpty else {
        if dice.happens(8) { leaveAtOnce(index) }
        continue
      }
      if dice.happens(density) { machine.states[index].done = transitions(in: state.name) }
      if state.kind != .parallel { machine.states[index].entrance = entrance(of: state.name) }
    }
  }

  private mutating func entrance(of state: String) -> RandomMachine.Entrance? {
    guard dice.happens(50) else { return nil }
    let pool = machine.states.filter { $0.name != state && path($0.name).contains(state) }.map(\.name)
    let targets = targets(around: dice.pick(pool, else: state), from: pool)
    return RandomMachine.Entrance(targets: targets, actions: dice.happens(60) ? actions(raising: 4) : [])
  }

  private mutating func handlers(of state: String) -> [RandomMachine.Handler] {
    var result: [RandomMachine.Handler] = []
    for event in (machine.events + internalEvents).shuffled(using: &dice) where dice.happens(density * 2 / 3) {
      let list = transitions(in: state, reading: RandomMachine.parameterEvents[event] == nil ? nil : event)
      result.append(RandomMachine.Handler(cause: event, transitions: list))
    }
    if dice.happens(density / 3) {
      result.append(RandomMachine.Handler(cause: "\"*\"", transitions: transitions(in: state)))
    }
    return result
  }

  /// Returns transitions, of which only the last may have no condition.
  private mutating func transitions(
    in state: String, reading event: String? = nil
  ) -> [RandomMachine.Transition] {
    let count = dice.pick([1, 1, 1, 2, 3], else: 1)
    return (1...count).map { number in
      var result = transition(in: state, reading: event)
      if number < count || dice.happens(40) { result.condition = condition(reading: event) }
      return result
    }
  }

  private mutating func always(in state: String) -> [RandomMachine.Transition] {
    (0..<dice.number(1...2)).map { _ in
      var result = transition(in: state, reading: nil, requiresTarget: true)
      let names = machine.states.filter { !isHistory($0) }.map(\.name)
      let activeState = dice.pick(names, else: state)
      // The conditions seldom hold, so that few machines loop forever.
      result.condition = dice.pick(
        ["n % 5 == 4", "n == 2", "n > 8 and f", "in(\(activeState)) and n == 3", "not f and n == 1"], else: "n == 2")
      return result
    }
  }

  /// Lets a state have nothing but eventless transitions, the last of them to any later state: no loop is endless.
  private mutating func leaveAtOnce(_ index: Int) {
    let state = machine.states[index]
    let later = machine.states[(index + 1)...].filter { !isHistory($0) }.map(\.name)
    guard !later.isEmpty else { return }
    var last = transition(in: state.name, reading: nil, requiresTarget: true)
    last.targets = [dice.pick(later, else: state.name)]
    let first = dice.happens(50) ? always(in: state.name) : []
    machine.states[index].always = first + [last]
    machine.states[index].on = []
    machine.states[index].timers = []
    machine.states[index].deferred = []
  }

  private mutating func transition(
    in state: String, reading event: String?, requiresTarget: Bool = false
  ) -> RandomMachine.Transition {
    var result = RandomMachine.Transition()
    if requiresTarget || dice.happens(75) {
      let histories = machine.states.filter(isHistory).map(\.name)
      let proper = machine.states.filter { !isHistory($0) }.map(\.name)
      let inside = descendants(of: state)
      var pool = dice.happens(60) || inside.isEmpty ? proper : inside
      if dice.happens(20), !histories.isEmpty { pool = histories }
      result.targets = targets(around: dice.pick(pool, else: state), from: proper + histories)
      result.reenters = dice.happens(20)
    }
    result.actions = actions(reading: event, raising: 15)
    return result
  }

  // MARK: - Actions and conditions

  private mutating func actions(
    reading event: String? = nil, raising: Int, depth: Int = 0
  ) -> [RandomMachine.Action] {
    let count = depth == 0 && dice.happens(4) ? 11 : dice.pick([0, 1, 1, 2], else: 1)
    return (0..<count).map { _ in action(reading: event, raising: raising, depth: depth) }
  }

  private mutating func action(reading event: String?, raising: Int, depth: Int) -> RandomMachine.Action {
    if dice.happens(raising) {
      let plain = machine.events.filter { $0.hasPrefix("e") }
      return .plain("{raise: \(dice.pick(plain + internalEvents + internalEvents, else: "e0"))}")
    }
    if let event, dice.happens(30) {
      return .plain(event == "q" ? "c5" : dice.pick(["c6", "c6", "{set: {i: t}}"], else: "c6"))
    }
    if dice.happens(15) { return call(reading: event) }
    switch dice.number(0...9) {
    case 0...4: return .plain("c\(dice.number(0...3))")
    case 5: return .plain("c4")
    case 6...7:
      var choices = [
        "n: n + 1", "n: n + v", "n: 0", "f: not f", "m: m + 1, n: m", "n: m, m: n", "k: y", "k: none",
        "d: 100ms + 50ms", "d: d + 100ms", "d: d - 50ms", "n: (n * 2) % 7", "n: -n", "f: n > m",
        "h: h + 1", "h: h * 3 % 7", "h: n, n: h",
        "n: 'min(n + 1, 5)'", "m: 'max(n, m - 1)'", "d: 'max(d - 50ms, 100ms)'",
        "i: nil", "i: j, j: i", "u: x", "u: none", "l: \"b\"", "l: \"\"", "g: 0.25", "g: 12, u: y", "f: not (g < 1)",
      ]
      if event == "q" { choices += ["n: p", "m: m + p % 3", "f: p > n", "n: p, m: n", "n: 'min(p, m)'"] }
      if event == "q" { choices += ["l: s", "u: o", "g: a", "l: s, u: o, g: a", "f: a > g"] }
      if event == "r" { choices += ["f: b", "d: w", "d: d + w", "f: not b and f", "i: t", "i: t", "i: t, j: i"] }
      return .plain("{set: {\(dice.pick(choices, else: "n: 0"))}}")
    default:
      guard depth < 2 else { return .plain("c0") }
      let condition = condition(reading: event)
      let then = actions(reading: event, raising: raising, depth: depth + 1)
      let otherwise = dice.happens(50) ? actions(reading: event, raising: raising, depth: depth + 1) : []
      return .choice(condition, then, otherwise: otherwise)
    }
  }

  /// Returns a call with arguments. Those that aren't written are forwarded.
  private mutating func call(reading event: String?) -> RandomMachine.Action {
    let state = dice.pick(machine.states.filter { !isHistory($0) }.map(\.name), else: "s0")
    var choices = [
      "{c4: {n: n * 2 - m}}", "{c4: {f: n > m, d: d + 100ms}}", "{c4: {f: in(\(state))}}", "{c4: {n: -7 / (n - 2)}}",
      "{c7: {g: 0.75, l: \"c\"}}", "{c7: {u: none}}", "c7", "{c8: {o: u, tone: z}}", "{c9: {i: i}}", "{c9: {i: i}}",
      "{c5: {p: m % 5, s: \"b\"}}", "{c4: {f: not f and in(\(state)), n: 3, d: 2 * d - 1s}}",
    ]
    if event == "q" {
      choices += ["{c5: {p: p + n}}", "{c5: {s: \"q\"}}", "{c4: {n: p, f: p == n}}", "{c5: {p: 1, s: s}}"]
      choices += ["{c8: {tone: y}}", "{c7: {u: o, g: a, l: s}}", "{c7: {l: s}}"]
    }
    if event == "r" {
      choices += ["{c9: {i: t}}", "{c6: {m: m % 7, t: t}}", "{c6: {w: w + d}}", "{c4: {d: w, f: b or f}}"]
    }
    return .plain(dice.pick(choices, else: "c0"))
  }

  private mutating func condition(reading event: String? = nil, depth: Int = 0) -> String {
    switch dice.number(0...9) {
    case 0...1 where depth < 2:
      let left = condition(reading: event, depth: depth + 1)
      return "(\(left) \(dice.happens(50) ? "and" : "or") \(condition(reading: event, depth: depth + 1)))"
    case 2 where depth < 2: return "not \(condition(reading: event, depth: 2))"
    default: break
    }
    let state = dice.pick(machine.states.filter { !isHistory($0) }.map(\.name), else: "s0")
    if dice.happens(20) { return "in(\(state))" }
    var choices = [
      "f", "n < \(dice.number(0...6))", "n % \(dice.number(2...4)) == \(dice.number(0...2))", "m + v > n",
      "k == \(dice.pick(["x", "y", "none"], else: "x"))", "n + m * 2 - 1 != \(dice.number(0...9))", "d > 200ms",
      "true", "-n <= -(m - 1)", "d * 2 < 1s", "2 * d + 100ms > d", "(n - m) / 2 < m % 3", "f == (n > 2)",
      "h > 5", "h < n", "min(n, m) < 2", "max(n, m - 1) * 2 > 6", "min(d, 1s) > 200ms",
      "u == y", "none != u", "l == \"a\"", "l != \"\"",
      "g < 0.5", "g != 0.25 and 1 > g", "not (g >= 0.5)",
    ]
    if event == "q" { choices += ["p > 3", "p == n", "s == s"] + ["p > 3", "p == n", "max(p, n) > 3"] }
    if event == "q" { choices += ["o == u", "o == none", "s == l", "s != \"b\"", "a > g", "a == 0.5", "not (a <= g)"] }
    if event == "r" { choices += ["b", "w > d", "b != f", "d - w < w"] }
    return dice.pick(choices, else: "true")
  }
}

extension RandomMachine {
  /// Returns the machine with an entry or exit action that reads a parameter, or `nil` if no event has one. The language
  /// allows it only if every microstep that runs the action has the parameter.
  func forwarding(with dice: inout SplitMix64) -> RandomMachine? {
    guard let event = events.first(where: { Self.parameterEvents[$0] != nil }),
      let index = states.indices.filter({ states[$0].kind == .plain }).randomElement(using: &dice)
    else { return nil }
    var result = self
    let choices = event == "q" ? ["c5", "{set: {n: p}}"] : ["c6", "{set: {f: b}}"]
    let action = Action.plain(dice.pick(choices, else: "c0"))
    if dice.happens(70) { result.states[index].entry.append(action) } else { result.states[index].exit.append(action) }
    return result
  }
}

extension RandomMachine {
  /// Puts some calls into actions that leave something open.
  fileprivate mutating func leaveCallsOpen(_ dice: SplitMix64) {
    var dice = dice
    func open(_ actions: inout [Action]) {
      for index in actions.indices {
        switch actions[index] {
        case .choice(let condition, var then, var otherwise):
          open(&then)
          open(&otherwise)
          actions[index] = .choice(condition, then, otherwise: otherwise)
        case .plain(let text):
          guard text.hasPrefix("c") || text.hasPrefix("{c"), dice.happens(40) else { continue }
          let other = "c\(dice.number(0...3))"
          actions[index] = .plain(
            dice.pick(
              [
                "{anyOrder: [\(text), \(other)]}", "{anyOrder: [c3, [\(other), c1], \(text)]}", "{optional: \(text)}",
                "{oneOf: [\(text), [], [\(other), c2]]}", "{oneOf: [[], \(text)]}",
              ], else: text))
        }
      }
    }
    func openAll(_ transitions: inout [Transition]) {
      for index in transitions.indices { open(&transitions[index].actions) }
    }
    func open(_ entrance: inout Entrance?) {
      guard var opened = entrance else { return }
      open(&opened.actions)
      entrance = opened
    }
    open(&rootEntrance)
    for index in states.indices {
      open(&states[index].entry)
      open(&states[index].exit)
      open(&states[index].entrance)
      for handler in states[index].on.indices { openAll(&states[index].on[handler].transitions) }
      for handler in states[index].timers.indices { openAll(&states[index].timers[handler].transitions) }
      openAll(&states[index].always)
      openAll(&states[index].done)
    }
  }
}
