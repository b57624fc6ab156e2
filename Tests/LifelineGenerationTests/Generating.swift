import Foundation
import LifelineAnalysis
import LifelineGeneration
import LifelineInterpreter
import LifelineLanguage
import LifelineModel
import LifelineTemplating
import TestSupport
import XCTest

/// The two files that are generated from a spec.
struct Generated {
  var machine: String
  var tests: String

  /// Generates from the text of a spec.
  init(
    _ yaml: String, access: AccessLevel = .internal, module: String? = nil, subject: String? = nil,
    object: Bool = false, derive: DerivationExtent? = nil, name: String = "Spec.yaml",
    overriding templates: [String: String] = [:]
  ) throws {
    let machine = try TestSupport.machine(yaml, path: name)
    let prepared = PreparedMachine.prepare(machine)
    let generator = SwiftGenerator(templates: try TemplateSet.load(overriding: templates))
    XCTAssertEqual(prepared.errors.map(\.message), [])
    let options = GenerationOptions(
      access: access, module: module, subject: subject, object: object, specName: name, specPath: name)
    self.machine = String(decoding: try generator.machineFile(for: prepared, options: options), as: UTF8.self)
    let derived = derive.map { deriveTests(for: MachineIndex.build(for: machine), extent: $0) }
    tests = String(
      decoding: try generator.testsFile(for: prepared, derived: derived, options: options), as: UTF8.self)
  }

  /// The tests' class and its methods, in order.
  var methods: (suite: String, names: [String]) {
    let suite = tests.firstMatch(of: #/final class (\w+):/#).map { String($0.output.1) } ?? ""
    return (suite, tests.matches(of: #/\n  func (\w+)\(\)/#).map { String($0.output.1) })
  }
}

/// Tests that compile what is generated.
class CompilingTestCase: XCTestCase {
  private(set) var folder = URL(filePath: "/")

  override func setUpWithError() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "lifeline-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws { try FileManager.default.removeItem(at: folder) }

  /// Writes a file into the test's own folder.
  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  /// Runs the compiler on files of the folder, in Swift 6 mode, warnings as errors.
  func compile(_ files: [String], _ options: [String] = [], file: StaticString = #filePath, line: UInt = #line) throws {
    let result = try execute(
      "swiftc", ["-swift-version", "6", "-warnings-as-errors"] + options + files, in: folder, mergingErrors: true)
    XCTAssertEqual(result.status, 0, result.output, file: file, line: line)
  }

  /// Compiles machines and their tests into one program, and runs all tests.
  ///
  /// - Parameter others: files of the folder that belong to the program.
  func test(_ generated: [Generated], with others: [String] = [], file: StaticString = #filePath, line: UInt = #line)
    throws -> ProcessResult
  {
    var suites: [String] = []
    var files = ["main.swift"] + others
    for (index, item) in generated.enumerated() {
      try write(item.machine, to: "Machine\(index).swift")
      try write(item.tests, to: "Tests\(index).swift")
      files += ["Machine\(index).swift", "Tests\(index).swift"]
      let (suite, names) = item.methods
      suites.append("testCase([\(names.map { "(\"\($0)\", \(suite).\($0))" }.joined(separator: ", "))])")
    }
    try write("import XCTest\nXCTMain([\(suites.joined(separator: ", "))])\n", to: "main.swift")
    try compile(files, ["-module-name", "Main", "-o", "program"], file: file, line: line)
    return try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true)
  }
}
