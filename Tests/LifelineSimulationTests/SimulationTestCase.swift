import LifelineLanguage
import LifelineSimulation
import TestSupport
import XCTest

/// A test that simulates machines.
class SimulationTestCase: XCTestCase {
  /// Reads a spec and begins to simulate its machine.
  func simulate(_ spec: String, given: [String] = [], using used: UsedSpecs = [:]) throws -> Simulation {
    let bytes = Array(spec.utf8)
    let reading = SpecReader.read(bytes: bytes, path: "Spec.yaml", using: used)
    let machine = try XCTUnwrap(reading.machine, "\(reading.diagnostics.map(\.message))")
    return try .begin(machine, reading, of: bytes, given: given)
  }

  /// Returns the answers to some lines, with each mistake as a line.
  func answers(of simulation: inout Simulation, to lines: String...) -> [String] {
    lines.flatMap { line in
      let answer = simulation.answer(line)
      return answer.lines + (answer.mistake.map { ["\($0.message) [\($0.kind.code)]"] } ?? [])
    }
  }
}
