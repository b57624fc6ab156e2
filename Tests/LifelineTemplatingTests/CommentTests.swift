import XCTest

final class CommentTests: XCTestCase {
  func testCommentIsNotWritten() {
    assertRenders("123{{! a comment }}456", "123456")
    assertRenders("123{{!\n  several\n  lines\n}}456\n", "123456\n")
    assertRenders("({{! {{ #name = }})", "()")
    assertRenders(
      ">{{! comment }}<",
      ["! comment": .text("1"), "!comment": .text("2"), "comment": .text("3")], "><")
  }

  func testLinesOfAStandaloneCommentAreLeftOut() {
    assertRenders("a\n{{! b }}\nc\n", "a\nc\n")
    assertRenders("a\n  {{! b }} \nc\n", "a\nc\n")
    assertRenders("a\n{{!\nb\n}}\nc\n", "a\nc\n")
    assertRenders("a\n  {{!\n    b\n  }}\nc\n", "a\nc\n")
    assertRenders("|\r\n{{! b }}\r\n|", "|\r\n|")
    assertRenders("  {{! b }}\n!", "!")
    assertRenders("!\n  {{! b }}", "!\n")
  }

  func testWhitespaceAroundAnInlineCommentStays() {
    assertRenders("  12 {{! 34 }}\n", "  12 \n")
    assertRenders("12 {{! b }} 34", "12  34")
    assertRenders("{{! b }}{{! c }}\n", "\n")
  }
}
