import XCTest

@testable import LifelineDrawing

/// Names that are too long for their place.
final class ElisionTests: XCTestCase {
  private let names = [
    "aLongNameWithOneInItsMiddleAndALongEnd", "aLongNameWithTwoInItsMiddleAndALongEnd", "beginHiding", "beginShowing",
    "viewDidAppear", "viewDidDisappear", "viewWillAppear", "viewWillDisappear",
  ]

  func testShortenedNamesDiffer() {
    for width in 7...20 {
      let shown = names.map { $0.elided(to: width, apartFrom: names) }
      XCTAssertEqual(Set(shown).count, names.count, "\(width): \(shown)")
      XCTAssertTrue(shown.allSatisfy { $0.count <= width }, "\(width): \(shown)")
      for (name, shown) in zip(names, shown) where name.count > width { XCTAssertEqual(shown.count, width, shown) }
    }
  }

  func testAnEllipsisIsInTheMiddleIfNoOtherNameLooksTheSame() {
    XCTAssertEqual("beginHiding".elided(to: 8, apartFrom: ["beginHiding"]), "begi…ing")
    XCTAssertEqual("beginHiding".elided(to: 8, apartFrom: names), "beg…ding")
    XCTAssertEqual("aLongNameWithOneInItsMiddleAndALongEnd".elided(to: 8, apartFrom: names), "a…eInIt…")
    XCTAssertEqual("beginHiding".elided(to: 11, apartFrom: names), "beginHiding")
    XCTAssertEqual("漢字漢字漢字".elided(to: 7, apartFrom: ["漢字漢字漢漢"]), "漢…字")
    XCTAssertEqual("name".elided(to: 0, apartFrom: ["names"]), "")
  }

  /// Half an escape says something else than the whole.
  func testEscapesAreNotCut() {
    let text = #"a\u{202E}b"#
    XCTAssertEqual(
      (1...10).map { text.elidedInMiddle(to: $0) }, ["…", "a…", "a…b", "a…b", "a…b", "a…b", "a…b", "a…b", "a…b", text])
    XCTAssertEqual((1...10).map { text.elidedAtEnd(to: $0) }, ["…"] + Array(repeating: "a…", count: 8) + [text])
    XCTAssertEqual(#"say "\"no\"""#.elidedInMiddle(to: 9), #"say …o\"""#)
    XCTAssertEqual(#"say "\"no\"""#.elidedInMiddle(to: 6), #"say…""#)
    XCTAssertEqual(#"abcdefg\u{0A}h"#.elidedInMiddle(to: 13), "abcdef…h")
  }

  /// No two arguments look like one.
  func testListsAreCutBetweenTheirItems() {
    let arguments = ["token: second", "lifetime: 30s", "number: 2"]
    XCTAssertEqual(arguments.elidedList(to: 39), "token: second, lifetime: 30s, number: 2")
    XCTAssertEqual(arguments.elidedList(to: 38), "token: second, lifetime: 30s, …")
    XCTAssertEqual(arguments.elidedList(to: 16), "token: second, …")
    XCTAssertEqual(arguments.elidedList(to: 15), "token:…econd, …")
    XCTAssertEqual(["token: second"].elidedList(to: 9), "toke…cond")
    XCTAssertEqual(arguments.wrappedList(to: 16), ["token: second,", "lifetime: 30s,", "number: 2"])
    XCTAssertEqual(arguments.wrappedList(to: 30), ["token: second, lifetime: 30s,", "number: 2"])
    XCTAssertEqual(arguments.wrappedList(to: 10), ["token:", "second,", "lifetime:", "30s,", "number: 2"])
    XCTAssertEqual(arguments.wrappedList(to: 10, limit: 2), ["token:", "second, …"])
    XCTAssertEqual(["count: 9007199254740991"].wrappedList(to: 10), ["count:", "90071…0991"])
    XCTAssertEqual([String]().wrappedList(to: 10), [])
    for width in 4...40 {
      for line in arguments.wrappedList(to: width) + [arguments.elidedList(to: width)] {
        XCTAssertLessThanOrEqual(line.count, width, line)
      }
    }
  }
}
