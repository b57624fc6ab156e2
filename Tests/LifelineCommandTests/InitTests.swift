import Foundation
import TestSupport
import XCTest

/// `FirstStepsTests` build what `init` writes.
final class InitTests: CommandTestCase {
  func testANewPackage() throws {
    let result = try lifeline("init", "Player")
    XCTAssertEqual(result.status, 0, result.errors)
    XCTAssertEqual(
      result.output,
      """
      wrote Package.swift
      wrote .gitignore
      wrote Specs/Player.yaml
      wrote Specs/lifeline.yaml
      wrote lifeline.schema.json
      wrote Sources/PlayerLogic/Generated/Player.swift
      wrote Tests/PlayerLogicTests/Generated/PlayerTests.swift

      Next:
        swift test                 builds the machine and runs its scenarios
        lifeline generate          generates again, after a change of Specs/Player.yaml
        lifeline check             looks for mistakes in the spec
        lifeline generate --check  fails, for instance in CI, if a generated file isn't up to date

      """)
    XCTAssertEqual(read("lifeline.schema.json"), try lifeline("schema").output)
    XCTAssertTrue(
      try XCTUnwrap(read("Specs/Player.yaml")).hasPrefix("# yaml-language-server: $schema=../lifeline.schema.json\n"))
    let check = try lifeline("check", "--strict", "--coverage", "--mutate")
    XCTAssertEqual(check.status, 0, check.errors + check.output)
    XCTAssertEqual(try lifeline("generate", "--check").output, "2 generated files are up to date\n")
  }

  func testTheNameIsMadeOfTheFoldersName() throws {
    try write("", to: "media-player 2/.keep")
    let result = try lifeline("init", in: "media-player 2")
    XCTAssertEqual(result.status, 0, result.errors)
    XCTAssertNotNil(read("media-player 2/Specs/MediaPlayer2.yaml"))
    try write("", to: "123/.keep")
    let refused = try lifeline("init", in: "123")
    XCTAssertEqual(refused.status, 1)
    XCTAssertEqual(
      refused.errors,
      """
      123: error: the name of this folder can't be that of a type; give one, such as `lifeline init Player` [L639]
      1 error

      """)
    XCTAssertEqual(try names(in: "123"), [".keep"])
  }

  func testNothingIsOverwritten() throws {
    XCTAssertEqual(try lifeline("init", "Player").status, 0)
    try delete("Package.swift")
    try write("lifeline: 1\n", to: "Specs/Player.yaml")
    let result = try lifeline("init", "Player")
    XCTAssertEqual(result.status, 1)
    XCTAssertEqual(result.output, "")
    XCTAssertEqual(
      result.errors,
      """
      Sources/PlayerLogic/Generated/Player.swift: error: this file exists already, so nothing is written; choose another \
      name, or move the file [L637]
      Specs/Player.yaml: error: this file exists already, so nothing is written; choose another name, or move the file \
      [L637]
      Tests/PlayerLogicTests/Generated/PlayerTests.swift: error: this file exists already, so nothing is written; choose \
      another name, or move the file [L637]
      3 errors

      """)
    XCTAssertNil(read("Package.swift"))
  }

  func testARunGoesOnWhereAnotherWasKilled() throws {
    try skipTest(below: .thorough)
    for options in [[], ["--plugin"]] {
      try write("", to: "Whole/.keep")
      let whole = try lifeline(["init", "Player"] + options, in: "Whole")
      let paths = whole.output.split(separator: "\n").filter { $0.hasPrefix("wrote ") }.map { String($0.dropFirst(6)) }
      XCTAssertGreaterThan(paths.count, 5)
      for count in 0...paths.count {
        let folder = "Killed\(count)"
        try write("", to: "\(folder)/Specs/.lifeline-1-1/1")
        for path in paths.prefix(count) { try write(try XCTUnwrap(read("Whole/\(path)")), to: "\(folder)/\(path)") }
        let result = try lifeline(["init", "Player"] + options, in: folder)
        XCTAssertEqual(result.status, 0, "after \(paths.prefix(count)): \(result.errors)")
        for path in paths { XCTAssertEqual(read("\(folder)/\(path)"), read("Whole/\(path)"), path) }
        let written = result.output.split(separator: "\n").filter { $0.hasPrefix("wrote ") }
        XCTAssertEqual(written.map { String($0.dropFirst(6)) }, Array(paths.dropFirst(count)))
        try delete(folder)
      }
      try delete("Whole")
    }
    // What somebody has changed is in the way, and stays.
    XCTAssertEqual(try lifeline("init", "Player").status, 0)
    try write("// my own\n", to: "Sources/PlayerLogic/Generated/Player.swift")
    XCTAssertTrue(try lifeline("init", "Player").errors.contains("Player.swift: error: this file exists already"))
    XCTAssertEqual(read("Sources/PlayerLogic/Generated/Player.swift"), "// my own\n")
  }

