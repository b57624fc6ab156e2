import LifelineLanguage
import LifelineRewriting
import XCTest

/// Rewrites the failing scenarios of a spec that can be read.
func acceptFailures(
  in bytes: [UInt8], path: String, only names: Set<String>? = nil, recording records: Bool = false, line: UInt = #line
) throws -> Acceptance {
  let reading = SpecReader.read(bytes: bytes, path: path)
  let machine = try XCTUnwrap(
    reading.machine, reading.diagnostics.map(\.message).joined(separator: "\n"), line: line)
  let play = records ? playForRecording : playForAcceptance
  return acceptScenarios(in: bytes, reading: reading, report: play(machine), named: names, playing: play)
}
