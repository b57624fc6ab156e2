import LifelineModel
import LifelineSource
import XCTest

@testable import LifelinePages

/// Names and texts of a spec stay text in Markdown.
final class MarkdownTextTests: XCTestCase {
  func testTextThatMeansSomethingToMarkdownIsEscaped() {
    for (text, expected) in [
      ("plain words, it's 100 % (yes)!", "plain words, it's 100 % (yes)!"),
      ("# no heading #", "\\# no heading \\#"), ("- no list", "\\- no list"), ("  + no list", "  \\+ no list"),
      ("--- no rule", "\\-\\-\\- no rule"), ("=== no heading", "\\=\\=\\= no heading"), ("1. no list", "1\\. no list"),
      ("12) no list", "12\\) no list"), ("iOS 1. and 2) in words", "iOS 1. and 2) in words"),
      ("> no quote", "\\> no quote"), ("*no* __emphasis__", "\\*no\\* \\_\\_emphasis\\_\\_"),
      ("did_load_view", "did_load_view"), ("_private", "\\_private"), ("a `b` c", "a \\`b\\` c"),
      ("<script>alert(1)</script>", "\\<script\\>alert(1)\\</script\\>"),
      ("![x](javascript:y)", "!\\[x\\](javascript:y)"),
      ("a & b &lt;", "a \\& b \\&lt;"), ("~~gone~~", "\\~\\~gone\\~\\~"), ("a | b", "a \\| b"), ("$x$", "\\$x\\$"),
      ("http://a.b and WWW.a.b", "http\\://a.b and WWW\\.a.b"), ("a\\b", "a\\\\b"),
      ("turn \u{202E}round\nand\u{1B}[31m", "turn \\\\u{202E}round\\\\u{0A}and\\\\u{1B}\\[31m"),
    ] {
      XCTAssertEqual(MarkdownText.escaped(text), expected)
    }
  }

  func testCodeHasFencesThatItDoesntEnd() {
    XCTAssertEqual(MarkdownText.code("a", inTable: false), "`a`")
    XCTAssertEqual(MarkdownText.code("a`b", inTable: false), "```a`b```")
    XCTAssertEqual(MarkdownText.code("``", inTable: false), "``` `` ```")
    XCTAssertEqual(MarkdownText.code("", inTable: false), "`  `")
    XCTAssertEqual(MarkdownText.code("<b>|*", inTable: false), "`<b>|*`")
    XCTAssertEqual(MarkdownText.code("a|b", inTable: true), "`a\\|b`")
  }

  func testOnlyAddressesOfTheWebAreLinks() {
    XCTAssertEqual(MarkdownText.target("https://a.b/c_(d)?e=%20#f"), "https://a.b/c_%28d%29?e=%20#f")
    XCTAssertEqual(MarkdownText.target("HTTP://a.b/ \n<x>\"é"), "HTTP://a.b/%20%0A%3Cx%3E%22%C3%A9")
    for address in ["javascript:alert(1)", "data:text/html,x", "//a.b", "https:a", "notes.md", ""] {
      XCTAssertNil(MarkdownText.target(address), address)
    }
    let writer = MarkdownWriter()
    XCTAssertEqual(
      writer.text(
        of: .paragraph([.link([.text("a]b")], address: "javascript:x"), .link([.text("c]")], address: "http://d")])),
      "a\\]b[c\\]](http://d)")
  }

  func testAnchorsAreThoseOfGitHub() {
    let headings =
      ["A & B: c_d!", "a  b-", "Größe 生命", "A & B: c_d!", "a b: cd"].map { Heading(3, [.text($0)]) }
      + [Heading(3, [.code("a & b: c_d")])]
    let slugs = HeadingSlugs(of: headings.map { .heading($0) })
    XCTAssertEqual(headings.map { slugs[$0] }, ["a--b-c_d", "a--b-", "größe-生命", "a--b-c_d", "a-b-cd", "a--b-c_d-2"])
  }

  func testTablesAndListsKeepTheirLines() {
    let writer = MarkdownWriter()
    let lines: [Inline] = [.text("a|b"), .lineBreak, .code("c")]
    XCTAssertEqual(writer.text(of: .paragraph(lines)), "a\\|b\\\n`c`")
    XCTAssertEqual(writer.text(of: .list([lines, [.text("- d")]])), "- a\\|b\\\n  `c`\n- \\- d")
    XCTAssertEqual(
      writer.text(of: .table(head: ["x|y", "z"], rows: [[lines, []]])), "| x\\|y | z |\n| --- | --- |\n| a\\|b `c` |  |"
    )
  }

  func testProseHasCodeBetweenBackticks() {
    XCTAssertEqual(prose("a `b` c\n`d"), [.text("a "), .code("b"), .text(" c"), .lineBreak, .text("`d")])
    XCTAssertEqual(
      paragraphs("a\nb\n \n\nc\n"),
      [
        .paragraph([.text("a"), .lineBreak, .text("b")]), .paragraph([.text("c")]),
      ])
    XCTAssertEqual(firstSentence("It is 3.5 high. And wide.\nSo."), "It is 3.5 high.")
    XCTAssertEqual(firstSentence("No end\nof it"), "No end")
    XCTAssertNil(firstSentence(nil))
  }
}
