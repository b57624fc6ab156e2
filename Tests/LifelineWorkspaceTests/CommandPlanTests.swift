import Foundation
import XCTest

/// Tests the plan of the command plugin, which is compiled into the tests as well.
final class CommandPlanTests: XCTestCase {
  private var target: PlannedTarget = {
    let folder = URL(filePath: "/app/Sources/App")
    return PlannedTarget(
      name: "App", moduleName: "App", folder: folder, specs: [folder.appending(path: "Door.yaml")], swiftFiles: [],
      usableModules: [])
  }()

  private var manifest = ""

  private func runs(_ arguments: String...) throws -> [String] {
    try CommandPlan.make(
      for: arguments, of: [target], in: URL(filePath: "/app"), tool: URL(filePath: "/my tools/lifeline"),
      manifest: manifest
    ).runs.map { $0.joined(separator: " ") }
  }

  private func refusal(_ arguments: String...) -> String {
    do {
      return try CommandPlan.make(
        for: arguments, of: [target], in: URL(filePath: "/app"), tool: URL(filePath: "/my tools/lifeline"),
        manifest: manifest
      ).runs.description
    } catch {
      return "\(error)"
    }
  }

  func testSpecsOfTargetsAreArguments() throws {
    XCTAssertEqual(try runs("check", "--strict"), ["check --strict Sources/App/Door.yaml"])
    XCTAssertEqual(try runs("generate"), ["generate Sources/App/Door.yaml --output Sources/App/Generated"])
    XCTAssertEqual(try runs("init", "Player", "--target", "App"), ["init --plugin Player --target App"])
    XCTAssertEqual(
      try runs("diagram", "--ascii", "--scenario", "a day"), ["diagram --ascii --scenario a day Sources/App/Door.yaml"])
    XCTAssertEqual(try runs("diagram", "--ascii", "Gate.yaml"), ["diagram --ascii Gate.yaml"])
    XCTAssertEqual(try runs("explore", "-o", "a.html"), ["explore -o a.html Sources/App/Door.yaml"])
    XCTAssertEqual(try runs("docs", "--output=Pages", "Gate.yaml"), ["docs --output=Pages Gate.yaml"])
    XCTAssertEqual(
      try runs("docs", "--docc", "--output", "A.docc"), ["docs --docc --output A.docc Sources/App/Door.yaml"])
    XCTAssertEqual(try runs("format", "--check"), ["format --check Sources/App/Door.yaml"])
    XCTAssertEqual(try runs("format", "-q", "Gate.yaml"), ["format -q Gate.yaml"])
    XCTAssertEqual(try runs("generate", "--prune", "--help"), ["generate --prune --help"])
  }

  func testACommandAboutOneSpecTakesTheOnlyOne() throws {
    XCTAssertEqual(try runs("explore"), ["explore Sources/App/Door.yaml"])
    target.specs.append(target.folder.appending(path: "Gate.yaml"))
    XCTAssertEqual(
      refusal("explore", "--output", "-"),
      """
      'explore' is about one spec, and the targets have several: 'Sources/App/Door.yaml', 'Sources/App/Gate.yaml'. Name one \
      of them, or choose a target that has only one with '--target'
      """)
    XCTAssertEqual(try runs("explore", "Sources/App/Gate.yaml"), ["explore Sources/App/Gate.yaml"])
    XCTAssertEqual(try runs("diagram"), ["diagram Sources/App/Door.yaml Sources/App/Gate.yaml"])
  }