  func testNamesThatNoMachineCanHave() throws {
    for name in ["player", "My Player", "", "Pläyer", "2"] {
      let result = try lifeline("init", name)
      XCTAssertEqual(result.status, 64, name)
      XCTAssertTrue(result.errors.hasPrefix("Error: '\(name)' can't be the name of a machine. Give a"), result.errors)
    }
    let result = try lifeline("init", "Self")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(result.errors.hasPrefix("Specs/Self.yaml:3:10: error: "), result.errors)
    XCTAssertEqual(try names(in: ""), [])
  }

  // MARK: Beside a manifest

  func testASpecForTheOnlyTarget() throws {
    try write("", to: "Package.swift")
    try write("", to: "Sources/App/App.swift")
    let result = try lifeline("init", "Player")
    XCTAssertEqual(result.status, 0, result.errors)
    XCTAssertEqual(
      result.output,
      """
      wrote Specs/Player.yaml
      wrote Specs/lifeline.yaml
      wrote lifeline.schema.json

      Add the tests to the targets in Package.swift:
        .testTarget(name: "AppTests", dependencies: ["App"]),

      Next:
        lifeline generate          writes Sources/App/Generated/Player.swift and Tests/AppTests/Generated/PlayerTests.swift
        swift test                 builds the machine and runs its scenarios
        lifeline check             looks for mistakes in the spec
        lifeline generate --check  fails, for instance in CI, if a generated file isn't up to date

      """)
    XCTAssertEqual(
      try lifeline("generate").output,
      "wrote Sources/App/Generated/Player.swift\nwrote Tests/AppTests/Generated/PlayerTests.swift\n")
    let second = try lifeline("init", "Recorder")
    XCTAssertTrue(second.output.hasPrefix("wrote Specs/Recorder.yaml\n\n"), second.output)
  }

  func testATargetOfSeveral() throws {
    try write("", to: "Package.swift")
    for target in ["App", "Core"] { try write("", to: "Sources/\(target)/A.swift") }
    try write("", to: "Tests/CoreTests/A.swift")
    XCTAssertEqual(
      try lifeline("init", "Player").errors,
      """
      Package.swift: error: this package has 2 targets (`App`, `Core`); say which one gets the machine, such as \
      `--target App` [L638]
      1 error

      """)
    XCTAssertTrue(
      try lifeline("init", "Player", "--target", "Coer").errors.hasPrefix(
        "Package.swift: error: there is no folder `Sources/Coer`; did you mean `Core`? [L638]"))
    let result = try lifeline("init", "Player", "--target", "Core")
    XCTAssertEqual(result.status, 0, result.errors)
    XCTAssertFalse(result.output.contains(".testTarget"), result.output)
    XCTAssertTrue(try XCTUnwrap(read("Specs/lifeline.yaml")).contains("output: ../Sources/Core/Generated\n"))
  }

  func testTheTargetOfNoPackage() throws {
    let result = try lifeline("init", "Player", "--target", "App")
    XCTAssertEqual(result.status, 1)
    XCTAssertEqual(
      result.errors,
      """
      Package.swift: error: there is no Package.swift here, so there is no target `App`; leave out `--target` [L638]
      1 error

      """)
    XCTAssertEqual(try names(in: ""), [])
  }

