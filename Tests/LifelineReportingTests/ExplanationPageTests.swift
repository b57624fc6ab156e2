import LifelineReporting
import LifelineSource
import XCTest

final class ExplanationPageTests: XCTestCase {
  func testSetsParagraphsAnewAndLeavesExamplesAlone() {
    let long = Array(repeating: "word", count: 20).joined(separator: " ")
    let kind = DiagnosticKind(
      "L999", .warning, "a test",
      explanation: """
        One \
        line
        and another.

        \(long)

            states:
              a:   # \(long)

        - \(long)
        - two
        The end.
        """)
    XCTAssertEqual(
      ExplanationPage(kind).text,
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
