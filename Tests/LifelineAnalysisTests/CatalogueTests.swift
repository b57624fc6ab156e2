import Foundation
import LifelineAnalysis
import LifelineInterpreter
import LifelineLanguage
import LifelineModel
import LifelineScenarios
import TestSupport
import XCTest

/// Checks that the scenarios of the documented life cycles cover everything and kill all mutants.
final class CatalogueTests: XCTestCase {
  private func machines() throws -> [Machine] {
    let files = try documentedSpecs()
    XCTAssertFalse(files.isEmpty)
    return try files.map(documentedMachine)
  }

  func testEverythingIsCovered() throws {
    try skipTest(below: .thorough)
    for machine in try machines() {
      let recording = try XCTUnwrap(checkScenarios(of: machine, recording: true).recording)
      XCTAssertEqual(measureCoverage(of: machine, by: recording).missing.map { "\($0.name) \($0.complaint)" }, [])
    }
  }

  func testNoMutantSurvives() throws {
    try skipTest(below: .all)
    for machine in try machines() {
      let judge = MutantJudge.prepare(explore(MachineIndex.build(for: machine)))
      let comparison = judge.prepareComparison(of: judge.batches.flatMap(judge.undetected))
      let compared = comparison.batches.flatMap(comparison.verdicts)
      let report = reportVerdicts(judge.verdicts(knowing: compared), on: machine)
      XCTAssertEqual(report.diagnostics.map { "\($0.location): \($0.message)" }, [])
      XCTAssertLessThan(report.count(.equivalent), 10, "Most mutants should behave differently.")
    }
  }
}
