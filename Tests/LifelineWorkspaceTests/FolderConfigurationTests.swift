import Foundation
import XCTest

@testable import LifelineWorkspace

final class FolderConfigurationTests: WorkspaceTestCase {
  /// Returns the name of the file that configures a spec.
  private func configuration(of name: String) -> String? {
    let workspace = loadWorkspace(at: [path(name)])
    return (workspace.specs.first?.configuration?.path).map(self.name)
  }

  func testTheNearestConfigurationAppliesUpToThePackage() throws {
    try write(spec("Door"), to: "Package/Specs/Inner/Door.yaml")
    try write("", to: "lifeline.yaml")
    try write("", to: "Package/Package.swift")
    XCTAssertNil(configuration(of: "Package/Specs/Inner/Door.yaml"))
    try write("access: public\n", to: "Package/lifeline.yaml")
    XCTAssertEqual(configuration(of: "Package/Specs/Inner/Door.yaml"), "Package/lifeline.yaml")
    try write("access: package\n", to: "Package/Specs/Inner/lifeline.yaml")
    XCTAssertEqual(configuration(of: "Package/Specs/Inner/Door.yaml"), "Package/Specs/Inner/lifeline.yaml")
  }

  func testLocationsAreRelativeToThePackage() throws {
    try write(spec("Door"), to: "Package/Specs/Door.yaml")
    try write("", to: "Package/Package.swift")
    let location = locateSpec(at: path("Package/Specs/Door.yaml"), workingFolder: "/")
    XCTAssertEqual(location.relativePath, "Specs/Door.yaml")
    XCTAssertEqual(location.folders, [path("Package/Specs"), path("Package")])
    XCTAssertEqual(
      locateSpec(at: "Specs/../Specs/Door.yaml", workingFolder: path("Package")).folders.last, path("Package"))
  }

  func testWithoutAPackageTheWorkingFolderIsInNoGeneratedText() throws {
    try write(spec("Door"), to: "Project/Specs/Door.yaml")
    let spec = path("Project/Specs/Door.yaml")
    for workingFolder in ["/", folder.path, path("Project"), path("Project/Specs"), path("Elsewhere")] {
      XCTAssertEqual(locateSpec(at: spec, workingFolder: workingFolder).relativePath, "Door.yaml", workingFolder)
    }
    XCTAssertEqual(locateSpec(at: "Specs/Door.yaml", workingFolder: path("Project")).relativePath, "Door.yaml")
  }

  func testErrorsAreReportedOnceForAllSpecs() throws {
    try write(spec("Door"), to: "Specs/Door.yaml")
    try write(spec("Gate"), to: "Specs/Gate.yaml")
    try write("acces: public\n", to: "Specs/lifeline.yaml")
    let result = CheckJob(Verification(.forErrors)).run(paths: [path("Specs")]) { AcceptanceResult(specs: $0) }
    XCTAssertEqual(result.diagnostics.diagnostics.map(\.location.path), [path("Specs/lifeline.yaml")])
    XCTAssertEqual(result.diagnostics.sources.values.filter { $0.path.hasSuffix("lifeline.yaml") }.count, 1)
  }

  func testSuppressionsOfAFolderAreJudgedIfItIsSearched() throws {
    try write(spec("Door"), to: "Specs/Door.yaml")
    try write("allow: {L212: drafts}\n", to: "Specs/lifeline.yaml")
    func codes(_ name: String) -> [String] {
      CheckJob(Verification(.forErrors)).run(paths: [path(name)]) { AcceptanceResult(specs: $0) }
        .diagnostics.diagnostics.map(\.kind.code)
    }
    XCTAssertEqual(codes("Specs"), ["L219"])
    XCTAssertEqual(codes("Specs/Door.yaml"), [])
    try write(spec("Door").replacing("[open]", with: "[open, shut]"), to: "Specs/Door.yaml")
    XCTAssertEqual(codes("Specs"), [])
  }
}
