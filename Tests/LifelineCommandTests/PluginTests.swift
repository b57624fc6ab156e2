import Foundation
import TestSupport
import XCTest

final class PluginTests: PluginTestCase {
  /// Returns a spec with one scenario, which holds if `call` is `ring`.
  private func spec(_ machine: String, expecting call: String = "ring") -> String {
    """
    lifeline: 1
    machine: \(machine)
    callbacks: [ring, knock]
    events: [open]
    states:
      closed: {on: {open: {to: opened, do: ring}}}
      opened: {on: {open: {do: knock}}}
    scenarios:
      opening rings:
        when: {open: \(call)}
    """ + "\n"
  }

  func testSpecsComeAndGoAndChange() throws {
    try skipTest(below: .thorough)
    // If the source declares a type itself, the build shows that the type isn't generated any more.
    func buildApp(_ source: String) throws -> String {
      try write(source, to: "Sources/App/App.swift")
      return try build()
    }

    try write(spec("Door"), to: "Sources/App/Door.yaml")
    let first = try buildApp("func make() -> Door { Door() }\n")
    XCTAssertTrue(first.contains("Generating Door.swift"), first)
    XCTAssertTrue(first.contains("Generating DoorTests.swift"), first)
    XCTAssertFalse(first.contains("warning: "), first)

    // If the test before this one has built a package with other targets, SwiftPM also links the tool in the second build.
    _ = try build()
    let again = try build()
    // Plugins are said to be compiled whether they are or not.
    let work = again.split(separator: "\n").filter { $0.contains("Generating") || $0.contains("Compiling App") }
    XCTAssertEqual(work, [], again)

    try write(spec("Gate"), to: "Sources/App/Inner/Gate.yml")
    _ = try buildApp("func make() -> (Door, Gate) { (Door(), Gate()) }\n")

    try move("Sources/App/Inner/Gate.yml", to: "Sources/App/Port.yaml")
    try write(spec("Entrance"), to: "Sources/App/Door.yaml")
    _ = try buildApp("struct Door {}\nfunc make() -> (Entrance, Gate) { (Entrance(), Gate()) }\n")

    try move("Sources/App/Port.yaml", to: nil)
    _ = try buildApp("struct Door {}\nstruct Gate {}\nfunc make() -> Entrance { Entrance() }\n")

    let tests = try test()
    XCTAssertEqual(tests.status, 0)
    let report = tests.output + tests.errors
    XCTAssertTrue(report.contains("EntranceTests"), report)
    XCTAssertTrue(report.contains("Executed 1 test, with 0 failures"), report)
  }

  func testErrorOfASpecFailsTheBuildAtItsLine() throws {
    try write(spec("Door", expecting: "knock"), to: "Sources/App/Door.yaml")
    let failed = try buildFailing()
    XCTAssertTrue(failed.contains("\(package.path)/Sources/App/Door.yaml:10:12: error: "), failed)
  }

  /// The plugin explores machines, up to the limit of the configuration.
  func testACallWithoutWhatItNeedsFailsTheBuildAtItsLine() throws {
    try skipTest(below: .thorough)
    try write("limit: 100\n", to: "lifeline.yaml")
    for (key, code) in [("needs", "L803"), ("onlyAfter", "L804")] {
      let broken = spec("Door").replacing("[ring, knock]", with: "{ring: {\(key): knock}, knock: }")
      try write(broken, to: "Sources/App/Door.yaml")
      let failed = try buildFailing()
      let column = 22 + key.count
      XCTAssertTrue(failed.contains("\(package.path)/Sources/App/Door.yaml:3:\(column): error: `ring`"), failed)
      XCTAssertTrue(failed.contains("[\(code)]"), failed)
    }
    try write("limit: 0\n", to: "lifeline.yaml")
    try build()
  }

  func testAFileThatIsNoSpecGetsAdvice() throws {
    try write("services: {}\n", to: "Sources/App/Compose.yaml")
    let failed = try buildFailing()
    XCTAssertTrue(failed.contains("Compose.yaml:1:1: error: "), failed)
    XCTAssertTrue(failed.contains("exclude it or declare it as a resource"), failed)
  }

