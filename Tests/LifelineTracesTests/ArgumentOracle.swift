import LifelineInterpreter
import LifelineModel
import TestSupport

@testable import LifelineAnalysis
@testable import LifelineTraces

/// A judge of logs with arguments that only uses the interpreter.
struct ArgumentOracle {
  /// Something that a step shows.
  struct Item: Hashable {
    var item: ID<LogItem>
    var arguments: [Value]
  }

  /// A machine at rest, or in a step with items that are left.
  private struct Position: Hashable {
    var snapshot: Snapshot
    var items: [Item]
  }

  /// The numbers that matter, and some of those with which machines ignore events.
  static let numbers = (-1...4).map { Value.int($0) }

  private let index: MachineIndex
  private let owed: IDSet<Callback>
  /// The events that logs show.
  private let events: IDSet<Event>
  private(set) var isExhausted = false
  private var positions: [Position] = []
  private var identifiers: [Position: Int] = [:]
  private var steps: [Int: [Int]] = [:]

  init(_ index: MachineIndex, owed: IDSet<Callback>, showing events: IDSet<Event>) {
    self.index = index
    self.owed = owed
    self.events = events
  }

  /// Returns what a reaction shows.
  static func items(of reaction: Reaction) -> [Item] {
    reaction.calls.map { Item(item: ID($0.callback), arguments: $0.arguments) }
  }

  /// Returns whether a log may end in a set.
  func isResting(_ set: Set<Int>) -> Bool {
    // A set is closed, so calls that may be missing are left out somewhere in it.
    set.contains { positions[$0].items.isEmpty }
  }

  mutating func start() -> Set<Int> {
    var run = Interpreter(index)
    let reaction = run.start()
    return closure(of: [identifier(of: Position(snapshot: run.snapshot, items: Self.items(of: reaction)))])
  }

  mutating func set(after line: ArgumentOracleTests.Line, in set: Set<Int>) -> Set<Int> {
    let parameters = index.machine.parameters(of: line.item)
    let behind = set.compactMap { number -> Position? in
      var position = positions[number]
      guard let next = position.items.first, next.item == line.item,
        zip(parameters, next.arguments).allSatisfy({
          line.arguments[$0.name] == nil || line.arguments[$0.name] == $1
        })
      else { return nil }
      position.items.removeFirst()
      return position
    }
    return closure(of: Set(behind.map { identifier(of: $0) }))
  }

  private mutating func closure(of set: Set<Int>) -> Set<Int> {
    var known = set
    var pending = Array(set)
    while let number = pending.popLast(), !isExhausted {
      var found: [Int] = []
      if let next = positions[number].items.first {
        if case .call(let callback) = index.machine.item(next.item), !owed.contains(callback) {
          var behind = positions[number]
          behind.items.removeFirst()
          found = [identifier(of: behind)]
        }
      } else {
        found = steps(from: number)
      }
      for position in found where known.insert(position).inserted { pending.append(position) }
      if known.count > 4_000 { isExhausted = true }
    }
    return known
  }

  private mutating func identifier(of position: Position) -> Int {
    if let known = identifiers[position] { return known }
    identifiers[position] = positions.count
    positions.append(position)
    return positions.count - 1
  }

  private mutating func steps(from number: Int) -> [Int] {
    if let known = steps[number] { return known }
    var result: [Int] = []
    for event in index.machine.events.indices {
      let hasParameter = !index.machine.events[event].parameters.isEmpty
      for value in hasParameter ? Self.numbers.map({ [$0] }) : [[]] {
        var run = Interpreter(index, at: positions[number].snapshot)
        let reaction = run.send(ID(event), arguments: value)
        // A shown event is in the log even if the machine ignores it.
        let shown =
          events.contains(ID(event)) ? [Item(item: index.machine.id(of: .event(ID(event))), arguments: value)] : []
        result.append(
          identifier(of: Position(snapshot: run.snapshot, items: shown + Self.items(of: reaction))))
      }
    }
    steps[number] = result
    return result
  }
}

/// A random machine whose calls have arguments.
enum RandomArgumentSpec {
  static func make(using random: inout SplitMix64) -> String {
    let states = ["s", "t", "u"].prefix(2 + random.below(2))
    var lines = [
      "callbacks: {p: {parameters: {x: Int}}, q: {parameters: {x: Int, y: Bool}}, r: }",
      "context: {a: {default: 0, private: true}, b: {default: 1, private: true}, f: {default: false, private: true}}",
      "events: {go: {parameters: {n: Int}}, step: , back: }",
      "states:",
    ]
    for state in states {
      lines.append("  \(state):")
      if random.happens(40) { lines.append("    entry: \(call(false, &random))") }
      lines.append("    on:")
      for event in ["go", "step", "back"] where random.happens(75) || event == "go" {
        lines.append("      \(event):")
        let lastNumber = random.below(2)
        for number in 0...lastNumber {
          let hasNumber = event == "go"
          // Only a few numbers matter, so that the oracle can try all of them.
          var conditions = hasNumber ? ["n >= 0", "n <= 2"] : []
          if number < lastNumber || random.happens(40) { conditions.append("(\(condition(hasNumber, &random)))") }
          let guardText = conditions.isEmpty ? "" : "if: \(conditions.joined(separator: " and ")), "
          let target = random.happens(60) ? "to: \(random.element(Array(states))), " : ""
          let actions = (0...random.below(3)).map { _ in action(hasNumber, &random) }.joined(separator: ", ")
          lines.append("        - {\(guardText)\(target)do: [\(actions)]}")
        }
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func action(_ hasNumber: Bool, _ random: inout SplitMix64) -> String {
    if random.happens(50) { return call(hasNumber, &random) }
    switch random.below(4) {
    case 0: return "{set: {f: \(condition(hasNumber, &random))}}"
    case 1: return "{set: {a: \(bounded(hasNumber, &random)), b: a}}"
    default: return "{set: {\(random.element(["a", "b"])): \(bounded(hasNumber, &random))}}"
    }
  }

  private static func call(_ hasNumber: Bool, _ random: inout SplitMix64) -> String {
    switch random.below(4) {
    case 0: "r"
    case 1: "{q: {x: \(number(hasNumber, &random)), y: \(condition(hasNumber, &random))}}"
    default: "{p: {x: \(number(hasNumber, &random))}}"
    }
  }

  /// Returns a number that stays small, however often it is assigned.
  private static func bounded(_ hasNumber: Bool, _ random: inout SplitMix64) -> String {
    switch random.below(hasNumber ? 6 : 4) {
    case 0: "(a + 1) % 4"
    case 1: #""min(b + 1, 3)""#
    case 2: "\(random.below(4))"
    case 3: #""max(a - 1, 0)""#
    default: "n"
    }
  }

  private static func number(_ hasNumber: Bool, _ random: inout SplitMix64) -> String {
    switch random.below(hasNumber ? 9 : 6) {
    case 0: "a"
    case 1: "b"
    case 2: "a + b"
    case 3: "2 * a - b"
    case 4: #""max(a, b) + 1""#
    case 5: "\(random.below(3))"
    case 6: "n + a"
    default: "n"
    }
  }

  private static func condition(_ hasNumber: Bool, _ random: inout SplitMix64) -> String {
    let simple = ["f", "not f", "a > 1", "b == 2", "a < 2 and b > 0", "f or a == 0"]
    return random.element(hasNumber ? simple + ["n > 0", "n == 1", "n != 2"] : simple)
  }
}
