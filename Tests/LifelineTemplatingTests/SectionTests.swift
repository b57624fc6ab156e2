import LifelineTemplating
import XCTest

final class SectionTests: XCTestCase {
  func testFlagDecidesWhetherASectionIsRendered() {
    assertRenders("<{{#on}}yes{{/on}}>", ["on": .flag(true)], "<yes>")
    assertRenders("<{{#on}}yes{{/on}}>", ["on": .flag(false)], "<>")
  }

  func testMissingViewIsFalse() {
    assertRenders("<{{#it}}yes{{/it}}>", ["it": .view(nil)], "<>")
  }

  func testTextIsTrueUnlessEmpty() {
    assertRenders("<{{#doc}}{{doc}} = {{.}}{{/doc}}>", ["doc": .text("d")], "<d = d>")
    assertRenders("<{{#doc}}{{doc}}{{/doc}}>", ["doc": .text("")], "<>")
  }

  func testViewIsAskedFirst() {
    assertRenders("{{#it}}Hi {{name}}.{{/it}}", ["it": .map(["name": .text("Jo")])], "Hi Jo.")
    assertRenders(
      "{{#it}}{{a}}, {{b}}, {{c.d}}{{/it}}{{b}}",
      [
        "a": .text("A"), "b": .text("outer"), "it": .map(["b": .text("inner")]),
        "c": .map(["d": .text("D")]),
      ],
      "A, inner, Douter")
  }

  func testListIsRenderedForEachView() {
    assertRenders(
      "<{{#list}}{{n}}{{/list}}>",
      ["list": .maps([["n": .text("1")], ["n": .text("2")], ["n": .text("3")]])],
      "<123>")
    assertRenders("<{{#list}}yes{{/list}}>", ["list": .list([])], "<>")
    assertRenders("<{{#list}}yes{{/list}}>", ["list": .texts([])], "<>")
  }

  func testTextsAreTheCurrentValueInTurn() {
    assertRenders("<{{#list}}({{.}}){{/list}}>", ["list": .texts(["a", "", "c"])], "<(a)()(c)>")
  }

  func testListsInsideLists() {
    let row: ([String]) -> Values = { ["cells": .texts($0)] }
    assertRenders(
      "{{#rows}}({{#cells}}{{.}}{{/cells}}){{/rows}}",
      ["rows": .maps([row(["1", "2"]), row([]), row(["3"])])],
      "(12)()(3)")
  }

  func testEveryViewOfTheStackIsSeenInsideLists() {
    let tops: Values = [
      "tops": .maps([
        [
          "top": .map(["upper": .text("A"), "lower": .text("a")]),
          "middles": .maps([
            ["middle": .text("1"), "bottoms": .maps([["bottom": .text("x")], ["bottom": .text("y")]])]
          ]),
        ]
      ])
    ]
    assertRenders(
      "{{#tops}}{{#middles}}{{top.lower}}{{middle}}."
        + "{{#bottoms}}{{top.upper}}{{middle}}{{bottom}}.{{/bottoms}}{{/middles}}{{/tops}}",
      tops, "a1.A1x.A1y.")
  }

  func testDeepNestingSeesEveryView() {
    let values: Values = [
      "a": .map(["one": .text("1")]), "b": .map(["two": .text("2")]),
      "c": .map(["three": .text("3"), "d": .map(["four": .text("4"), "five": .text("5")])]),
    ]
    let template = """
      {{#a}}
      {{one}}
      {{#b}}
      {{one}}{{two}}{{one}}
      {{#c}}
      {{#d}}
      {{#five}}
      {{one}}{{two}}{{three}}{{four}}{{.}}{{five}}{{four}}
      {{/five}}
      {{four}}{{three}}
      {{/d}}
      {{three}}{{two}}
      {{/c}}
      {{two}}
      {{/b}}
      {{one}}
      {{/a}}
      """
    assertRenders(template, values, "1\n121\n1234554\n43\n32\n2\n1\n")
  }

  func testSameSectionTwiceAndInsideItself() {
    assertRenders(
      "{{#on}}\n* first\n{{/on}}\n* {{two}}\n{{#on}}\n* third\n{{/on}}\n",
      ["on": .flag(true), "two": .text("second")], "* first\n* second\n* third\n")
    let nested = "| A {{#on}}B {{#on}}C{{/on}} D{{/on}} E |"
    assertRenders(nested, ["on": .flag(true)], "| A B C D E |")
    assertRenders(nested, ["on": .flag(false)], "| A  E |")
  }

  func testDotAsASection() {
    assertRenders("{{#.}}{{name}}{{/.}}", ["name": .text("root")], "root")
    assertRenders("{{#list}}[{{#.}}{{.}}{{/.}}]{{/list}}", ["list": .texts(["a", ""])], "[a][]")
    assertRenders("{{#list}}{{#.}}{{n}}{{/.}}{{/list}}", ["list": .maps([["n": .text("1")]])], "1")
  }