  func testSpecsOfALinkedFolderAndOfTheTestsThemselves() throws {
    try skipTest(below: .thorough)
    try write(spec("Door"), to: "Documents/Door.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: package.appending(path: "Sources/App/Specs").path, withDestinationPath: "../../Documents")
    try write(spec("Fixture"), to: "Tests/AppTests/Fixture.yaml")
    try write("access: public\nmodule: Nowhere\n", to: "lifeline.yaml")
    try write("public func make() -> Door { Door() }\n", to: "Sources/App/App.swift")
    try write("func make() -> Fixture { Fixture() }\n", to: "Tests/AppTests/Own.swift")
    let output = try build()
    for name in ["Door", "DoorTests", "Fixture and FixtureTests"] {
      let outputs = name.replacing(" and", with: ".swift and")
      XCTAssertTrue(output.contains("Generating \(outputs).swift"), output)
    }
    XCTAssertFalse(output.contains("warning: "), output)
  }

  func testConfigurationThatComes() throws {
    try skipTest(below: .thorough)
    try write(spec("Door"), to: "Sources/App/Door.yaml")
    try build()
    try write("access: public\n", to: "lifeline.yaml")
    try write("public func make() -> Door { Door() }\n", to: "Sources/App/App.swift")
    try build()
  }

  func testTemplatesThatChangeOrCome() throws {
    try skipTest(below: .all)
    func buildApp(_ name: String, addedTo template: String) throws {
      let builtIn = try text(of: packageRoot.appending(path: "Templates/\(template).mustache"))
      try write("\(builtIn)\nextension {{type}} { static let \(name) = 1 }\n", to: "Layout/\(template).mustache")
      try write("func make() -> Int { Door.\(name) }\n", to: "Sources/App/App.swift")
      try build()
    }
    try write(spec("Door"), to: "Sources/App/Door.yaml")
    try write("templates: Layout\n", to: "lifeline.yaml")
    try buildApp("first", addedTo: "machine")
    try buildApp("second", addedTo: "machine")
    try buildApp("third", addedTo: "delegate")
    try buildApp("fourth", addedTo: "machine")
  }

  func testAllFaultsOfAPlanAreReportedAtOnce() throws {
    try write(spec("Door"), to: "Sources/App/Door.yaml")
    try write(spec("Door"), to: "Sources/App/Inner/door.yml")
    try write(spec("Gate"), to: "Sources/App/App.yaml")
    let output = try buildFailing()
    XCTAssertTrue(output.contains("LifelineBuildPlugin cannot generate for target 'App':"), output)
    XCTAssertTrue(output.contains("door.swift would be generated from both "), output)
    XCTAssertTrue(output.contains("App.swift would be generated from "), output)
    XCTAssertTrue(output.contains("Rename one of the two"), output)
  }

  func testPartsOfThisTargetAndOfAnother() throws {
    try skipTest(below: .thorough)
    let plugin = "plugins: [.plugin(name: \"LifelineBuildPlugin\", package: \"lifeline\")]"
    try write(
      """
      // swift-tools-version:6.1
      import PackageDescription

      let package = Package(
        name: "package",
        platforms: [.macOS(.v13)],
        dependencies: [.package(name: "lifeline", path: "\(Self.pluginPackage.path)")],
        targets: [
          .target(name: "Bells", \(plugin)),
          .target(
            name: "App", dependencies: ["Bells"], exclude: ["Excluded.yaml"], resources: [.copy("Resource.yaml")],
            \(plugin)),
          .testTarget(name: "AppTests", dependencies: ["App"], \(plugin)),
        ],
        swiftLanguageModes: [.v6]
      )
      """, to: "Package.swift")
    try write("", to: "Sources/Bells/Bells.swift")
    try write("access: public\n", to: "Sources/Bells/lifeline.yaml")
    try write(spec("Bell"), to: "Sources/Bells/Bell.yaml")
    try write(spec("Lock"), to: "Sources/App/Lock.yaml")
    try write(
      """
      lifeline: 1
      machine: House
      parts: {bell: ../Bells/Bell.yaml, lock: Lock.yaml}
      events: [come]
      states:
        quiet: {on: {come: {do: [{bell: open}, {lock: open}]}}}
      scenarios:
        both ring:
          given: quiet
          when: {come: [bell.ring, lock.ring]}
          then: [bell.opened, lock.opened]
      """ + "\n", to: "Sources/App/House.yaml")
    let first = try build()
    XCTAssertFalse(first.contains("warning: "), first)
    let tests = try test()
    XCTAssertEqual(tests.status, 0, tests.output + tests.errors)

    // A change of the part is seen, though no file of this target has changed.
    try write(
      spec("Bell").replacingOccurrences(of: "do: ring}", with: "do: knock}")
        .replacingOccurrences(of: "open: ring", with: "open: knock"), to: "Sources/Bells/Bell.yaml")
    let changed = try buildFailing()
    XCTAssertTrue(changed.contains("House.yaml:10:"), changed)

    try write(spec("Bell"), to: "Sources/Bells/Bell.yaml")
    try write("access: internal\n", to: "Sources/Bells/lifeline.yaml")
    let hidden = try buildFailing()
    XCTAssertTrue(hidden.contains("House.yaml:3:15: error: `Bell` is `internal`"), hidden)
  }
}
