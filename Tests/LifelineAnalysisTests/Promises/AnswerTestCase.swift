import LifelineInterpreter
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineAnalysis

/// Explorations of machines with one promise.
class AnswerTestCase: XCTestCase {
  func evidence(_ spec: String) throws -> Evidence {
    let machine = try readMachine(events: spec.contains("events:") ? "" : "go stop other", spec)
    return Evidence.collect(from: explore(MachineIndex.build(for: machine)))
  }

  func assertBroken(
    _ expected: String, code: String = "L809", _ details: [String], in marked: String, line: UInt = #line
  ) throws {
    let text = MarkedText(marked)
    let evidence = try evidence(text.text)
    let found = checkReachability(in: evidence).filter { ["L808", "L809", "L810"].contains($0.kind.code) }
    XCTAssertEqual(differences(of: found, from: ["\(code) " + expected], markedIn: text), [], line: line)
    XCTAssertEqual(found.first?.details, details, line: line)
    XCTAssertEqual(evidence.proof.promises.map(\.verdict), [.broken], line: line)
  }

  func assertProved(_ spec: String, line: UInt = #line) throws {
    let evidence = try evidence(spec)
    XCTAssertEqual(
      checkReachability(in: evidence).filter { $0.kind.code < "L811" }.map(\.message), [], line: line)
    XCTAssertEqual(evidence.proof.promises.map(\.verdict), [.proved], line: line)
  }

  func assertNotProved(_ reason: String, _ spec: String, line: UInt = #line) throws {
    let proof = try evidence(spec).proof
    XCTAssertEqual(proof.promises.map(\.verdict), [.notProved], line: line)
    XCTAssertTrue(proof.reasons.contains { $0.message.contains(reason) }, "\(proof.reasons.map(\.message))", line: line)
  }
}
