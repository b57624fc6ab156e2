import Foundation
import TestSupport
import XCTest

/// Runs `swift package lifeline …` in a package, as a user does.
final class CommandPluginTests: PluginTestCase {
  /// The targets don't use the build plugin, which would generate the same files.
  override func setUpWithError() throws {
    try super.setUpWithError()
    let plugin = /,\s*plugins: \[[^\]]*\]/
    try write(try XCTUnwrap(read("Package.swift")).replacing(plugin, with: ""), to: "Package.swift")
  }

  func testSpecsOfTheTargetsAreCheckedAndGenerated() throws {
    try skipTest(below: .all)
    try write(spec("Door"), to: "Sources/App/Door.yaml")
    try write(spec("Gate"), to: "Tests/AppTests/Gate.yaml")
    let check = try lifeline("check")
    XCTAssertEqual(check.status, 0, check.errors)
    XCTAssertTrue(check.output.contains("Door: 1 scenario holds;"), check.output + check.errors)
    XCTAssertTrue(check.output.contains("Gate: 1 scenario holds;"), check.output + check.errors)

    let generated = try lifeline("generate")
    XCTAssertEqual(generated.status, 0, generated.errors)
    XCTAssertEqual(try names(in: "Sources/App/Generated"), ["Door.swift"])
    XCTAssertEqual(try names(in: "Tests/AppTests/Generated"), ["DoorTests.swift", "Gate.swift", "GateTests.swift"])
    XCTAssertTrue(try XCTUnwrap(read("Tests/AppTests/Generated/DoorTests.swift")).contains("\n@testable import App\n"))

    let diagram = try lifeline("diagram", "--target", "App")
    XCTAssertTrue(diagram.output.contains("stateDiagram-v2\n"), diagram.output + diagram.errors)
    let page = try lifeline("explore", "--target", "App", "--output", "door.html")
    XCTAssertEqual(page.status, 0, page.errors)
    XCTAssertTrue(try XCTUnwrap(read("door.html")).localizedCaseInsensitiveContains("<!doctype html>"))
    let pages = try lifeline("docs", "--output", "Pages")
    XCTAssertEqual(pages.status, 0, pages.errors)
    XCTAssertEqual(try names(in: "Pages"), ["Door.md", "Gate.md", "README.md"])

    try write(spec("Portal"), to: "Sources/App/Door.yaml")
    let stale = try lifeline("generate", "--target", "App", "--check")
    XCTAssertNotEqual(stale.status, 0)
    let message = "Sources/App/Generated/Door.swift: error: the file is changed: generating it from `Sources/App/"
    XCTAssertTrue(stale.output.hasPrefix(message), stale.output + stale.errors)
    XCTAssertTrue(stale.errors.contains("error: lifeline has found errors"), stale.errors)
    XCTAssertFalse(stale.output.contains("AppTests"), stale.output)
  }

  func testWhatThePluginRefuses() throws {
    try skipTest(below: .all)
    let accept = try lifeline("check", "--accept")
    XCTAssertNotEqual(accept.status, 0)
    let message = "error: this command needs a terminal, and a plugin has none. Run the tool itself: /"
    XCTAssertTrue(accept.errors.contains(message), accept.errors)
    XCTAssertNotNil(accept.errors.firstMatch(of: /lifeline\S* check --accept\n/), accept.errors)
    let unknown = try lifeline("check", "--target", "Ap")
    XCTAssertNotEqual(unknown.status, 0)
    XCTAssertTrue(
      unknown.errors.contains("error: there is no target 'Ap' of Swift sources; there are 'App', 'AppTests'"),
      unknown.errors)
    let empty = try lifeline("check")
    XCTAssertNotEqual(empty.status, 0)
    XCTAssertTrue(
      empty.errors.contains("error: none of the targets has a spec (.yaml or .yml) among its files;"), empty.errors)
    // The target is an option of `init` itself, wherever it stands.
    let target = try lifeline("--target", "Ap", "init", "Player")
    XCTAssertNotEqual(target.status, 0)
    let advice = "there is no folder `Sources/Ap`; did you mean `App`?"
    XCTAssertTrue(target.output.contains(advice), target.output + target.errors)
    let first = try lifeline("init", "Player")
    XCTAssertEqual(first.status, 0, first.errors)
    XCTAssertTrue(first.output.contains("wrote Sources/App/Player.yaml"), first.output + first.errors)
    let prune = try lifeline("generate", "--prune")
    XCTAssertNotEqual(prune.status, 0)
    XCTAssertTrue(prune.errors.contains("error: '--prune' needs the folders of all specs"), prune.errors)
  }

  private func lifeline(_ arguments: String...) throws -> ProcessResult {
    try swift("package", ["--allow-writing-to-package-directory", "lifeline"] + arguments)
  }
}
