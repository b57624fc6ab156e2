import Foundation
import LifelineGeneration
import LifelineInterpreter
import LifelineLanguage
import LifelineModel
import LifelineSource
import TestSupport
import XCTest

/// Compares what this tool generates with what another one does, byte for byte: a change of the generator's structure
/// changes no output.
///
/// `LIFELINE_OTHER_TOOL` names the executable of the other tool; without it, the tests are skipped. `LIFELINE_SEED` and
/// `LIFELINE_MACHINES` choose other random machines.
final class ToolDifferenceTests: XCTestCase {
  private var folder = URL(filePath: "/")
  private var otherTool = ""

  /// Settings that together use every option of generation.
  private static let settings = [
    "limit: 0", "access: public\nobject: observable\nisolation: MainActor\nlimit: 0\ntests: {framework: swift-testing}",
    "access: package\nobject: true\nisolation: MainActor\nmodule: Machines\nlimit: 0\ntests: {subject: Hand.Written}",
    "object: true\nlimit: 0\ntests: {framework: swift-testing, subject: HandWritten}",
  ]

  /// Settings for which machines are explored, which takes long for random ones.
  private static let exploringSettings = [
    "object: true\nmonitor: true\ntests: {derive: transitions}"
  ]

  override func setUpWithError() throws {
    guard let tool = ProcessInfo.processInfo.environment["LIFELINE_OTHER_TOOL"] else {
      throw XCTSkip("LIFELINE_OTHER_TOOL names no tool")
    }
    otherTool = tool
    folder = try createTemporaryFolder()
  }

  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  func testSpecsAndExamples() throws {
    let examples = try FileManager.default.subpathsOfDirectory(atPath: packageRoot.appending(path: "Examples").path)
      .filter { $0.hasSuffix(".yaml") && !$0.contains(".build/") && !$0.hasSuffix("lifeline.yaml") }
      .map { packageRoot.appending(path: "Examples/\($0)") }
    XCTAssertGreaterThanOrEqual(examples.count, 5)
    for file in try documentedSpecs() + examples { try write(try text(of: file), to: file.lastPathComponent) }
    try compare(Self.settings + Self.exploringSettings, leastCount: 28)
  }

  func testRandomMachines() throws {
    let wanted = numberOfRandomMachines(quick: 200, thorough: 200, all: 200)
    var dice = SplitMix64(seed: testSeed(default: 1))
    let used = usedSpecs(PartDifferenceTests.parts)
    for (name, text) in PartDifferenceTests.parts { try write(text, to: name) }
    var count = 0
    while count < wanted {
      // Every third machine has parts.
      let name = "M\(count)"
      let yaml =
        count % 3 == 2
        ? PartDifferenceTests.makeSpec(name, &dice) : MachineMaker.makeMachine(name: name, seed: dice.next()).yaml
      let reading = SpecReader.read(bytes: Array(yaml.utf8), path: "\(name).yaml", using: used)
      guard let machine = reading.machine, !reading.diagnostics.containsErrors,
        PreparedMachine.prepare(machine).errors.isEmpty, Self.starts(machine)
      else { continue }
      try write(yaml, to: "\(name).yaml")
      count += 1
    }
    try compare(Self.settings, leastCount: 2 * wanted)
  }

  /// Returns whether a machine starts without a fault, so that it can be generated.
  private static func starts(_ machine: Machine) -> Bool {
    var interpreter = Interpreter(MachineIndex.build(for: machine))
    return interpreter.start().fault == nil
  }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: path))
  }

  /// Generates all specs of the folder with both tools, and compares the files.
  private func compare(_ allSettings: [String], leastCount: Int) throws {
    for settings in allSettings {
      try write(settings + "\n", to: "lifeline.yaml")
      let own = try generate(with: buildFolder.appending(path: "lifeline").path)
      let other = try generate(with: otherTool)
      XCTAssertGreaterThanOrEqual(own.count, leastCount, settings)
      XCTAssertEqual(own.keys.sorted(), other.keys.sorted(), settings)
      for (path, text) in own.sorted(by: { $0.key < $1.key }) where other[path] != text {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let others = (other[path] ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        let index = zip(lines, others).prefix { $0 == $1 }.count
        return XCTFail(
          """
          \(path):\(index + 1) differs with \(settings)
          this tool:  \(index < lines.count ? lines[index] : "(nothing more)")
          other tool: \(index < others.count ? others[index] : "(nothing more)")
          """)
      }
    }
  }

  /// Returns the files that a tool generates from all specs of the folder, by their paths.
  private func generate(with tool: String) throws -> [String: String] {
    let output = folder.appending(path: "Output")
    try? FileManager.default.removeItem(at: output)
    let arguments = ["generate", ".", "-q", "--output", "Output", "--tests-output", "Output/Tests"]
    let result = try execute(tool, arguments, in: folder, mergingErrors: true, limit: 1_800)
    XCTAssertEqual(
      result.status, 0,
      String(result.output.split(separator: "\n").filter { $0.contains("error") }.joined(separator: "\n").prefix(4_000))
    )
    let paths = try FileManager.default.subpathsOfDirectory(atPath: output.path).filter { $0.hasSuffix(".swift") }
    return try Dictionary(uniqueKeysWithValues: paths.map { ($0, try text(of: output.appending(path: $0))) })
  }
}
