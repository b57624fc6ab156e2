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
