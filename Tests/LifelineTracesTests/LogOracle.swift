import LifelineInterpreter
import LifelineModel
import TestSupport

@testable import LifelineAnalysis
@testable import LifelineTraces

/// A judge of logs that only uses the interpreter. It tries everything that a host may do, in small steps of time.
struct LogOracle {
  /// A machine at rest or, with items that are left, in a step.
  struct Position: Hashable {
    /// The machine at the end of the step.
    var snapshot: Snapshot
    var items: [ID<LogItem>]
  }

  /// The numbers of positions.
  typealias Positions = Set<Int>

  let index: MachineIndex
  /// The items that must be in a log.
  let owed: Set<ID<LogItem>>
  /// The events that logs show.
  let events: Set<ID<Event>>
  /// Whether logs show states.
  let showsStates: Bool
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
    _ index: MachineIndex, owed: Set<ID<LogItem>>, events: Set<ID<Event>> = [], showsStates: Bool = false,
    facts: [ID<Field>: [Value]] = [:], fixed: [ID<Field>: [Value]] = [:],
    moment: Int = 1, limit: Int = 3_000
  ) {
    self.index = index
    self.owed = owed
    self.events = events
    self.showsStates = showsStates
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
      return number(of: Position(snapshot: run.snapshot, items: []))
    }
    return closure(of: Set(beginnings))
  }

  /// Returns the closed set of all positions that the machine can reach.
  mutating func anywhere() -> Positions {
    reach(from: start()) { _ in true }
  }

  /// Returns the closed set after one of `items`.
  mutating func set(after items: [ID<LogItem>], in set: Positions) -> Positions {
    let behind = set.filter { positions[$0].items.first.map(items.contains) ?? false }
    // A machine is only looked at while it rests.
    let seen = set.filter { !states(at: $0).isDisjoint(with: items) }
    return closure(of: Set(behind.map { number(of: positions[$0].behindItem) }).union(seen))
  }

  func expected(in set: Positions) -> Set<ID<LogItem>> {
    Set(set.compactMap { positions[$0].items.first }).union(showsStates ? set.flatMap(states) : [])
  }

  /// Returns the states in which the machine is, if it rests.
  private func states(at position: Int) -> Set<ID<LogItem>> {
    guard positions[position].items.isEmpty else { return [] }
    let machine = index.machine
    return Set(
      positions[position].snapshot.configuration.filter { machine[$0].parent != nil }
        .map { machine.id(of: .state($0)) })
  }

  func isResting(_ set: Positions) -> Bool { set.contains { positions[$0].items.isEmpty } }

  /// Returns the least number of owed items after which a log may end.
  func itemCountLeft(in set: Positions) -> Int? { set.map { positions[$0].items.filter(owed.contains).count }.min() }

  private mutating func closure(of set: Positions) -> Positions {
    let owed = owed
    return reach(from: set) { !owed.contains($0) }
  }

  /// Returns everything that can be reached by what hosts do and by the items for which `passes` holds.
  private mutating func reach(from set: Positions, passing passes: (ID<LogItem>) -> Bool) -> Positions {
    var known = set
    var pending = Array(set)
    while let position = pending.popLast(), !isExhausted {
      var next = steps(from: position)
      if let item = positions[position].items.first, passes(item) {
        next.append(number(of: positions[position].behindItem))
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
    guard positions[number].items.isEmpty else { return [] }
    if let known = steps[number] { return known }
    let snapshot = positions[number].snapshot
    var result: Set<Int> = []
    for values in combinations(of: facts) {
      var run = Interpreter(index, at: snapshot)
      for (field, value) in values { run.set(field, to: value) }
      var reactions: [(end: Interpreter, reaction: Reaction, event: ID<Event>?)] = []
      func add(_ event: ID<Event>? = nil, _ react: (inout Interpreter) -> Reaction) {
        var copy = run
        let reaction = react(&copy)
        reactions.append((copy, reaction, event))
      }
      if snapshot.configuration.isEmpty {
        add { $0.start() }
      } else {
        // Hosts send no events to parts.
        for (event, declaration) in index.machine.declared.events.enumerated() where !declaration.isInternal {
          add(ID(event)) { $0.send(ID(event), arguments: index.machine.tokens(for: ID(event))) }
        }
        if !snapshot.timers.isEmpty { add { $0.advance(byMilliseconds: moment) } }
      }
      for (end, reaction, event) in reactions where reaction.fault == nil {
        var after = end
        // The host may change a fact at any time, so its value distinguishes nothing.
        for field in facts.keys { after.set(field, to: index.machine[field].defaultValue) }
        let shown = event.flatMap { events.contains($0) ? index.machine.id(of: .event($0)) : nil }
        for calls in reaction.callSequences {
          let items = [shown].compactMap(\.self) + calls.map { ID($0.callback) }
          result.insert(self.number(of: Position(snapshot: after.snapshot, items: items)))
        }
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
  fileprivate var behindItem: Self { Self(snapshot: snapshot, items: Array(items.dropFirst())) }
}

// MARK: - Logs from anywhere

extension LogOracle {
  /// A position as exploration tells it from others.
  struct Place: Hashable {
    var identity: EnvironmentModel.Identity
    var items: [ID<LogItem>]
  }

  /// Returns the sets of places to which all logs from the start lead; `nil` if there are too many.
  /// - Parameter lines: The lists of items that a line may stand for.
  mutating func placesOfLogsFromStart(
    _ lines: [[ID<LogItem>]], in environment: EnvironmentModel, limit: Int
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
    Set(set.map { Place(identity: environment.identity(of: positions[$0].snapshot), items: positions[$0].items) })
  }
}
