/// A generated machine, as its tests use it.
nonisolated private protocol ScenarioMachine {
  associatedtype Event
  associatedtype Callback: Swift.Equatable
  associatedtype AnyState

  /// Records a failure at a line of the spec, and shows the run up to it.
  static func fail(_ message: Swift.String, lifeLine: Swift.String, line: Swift.UInt)
  /// The paths of the active atomic states.
  var activePaths: [Swift.String] { get }
  mutating func handle(_ event: Event, calling call: (Callback) -> Swift.Void) -> Swift.Bool
  func isActive(_ state: AnyState) -> Swift.Bool
  // if filters
  /// The name of a call, for tests that forbid calls.
  static func name(of call: Callback) -> Swift.String
  /// The channel of a call, for tests that listen to some channels only.
  static func channel(of call: Callback) -> Swift.String
  // end
}
// if wait

/// A generated machine with timers.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
nonisolated private protocol ScenarioTimedMachine: ScenarioMachine {
  mutating func advance(by duration: Swift.Duration, calling call: (Callback) -> Swift.Void)
}
// end
// if machine

/// A test that drives a machine.
nonisolated private struct ScenarioPlay<Machine: ScenarioMachine> {
  var machine: Machine
  private var log: ScenarioLog<Machine>

  // if filters
  init(
    _ machine: Machine, observing channels: Swift.Set<Swift.String>? = nil, never: Swift.Set<Swift.String> = [],
    where combination: Swift.String = ""
  ) {
    self.machine = machine
    log = ScenarioLog(observing: channels, never: never, where: combination)
  }
  // else
  // init(_ machine: Machine, where combination: Swift.String = "") {
  //   self.machine = machine
  //   log = ScenarioLog(combination: combination)
  // }
  // end
  // if start

  /// Checks the calls of the machine's start.
  mutating func start(
    _ calls: [Machine.Callback], line: Swift.UInt, expecting expected: ScenarioCalls<Machine.Callback>
  ) {
    log.check(calls, after: "start", line: line, expecting: expected)
  }
  // end

  /// Sends an event that must be handled or deferred.
  mutating func send(
    _ event: Machine.Event, line: Swift.UInt, expecting expected: ScenarioCalls<Machine.Callback>? = nil
  ) {
    var calls: [Machine.Callback] = []
    log.show(machine.activePaths)
    if !machine.handle(event, calling: { calls.append($0) }) {
      log.fail("\(event): must be handled, but is not; \(activity) active", line)
    }
    log.check(calls, after: event, line: line, expecting: expected)
  }
  // if ignore

  /// Sends an event that must not be handled.
  mutating func ignore(_ event: Machine.Event, line: Swift.UInt) {
    var calls: [Machine.Callback] = []
    log.show(machine.activePaths)
    if machine.handle(event, calling: { calls.append($0) }) { log.fail("\(event): must not be handled, but is", line) }
    log.check(calls, after: event, line: line, expecting: [])
  }
  // end
  // if state

  /// Checks that a state is active.
  mutating func expect(_ state: Machine.AnyState, line: Swift.UInt) {
    if !machine.isActive(state) { log.fail("\(state) must be active, but \(activity)", line) }
  }
  // end
  // if partState

  /// Checks that a state of a part is active.
  mutating func expect(_ isActive: Swift.Bool, _ path: Swift.String, line: Swift.UInt) {
    if !isActive { log.fail("\(path) must be active, but \(activity)", line) }
  }
  // end
  // if value

  /// Checks a value of the machine.
  mutating func expect<Value: Swift.Equatable>(
    _ name: Swift.String, _ actual: Value, equals expected: Value, line: Swift.UInt
  ) {
    if actual != expected { log.fail("\(name) must be \(expected), but is \(actual)", line) }
  }
  // end

  private var activity: Swift.String {
    let paths = machine.activePaths
    return paths.joined(separator: " and ") + (paths.count == 1 ? " is" : " are")
  }
}
// if wait

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
nonisolated extension ScenarioPlay where Machine: ScenarioTimedMachine {
  /// Lets time pass.
  fileprivate mutating func wait(
    _ time: Swift.Duration, line: Swift.UInt, expecting expected: ScenarioCalls<Machine.Callback>? = nil
  ) {
    var calls: [Machine.Callback] = []
    log.show(machine.activePaths)
    machine.advance(by: time) { calls.append($0) }
    log.check(calls, after: "wait \(time)", line: line, expecting: expected)
  }
}
// end
// end

