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
    XCTAssertEqual(arguments.wrappedList(to: 10, limit: 2), ["toke…cond,", "life… 30s…"])
    XCTAssertEqual([String]().wrappedList(to: 10), [])
    for width in 4...40 {
      for line in arguments.wrappedList(to: width) + [arguments.elidedList(to: width)] {
        XCTAssertLessThanOrEqual(line.count, width, line)
      }
    }
  }
}
