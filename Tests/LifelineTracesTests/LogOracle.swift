import LifelineInterpreter
import LifelineModel

@testable import LifelineAnalysis
@testable import LifelineTraces

/// A judge of logs that only uses the interpreter. It tries everything that a host may do, in small steps of time.
struct LogOracle {
  /// A machine at rest or, with calls that are left, in a step.
  struct Position: Hashable {
    /// The machine at the end of the step.
    var snapshot: Snapshot
    var calls: [ID<Callback>]
  }

  /// The numbers of positions.
  typealias Positions = Set<Int>

  let index: MachineIndex
  /// The callbacks whose calls must be in a log.
  let owed: Set<ID<Callback>>
  /// The values that the host gives facts.
  let facts: [ID<Field>: [Value]]
  /// The values that fixed fields may have.
  let fixed: [ID<Field>: [Value]]
  /// The milliseconds that pass at once.
  let moment: Int
  /// Whether the search was given up because there are too many positions.
  private(set) var isExhausted = false
  private var positions: [Position] = []
  private var numbers: [Position: Int] = [:]
  /// The positions to which steps lead from each position, as far as they were needed.
  private var steps: [Int: [Int]] = [:]
  private let limit: Int

  init(
    _ index: MachineIndex, owed: Set<ID<Callback>>, facts: [ID<Field>: [Value]] = [:],
    fixed: [ID<Field>: [Value]] = [:],
    moment: Int = 1, limit: Int = 3_000
  ) {
    self.index = index
    self.owed = owed
    self.facts = facts
    self.fixed = fixed
    self.moment = moment
    self.limit = limit
  }

  /// Returns the closed set before the start, for each combination of the values of fixed fields.
  mutating func start() -> Positions {
    let beginnings = combinations(of: fixed).map { values in
      var run = Interpreter(index)
      for (field, value) in values { run.set(field, to: value) }
      return number(of: Position(snapshot: run.snapshot, calls: []))
    }
    return closure(of: Set(beginnings))
  }

  /// Returns the closed set of all positions that the machine can reach.
  mutating func anywhere() -> Positions {
    reach(from: start()) { _ in true }
  }

  /// Returns the closed set after a call of one of `callbacks`.
  mutating func set(after callbacks: [ID<Callback>], in set: Positions) -> Positions {
    let behind = set.filter { positions[$0].calls.first.map(callbacks.contains) ?? false }
    return closure(of: Set(behind.map { number(of: positions[$0].behindCall) }))
  }

  func expected(in set: Positions) -> Set<ID<Callback>> { Set(set.compactMap { positions[$0].calls.first }) }

  func isResting(_ set: Positions) -> Bool { set.contains { positions[$0].calls.isEmpty } }

  /// Returns the least number of owed calls after which a log may end.
  func callCountLeft(in set: Positions) -> Int? { set.map { positions[$0].calls.filter(owed.contains).count }.min() }

  private mutating func closure(of set: Positions) -> Positions {
    let owed = owed
    return reach(from: set) { !owed.contains($0) }
  }

  /// Returns everything that can be reached by what hosts do and by the calls for which `passes` holds.
  private mutating func reach(from set: Positions, passing passes: (ID<Callback>) -> Bool) -> Positions {
    var known = set
    var pending = Array(set)
    while let position = pending.popLast(), !isExhausted {
      var next = steps(from: position)
      if let call = positions[position].calls.first, passes(call) {
        next.append(number(of: positions[position].behindCall))
      }
      for position in next where known.insert(position).inserted { pending.append(position) }
      if known.count > limit { isExhausted = true }
    }
    return known
  }

  private mutating func number(of position: Position) -> Int {
    if let number = numbers[position] { return number }
    numbers[position] = positions.count
    positions.append(position)
    return positions.count - 1
  }

  /// Returns the positions to which everything leads that the host may do while the machine rests.
  private mutating func steps(from number: Int) -> [Int] {
    guard positions[number].calls.isEmpty else { return [] }
    if let known = steps[number] { return known }
    let snapshot = positions[number].snapshot
    var result: Set<Int> = []
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
        // Hosts send no events to parts.
        for (event, declaration) in index.machine.declared.events.enumerated() where !declaration.isInternal {
          add { $0.send(ID(event)) }
        }
        if !snapshot.timers.isEmpty { add { $0.advance(byMilliseconds: moment) } }
      }
      for (end, reaction) in reactions where reaction.fault == nil {
        var after = end
        // The host may change a fact at any time, so its value distinguishes nothing.
        for field in facts.keys { after.set(field, to: index.machine[field].defaultValue) }
        result.insert(self.number(of: Position(snapshot: after.snapshot, calls: reaction.calls.map(\.callback))))
      }
    }
    steps[number] = Array(result)
    return Array(result)
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

// MARK: - Logs from anywhere

extension LogOracle {
  /// A position as exploration tells it from others.
  struct Place: Hashable {
    var identity: EnvironmentModel.Identity
    var calls: [ID<Callback>]
  }

  /// Returns the sets of places to which all logs from the start lead; `nil` if there are too many.
  /// - Parameter lines: The lists of callbacks that a line may stand for.
  mutating func placesOfLogsFromStart(
    _ lines: [[ID<Callback>]], in environment: EnvironmentModel, limit: Int
  ) -> [Set<Place>]? {
    var pending = [start()]
    var known = Set(pending)
    while let set = pending.popLast() {
      for line in lines {
        let next = self.set(after: line, in: set)
        if isExhausted || known.count > limit { return nil }
        if !next.isEmpty, known.insert(next).inserted { pending.append(next) }
      }
    }
    return known.map { places(of: $0, in: environment) }
  }

  func places(of set: Positions, in environment: EnvironmentModel) -> Set<Place> {
    Set(set.map { Place(identity: environment.identity(of: positions[$0].snapshot), calls: positions[$0].calls) })
  }
}