/// The checks of a test. After the first failure no more are reported.
nonisolated private struct ScenarioLog<Machine: ScenarioMachine> {
  // if filters
  private let channels: Swift.Set<Swift.String>?
  private let never: Swift.Set<Swift.String>
  // end
  private let combination: Swift.String
  private(set) var hasFailed = false
  /// The run so far: the active states with a bar, each step with its line in the spec, and its calls with an arrow.
  private var lifeLine: [Swift.String] = []
  // if filters

  init(observing channels: Swift.Set<Swift.String>?, never: Swift.Set<Swift.String>, where combination: Swift.String) {
    self.channels = channels
    self.never = never
    self.combination = combination
  }
  // else
  //
  // init(combination: Swift.String) { self.combination = combination }
  // end

  /// Adds the active states to the life line, if others were active before.
  mutating func show(_ states: [Swift.String]) {
    let bar = "┃ " + states.joined(separator: " ┃ ")
    if lifeLine.last(where: { $0.hasPrefix("┃") }) != bar { lifeLine.append(bar) }
  }

  /// Checks the calls that something made.
  mutating func check(
    _ calls: [Machine.Callback], after cause: Any, line: Swift.UInt,
    expecting expected: ScenarioCalls<Machine.Callback>?
  ) {
    lifeLine += ["\(line) \(cause)"] + calls.map { "  → \(shown($0))" }
    // if filters
    for call in calls where never.contains(Machine.name(of: call)) {
      fail("\(cause): must never call \(shown(call)), but does", line)
    }
    // end
    guard let expected else { return }
    let calls = observed(calls)  //if filters
    if !expected.match(calls) {
      fail("\(cause): other calls than expected\n" + expected.table(beside: calls), line)
    }
  }

  // if async
  /// Takes the last step off the life line, to check it again with the calls that have come since.
  mutating func takeBackStep() {
    if let start = lifeLine.lastIndex(where: { $0.first?.isNumber ?? false }) { lifeLine.removeSubrange(start...) }
  }

  // end
  // if filters
  /// Returns the calls of the observed channels.
  func observed(_ calls: [Machine.Callback]) -> [Machine.Callback] {
    calls.filter { channels?.contains(Machine.channel(of: $0)) ?? true }
  }

  // end
  mutating func fail(_ message: Swift.String, _ line: Swift.UInt) {
    if hasFailed { return }
    hasFailed = true
    let message = combination.isEmpty ? message : "(\(combination)) \(message)"
    Machine.fail(message, lifeLine: (lifeLine + ["✗ \(message)"]).joined(separator: "\n"), line: line)
  }
}

// if parts
/// Returns a call as failures show it. That of a part is the payload of the part's case.
nonisolated private func shown(_ call: Any) -> Swift.String {
  guard let payload = Swift.Mirror(reflecting: call).children.first, let part = payload.label,
    Swift.Mirror(reflecting: payload.value).displayStyle == .enum
  else { return "\(call)" }
  return "\(part).\(shown(payload.value))"
}
// else
// /// Returns a call as failures show it.
// nonisolated private func shown(_ call: Any) -> Swift.String { "\(call)" }
// end

