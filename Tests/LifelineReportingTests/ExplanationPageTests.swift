import LifelineReporting
import LifelineSource
import XCTest

final class ExplanationPageTests: XCTestCase {
  func testSetsParagraphsAnewAndLeavesExamplesAlone() {
    let long = Array(repeating: "word", count: 20).joined(separator: " ")
    let explanation = """
      One \
      line
      and another.

      \(long)

          states:
            a:   # \(long)

      - \(long)
      - two
      The end.
      """
    let kind = DiagnosticKindList([.warning("L999", "a test", explanation: explanation)]).all[0]
    XCTAssertEqual(
      ExplanationPage(kind).render(),
      """
      L999, a warning: a test

      One line and another.

      word word word word word word word word word word word word word word word
      word word word word word

          states:
            a:   # \(long)

      - word word word word word word word word word word word word word word word
        word word word word word
      - two The end.

      """)
  }
}
