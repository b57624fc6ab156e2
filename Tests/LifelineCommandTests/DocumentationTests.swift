import Foundation
import LifelineYAML
import TestSupport
import XCTest

/// Checks that the YAML and the Swift in the README and in `docs/` are valid, and that excerpts are what is generated.
///
/// The second word after the fence says how a block is tested: a block of YAML without one is a spec, and a block of
/// Swift without one is compiled with the machine of the spec before it.
final class DocumentationTests: CommandTestCase {
  /// The specs around parts of specs, with `@` for the part.
  private static let surroundings = [
    "context": """
    lifeline: 1
    machine: Part
    callbacks: [ring]
    events: [press]
    @
    states: {idle: {on: {press: {do: ring}}}}
    """,
    "scenario": """
    lifeline: 1
    machine: Part
    callbacks: [willPlay, didPlay, didPause]
    events: [play, pause]
    states:
      stopped: {on: {play: {to: playing, do: willPlay}}}
      playing: {entry: didPlay, on: {pause: {to: paused, do: didPause}}}
      paused: {on: {play: {to: playing, do: willPlay}}}
    @
    """,
    "transitions": """
    lifeline: 1
    machine: Part
    context: {isOutOfWindow: false, isPassive: false}
    callbacks: [acknowledge]
    events: [receive]
    states:
      open:
        on:
          receive:
      @
      listen:
    """,
  ]

