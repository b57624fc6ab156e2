import Foundation
import LifelineInterpreter
import LifelineModel
import TestSupport
import XCTest

@testable import LifelineAnalysis

/// Explorations, and what follows from them, that nobody wants any more.
final class AbandonedExplorationTests: XCTestCase {
  /// Somebody who wants a result until it was asked a number of times whether that is so.
  private final class Client: @unchecked Sendable {
    private let lock = NSLock()
    private var asked = 0
    private let patience: Int

    init(patience: Int = .max) { self.patience = patience }

    var askedCount: Int { lock.withLock { asked } }

    @Sendable func isWaiting() -> Bool {
      lock.withLock {
        asked += 1
        return asked <= patience
      }
    }
  }

  /// Returns a machine with thousands of configurations, and promises that it keeps.
  private func counters() throws -> Machine {
    let names = ["a", "b", "c"]
    let regions = names.map { name in
      "\(name): {states: {s\(name): {on: {\(name): {do: [open, close, {set: {\(name)s: (\(name)s + 1) % 16}}]}}}}}"
    }
    return try readMachine(
      events: names.joined(separator: " "),
      """
      callbacks: {open: {answeredBy: close}, close: {needs: open}}
      context: {\(names.map { "\($0)s: {default: 0, private: true}" }.joined(separator: ", "))}
      states: {all: {regions: {\(regions.joined(separator: ", "))}}}
      """)
  }

  func testNothingIsSearchedThatNobodyWants() throws {
    let exploration = explore(MachineIndex.build(for: try counters()))
    XCTAssertTrue(exploration.isComplete)
    func findings(_ client: Client) -> [PromiseFindings.Finding] {
      findCertainThings(in: exploration, whileWanted: client.isWaiting).promises.map(\.finding)
    }
    XCTAssertEqual(findings(Client()), [.kept, .kept])
    XCTAssertEqual(findings(Client(patience: 0)), [.unsearched(.work), .unsearched(.work)])
  }

  func testASearchForBrokenPromisesEndsWhenNobodyWantsIt() throws {
    let machine = try counters()
    let patient = Client()
    _ = explore(MachineIndex.build(for: machine), whileWanted: patient.isWaiting)
    // One question before the exploration and one after it belong to the report.
    let client = Client(patience: patient.askedCount + 2)
    let report = analyze(machine, whileWanted: client.isWaiting)
    XCTAssertNil(report.proof)
    XCTAssertLessThan(client.askedCount, patient.askedCount + 10)
    XCTAssertNotNil(analyze(machine, whileWanted: Client().isWaiting).proof)
  }

  func testANodeWithManyReactionsIsLeftWhenNobodyWantsIt() throws {
    let names = (0..<100).map { "p\($0)" }
    let machine = try machine(
      """
      lifeline: 1
      machine: Test
      events: {go: {parameters: {\(names.map { "\($0): Int" }.joined(separator: ", "))}}}
      states: {a: {on: {go: {if: \(names.map { "\($0) == 7" }.joined(separator: " or ")), to: b}}}, b: {on: {go: a}}}
      """)
    let client = Client(patience: 3)
    var explorer = Explorer(modelEnvironment(of: .build(for: machine)), limit: 100, workLimit: .max)
    explorer.explore(observing: nil, whileWanted: client.isWaiting)
    XCTAssertTrue(explorer.result.isAbandoned)
    XCTAssertFalse(explorer.result.isComplete)
    XCTAssertEqual(client.askedCount, 4)
    XCTAssertLessThan(explorer.edges.count, 9_000)
  }
}
