import Foundation
import TestSupport
import XCTest

/// Builds the packages under `Examples` as they are.
final class ExampleTests: PluginTestCase {
  /// Replaces the package by one of `Examples`.
  private func take(_ example: String) throws {
    let files = FileManager.default
    let resolved = try? String(contentsOf: package.appending(path: "Package.resolved"), encoding: .utf8)
    try files.removeItem(at: package)
    try files.copyItem(at: packageRoot.appending(path: "Examples/\(example)"), to: package)
    try? files.removeItem(at: package.appending(path: ".build"))
    try replace(#"path: "../..""#, by: "path: \"\(Self.pluginPackage.path)\"", in: "Package.swift")
    if let resolved { try write(resolved, to: "Package.resolved") }
  }

  /// Replaces the only occurrence of a text in a file.
  private func replace(_ text: String, by other: String, in path: String) throws {
    let content = try String(contentsOf: package.appending(path: path), encoding: .utf8)
    XCTAssertEqual(content.components(separatedBy: text).count, 2, "\(path): \(text)")
    try write(content.replacingOccurrences(of: text, with: other), to: path)
  }

  /// Builds the package, without warnings, and runs its tests, which have to pass. Returns the number of tests.
  @discardableResult
  private func checkTestsPass(of name: String, file: StaticString = #filePath, line: UInt = #line) throws -> Int {
    let warnings = try build(file: file, line: line).split(separator: "\n")
      .filter { $0.hasPrefix(package.path) && $0.contains("warning: ") }
    XCTAssertEqual(warnings, [], name, file: file, line: line)
    let result = try test()
    let output = result.output + result.errors
    XCTAssertEqual(result.status, 0, "\(name): \(output)", file: file, line: line)
    let counts = output.matches(of: /Executed (\d+) tests?, with (?:\d+ tests? skipped and )?0 failures/).compactMap {
      Int($0.1)
    }
    let count = counts.max() ?? 0
    XCTAssertGreaterThan(count, 0, "\(name) has no tests: \(output)", file: file, line: line)
    return count
  }

  /// A new example needs no test here.
  func testAllOtherExamplesPassTheirTests() throws {
    try skipTest(below: .all)
    let folder = packageRoot.appending(path: "Examples")
    let examples = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: [.isDirectoryKey]
    )
    .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
    .map(\.lastPathComponent).sorted()
    XCTAssertTrue(examples.contains("HandWrittenCamera"), "\(examples)")
    for example in examples where example != "HandWrittenCamera" {
      let page = folder.appending(path: "\(example)/README.md")
      XCTAssertTrue(FileManager.default.fileExists(atPath: page.path), "\(example) has no README.md")
      // One without a manifest holds no Swift.
      let manifest = folder.appending(path: "\(example)/Package.swift")
      guard FileManager.default.fileExists(atPath: manifest.path) else { continue }
      try take(example)
      try checkTestsPass(of: example)
    }
  }

  /// The view models are the same under each setting that an app may have.
  func testViewModelsInOtherSettings() throws {
    try skipTest(below: .all)
    for settings in [
      "[.swiftLanguageMode(.v5), .enableUpcomingFeature(\"StrictConcurrency\")]",
      "[.swiftLanguageMode(.v6), .defaultIsolation(MainActor.self)]",
    ] {
      try take("ViewModels")
      try replace("[.swiftLanguageMode(.v6)]\n", by: settings + "\n", in: "Package.swift")
      try checkTestsPass(of: settings)
    }
  }

  /// The package that the README shows, with its spec and its manifest.
  func testThePackageOfTheReadme() throws {
    try skipTest(below: .thorough)
    let readme = try String(contentsOf: packageRoot.appending(path: "README.md"), encoding: .utf8)
    let blocks = MarkdownBlock.blocks(in: readme)
    let manifest = try XCTUnwrap(blocks.first { $0.language == "swift" && $0.kind == "manifest" }?.text)
    let spec = try XCTUnwrap(blocks.first { $0.language == "yaml" && $0.kind.isEmpty }?.text)
    try FileManager.default.removeItem(at: package.appending(path: "Sources"))
    try FileManager.default.removeItem(at: package.appending(path: "Tests"))
    try write(
      "// swift-tools-version:6.1\nimport PackageDescription\nlet package = Package(name: \"Consumer\",\n\(manifest))",
      to: "Package.swift")
    try replace(
      "url: \"https://github.com/OWNER/lifeline\", from: \"0.1.0\"",
      by: "name: \"lifeline\", path: \"\(Self.pluginPackage.path)\"", in: "Package.swift")
    XCTAssertTrue(manifest.contains("// Sources/Playing/Player.yaml\n"), manifest)
    try write(spec, to: "Sources/Playing/Player.yaml")
    try write("", to: "Sources/Playing/Playing.swift")
    try write("", to: "Tests/PlayingTests/PlayingTests.swift")
    XCTAssertEqual(try checkTestsPass(of: "the package of the README"), 2)
  }

  /// The camera calls its delegate in a wrong order, which a generated test reports at the scenario's line. The corrected
  /// camera passes.
  func testTheExampleFailsForAWrongOrder() throws {
    try skipTest(below: .thorough)
    try take("HandWrittenCamera")
    try build()
    let result = try test()
    let output = result.output + result.errors
    XCTAssertNotEqual(result.status, 0, output)
    let spec = try String(
      contentsOf: package.appending(path: "Tests/CameraTests/CameraLifecycle.yaml"), encoding: .utf8)
    let line = 1 + (spec.components(separatedBy: "\n").firstIndex { $0.contains("{turnOff: [") } ?? 0)
    XCTAssertTrue(output.contains("CameraLifecycle.yaml:\(line): error: "), output)
    XCTAssertTrue(output.contains("Executed 4 tests, with 1 failure"), output)
    let page = try String(contentsOf: packageRoot.appending(path: "docs/testing.md"), encoding: .utf8)
    let lifeLine = try XCTUnwrap(page.components(separatedBy: "```\n").first { $0.hasPrefix("┃ ") })
    XCTAssertTrue(output.contains(lifeLine), output)

    try replace(
      """
          isRunning = false
          delegate?.cameraDidStop(self)
          finishRecording()
      """,
      by: """
            finishRecording()
            isRunning = false
            delegate?.cameraDidStop(self)
        """, in: "Sources/Camera/Camera.swift")
    try checkTestsPass(of: "the corrected camera")
  }
}
