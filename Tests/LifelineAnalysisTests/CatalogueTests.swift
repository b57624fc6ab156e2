import LifelineWorkspace
import Foundation
import LifelineAnalysis
import LifelineInterpreter
import LifelineLanguage
import LifelineModel
import LifelineScenarios
import XCTest

/// What the scenarios of the documented life cycles pin down: everything.
final class CatalogueTests: XCTestCase {
  private func machines() throws -> [Machine] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Specs").resolvingSymlinksInPath()
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "yaml" && $0.lastPathComponent != "lifeline.yaml" }
    XCTAssertFalse(files.isEmpty)
    return try files.sorted { $0.path < $1.path }.map { file in
      let bytes = Array(try Data(contentsOf: file))
      return try XCTUnwrap(SpecReader.read(bytes: bytes, path: file.lastPathComponent).machine)
    }
  }

  func testEverythingIsCovered() throws {
    for machine in try machines() {
      let recording = try XCTUnwrap(CheckReport(checking: machine, recording: true).recording)
      XCTAssertEqual(CoverageTable.missing(Coverage(of: machine, by: recording)), [])
    }
  }

  func testEveryChangeThatMakesADifferenceIsNoticed() throws {
    for machine in try machines() {
      let trial = MutationTrial(
        of: machine, by: try XCTUnwrap(CheckReport(checking: machine, recording: true).recording))
      let unnoticed = trial.mutants.filter { !trial.isNoticed($0) }
      guard !unnoticed.isEmpty else { continue }
      let comparison = MutantComparison(Exploration(of: MachineIndex(machine)))
      let open = unnoticed.filter { comparison.result(for: $0) != .equivalent }
      XCTAssertEqual(open.map { "\(machine.path):\($0.range.start.line) \($0.change)" }, [])
      XCTAssertLessThan(unnoticed.count, 10, "most mutants make a difference")
    }
  }
}