/// A pattern of calls, similar to a regular expression.
nonisolated private indirect enum ScenarioCalls<Callback: Swift.Equatable>: Swift.ExpressibleByArrayLiteral {
  case exactly(Callback)
  case call(Swift.String, (Callback) -> Swift.Bool)  //if call
  case sequence([ScenarioCalls])
  case anyOrder([ScenarioCalls])  //if anyOrder
  // if interleaved
  /// The calls of one pattern may come between those of another. No two patterns have a call in common.
  case interleaved([ScenarioCalls])
  // end
  case optional(ScenarioCalls)  //if optional
  case repeated(ScenarioCalls)  //if repeated
  case oneOf([ScenarioCalls])  //if oneOf

  init(arrayLiteral calls: Callback...) { self = .sequence(calls.map { .exactly($0) }) }

  /// Whether the calls are as expected.
  func match(_ calls: [Callback]) -> Swift.Bool { ends(in: calls, from: [0]).contains(calls.count) }

  /// Returns the indices after the matching calls that begin at one of `starts`.
  func ends(in calls: [Callback], from starts: Swift.Set<Swift.Int>) -> Swift.Set<Swift.Int> {
    if starts.isEmpty { return [] }
    switch self {
    case .exactly(let call):
      return Swift.Set(starts.lazy.filter { $0 < calls.count && calls[$0] == call }.map { $0 + 1 })
    // if call
    case .call(_, let isMatch):
      return Swift.Set(starts.lazy.filter { $0 < calls.count && isMatch(calls[$0]) }.map { $0 + 1 })
    // end
    case .sequence(let items):
      return items.reduce(starts) { $1.ends(in: calls, from: $0) }
    // if optional
    case .optional(let item):
      return starts.union(item.ends(in: calls, from: starts))
    // end
    // if oneOf
    case .oneOf(let items):
      return items.reduce(into: []) { $0.formUnion($1.ends(in: calls, from: starts)) }
    // end
    // if repeated
    case .repeated(let item):
      var reached: Swift.Set<Swift.Int> = []
      var next = item.ends(in: calls, from: starts)
      while !next.isSubset(of: reached) {
        reached.formUnion(next)
        next = item.ends(in: calls, from: next)
      }
      return reached
    // end
    // if interleaved
    case .interleaved(let items):
      return starts.reduce(into: []) { $0.formUnion(Self.interleavings(of: items, calls, from: $1)) }
    // end
    // if anyOrder
    case .anyOrder(let items):
      if items.allSatisfy(\.isCall) {
        return Swift.Set(starts.lazy.filter { Self.match(items, calls, from: $0) }.map { $0 + items.count })
      }
      // The indices reached, by the set of items that have been matched.
      var reached = Swift.Array(repeating: Swift.Set<Swift.Int>(), count: 1 << items.count)
      reached[0] = starts
      for used in reached.indices {
        for (index, item) in items.enumerated() where used & 1 << index == 0 {
          reached[used | 1 << index].formUnion(item.ends(in: calls, from: reached[used]))
        }
      }
      return reached[reached.count - 1]
    // end
    }
  }
  // if interleaved

  /// Returns the indices up to which the calls from `start` on are those of `items`, each of which has its own in order.
  private static func interleavings(
    of items: [Self], _ calls: [Callback], from start: Swift.Int
  ) -> Swift.Set<Swift.Int> {
    var own = items.map { _ in [Callback]() }
    var ends: Swift.Set<Swift.Int> = []
    var index = start
    while true {
      if Swift.zip(items, own).allSatisfy({ $0.ends(in: $1, from: [0]).contains($1.count) }) { ends.insert(index) }
      guard index < calls.count, let owner = items.firstIndex(where: { $0.mentions(calls[index]) }) else { return ends }
      own[owner].append(calls[index])
      index += 1
    }
  }

  /// Whether a call occurs in the pattern.
  private func mentions(_ call: Callback) -> Swift.Bool {
    switch self {
    case .exactly(let expected): expected == call
    case .call(_, let isMatch): isMatch(call)
    case .sequence(let items), .anyOrder(let items), .interleaved(let items), .oneOf(let items):
      items.contains { $0.mentions(call) }
    case .optional(let item), .repeated(let item): item.mentions(call)
    }
  }
  // end
  // if anyOrder

  private var isCall: Swift.Bool {
    if case .exactly = self { true } else if case .call = self { true } else { false }
  }

  /// Whether the calls from `start` on match `items` in some order, one call each.
  private static func match(_ items: [Self], _ calls: [Callback], from start: Swift.Int) -> Swift.Bool {
    guard start + items.count <= calls.count else { return false }
    var owners = [Swift.Int?](repeating: nil, count: items.count)
    /// Gives `item` a call, and moves others to other calls if that helps.
    func assign(_ item: Swift.Int, _ tried: inout Swift.Set<Swift.Int>) -> Swift.Bool {
      for index in owners.indices where items[item].ends(in: calls, from: [start + index]).contains(start + index + 1) {
        guard tried.insert(index).inserted else { continue }
        if let owner = owners[index], !assign(owner, &tried) { continue }
        owners[index] = item
        return true
      }
      return false
    }
    return items.indices.allSatisfy { item in
      var tried: Swift.Set<Swift.Int> = []
      return assign(item, &tried)
    }
  }
  // end

  /// The pattern as a spec writes it.
  var text: Swift.String {
    switch self {
    case .exactly(let call): shown(call)
    case .call(let text, _): text  //if call
    case .sequence(let items): "[\(Self.list(items))]"
    case .anyOrder(let items): "anyOrder: [\(Self.list(items))]"  //if anyOrder
    case .interleaved(let items): "{\(Self.list(items))}"  //if interleaved
    case .optional(let item): "optional: \(item.text)"  //if optional
    case .repeated(let item): "repeat: \(item.text)"  //if repeated
    case .oneOf(let items): "oneOf: [\(Self.list(items))]"  //if oneOf
    }
  }

  private static func list(_ items: [Self]) -> Swift.String { items.map(\.text).joined(separator: ", ") }

  /// Returns the expected calls beside the actual ones, with `!` in front of those that differ.
  func table(beside calls: [Callback]) -> Swift.String {
    let items: [Self] = if case .sequence(let items) = self { items } else { [self] }
    let expected = items.map(\.text)
    let actual = calls.map { shown($0) }
    func ends(_ row: Swift.Int, _ next: Swift.Int) -> [Swift.Int] { items[row].ends(in: calls, from: [next]).sorted() }
    // The least weight of the differences behind an index in each list. Two on one line weigh less than on two lines.
    var weights = Swift.Array(repeating: Swift.Array(repeating: 0, count: actual.count + 1), count: expected.count + 1)
    for row in (0...expected.count).reversed() {
      for column in (0...actual.count).reversed() {
        var ways: [Swift.Int] = []
        let (hasRow, hasColumn) = (row < expected.count, column < actual.count)
        if hasRow { ways = ends(row, column).map { weights[row + 1][$0] } + [weights[row + 1][column] + 2] }
        if hasColumn { ways.append(weights[row][column + 1] + 2) }
        if hasRow, hasColumn { ways.append(weights[row + 1][column + 1] + 3) }
        weights[row][column] = ways.min() ?? 0
      }
    }
    var lines = [(" ", "expected", "actual")]
    var (row, column) = (0, 0)
    while row < expected.count || column < actual.count {
      let weight = weights[row][column]
      let (hasRow, hasColumn) = (row < expected.count, column < actual.count)
      if hasRow, let end = ends(row, column).last(where: { weights[row + 1][$0] == weight }) {
        lines.append((" ", expected[row], column < end ? actual[column] : ""))
        lines += actual[column..<end].dropFirst().map { (" ", "", $0) }
        (row, column) = (row + 1, end)
      } else if hasRow, hasColumn, weights[row + 1][column + 1] + 3 == weight {
        lines.append(("!", expected[row], actual[column]))
        (row, column) = (row + 1, column + 1)
      } else if hasColumn, weights[row][column + 1] + 2 == weight {
        lines.append(("!", "(none)", actual[column]))
        column += 1
      } else {
        lines.append(("!", expected[row], "(none)"))
        row += 1
      }
    }
    let width = lines.reduce(0) { Swift.max($0, $1.1.count) }
    return lines.map { mark, left, right in
      mark + " " + left + (right.isEmpty ? "" : Swift.String(repeating: " ", count: width + 2 - left.count) + right)
    }.joined(separator: "\n")
  }
}