  /// The part, put into its surroundings with the indentation of the `@`.
  private func spec(around part: MarkdownBlock) throws -> String {
    let surroundings = try XCTUnwrap(Self.surroundings[part.kind], "a kind of YAML that no test knows: \(part.kind)")
    return surroundings.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.hasSuffix("@") else { return String(line) }
      let indentation = line.dropLast() + (part.kind == "transitions" ? "      " : "")
      return part.text.split(separator: "\n").map { indentation + $0 }.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  func testEveryBlockOfYAMLIsValid() throws {
    let workflow = YAMLFormat(name: "workflow", firstLine: "name: CI", allowsEmptyFiles: false)
    var count = 0
    for page in try DocumentationPage.all() {
      for block in page.blocks where block.language == "yaml" {
        let location = "\(page.name):\(block.line)"
        let path = "\(page.name)-\(block.line)"
        count += 1
        switch block.kind {
        case "":
          try write(block.text, to: "\(path)/\(try block.machine()).yaml")
        case "lifeline.yaml":
          try write(spec("CameraLifecycle"), to: "\(path)/CameraLifecycle.yaml")
          try write(block.text, to: "\(path)/lifeline.yaml")
          for template in page.blocks where template.language == "mustache" {
            try write(template.text, to: "\(path)/Templates/\(template.kind)")
          }
        case "parts":
          for used in page.blocks where used.language == "yaml" && used.kind.isEmpty {
            try write(used.text, to: "\(path)/\(try used.machine()).yaml")
          }
          try write(block.text, to: "\(path)/\(try block.machine()).yaml")
        case "broken":
          let name = "\(try block.machine()).yaml"
          try write(block.text, to: "\(path)/\(name)")
          let result = try lifeline("check", name, in: path)
          XCTAssertEqual(result.status, 1, location)
          let message = page.blocks.first { $0.line > block.line && $0.text.hasPrefix("$ lifeline check \(name)\n") }
          XCTAssertEqual(message?.text, "$ lifeline check \(name)\n\(result.errors)\(result.output)", location)
          continue
        case "sheet":
          // `GuidePageTests` put these blocks together.
          continue
        case "workflow":
          let document = YAMLReader.read(Array(block.text.utf8), path: location, as: workflow)
          XCTAssertEqual(document.diagnostics.map(\.message), [], location)
          continue
        default:
          try write(try spec(around: block), to: "\(path)/Part.yaml")
        }
        let result = try lifeline("check", path)
        XCTAssertEqual(result.status, 0, "\(location): \(result.errors)")
        XCTAssertFalse(result.errors.contains("error:"), "\(location): \(result.errors)")
      }
    }
    XCTAssertGreaterThan(count, 10)
  }

  /// The pages show the order of keys that `lifeline format` holds in specs.
  func testTheKeysOfSpecsAreInOrder() throws {
    try skipTest(below: .thorough)
    var unordered: [String] = []
    for page in try DocumentationPage.all() {
      for block in page.blocks where block.language == "yaml" && ["", "parts", "broken"].contains(block.kind) {
        let path = "Ordered/\(page.name)-\(block.line).yaml"
        try write(block.text, to: path)
        let result = try lifeline("format", "--check", path)
        if result.status != 0 { unordered.append("\(page.name):\(block.line): \(result.errors)") }
      }
    }
    XCTAssertEqual(unordered, [])
  }

  func testEveryExcerptIsWhatIsGenerated() throws {
    var count = 0
    for page in try DocumentationPage.all() {
      for block in page.swiftBlocks(.excerpt) {
        count += 1
        let spec = try XCTUnwrap(page.spec(before: block), "\(page.name):\(block.line): no spec before the excerpt")
        let name = try spec.machine()
        try write(spec.text, to: "\(name).yaml")
        let settings = page.blocks.last { $0.line < block.line && $0.kind == "lifeline.yaml" }
        try write(settings?.text ?? "", to: "lifeline.yaml")
        let result = try lifeline(
          "generate", "\(name).yaml", "--output", "Out", "--tests-output", "Out", "--access", "public")
        XCTAssertEqual(result.status, 0, result.errors)
        let generated = (read("Out/\(name).swift") ?? "") + (read("Out/\(name)Tests.swift") ?? "")
        var rest = generated[...]
        let parts = block.text.split(separator: "\n").split { $0.allSatisfy { " …".contains($0) } }
          .map { $0.joined(separator: "\n") }
        for part in parts {
          let withoutBlankLines = rest.replacing("\n\n", with: "\n")
          guard let range = withoutBlankLines.firstRange(of: part) else {
            XCTFail("\(page.name):\(block.line): this isn't generated from the spec above:\n\(part)")
            break
          }
          rest = Substring(withoutBlankLines[range.upperBound...])
        }
      }
    }
    XCTAssertGreaterThan(count, 0)
  }

  func testEveryManifestIsValid() throws {
    try skipTest(below: .thorough)
    var count = 0
    for page in try DocumentationPage.all() {
      for block in page.swiftBlocks(.manifest) {
        count += 1
        try write(
          "// swift-tools-version:6.1\nimport PackageDescription\nlet package = Package(name: "
            + "\"Consumer\",\n\(block.text))",
          to: "Consumer/Package.swift")
        let result = try execute(
          "swift", ["package", "dump-package"], in: folder.appending(path: "Consumer"),
          limit: 120)
        XCTAssertEqual(result.status, 0, "\(page.name):\(block.line): \(result.errors)")
      }
    }
    XCTAssertGreaterThan(count, 0)
  }

  func testEveryBlockOfSwiftCompiles() throws {
    try skipTest(below: .thorough)
    XCTAssertEqual(
      try lifeline("generate", packageRoot.appending(path: "Specs").path, "--output", "Lifecycles").status, 0)
    let lifecycles = try names(in: "Lifecycles").map { $0.replacing(".swift", with: "") }
    var count = 0
    for page in try DocumentationPage.all() {
      var files: [String] = []
      for block in page.swiftBlocks(.code) {
        count += 1
        let lines = block.codeLines
        let imports = lines.filter { $0.hasPrefix("import ") && $0 != "import Lifecycles" }
        if lines.contains("import Lifecycles") {
          // Only what a block mentions is compiled with it, since all life cycles take long.
          files += lifecycles.filter { block.text.contains($0) }.map { "Lifecycles/\($0).swift" }
        }
        let body = lines.filter { !$0.hasPrefix("import ") }
        let file = "\(page.name)-\(block.line).swift"
        try write(
          (imports + ["func documentation\(block.line)() {"] + body + ["}"]).joined(separator: "\n") + "\n", to: file)
        files.append(file)
        if let spec = page.spec(before: block) {
          let name = try spec.machine()
          try write(spec.text, to: "\(name).yaml")
          XCTAssertEqual(
            try lifeline("generate", "\(name).yaml", "--output", page.name, "--object", "--monitor").status, 0)
          files.append("\(page.name)/\(name).swift")
        }
      }
      guard !files.isEmpty else { continue }
      let options = ["-wmo", "-parse-as-library", "-swift-version", "6", "-c", "-o", "Page.o"]
      let result = try execute("swiftc", options + Set(files).sorted(), in: folder, limit: 300)
      XCTAssertEqual(result.status, 0, "\(page.name): \(result.errors)")
    }
    XCTAssertGreaterThan(count, 0)
  }
}
