import LifelineInterpreter
import LifelineModel
import TestSupport
import XCTest

@testable import LifelineAnalysis

/// Compares the repairs of random logs with a search that tries all edits.
final class LogRepairTests: XCTestCase {
  func testNothingIsCheaperThanARepair() throws {
    try skipTest(below: .thorough)
    let seed = testSeed(default: 23)
    var random = SplitMix64(seed: seed)
    // The logs by the number of edits; the first number counts those that need more than three.
    var (violations, editCounts) = (0, [0, 0, 0, 0])
    for number in 0..<60 {
      let spec = RandomSpec.makeSpec(using: &random)
      let machine = try? readMachine(callbacks: spec.callbacks, events: "a b c", spec.text)
      guard let machine, let exploration = exploration(of: machine), machine.callbacks.count > 2 else { continue }
      let callbacks = machine.callbacks.indices.map { ID<LogItem>($0) }
      // In every other log, a line can't say which of the first two callbacks it means.
      let symbols = number % 2 == 0 ? callbacks.map { [$0] } : [[ID(0), ID(1)]] + callbacks.dropFirst(2).map { [$0] }
      let owed = IDSet(callbacks.filter { _ in random.happens(70) })
      var observer = Observer(CallAutomaton.make(from: exploration), owed: owed, symbols: symbols)
      var merged = observer.mergingEqualFutures()
      for _ in 0..<20 {
        let start = random.happens(70) ? observer.start : observer.anywhere()
        let log = randomLog(from: start, &observer, &random)
        guard !observer.accepts(log, from: start) else { continue }
        violations += 1
        let name = "\(log) from state \(start), seed \(seed), machine \(number):\n\(spec.text)"
        var search = FullSearch(log: log, observer: observer)
        let least = search.leastCost(from: 0, start, edits: 3)
        let repair = observer.repair(log, from: start)
        XCTAssertEqual(repair.map { $0.reduce(0) { $0 + search.cost(of: $1) } }, least, name)
        // One position is enough for all with the same future.
        let other = merged.repair(log, from: merged.state(at: observer.positions(of: start)))
        XCTAssertEqual(other.map { $0.reduce(0) { $0 + search.cost(of: $1) } }, least, name)
        if let other { XCTAssertTrue(observer.accepts(edited(log, other, observer), from: start), "\(other): \(name)") }
        editCounts[repair?.count ?? 0] += 1
        if let repair {
          XCTAssertTrue(observer.accepts(edited(log, repair, observer), from: start), "\(repair): \(name)")
        }
        if testRun?.failureCount ?? 0 > 0 { return }
      }
    }
    print("violations: \(violations), by edits: \(editCounts)")
    XCTAssertTrue(editCounts.allSatisfy { $0 > 20 })
  }

  private func exploration(of machine: Machine) -> Exploration? {
    let exploration = explore(.build(for: machine), limit: 200)
    return exploration.isComplete && exploration.faults.isEmpty ? exploration : nil
  }

  /// Returns calls that mostly fit, and a last one that may not.
  private func randomLog(
    from start: Observer.State, _ observer: inout Observer, _ random: inout SplitMix64
  ) -> [Int] {
    var log: [Int] = []
    var state = start
    for _ in 0..<random.below(8) {
      let fitting = observer.symbols.indices.filter { observer.state(after: $0, in: state) != nil }
      guard !fitting.isEmpty, random.happens(90) else { break }
      let symbol = random.element(fitting)
      log.append(symbol)
      state = observer.state(after: symbol, in: state) ?? state
    }
    // Calls in between that don't fit either need more than one edit.
    if random.happens(40), !log.isEmpty {
      log.insert(random.below(observer.symbols.count), at: random.below(log.count))
    }
    return log + [random.below(observer.symbols.count)]
  }

  /// Returns the letters of a log after a repair: symbols, and callbacks that were missing.
  private func edited(_ log: [Int], _ edits: [LogEdit], _ observer: Observer) -> [[ID<LogItem>]] {
    var result: [[ID<LogItem>]] = []
    var call = 0
    while call < log.count {
      for case .missing(let callback, before: call) in edits { result.append([callback]) }
      if edits.contains(.swap(first: call)) {
        result += [observer.symbols[log[call + 1]], observer.symbols[log[call]]]
        call += 2
      } else {
        if !edits.contains(.extra(call)) { result.append(observer.symbols[log[call]]) }
        call += 1
      }
    }
    return result
  }
}

/// A search that tries all edits at all places.
private struct FullSearch {
  private struct Key: Hashable {
    var call: Int
    var state: Observer.State
    var edits: Int
  }

  let log: [Int]
  var observer: Observer
  private var known: [Key: Int?] = [:]

  init(log: [Int], observer: Observer) {
    self.log = log
    self.observer = observer
  }

  func cost(of edit: LogEdit) -> Int {
    switch edit {
    case .swap(let place): 1_000_000 + log.count - place
    case .missing(_, let place): 1_001_000 + log.count - place
    case .extra(let place): 1_002_000 + log.count - place
    }
  }

  /// Returns the least cost of at most so many edits with which the calls from one on fit; `nil` if there are none.
  mutating func leastCost(from call: Int, _ state: Observer.State, edits: Int) -> Int? {
    if call == log.count { return 0 }
    let key = Key(call: call, state: state, edits: edits)
    if let cost = known[key] { return cost }
    var costs: [Int?] = []
    if let next = observer.state(after: log[call], in: state) {
      costs.append(leastCost(from: call + 1, next, edits: edits))
    }
    if edits > 0 {
      for callback in observer.owed {
        guard let next = observer.state(after: callback, in: state) else { continue }
        let rest = leastCost(from: call, next, edits: edits - 1)
        costs.append(rest.map { $0 + cost(of: .missing(callback, before: call)) })
      }
      if call + 1 < log.count {
        costs.append(leastCost(from: call + 1, state, edits: edits - 1).map { $0 + cost(of: .extra(call)) })
        if let first = observer.state(after: log[call + 1], in: state),
          let second = observer.state(after: log[call], in: first)
        {
          costs.append(leastCost(from: call + 2, second, edits: edits - 1).map { $0 + cost(of: .swap(first: call)) })
        }
      }
    }
    let least = costs.compactMap(\.self).min()
    known[key] = .some(least)
    return least
  }
}

extension Observer {
  fileprivate mutating func accepts(_ log: [Int], from start: State) -> Bool {
    accepts(log.map { symbols[$0] }, from: start)
  }

  /// Returns whether calls fit, each of which is one of several callbacks.
  fileprivate mutating func accepts(_ log: [[ID<LogItem>]], from start: State) -> Bool {
    var sets = sets
    return !log.reduce(positions(of: start)) { sets.set(after: $1, in: $0) }.isEmpty
  }
}
