import Foundation
import LifelineAnalysis
import LifelineInterpreter
import TestSupport
import XCTest

@testable import LifelineWorkspace

/// The explorations of a run: one of each machine, whoever needs it, and all of them tell how far they have come.
final class OneExplorationTests: WorkspaceTestCase {
  /// The configurations that were explored when each exploration told about itself.
  private final class Progress: @unchecked Sendable {
    private let lock = NSLock()
    private var counts: [Int] = []

    @Sendable func observe(machine: String, configurations: Int) { lock.withLock { counts.append(configurations) } }

    /// The number of explorations. Each tells about itself first when there is no configuration yet.
    var explorationCount: Int { lock.withLock { counts.count { $0 == 0 } } }
  }

  private func check(limit: Int, mutating mutates: Bool = true) -> (explorations: Int, result: JobResult) {
    let progress = Progress()
    let job = CheckJob(
      Verification(.completely, mutates: mutates, explorationLimit: limit, observeProgress: progress.observe))
    let result = job.run(paths: [path("Specs")]) { AcceptanceResult(specs: $0) }
    return (progress.explorationCount, result)
  }

  private func generate(limit: Int, monitor: Bool) -> (explorations: Int, result: JobResult) {
    let progress = Progress()
    let job = GenerationJob(
      folders: OutputFolders(machines: path("Out")), monitor: monitor,
      verification: Verification(
        .forErrors, reportsUnexploredParts: true, explorationLimit: limit, observeProgress: progress.observe))
    let result = job.run(paths: [path("Specs")])
    return (progress.explorationCount, result)
  }

  func testMutantsAreJudgedByTheExplorationOfTheChecks() throws {
    try write(spec("Door"), to: "Specs/Door.yaml")
    let (count, result) = check(limit: 1_000)
    XCTAssertEqual(count, 1)
    XCTAssertTrue(result.lines.contains { $0.contains("mutants") }, "\(result.lines)")
    XCTAssertTrue(result.lines[0].hasSuffix("(2 configurations)"), result.lines[0])
  }

  func testMutantsAreExploredVisiblyWhereTheChecksAreNot() throws {
    try write(spec("Door"), to: "Specs/Door.yaml")
    let (count, result) = check(limit: 0)
    XCTAssertEqual(count, 1)
    XCTAssertTrue(result.lines.contains { $0.contains("mutants") }, "\(result.lines)")
    XCTAssertFalse(result.lines[0].contains("configurations"), result.lines[0])
    XCTAssertEqual(check(limit: 0, mutating: false).explorations, 0)
  }

  func testNothingIsExploredForMutantsThatFailingScenariosCanNotJudge() throws {
    try write(spec("Door", expecting: "knock"), to: "Specs/Door.yaml")
    XCTAssertEqual(check(limit: 0).explorations, 0)
  }

  func testAMonitorRaisesALowerLimitOfTheOnlyExploration() throws {
    try write(spec("Door"), to: "Specs/Door.yaml")
    for limit in [0, 1] {
      let (count, result) = generate(limit: limit, monitor: true)
      XCTAssertEqual(count, 1)
      XCTAssertEqual(result.diagnostics.diagnostics, [])
      XCTAssertTrue(try XCTUnwrap(read("Out/Door.swift")).contains("Monitor"))
    }
    let limited = generate(limit: 1, monitor: false)
    XCTAssertEqual(limited.explorations, 1)
    XCTAssertEqual(limited.result.diagnostics.diagnostics.map(\.kind.code), ["L805"])
  }

  func testNoMonitorIsMadeOfAnExplorationThatEndedEarly() throws {
    let machine = try readMachine(
      callbacks: "called", events: "up down",
      """
      context: {n: {default: 0, private: true}}
      states: {a: {on: {up: {do: {set: {n: n + 1}}}, down: {if: n > 0, do: [called, {set: {n: n - 1}}]}}}}
      """)
    let exploration = explore(MachineIndex.build(for: machine), limit: 5)
    let made = GenerationJob(monitor: true).makeMonitor(for: machine, knowing: exploration)
    XCTAssertNil(made.table)
    XCTAssertEqual(
      made.errors.map(\.message),
      [
        "`Test` can't have a monitor: it needs all configurations, and the exploration ended after 5 configurations (`--limit`)"
      ])
  }
}
