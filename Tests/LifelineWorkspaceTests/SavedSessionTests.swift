import Foundation
import LifelineModel
import LifelineScenarios
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineSimulation
@testable import LifelineWorkspace

/// Random sessions: whatever somebody does, what is saved holds, and nothing else in the file changes.
final class SavedSessionTests: WorkspaceTestCase {
  func testSavedSessionsHold() throws {
    try skipTest(below: .thorough)
    var random = SplitMix64(seed: testSeed())
    for file in try documentedSpecs() {
      try FileManager.default.copyItem(at: file, to: folder.appending(path: file.lastPathComponent))
    }
    try write(simulatedSpec, to: "Shop.yaml")
    let names = try names(in: ".").filter { $0.hasSuffix(".yaml") }
    XCTAssertGreaterThan(names.count, 8)
    for name in names {
      let old = try XCTUnwrap(read(name))
      var simulation = try XCTUnwrap(try SimulationJob().run(path: path(name)).simulation, name)
      var lines: [String] = []
      for session in 0..<2 {
        for _ in 0..<random.number(0...12) {
          let line = Self.line(for: simulation, &random)
          lines.append(line)
          _ = simulation.answer(line)
        }
        let title = "session \(session)" + random.element(["", ": it's", " \"é\" # \\", " 😀", ", {x}", " -"])
        let saving = simulation.save(named: title)
        XCTAssertNil(saving.mistake, "\(name): \(saving.mistake?.message ?? "")\n\(lines.joined(separator: "\n"))")
        if random.happens(50) { _ = simulation.answer("restart") }
      }
      // The old text is there, in two pieces.
      let new = try XCTUnwrap(read(name))
      let head = zip(old.utf8, new.utf8).prefix { $0 == $1 }.count
      XCTAssertTrue(Array(new.utf8).reversed().starts(with: Array(old.utf8.dropFirst(head)).reversed()), name)
      let job = CheckJob(Verification(.completely, explorationLimit: 0))
      let result = job.run(paths: [path(name)]) { AcceptanceResult(specs: $0) }
      let errors = result.diagnostics.diagnostics.filter { $0.severity == .error }
      // A session may begin in a situation that the machine can't come into, which isn't the command's fault.
      XCTAssertEqual(errors.map(\.message), [], "\(name)\n\(lines.joined(separator: "\n"))")
      XCTAssertTrue(result.lines.contains { $0.contains("hold") }, "\(result.lines)")
    }
  }

  /// Returns a line that somebody might type.
  private static func line(for simulation: Simulation, _ random: inout SplitMix64) -> String {
    let machine = simulation.session.machine
    let text = simulation.text
    let stimulus: SimulationSession.Stimulus
    switch random.below(100) {
    case ..<65:
      let events = machine.declared.events.indices.filter { !machine.events[$0].isInternal }
      guard let event = events.randomElement(using: &random) else { return "show" }
      let lists = simulation.samples.arguments(of: ID(event), in: simulation.session.current.after, limit: 16)
      stimulus = .send(ID(event), arguments: random.element(lists))
    case ..<77:
      return random.happens(40) ? "wait" : "wait \(random.number(1...90))\(random.element(["ms", "s", "min"]))"
    case ..<87:
      let fields = machine.fields.indices.filter { !machine.fields[$0].isFixed && !machine.fields[$0].isPrivate }
      guard let field = fields.randomElement(using: &random) else { return "undo" }
      stimulus = .set([FieldValue(field: ID(field), value: value(of: machine.fields[field].type, &random))])
    case ..<93: return "undo \(random.number(1...3))"
    case ..<97:
      let states = machine.states.indices.filter { machine.states[$0].isAtomic }
      stimulus = .begin(SimulationSession.Beginning(states: [ID(random.element(states))]))
    default: return "restart"
    }
    // A user can type what the simulation shows.
    let line = text.title(of: stimulus)
    if !line.contains("…") { XCTAssertEqual(try? simulation.reader.command(line), .perform(stimulus), line) }
    return line
  }

  private static func value(of type: ValueType, _ random: inout SplitMix64) -> Value {
    switch type {
    case .bool: .bool(random.happens(50))
    case .int: .int(random.element([-1, 0, 1, 2, 3, 17]))
    case .duration: .duration(milliseconds: random.element([1, 500, 1_000, 60_000, 3_600_000]))
    case .double: .double(random.element([0, -1.5, 0.05, 1e21]))
    case .string: .string(random.element(["", "a b", "\"", "\\", "a: b # c", "é\u{301}", "\u{7}\n", "true", "{x}"]))
    case .cases(_, let names), .declared(_, let names): .named(random.element(names))
    case .opaque: .opaque("sample")
    }
  }
}