  func testAConfigurationForAnotherTargetOrWithErrors() throws {
    try write("", to: "Package.swift")
    for target in ["One", "my-tool"] { try write("", to: "Sources/\(target)/A.swift") }
    XCTAssertEqual(try lifeline("init", "A", "--target", "One").status, 0)
    let other = try lifeline("init", "B", "--target", "my-tool")
    XCTAssertEqual(other.status, 1)
    XCTAssertTrue(
      other.errors.hasPrefix(
        "Specs/lifeline.yaml: error: this configuration is kept, but it doesn't lead to `Sources/my-tool/Generated`; write"
      ),
      other.errors)
    XCTAssertNil(read("Specs/B.yaml"))
    try write("outpt: x\n", to: "Specs/lifeline.yaml")
    let broken = try lifeline("init", "B", "--target", "One")
    XCTAssertTrue(broken.errors.hasPrefix("Specs/lifeline.yaml:1:1: error: "), broken.errors)
    XCTAssertNil(read("Specs/B.yaml"))
    try delete("Specs/lifeline.yaml")
    XCTAssertEqual(try lifeline("init", "B", "--target", "my-tool").status, 0)
    XCTAssertTrue(try XCTUnwrap(read("Specs/lifeline.yaml")).contains("module: my_tool\n"))
    XCTAssertEqual(try lifeline("check").status, 0)
  }

  func testAPackageWithoutTargets() throws {
    try write("", to: "Package.swift")
    XCTAssertTrue(
      try lifeline("init", "Player").errors.hasPrefix(
        "Package.swift: error: this package has no target in `Sources`; add one first [L638]"))
  }

  func testASpecForThePlugin() throws {
    try write("", to: "Package.swift")
    try write("", to: "Sources/App/App.swift")
    try write("", to: "Tests/AppTests/AppTests.swift")
    let result = try lifeline("init", "--plugin", "Player")
    XCTAssertEqual(result.status, 0, result.errors)
    // A fork whose packages have an owner names the prebuilt one, which `StarterTests` try.
    if isPublished { return XCTAssertTrue(result.output.contains("/lifeline-plugin\""), result.output) }
    XCTAssertEqual(
      result.output,
      """
      wrote Sources/App/Player.yaml
      wrote lifeline.schema.json

      Add this package to the dependencies in Package.swift:
        .package(url: "https://github.com/OWNER/lifeline", from: "0.1.0"),
      and the plugin to the target App and to its test target:
        plugins: [.plugin(name: "LifelineBuildPlugin", package: "lifeline")]

      Next:
        swift test               builds the machine and runs its scenarios
        lifeline check Sources   looks for mistakes in the spec

      The first build compiles lifeline as well, which takes from one to four minutes, and needs libyaml:
      https://github.com/OWNER/lifeline/blob/main/docs/installing.md#the-source-plugin

      """)
    XCTAssertEqual(try lifeline("check", "Sources").status, 0)
  }

  func testASpecForThePluginWithoutATestTarget() throws {
    try write("", to: "Package.swift")
    try write("", to: "Sources/App/App.swift")
    let result = try lifeline("init", "--plugin", "Player")
    let package = isPublished ? "lifeline-plugin" : "lifeline"
    XCTAssertTrue(
      result.output.contains(
        """
        and the plugin to the target App:
          plugins: [.plugin(name: "LifelineBuildPlugin", package: "\(package)")]
        For the tests, add a target, and put a Swift file of your own into Tests/AppTests:
          .testTarget(name: "AppTests", dependencies: ["App"], plugins: [.plugin(name: "LifelineBuildPlugin", package: "\(package)")]),

        """), result.output)
  }

  /// Whether the addresses of the packages have an owner.
  private var isPublished: Bool { !"https://github.com/OWNER/lifeline".split(separator: "/").contains("OWNER") }

  // MARK: Beside an Xcode project

  func testAnXcodeProject() throws {
    try write("", to: "My App.xcodeproj/project.pbxproj")
    let result = try lifeline("init", "Player")
    XCTAssertEqual(result.status, 0, result.errors)
    XCTAssertTrue(
      result.output.contains("In Xcode, add the folder Generated to the target of the app, and GeneratedTests to"),
      result.output)
    XCTAssertEqual(
      try lifeline("generate").output, "wrote Generated/Player.swift\nwrote GeneratedTests/PlayerTests.swift\n")
    XCTAssertTrue(try XCTUnwrap(read("GeneratedTests/PlayerTests.swift")).contains("\n@testable import My_App\n"))
    XCTAssertNil(read("Package.swift"))
    let plugin = try lifeline("init", "--plugin", "Recorder")
    XCTAssertTrue(
      plugin.errors.contains("[L638]"), plugin.errors)
  }
}