  func testDottedNamesAsSections() {
    let values: (Bool) -> Values = { ["a": .map(["b": .map(["c": .flag($0)])])] }
    assertRenders("<{{#a.b.c}}yes{{/a.b.c}}>", values(true), "<yes>")
    assertRenders("<{{#a.b.c}}yes{{/a.b.c}}>", values(false), "<>")
  }

  func testKeysOfASectionThatIsNotRenderedAreNotLookedUp() {
    assertRenders("<{{#on}}{{nothing}}{{/on}}>", ["on": .flag(false)], "<>")
    assertRenders("<{{^on}}{{nothing}}{{/on}}>", ["on": .flag(true)], "<>")
  }
}

final class InvertedSectionTests: XCTestCase {
  func testInvertedSectionIsRenderedWhereTheSectionIsNot() {
    let cases: [(TemplateValue, String)] = [
      (.flag(false), "no"), (.flag(true), ""), (.text(""), "no"), (.text("x"), ""), (.view(nil), "no"),
      (.map([:]), ""), (.list([]), "no"), (.maps([[:]]), ""), (.texts([]), "no"), (.texts([""]), ""),
    ]
    for (value, expected) in cases {
      assertRenders("<{{^x}}no{{/x}}>", ["x": value], "<\(expected)>")
    }
  }

  func testSameInvertedSectionTwiceAndInsideItself() {
    assertRenders(
      "{{^on}}\n* first\n{{/on}}\n* {{two}}\n{{^on}}\n* third\n{{/on}}\n",
      ["on": .flag(false), "two": .text("second")], "* first\n* second\n* third\n")
    let nested = "| A {{^on}}B {{^on}}C{{/on}} D{{/on}} E |"
    assertRenders(nested, ["on": .flag(false)], "| A B C D E |")
    assertRenders(nested, ["on": .flag(true)], "| A  E |")
  }

  func testSectionAndItsInverse() {
    let template = "{{#list}}{{.}}{{/list}}{{^list}}none{{/list}}"
    assertRenders(template, ["list": .texts(["a", "b"])], "ab")
    assertRenders(template, ["list": .texts([])], "none")
  }

  func testDottedNames() {
    let values: (Bool) -> Values = { ["a": .map(["b": .map(["c": .flag($0)])])] }
    assertRenders("<{{^a.b.c}}no{{/a.b.c}}>", values(true), "<>")
    assertRenders("<{{^a.b.c}}no{{/a.b.c}}>", values(false), "<no>")
  }

  func testInvertedSectionAddsNoView() {
    assertRenders(
      "{{#it}}{{^off}}{{name}}{{/off}}{{/it}}", ["off": .flag(false), "it": .map(["name": .text("n")])], "n")
  }
}

/// Lines and spaces, which sections and inverted sections treat alike.
final class SectionWhitespaceTests: XCTestCase {
  private func assertBothRender(
    _ template: String, _ expected: String, file: StaticString = #filePath, line: UInt = #line
  ) {
    assertRenders(template, ["x": .flag(true)], expected, file: file, line: line)
    let inverted = template.replacing("{{#", with: "{{^")
    assertRenders(inverted, ["x": .flag(false)], expected, file: file, line: line)
  }

  func testWhitespaceAroundAndInsideInlineSectionsStays() {
    assertBothRender(" | {{#x}}\t|\t{{/x}} | \n", " | \t|\t | \n")
    assertBothRender(" | {{#x}} {{! a comment }}\n {{/x}} | \n", " |  \n  | \n")
    assertBothRender(" {{#x}}ONE{{/x}}\n {{#x}}TWO{{/x}}\n", " ONE\n TWO\n")
    assertBothRender("{{#x}}{{/x}}\n", "\n")
    assertBothRender("{{#x}} {{/x}}\n", " \n")
  }

  func testLinesOfStandaloneTagsAreLeftOut() {
    assertBothRender("| a\n{{#x}}\n|\n{{/x}}\n| b\n", "| a\n|\n| b\n")
    assertBothRender("| a\n  {{#x}}\n|\n\t{{/x}}\n| b\n", "| a\n|\n| b\n")
    assertBothRender("| a\n{{#x}} \t\n|\n{{/x}}  \n| b\n", "| a\n|\n| b\n")
    assertBothRender("a\n\n{{#x}}\n\nb\n\n{{/x}}\n\nc\n", "a\n\n\nb\n\n\nc\n")
  }

  func testLineEndsOfStandaloneTags() {
    assertBothRender("|\r\n{{#x}}\r\n{{/x}}\r\n|", "|\r\n|")
    assertBothRender("  {{#x}}\n#{{/x}}\n/", "#\n/")
    assertBothRender("#{{#x}}\n/\n  {{/x}}", "#\n/\n")
    assertBothRender("a\r{{#x}}\rb{{/x}}", "a\r\rb")
  }

  func testWhitespaceInsideTagsIsIgnored() {
    assertBothRender("|{{# x }}={{/ x }}|", "|=|")
    assertBothRender("|{{#\nx\n}}={{/\tx}}|", "|=|")
  }
}
