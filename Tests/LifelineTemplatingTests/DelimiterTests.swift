import XCTest

final class DelimiterTests: XCTestCase {
  private let values: Values = ["x": .text("value"), "on": .flag(true), "off": .flag(false)]

  func testDelimitersLastToTheEndOfTheTemplate() {
    assertRenders("{{=<% %>=}}(<%x%>) {{x}}", values, "(value) {{x}}")
    assertRenders("({{=[ ]=}}[x][={{ }}=]{{x}}[x])", values, "(valuevalue[x])")
    assertRenders("{{=| |=}}|#on||x||/on||! c ||&x||{x}|", values, "valuevaluevalue")
    assertRenders("{{=<% %>=}}<%{x}%>", values, "value")
    assertRenders("{{=« »=}}«x»", values, "value")
  }

  func testSectionsWithBothDelimiters() {
    let template = """
      [
      {{#on}}
        {{x}}
        |x|
      {{/on}}

      {{= | | =}}
      |#on|
        {{x}}
        |x|
      |/on|
      ]
      """
    let expected = "[\n  value\n  |x|\n\n  {{x}}\n  value\n]"
    assertRenders(template, values, expected)
    let inverted = template.replacing("#on", with: "^off").replacing("/on", with: "/off")
    assertRenders(inverted, values, expected)
  }

  func testSectionBegunWithOneDelimiterEndsWithAnother() {
    assertRenders("{{#on}}a{{=| |=}}b|/on|c", values, "abc")
  }

  func testPartialHasItsOwnDelimiters() {
    assertRenders(
      "[ {{>part}} ]\n{{= | | =}}\n[ |>part| ]\n", values, partials: ["part": ".{{x}}."],
      "[ .value. ]\n[ .value. ]\n")
    assertRenders(
      "[ {{>part}} ]\n[ .{{x}}.  .|x|. ]\n", values, partials: ["part": ".{{x}}. {{= | | =}} .|x|."],
      "[ .value.  .value. ]\n[ .value.  .|x|. ]\n")
  }

  func testWhitespace() {
    assertRenders("| {{=@ @=}} |", "|  |")
    assertRenders(" | {{=@ @=}}\n", " | \n")
    assertRenders("|{{= @   @ =}}|", "||")
    assertRenders("a\n{{=@ @=}}\nb\n", "a\nb\n")
    assertRenders("a\n  {{=@ @=}} \nb\n", "a\nb\n")
    assertRenders("|\r\n{{= @ @ =}}\r\n|", "|\r\n|")
    assertRenders("  {{=@ @=}}\n=", "=")
    assertRenders("=\n  {{=@ @=}}", "=\n")
  }
}
