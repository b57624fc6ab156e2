import Foundation
import LifelineSource
import LifelineYAML
import TestSupport
import XCTest

/// The lines of `docs/continuous-integration.md` and of the hooks do what the page says.
final class ContinuousIntegrationTests: CommandTestCase {
  private let format = YAMLFormat(name: "workflow", firstLine: "name: CI", allowsEmptyFiles: false)

  /// Runs a line of a shell that has the command `lifeline`.
  private func shell(_ line: String) throws -> ProcessResult {
    let path = buildFolder.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    return try execute(
      "sh", ["-c", line], in: folder,
      environment: ["PATH": path, "NO_COLOR": "", "GITHUB_WORKSPACE": folder.path, "CI_PROJECT_DIR": folder.path],
      limit: 60)
  }

  /// Returns the texts in a document, each with the keys that lead to it.
  private func texts(in node: YAMLNode, at path: [String] = []) -> [(path: [String], text: String)] {
    switch node.content {
    case .scalar(let scalar): [(path, scalar.text)]
    case .sequence(let items): items.flatMap { texts(in: $0, at: path) }
    case .mapping(let entries): entries.flatMap { texts(in: $0.value, at: path + [$0.key]) }
    }
  }

  private func document(_ text: String, _ location: String) throws -> YAMLNode {
    let document = YAMLReader.read(Array(text.utf8), path: location, as: format)
    XCTAssertEqual(document.diagnostics.map(\.message), [], location)
    return try XCTUnwrap(document.root, location)
  }

  /// The hooks with their keys.
  private func hooks() throws -> [[String: String]] {
    // The file is a list, and the tool reads mappings only.
    let lines = try text(of: packageRoot.appending(path: ".pre-commit-hooks.yaml")).split(separator: "\n")
    let list = "hooks:\n" + lines.map { "  \($0)\n" }.joined()
    guard case .mapping(let entries) = try document(list, ".pre-commit-hooks.yaml").content,
      case .sequence(let items)? = entries.first?.value.content
    else { return [] }
    return items.map { item in
      Dictionary(texts(in: item).map { ($0.path.joined(separator: "."), $0.text) }) { first, _ in first }
    }
  }

  /// Writes a spec with its generated files, for which all lines succeed.
  private func prepareProject() throws {
    try write(spec("Door"), to: "Specs/Door.yaml")
    try write("output: ../Sources/App/Generated\ntestsOutput: ../Tests/AppTests/Generated\n", to: "Specs/lifeline.yaml")
    XCTAssertEqual(try lifeline("generate").status, 0)
  }

  /// The scripts of the page.
  private func scriptsOfThePage() throws -> [String] {
    let page = try text(of: packageRoot.appending(path: "docs/continuous-integration.md"))
    return try MarkdownBlock.blocks(in: page).flatMap { block -> [String] in
      if block.language.isEmpty { return block.text.split(separator: "\n").map(String.init) }
      guard block.language == "yaml" else { return [] }
      return texts(in: try document(block.text, "continuous-integration.md:\(block.line)"))
        .filter { ["run", "script", "before_script"].contains($0.path.last) }.map(\.text)
    }
  }

  private let beginningsOfInstallation = ["mkdir ", "apt-get ", "curl "]

  /// The lines of the page that run the command.
  private func linesOfThePage() throws -> [String] {
    try scriptsOfThePage().filter { script in !beginningsOfInstallation.contains { script.hasPrefix($0) } }
  }

  func testTheArchiveOfAReleaseIsInstalled() throws {
    let makefile = try text(of: packageRoot.appending(path: "Makefile"))
    let repository = try XCTUnwrap(makefile.firstMatch(of: /(?m)^REPOSITORY = (.*)$/)).1
    let name = "lifeline-\(toolVersion)-x86_64-linux"
    let address = "\(repository)/releases/download/\(toolVersion)/\(name).tar.gz"
    // Instead of the network, there is an archive that has the same folders.
    try write("#!/bin/sh\necho installed\n", to: "\(name)/bin/lifeline")
    try write(
      "#!/bin/sh\ntest \"$2\" = \(address) && tar -czf - -C '\(folder.path)' \(name)\n", to: "Programs/curl")
    _ = try execute("chmod", ["+x", "Programs/curl", "\(name)/bin/lifeline"], in: folder)
    let scripts = try scriptsOfThePage().filter { $0.contains("curl -") }
    XCTAssertEqual(scripts.count, 2)
    for script in scripts {
      let path = folder.appending(path: "Programs").path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
      try write("", to: "Home/.local/path")
      let result = try execute(
        "sh", ["-ec", script.replacing(" /usr/local", with: " Home/.local") + "\n\"$HOME/.local/bin/lifeline\""],
        in: folder,
        environment: ["PATH": path, "HOME": folder.appending(path: "Home").path, "GITHUB_PATH": "added"])
      XCTAssertEqual(result.output, "installed\n", "\(script)\n\(result.errors)")
      try FileManager.default.removeItem(at: folder.appending(path: "Home"))
    }
    XCTAssertEqual(read("added"), folder.appending(path: "Home/.local/bin").path + "\n")
  }

