import XCTest

@testable import LifelineGeneration

/// The names of the standard library in generated code.
final class StandardNamesTests: XCTestCase {
  private func shorten(_ code: String, beside taken: [String] = []) -> String {
    String(decoding: StandardNames.shorten(Array(code.utf8), beside: taken), as: UTF8.self)
  }

  func testNamesThatNothingHidesAreShort() {
    XCTAssertEqual(shorten("var a: [Swift.Int] = Swift.min(b, .max)"), "var a: [Int] = min(b, .max)")
    XCTAssertEqual(shorten("x is any Swift.Encoder"), "x is any Encoder")
  }

  func testNamesThatTheFileHasKeepTheirQualification() {
    XCTAssertEqual(shorten("case min\nSwift.min(a, b) as Swift.Int"), "case min\nSwift.min(a, b) as Int")
    XCTAssertEqual(shorten("let a: Swift.Int", beside: ["Int"]), "let a: Swift.Int")
  }

  func testStreamsAreTheOnlyShortNameOfConcurrency() {
    XCTAssertEqual(
      shorten("_Concurrency.AsyncStream<Swift.Int>, _Concurrency.Task, @_Concurrency.MainActor"),
      "AsyncStream<Int>, _Concurrency.Task, @_Concurrency.MainActor")
    XCTAssertEqual(
      shorten("struct AsyncStream {}\nlet a: _Concurrency.AsyncStream<Int>"),
      "struct AsyncStream {}\nlet a: _Concurrency.AsyncStream<Int>")
  }

  func testMembersAndAttributesHideNothing() {
    XCTAssertEqual(shorten("a.Int + @Int b: Swift.Int"), "a.Int + @Int b: Int")
    XCTAssertEqual(shorten("module.Swift.Int, MySwift.Int"), "module.Swift.Int, MySwift.Int")
  }

  func testTextsAndCommentsStay() {
    let code = ##"""
      // Swift.Int
      let a = "Swift.Int \" Swift.Int", b = "\(c("d") + ")") Swift.Int"
      let d = #"""
        Swift.Int " \#
        """#
      let e = """
        Int "Swift.Int"
        """
      """##
    XCTAssertEqual(shorten(code), code)
    XCTAssertEqual(shorten(code + "\nvar f: Swift.Int"), code + "\nvar f: Int")
  }
}
