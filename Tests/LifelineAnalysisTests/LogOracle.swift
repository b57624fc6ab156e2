import LifelineInterpreter
import LifelineModel

/// A judge of logs that only uses the interpreter. It tries everything that a host may do, in small steps of time.
struct LogOracle {
  /// A machine at rest or, with calls that are left, in a step.
  struct Position: Hashable {
    /// The machine at the end of the step.
    var snapshot: Snapshot
    var calls: [ID<Callback>]
  }

  let index: MachineIndex
  /// The callbacks whose calls must be in a log.
  let owed: Set<ID<Callback>>
  /// The values that the host gives facts.
  let facts: [ID<Field>: [Value]]
  /// The milliseconds that pass at once.
  let moment: Int
  /// Whether the search was given up because there are too many positions.
  private(set) var isExhausted = false
  private var steps: [Snapshot: [Position]] = [:]
  private let limit: Int

  init(
    _ index: MachineIndex, owed: Set<ID<Callback>>, facts: [ID<Field>: [Value]] = [:], moment: Int = 1,
    limit: Int = 3_000
  ) {
    self.index = index
    self.owed = owed
    self.facts = facts
    self.moment = moment
    self.limit = limit
  }

  /// Returns the closed set before the start, for each combination of the values of fixed fields.
  mutating func start(fixed: [ID<Field>: [Value]] = [:]) -> Set<Position> {
    let beginnings = combinations(of: fixed).map { values in
      var run = Interpreter(index)
      for (field, value) in values { run.set(field, to: value) }
      return Position(snapshot: run.snapshot, calls: [])
    }
    return closure(of: Set(beginnings))
  }

  /// Returns the closed set of all positions that the machine can reach.
  mutating func anywhere(fixed: [ID<Field>: [Value]] = [:]) -> Set<Position> {
    var pending = Array(start(fixed: fixed))
    var known = Set(pending)
    while let position = pending.popLast(), !isExhausted {
      var next = steps(from: position)
      if !position.calls.isEmpty { next.append(position.behindCall) }
      for position in next where known.insert(position).inserted { pending.append(position) }
      if known.count > limit { isExhausted = true }
    }
    return known
  }

  mutating func set(after call: ID<Callback>, in set: Set<Position>) -> Set<Position> {
    closure(of: Set(set.filter { $0.calls.first == call }.map(\.behindCall)))
  }

  func expected(in set: Set<Position>) -> Set<ID<Callback>> { Set(set.compactMap(\.calls.first)) }

  func isResting(_ set: Set<Position>) -> Bool { set.contains { $0.calls.isEmpty } }

  private mutating func closure(of positions: Set<Position>) -> Set<Position> {
    var known = positions
    var pending = Array(positions)
    while let position = pending.popLast(), !isExhausted {
      var next = steps(from: position)
      if let call = position.calls.first, !owed.contains(call) { next.append(position.behindCall) }
      for position in next where known.insert(position).inserted { pending.append(position) }
      if known.count > limit { isExhausted = true }
    }
    return known
  }

  /// Returns the positions to which everything leads that the host may do while the machine rests.
  private mutating func steps(from position: Position) -> [Position] {
    guard position.calls.isEmpty else { return [] }
    let snapshot = position.snapshot
    if let known = steps[snapshot] { return known }
    var result: [Position] = []
    for values in combinations(of: facts) {
      var run = Interpreter(index, at: snapshot)
      for (field, value) in values { run.set(field, to: value) }
      var reactions: [(Interpreter, Reaction)] = []
      func add(_ react: (inout Interpreter) -> Reaction) {
        var copy = run
        let reaction = react(&copy)
        reactions.append((copy, reaction))
      }
      if snapshot.configuration.isEmpty {
        add { $0.start() }
      } else {
        for event in index.machine.events.indices where !index.machine.events[event].isInternal {
          add { $0.send(ID(event)) }
        }
        if !snapshot.timers.isEmpty { add { $0.advance(byMilliseconds: moment) } }
      }
      for (end, reaction) in reactions where reaction.fault == nil {
        var after = end
        // The host may change a fact at any time, so its value distinguishes nothing.
        for field in facts.keys { after.set(field, to: index.machine[field].defaultValue) }
        result.append(Position(snapshot: after.snapshot, calls: reaction.calls.map(\.callback)))
      }
    }
    result = Array(Set(result))
    steps[snapshot] = result
    return result
  }

  private func combinations(of values: [ID<Field>: [Value]]) -> [[(ID<Field>, Value)]] {
    values.sorted { $0.key < $1.key }.reduce([[]]) { combinations, choice in
      combinations.flatMap { combination in choice.value.map { combination + [(choice.key, $0)] } }
    }
  }
}

extension LogOracle.Position {
  fileprivate var behindCall: Self { Self(snapshot: snapshot, calls: Array(calls.dropFirst())) }
}
