import XCTest

final class PartialTests: XCTestCase {
  func testPartialStandsForItsText() {
    assertRenders("<{{>part}}>", partials: ["part": "inner"], "<inner>")
  }

  func testPartialSeesTheViewsAroundItsTag() {
    assertRenders("{{>part}}", ["name": .text("n")], partials: ["part": "[{{name}}]"], "[n]")
    assertRenders(
      "{{#a}}{{>part}}{{/a}}", ["name": .text("outer"), "a": .map(["name": .text("inner")])],
      partials: ["part": "{{name}}"], "inner")
  }

  func testPartialsCallPartials() {
    assertRenders(
      "{{>one}}", ["a": .text("1"), "b": .text("2")],
      partials: ["one": "({{a}} {{>two}})", "two": "{{b}}."], "(1 2.)")
  }

  func testPartialCallsItselfAsLongAsThereIsData() {
    let tree: Values = [
      "name": .text("a"),
      "children": .maps([
        ["name": .text("b"), "children": .maps([["name": .text("c"), "children": .maps([])]])],
        ["name": .text("d"), "children": .maps([])],
      ]),
    ]
    assertRenders(
      "{{>node}}", tree, partials: ["node": "{{name}}({{#children}}{{>node}}{{/children}})"], "a(b(c())d())")
    assertRenders(
      "{{>node}}", tree, partials: ["node": "{{name}}\n{{#children}}\n  {{>node}}\n{{/children}}\n"],
      "a\n  b\n    c\n  d\n")
  }

  func testWhitespaceAroundAndInsideAnInlinePartialStays() {
    assertRenders("| {{>part}} |", partials: ["part": "\t|\t"], "| \t|\t |")
    assertRenders("  {{x}}  {{> part}}\n", ["x": .text("|")], partials: ["part": ">\n>"], "  |  >\n>\n")
    assertRenders("|{{> part }}|", partials: ["part": "[]"], "|[]|")
  }

  func testLineOfAStandalonePartialGivesWay() {
    assertRenders("|\r\n{{>part}}\r\n|", partials: ["part": ">"], "|\r\n>|")
    assertRenders("  {{>part}}\n>", partials: ["part": ">\n>"], "  >\n  >>")
    assertRenders(">\n  {{>part}}", partials: ["part": ">\n>"], ">\n  >\n  >")
  }

  func testIndentationGoesBeforeTheLinesOfThePartialNotOfItsValues() {
    assertRenders(
      "\\\n {{>part}}\n/\n", ["x": .text("<\n->")], partials: ["part": "|\n{{{x}}}\n|\n"],
      "\\\n |\n <\n->\n |\n/\n")
  }
}

/// Tests the details of indentation that the specification leaves open.
final class IndentationTests: XCTestCase {
  func testIndentationsAddUp() {
    assertRenders(
      "a\n  {{>one}}\nb\n", partials: ["one": "1\n\t{{>two}}\n1\n", "two": "2\n2\n"],
      "a\n  1\n  \t2\n  \t2\n  1\nb\n")
  }

  func testPartialThatSharesItsLineIsSetIntoItAsItIs() {
    assertRenders(
      "  {{>one}}\n", partials: ["one": "x = {{>two}};\ny\n", "two": "[\n1\n]"], "  x = [\n1\n];\n  y\n")
  }

  func testEmptyLinesAreNotIndented() {
    assertRenders("  {{>part}}\n", partials: ["part": "a\n\nb\r\n\r\nc\n\n"], "  a\n\n  b\r\n\r\n  c\n\n")
    assertRenders(
      "  {{>part}}\n", ["on": .flag(true)], partials: ["part": "a\n{{#on}}\n\n{{/on}}\n\nb"], "  a\n\n\n  b")
  }

  func testLinesThatBeginWithATagAreIndented() {
    assertRenders(
      "  {{>part}}\n", ["x": .text("1"), "list": .texts(["a", "b"]), "on": .flag(true)],
      partials: ["part": "{{x}}\n{{#on}}{{x}}{{/on}}\n{{#list}}\n{{.}}\n{{/list}}\n{{!c}}{{x}}\n"],
      "  1\n  1\n  a\n  b\n  1\n")
  }

  func testLeftOutLinesLeaveNoIndentation() {
    assertRenders(
      "  {{>part}}\n", ["on": .flag(false)],
      partials: ["part": "{{#on}}\nx\n{{/on}}\n  {{! c }}\n{{=| |=}}\n|^on|\ny\n|/on|\n"], "  y\n")
    assertRenders("  {{>part}}\n", partials: ["part": ""], "")
  }

  func testIndentationEndsWithThePartial() {
    assertRenders(
      "{{>part}}\na\n    {{>part}}\nb\n{{>part}}\n", partials: ["part": "p\n"], "p\na\n    p\nb\np\n")
  }
}
