import LifelineModel
import TestSupport
import XCTest

@testable import LifelineEngine

final class TableTests: XCTestCase {
  func testEachListIsKeptOnce() {
    var random = SplitMix64(seed: testSeed(default: 1))
    var table = ListTable()
    var known: [[Int]: Int] = [[]: 0]
    for _ in 0..<2 {
      for _ in 0..<5_000 {
        let list = (0..<random.below(4)).map { _ in random.below(8) - 4 }
        let index = table.intern(list)
        XCTAssertEqual(index, known[list] ?? known.count, "\(list)")
        known[list] = index
      }
      XCTAssertEqual(table.count, known.count)
      for (list, index) in known { XCTAssertEqual(table[index], list) }
      var copy = [7]
      table.copy(0, to: &copy)
      XCTAssertEqual(copy, [])
      table.removeAll()
      known = [[]: 0]
      XCTAssertEqual(table.count, 1)
    }
  }

  func testRowsAreFoundByTheirFirstWords() {
    var random = SplitMix64(seed: testSeed(default: 2))
    var table = ConfigurationTable(width: 3, keyWidth: 2)
    var known: [[Int]: Int] = [:]
    for number in 0..<5_000 {
      let row = [random.below(60), random.below(60) - 30, number]
      let hash = table.hash(of: row)
      XCTAssertEqual(table.index(of: row, hash: hash), known[Array(row.prefix(2))])
      guard known[Array(row.prefix(2))] == nil else { continue }
      known[Array(row.prefix(2))] = table.append(row, hash: hash, isVariant: false)
      XCTAssertEqual((0..<3).map { table[table.count - 1, $0] }, row)
    }
    XCTAssertEqual(table.count, known.count)
    XCTAssertEqual(table.distinctCount(in: 0..<1), Set(known.keys.map(\.[0])).count)
    XCTAssertEqual(table.distinctCount(in: 0..<2), known.count)
  }

  /// Words are the same for the same values only.
  func testWordsStandForValues() {
    var table = ValueTable()
    let named = ValueType.declared("Kind", cases: ["x"])
    let values: [(Value, ValueType)] = [
      (.bool(true), .bool), (.bool(false), .bool), (.int(-3), .int), (.duration(milliseconds: 4), .duration),
      (.double(0.5), .double), (.double(0), .double), (.nan, .double), (.string("x"), .string), (.named("x"), named),
      (.opaque("x"), .opaque("T")),
    ]
    for _ in 0..<2 {
      for (value, type) in values {
        let word = table.word(for: value)
        XCTAssertEqual(table.value(word, as: type), value)
      }
    }
    XCTAssertEqual(table.word(for: .double(-0.0)), table.word(for: .double(0)))
    XCTAssertEqual(table.word(for: .nan), table.word(for: .nan))
    XCTAssertNotEqual(table.word(for: .string("x")), table.word(for: .named("x")))
    let half = table.word(for: .double(0.5))
    XCTAssertEqual(table.doubles[half], 0.5)
  }

  func testSetsOfNumbers() {
    var random = SplitMix64(seed: testSeed(default: 3))
    for _ in 0..<200 {
      let members = Set((0..<random.below(12)).map { _ in random.below(200) })
      let others = Set((0..<random.below(60)).map { _ in random.below(200) })
      let (set, other) = (BitSet(count: 200, members), BitSet(count: 200, others))
      let (start, end) = (random.below(200), random.below(201))
      XCTAssertEqual(set.isEmpty, members.isEmpty)
      XCTAssertEqual(set.first(from: start, below: end), members.filter { $0 >= start && $0 < end }.min() ?? -1)
      XCTAssertEqual(
        set.first(from: start, below: end, in: other),
        members.intersection(others).filter { $0 >= start && $0 < end }.min() ?? -1)
    }
  }

  func testRowsOfBitsAreSets() {
    var random = SplitMix64(seed: testSeed(default: 3))
    for count in [1, 63, 64, 65, 200] {
      var table = BitTable(rowCount: 3, count: count)
      var known = [Set<Int>](repeating: [], count: 3)
      for _ in 0..<6 {
        let (row, start) = (random.below(3), random.below(count))
        let end = start + random.below(count - start + 1)
        table.insert(from: start, to: end, inRow: row)
        known[row].formUnion(start..<end)
      }
      for row in 0..<3 {
        let members = Set((0..<count).filter { table.contains($0, inRow: row) })
        XCTAssertEqual(members, known[row], "\(count) bits")
      }
    }
  }
}
