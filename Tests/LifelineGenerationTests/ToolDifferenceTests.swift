import Foundation
import LifelineAnalysis
import LifelineGeneration
import LifelineInterpreter
import LifelineLanguage
import LifelineModel
import LifelineSource
import TestSupport
import XCTest

/// Compares this tool with another one. What both generate is the same, byte for byte, if only the generator's structure has
/// changed. What both find is the same, with counterexamples as long, if only the explorer's has.
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
    try compareFindings(limit: 1_000_000, leastCount: 15)
  }

  func testRandomMachines() throws {
    let wanted = numberOfRandomMachines(quick: 200, thorough: 200, all: 200)
    try writeRandomMachines(wanted) { machine in
      PreparedMachine.prepare(machine).errors.isEmpty && Self.starts(machine)
    }
    try compare(Self.settings, leastCount: 2 * wanted)
  }

  /// Only machines that both tools explore completely, and soon, are compared.
  func testFindingsOnRandomMachines() throws {
    let wanted = numberOfRandomMachines(quick: 200, thorough: 200, all: 1_000)
    try writeRandomMachines(wanted, changing: Self.addPromises) { machine in
      explore(.build(for: machine), limit: 2_000, workLimit: 300_000).isComplete
    }
    try compareFindings(limit: 2_000, leastCount: wanted * 9 / 10)
  }

  /// Writes specs of random machines for which a condition holds. Every third machine has parts.
  private func writeRandomMachines(
    _ wanted: Int, changing change: (String, inout SplitMix64) -> String = { text, _ in text },
    where isUsable: (Machine) -> Bool
  ) throws {
    var dice = SplitMix64(seed: testSeed(default: 1))
    let used = usedSpecs(PartDifferenceTests.parts)
    for (name, text) in PartDifferenceTests.parts { try write(text, to: name) }
    var count = 0
    while count < wanted {
      let name = "M\(count)"
      let yaml =
        count % 3 == 2
        ? PartDifferenceTests.makeSpec(name, &dice) : MachineMaker.makeMachine(name: name, seed: dice.next()).yaml
      let text = change(yaml, &dice)
      let reading = SpecReader.read(bytes: Array(text.utf8), path: "\(name).yaml", using: used)
      guard let machine = reading.machine, !reading.diagnostics.containsErrors, isUsable(machine) else {
        continue
      }
      try write(text, to: "\(name).yaml")
      count += 1
    }
  }

  /// Gives a random machine promises that older tools know, too.
  private static func addPromises(_ text: String, _ dice: inout SplitMix64) -> String {
    func promise(_ others: [String]) -> String {
      "{\(dice.pick(["needs", "onlyAfter"], else: "needs")): \(dice.pick(others, else: "c0"))}"
    }
    return text.replacing(
      "c2: {onlyAfter: {any: [c1, c3]}}, c3: ,", with: "c2: \(promise(["c1", "c3"])), c3: \(promise(["c0", "c4"])),"
    )
    .replacing("callbacks: {c0: , c1: ,", with: "callbacks: {c0: \(promise(["c1"])), c1: ,")
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

  /// What a tool says about a spec: diagnostics and verdicts at their places, with the lengths of counterexamples.
  private struct Findings {
    var lines: [String] = []
    var isComplete = true
    /// Whether the tool refuses the language of the spec.
    var isRefused = false
  }

  /// Checks all specs of the folder with both tools, and compares what they say.
  private func compareFindings(limit: Int, leastCount: Int) throws {
    try write("{}\n", to: "lifeline.yaml")
    let own = try findings(of: buildFolder.appending(path: "lifeline").path, limit: limit)
    let others = try findings(of: otherTool, limit: limit)
    var (compared, refused, ended, lines) = (0, 0, 0, 0)
    for (path, other) in others.sorted(by: { $0.key < $1.key }) {
      guard !other.isRefused else { refused += 1; print("\(path) is refused by the other tool"); continue }
      guard other.isComplete else { ended += 1; continue }
      compared += 1
      lines += other.lines.count
      let ours = own[path]?.lines.sorted() ?? []
      let differences = ours.difference(from: other.lines.sorted()).map { change in
        switch change {
        case .insert(_, let line, _): "only this tool: \(line)"
        case .remove(_, let line, _): "only the other tool: \(line)"
        }
      }
      if !differences.isEmpty { XCTFail("\(path):\n" + differences.joined(separator: "\n")) }
    }
    print("\(compared) specs, \(lines) findings; left out: \(ended) not explored completely, \(refused) refused")
    XCTAssertGreaterThanOrEqual(compared, leastCount)
  }

  private func findings(of tool: String, limit: Int) throws -> [String: Findings] {
    let arguments = ["check", ".", "--limit", "\(limit)", "--format", "json"]
    let result = try execute(tool, arguments, in: folder, limit: 3_600)
    XCTAssertLessThan(result.status, 2, result.errors)
    var all: [String: Findings] = [:]
    let document = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let (found, specs) = (document["diagnostics"] as? [[String: Any]], document["specs"] as? [[String: Any]])
    for said in try XCTUnwrap(found) + XCTUnwrap(specs) {
      guard let path = said["path"] as? String else { continue }
      var findings = all[path] ?? Findings()
      func place(_ item: [String: Any]) -> String { "\(item["line"] ?? "")-\(item["column"] ?? "")" }
      if let code = said["code"] as? String {
        let steps = (said["details"] as? [String] ?? []).count { $0.hasPrefix("- ") && !$0.hasPrefix("- set:") }
        findings.lines.append("\(place(said)) \(code) \(said["severity"] ?? ""), \(steps) steps")
        if code < "L3", said["severity"] as? String == "error" { findings.isRefused = true }
      } else if let promises = said["promises"] as? [[String: Any]] {
        for promise in promises { findings.lines.append("\(place(promise)) \(promise["verdict"] ?? "")") }
        findings.isComplete = (said["exploration"] as? [String: Any])?["isComplete"] as? Bool == true
      }
      all[path] = findings
    }
    return all
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
