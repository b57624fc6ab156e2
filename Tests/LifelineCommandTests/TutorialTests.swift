import Foundation
import TestSupport
import XCTest

/// Goes through the tutorial, in a package that uses the build plugin.
final class TutorialTests: PluginTestCase {
  func testEveryStepOfTheTutorial() throws {
    try skipTest(below: .thorough)
    for folder in ["Sources", "Tests", "Package.swift"] { try move(folder, to: nil) }
    var walk = PageWalk(page: packageRoot.appending(path: "docs/tutorial.md"), folder: package)
    // In the folder of all packages that tests build, where the tool is built already.
    walk.commands["swift test"] = { [self] in
      let log = try build()
      let result = try test()
      XCTAssertEqual(result.status, 0, result.output + result.errors)
      return log + result.output + result.errors
    }
    walk.adjust = { path, text in
      guard path == "Package.swift" else { return text }
      let address = "url: \"https://github.com/OWNER/lifeline\", from: \"0.1.0\""
      XCTAssertTrue(text.contains(address), text)
      return text.replacing(address, with: "name: \"lifeline\", path: \"\(Self.pluginPackage.path)\"")
    }
    // The blocks of no language are the installation, which the tests have behind them.
    let count = try walk.go { $0.language.isEmpty }
    XCTAssertGreaterThan(count, 5)
  }
}

/// Goes through the first steps of the README: from an empty folder to a tested machine, and to the line for CI.
final class FirstStepsTests: CommandTestCase {
  func testEveryStepOfTheReadme() throws {
    try skipTest(below: .thorough)
    let walk = PageWalk(page: packageRoot.appending(path: "README.md"), folder: folder)
    // `DocumentationTests` test the blocks that aren't steps.
    let count = try walk.go { _ in true }
    XCTAssertGreaterThan(count, 8)
  }
}