  func testEveryLineOfThePageSucceedsForAGoodProject() throws {
    try prepareProject()
    let lines = try linesOfThePage()
    XCTAssertGreaterThan(lines.count, 5)
    for line in lines {
      XCTAssertTrue(line.hasPrefix("lifeline "), line)
      let result = try shell(line)
      XCTAssertEqual(result.status, 0, "\(line): \(result.errors)")
    }
    XCTAssertEqual(read("gl-code-quality-report.json"), "[]\n")
    XCTAssertNotNil(read("lifeline.sarif"))
  }

  /// Returns a spec whose keys aren't in the order that all specs have.
  private func disordered(_ spec: String) -> String {
    spec.replacing("lifeline: 1\nmachine: Door\n", with: "machine: Door\nlifeline: 1\n")
  }

  func testEveryLineOfThePageFailsForABadProject() throws {
    try prepareProject()
    try write(disordered(spec("Door", expecting: "knock")), to: "Specs/Door.yaml")
    for line in try linesOfThePage() { XCTAssertEqual(try shell(line).status, 1, line) }
    let report = try XCTUnwrap(
      JSONSerialization.jsonObject(with: Data(try XCTUnwrap(read("gl-code-quality-report.json")).utf8))
        as? [[String: Any]])
    XCTAssertEqual(report.map { $0["check_name"] as? String }, ["L402"])
    XCTAssertEqual((report[0]["location"] as? [String: Any])?["path"] as? String, "Specs/Door.yaml")
  }

  func testStaleFilesFailOnlyTheSecondLine() throws {
    try prepareProject()
    try write("// Generated by lifeline from Old.yaml\n", to: "Sources/App/Generated/Old.swift")
    for line in try linesOfThePage() {
      XCTAssertEqual(try shell(line).status, line.contains("generate --check") ? 1 : 0, line)
    }
  }

  func testAnotherOrderOfKeysFailsOnlyTheLineThatFormats() throws {
    try prepareProject()
    try write(disordered(spec("Door")), to: "Specs/Door.yaml")
    XCTAssertEqual(try lifeline("generate").status, 0)
    for line in try linesOfThePage() {
      XCTAssertEqual(try shell(line).status, line.contains("format --check") ? 1 : 0, line)
    }
  }

  func testHooks() throws {
    let hooks = try hooks()
    let page = try text(of: packageRoot.appending(path: "docs/continuous-integration.md"))
    XCTAssertEqual(hooks.map { $0["id"] }, ["lifeline-check", "lifeline-generate-check"])
    try prepareProject()
    for hook in hooks {
      XCTAssertTrue(page.contains("- id: \(try XCTUnwrap(hook["id"]))\n"))
      XCTAssertEqual(hook["language"], "system")
      // A named file is always read as a spec, so the hooks read folders.
      XCTAssertEqual(hook["pass_filenames"], "false")
      if hook["always_run"] != "true" {
        let files = try Regex(try XCTUnwrap(hook["files"]))
        XCTAssertNotNil("Specs/Door.yaml".firstMatch(of: files))
        XCTAssertNil("README.md".firstMatch(of: files))
      }
      for arguments in ["", " Specs"] {
        let result = try shell(try XCTUnwrap(hook["entry"]) + arguments)
        XCTAssertEqual(result.status, 0, result.errors)
      }
    }
    try write(spec("Door", expecting: "knock"), to: "Specs/Door.yaml")
    for hook in hooks { XCTAssertEqual(try shell(try XCTUnwrap(hook["entry"])).status, 1) }
  }
}