  /// A `-` is standard input, which a plugin doesn't have, only where a spec or a log is meant.
  func testADashBehindAnOutputIsStandardOutput() throws {
    XCTAssertEqual(try runs("explore", "-o", "-"), ["explore -o - Sources/App/Door.yaml"])
    XCTAssertEqual(try runs("diagram", "--output", "-"), ["diagram --output - Sources/App/Door.yaml"])
    XCTAssertEqual(try runs("diagram", "--output", "-", "Gate.yaml"), ["diagram --output - Gate.yaml"])
    XCTAssertEqual(
      try runs("trace", "Door.yaml", "a.log", "--picture", "-"), ["trace Door.yaml a.log --picture -"])
    for line in ["explore -", "explore -o a.html -", "trace Door.yaml -", "trace Door.yaml - --picture -", "check -"] {
      let words = line.split(separator: " ").map(String.init)
      XCTAssertThrowsError(
        try CommandPlan.make(
          for: words, of: [target], in: URL(filePath: "/app"), tool: URL(filePath: "/lifeline"), manifest: ""), line)
    }
  }

  /// SwiftPM forbids plugins to write unless the user allows it, and the plugin says so before the command fails.
  func testCommandsThatWriteAreKnown() {
    let writing = [
      "generate", "init Player", "check --accept --yes", "check --coverage-format lcov --coverage-output=a.info",
      "schema -o a.json", "schema --output a.json", "diagram Door.yaml --output door.svg", "templates copy Templates",
      "explore Door.yaml --output door.html", "trace Door.yaml a.log --picture a.svg", "check --pictures Pictures",
      "check --pictures=Pictures", "format", "format Door.yaml", "docs --output Pages",
      "docs --docc -o Doors.docc Door.yaml",
    ]
    let reading = [
      "format --check", "generate --check", "generate --dry-run", "generate --help", "check --strict", "schema",
      "diagram Door.yaml",
      "templates", "explain L801", "explore Door.yaml", "trace Door.yaml a.log", "docs Door.yaml",
      "docs --output Pages --check", "diagram Door.yaml --output -", "explore -o - Door.yaml", "docs --output=-",
      "trace Door.yaml a.log --picture -",
    ]
    func writes(_ line: String) -> Bool { CommandPlan.writes(line.split(separator: " ").map(String.init)) }
    XCTAssertEqual(writing.filter { !writes($0) }, [])
    XCTAssertEqual(reading.filter(writes), [])
  }

  func testALineForAShellQuotesWords() {
    let beginning = "this command needs a terminal, and a plugin has none. Run the tool itself: '/my tools/lifeline' "
    XCTAssertEqual(
      refusal("simulate", "My Specs/Door.yaml", "--given", "a=b"),
      beginning + "simulate 'My Specs/Door.yaml' --given a=b")
    XCTAssertEqual(
      refusal("check", "--accept", "it's", "$HOME", "", "a-b_1.2"),
      beginning + #"check --accept 'it'\''s' '$HOME' '' a-b_1.2"#)
  }

  /// What the build plugin generates isn't generated into the package as well: it wouldn't build any more.
  func testFilesThatTheBuildGeneratesAreNeitherGeneratedNorCompared() throws {
    manifest = #".target(name: "App", plugins: [.plugin(name: "LifelineBuildPlugin", package: "lifeline")])"#
    for arguments in [["generate"], ["generate", "--check"]] {
      XCTAssertThrowsError(
        try CommandPlan.make(
          for: arguments, of: [target], in: URL(filePath: "/app"), tool: URL(filePath: "/lifeline"), manifest: manifest)
      ) { error in
        XCTAssertTrue("\(error)".hasPrefix("'App': the manifest names LifelineBuildPlugin"), "\(error)")
      }
    }
    XCTAssertEqual(try runs("check"), ["check Sources/App/Door.yaml"])
    XCTAssertEqual(try runs("generate", "--output", "Out"), ["generate --output Out Sources/App/Door.yaml"])
    target.swiftFiles = [target.folder.appending(path: "Generated/Door.swift")]
    XCTAssertEqual(
      try runs("generate", "--check"), ["generate --check Sources/App/Door.yaml --output Sources/App/Generated"])
  }

  func testLeftOverFilesNeedFolders() {
    XCTAssertEqual(
      refusal("generate", "--prune"),
      """
      '--prune' needs the folders of all specs that are generated into one place, and a plugin names the specs one by one. \
      Run the tool itself: '/my tools/lifeline' generate --prune FOLDER…
      """)
  }
}
