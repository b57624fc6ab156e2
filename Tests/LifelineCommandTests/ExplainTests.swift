import LifelineSource
import LifelineWorkspace
import XCTest

final class ExplainTests: CommandTestCase {
  func testListsEveryKind() throws {
    let result = try lifeline("explain")
    XCTAssertEqual(result.status, 0)
    let codes = result.output.split(separator: "\n").map { String($0.prefix(4)) }
    XCTAssertEqual(codes, DiagnosticKind.allKinds.map(\.code))
    XCTAssertTrue(result.output.contains("\nL212  warning  a name that is declared and never used\n"), result.output)
  }

  func testExplainsACode() throws {
    let result = try lifeline("explain", "l212")
    XCTAssertEqual(result.status, 0)
    XCTAssertTrue(
      result.output.hasPrefix("L212, a warning: a name that is declared and never used\n\nNothing uses this callback"))
    XCTAssertTrue(result.output.split(separator: "\n").allSatisfy { $0.count <= 78 }, result.output)
  }

  func testExplainsSeveralCodes() throws {
    let result = try lifeline("explain", "L402", "L403")
    XCTAssertTrue(result.output.hasPrefix("L402, an error: "))
    XCTAssertTrue(result.output.contains("\n\nL403, an error: "))
  }

  func testUnknownCodes() throws {
    let near = try lifeline("explain", "L221", "L299")
    XCTAssertEqual(near.status, 64)
    XCTAssertEqual(near.output, "")
    XCTAssertTrue(near.errors.contains("No diagnostic has the code 'L299'; did you mean L2"), near.errors)
    let far = try lifeline("explain", "\u{1B}[2J")
    XCTAssertTrue(
      far.errors.contains("No diagnostic has the code '\\u{1B}[2J'; 'lifeline explain' lists all codes."), far.errors)
  }
}
