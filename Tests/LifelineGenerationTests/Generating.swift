import Foundation
import LifelineAnalysis
import LifelineInterpreter
import LifelineLanguage
import LifelineModel
import LifelineTemplating
import TestSupport
import XCTest

@testable import LifelineGeneration

/// The two files that are generated from a spec.
struct GeneratedFiles {
  var machine: String
  var tests: String
  /// The classes of the tests, each with the names of its methods in order.
  var testCases: [(name: String, tests: [String])]
  /// The names of the test methods, in order.
  var testNames: [String] { testCases.flatMap(\.tests) }
}

/// Generates both files from the text of a spec, which must have no errors.
func generate(
  _ yaml: String, access: AccessLevel = .internal, module: String? = nil, framework: TestFramework = .xctest,
  subject: String? = nil, asyncSubject: String? = nil, object: Bool = false, monitor: Bool = false,
  observable: Bool = false, manualClock: Bool = false,
  isolation: Isolation? = nil,
  derive: DerivationExtent? = nil, name: String = "Spec.yaml", using used: KeyValuePairs<String, String> = [:]
) throws -> GeneratedFiles {
  let machine = try TestSupport.machine(yaml, using: used, path: name)
  let prepared = PreparedMachine.prepare(machine)
  XCTAssertEqual(prepared.errors.map(\.message), [])
  let generator = SwiftGenerator(templates: try TemplateSet.load(overriding: [:]))
  let options = GenerationOptions(
    access: access, module: module, framework: framework,
    subject: asyncSubject.map { TestSubject(type: $0, isAsync: true) } ?? subject.map { TestSubject(type: $0) },
    hasManualClock: manualClock, object: observable ? .observable : object ? .plain : nil, isolation: isolation,
    specName: name, specPath: name)
  let derived = derive.map { deriveTests(for: MachineIndex.build(for: machine), extent: $0) }
  let tests = TestDeclarations.lower(prepared.context, derived: derived, options: options)
  let table = monitor ? try makeMonitor(for: machine) : nil
  return GeneratedFiles(
    machine: String(
      decoding: try generator.machineFile(for: prepared, monitor: table, options: options), as: UTF8.self),
    tests: String(decoding: try generator.testsFile(for: prepared, derived: derived, options: options), as: UTF8.self),
    testCases: zip(1..., tests.testCases).map { number, ranges in
      ("\(machine.name)Tests\(number == 1 ? "" : "\(number)")", ranges.flatMap { tests.methods[$0].map(\.name) })
    })
}

/// Returns a generator that leaves out the delegate and the conformance to `Codable`, because they take the compiler time.
func makeShortGenerator() throws -> SwiftGenerator {
  let machine = try XCTUnwrap(TemplateSet.builtInTexts["machine"])
  let short = machine.replacing("\n{{codable}}\n", with: "")
  XCTAssertNotEqual(machine, short)
  return SwiftGenerator(templates: try TemplateSet.load(overriding: ["machine": short, "delegate": ""]))
}

/// Returns the table of a machine's monitor.
func makeMonitor(for machine: Machine) throws -> MonitorTable {
  try LifelineAnalysis.makeMonitor(
    from: explore(MachineIndex.build(for: machine)), owed: machine.observedCallbacks, showing: machine.observedEvents)
}

/// A test that compiles generated code in a temporary folder.
class CompilingTestCase: XCTestCase, FolderTestCase {
  private(set) var folder = URL(filePath: "/")

  override func setUpWithError() throws { folder = try createTemporaryFolder() }

  override func tearDownWithError() throws { try FileManager.default.removeItem(at: folder) }

  /// Compiles files of the folder in Swift 6 mode, with warnings as errors.
  func compile(_ files: [String], _ options: [String] = [], file: StaticString = #filePath, line: UInt = #line) throws {
    let result = try execute(
      "swiftc", ["-swift-version", "6", "-warnings-as-errors", "-wmo"] + options + files, in: folder,
      mergingErrors: true)
    XCTAssertEqual(result.status, 0, result.output, file: file, line: line)
  }

  /// Compiles machines and their tests into one program, and runs all tests.
  ///
  /// - Parameter others: Files of the folder that belong to the program.
  func test(
    _ generated: [GeneratedFiles], with others: [String] = [], file: StaticString = #filePath, line: UInt = #line
  )
    throws -> ProcessResult
  {
    var suites: [String] = []
    var files = ["main.swift"] + others
    for (index, item) in generated.enumerated() {
      try write(item.machine, to: "Machine\(index).swift")
      try write(item.tests, to: "Tests\(index).swift")
      files += ["Machine\(index).swift", "Tests\(index).swift"]
      suites += item.testCases.map { testCase in
        let tests = testCase.tests.map { "(\"\($0)\", \(testCase.name).\($0))" }
        return "testCase([\(tests.joined(separator: ", "))])"
      }
    }
    try write("import XCTest\nXCTMain([\(suites.joined(separator: ", "))])\n", to: "main.swift")
    try compile(files, ["-module-name", "Main", "-o", "program"], file: file, line: line)
    return try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true)
  }
}
