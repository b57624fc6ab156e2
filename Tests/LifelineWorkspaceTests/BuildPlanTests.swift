import Foundation
import TestSupport
import XCTest

/// Tests the plan of the build plugin, which is compiled into the tests as well.
final class BuildPlanTests: XCTestCase, FolderTestCase {
  private(set) var folder = URL(filePath: "/")

  override func setUpWithError() throws {
    folder = try createTemporaryFolder()
    for path in ["App/Door.yaml", "App/Inner/Gate.yml", "Core/Bell.yaml", "AppTests/Fixture.yaml"] {
      try write(spec("Door"), to: path)
    }
    try write("services: {}\n", to: "App/Compose.yaml")
    try write("doc: |\n  lifeline: 1\n", to: "App/Text.yaml")
  }

  override func tearDownWithError() throws { try FileManager.default.removeItem(at: folder) }

  /// Returns a target of an Xcode project.
  private func target(_ name: String, _ files: String...) -> XcodeSpecs {
    XcodeSpecs.find(in: files.map { folder.appending(path: $0) }, ofTarget: name)
  }

  private func lines(_ specs: [PlannedSpec]) -> [String] {
    let root = folder.path + "/"
    return specs.map {
      $0.arguments(generatingInto: folder.appending(path: "Out")).joined(separator: " ").replacing(root, with: "")
    }
  }

  func testOnlyFilesWithTheKeyAreSpecsOfAnXcodeTarget() throws {
    let app = target(
      "My App", "App/Door.yaml", "App/Compose.yaml", "App/Text.yaml", "App/lifeline.yaml", "App/None.yaml",
      "App/App.swift", "App/Inner/Gate.yml")
    XCTAssertEqual(app.moduleName, "My_App")
    XCTAssertEqual(app.specs.map(\.lastPathComponent), ["Door.yaml", "Gate.yml"])
    XCTAssertEqual(
      lines(try planSpecs(of: app.plannedTarget(isTest: false, others: []))),
      ["App/Door.yaml", "App/Inner/Gate.yml"].map {
        "generate --quiet --without-extra-templates \($0) --output Out"
          + " --module-folder My_App=App/ --module-folder My_App=App/Inner/"
      })
  }

  /// These are the names that SwiftPM makes.
  func testModuleNames() {
    let names = ["App": "App", "My App-2": "My_App_2", "2Doors": "_Doors", "12 3": "_2_3", "_": "_"]
      .merging(["Tür": "Tür", "門": "門", "٠٠٠": "_٠٠", "a🐴b": "a_b"]) { $1 }
    for (name, module) in names { XCTAssertEqual(swiftModuleName(ofTarget: name), module) }
    XCTAssertEqual(target("My App-2").moduleName, "My_App_2")
  }

  func testXcodeTestsOfSpecsOfAnotherTarget() throws {
    let app = target("App", "App/Door.yaml", "App/Inner/Gate.yml", "App/Door2.swift")
    let core = target("Core", "Core/Bell.yaml")
    let tests = target("AppTests", "App/Door.yaml", "AppTests/Fixture.yaml")
    let specs = try planSpecs(of: tests.plannedTarget(isTest: true, others: [core, app]))
    XCTAssertEqual(specs.map(\.outputNames), [["Fixture.swift", "FixtureTests.swift"], ["DoorTests.swift"]])
    XCTAssertEqual(specs.map(\.module), [nil, "App"])
    XCTAssertEqual(specs[1].usableModules.map(\.name), ["App", "App", "Core"])
    // One that isn't a test target has machines of all of its specs.
    let machines = try planSpecs(of: tests.plannedTarget(isTest: false, others: [core, app]))
    XCTAssertEqual(machines.map(\.outputNames), [["Door.swift"], ["Fixture.swift"]])
  }

  /// An app for two systems has the same files twice. Tests belong to the one with the similar name.
  func testXcodeTestsOfASpecOfTwoTargets() throws {
    let tests = target("MacTests", "App/Door.yaml")
    let others = [target("Phone", "App/Door.yaml"), target("Mac", "App/Door.yaml")]
    let specs = try planSpecs(of: tests.plannedTarget(isTest: true, others: others))
    XCTAssertEqual(specs.map(\.module), ["Mac"])
    XCTAssertEqual(specs[0].usableModules.map(\.name), ["Mac", "Phone"])
    let phone = try planSpecs(of: target("UnitTests", "App/Door.yaml").plannedTarget(isTest: true, others: others))
    XCTAssertEqual(phone.map(\.module), ["Phone"])
  }

  func testNamesThatCollideInAnXcodeTarget() throws {
    let app = target("App", "App/Door.yaml", "App/Views/door.swift")
    XCTAssertThrowsError(try planSpecs(of: app.plannedTarget(isTest: false, others: []))) { error in
      XCTAssertEqual(
        "\(error)",
        """
        LifelineBuildPlugin cannot generate for target 'App':
          - Door.swift would be generated from \(folder.path)/App/Door.yaml, but the target has a file of that name: \
        \(folder.path)/App/Views/door.swift. Rename one of the two, since files of one target need different names. If you \
        check in the generated file, leave this plugin out of the target.
        """)
    }
  }

  /// Folders are inputs for SwiftPM alone.
  func testInputs() throws {
    for path in ["lifeline.yaml", "App/lifeline.yaml", "Layout/events.mustache"] { try write("", to: path) }
    let spec = PlannedSpec(
      url: folder.appending(path: "App/Inner/Gate.yml"), target: folder.appending(path: "App"), makesMachine: true,
      makesTests: false)
    func inputs(watchingFolders: Bool) -> [String] {
      let project = PlannedProject(root: folder, watchesFolders: watchingFolders)
      return (configurations(for: spec, in: project) + templates(in: project)).map {
        $0.path.replacing(folder.path, with: "")
      }
    }
    XCTAssertEqual(
      inputs(watchingFolders: false), ["/App/lifeline.yaml", "/lifeline.yaml", "/Layout/events.mustache"])
    XCTAssertEqual(
      inputs(watchingFolders: true),
      ["/App/lifeline.yaml", "/lifeline.yaml", "", "/Layout", "/Layout/events.mustache"])
  }
}
