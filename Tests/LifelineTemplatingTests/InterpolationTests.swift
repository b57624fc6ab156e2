import XCTest

final class InterpolationTests: XCTestCase {
  func testTextWithoutTagsStays() {
    assertRenders("", "")
    assertRenders("single {braces} and }} stay\n", "single {braces} and }} stay\n")
  }

  func testVariableIsWrittenAsItIs() {
    assertRenders("Hello, {{name}}!\n", ["name": .text("you")], "Hello, you!\n")
    assertRenders("{{a}}{{b}}", ["a": .text("1"), "b": .text("2")], "12")
    assertRenders("({{name}})", ["name": .text("")], "()")
    assertRenders("{{grüße}}é{{name}}", ["grüße": .text("ß"), "name": .text("👩🏽‍🚀")], "ßé👩🏽‍🚀")
  }

  func testWrittenTextIsNotReadAgain() {
    assertRenders("{{a}} {{b}}", ["a": .text("{{b}}"), "b": .text("{{a}}")], "{{b}} {{a}}")
  }

  func testNoWayOfWritingEscapes() {
    let values: Values = ["name": .text("& \" < > '")]
    assertRenders("{{name}}", values, "& \" < > '")
    assertRenders("{{{name}}}", values, "& \" < > '")
    assertRenders("{{&name}}", values, "& \" < > '")
  }

  func testWhitespaceAroundVariablesStays() {
    let values: Values = ["x": .text("--")]
    for tag in ["{{x}}", "{{{x}}}", "{{&x}}"] {
      assertRenders("| \(tag) |", values, "| -- |")
      assertRenders("  \(tag)\n", values, "  --\n")
      assertRenders("\t\(tag) \r\n\n", values, "\t-- \r\n\n")
    }
  }

  func testWhitespaceInsideVariablesIsIgnored() {
    for tag in ["{{ x }}", "{{{ x }}}", "{{& x }}", "{{\n\tx\r\n}}", "{{&x }}"] {
      assertRenders("|\(tag)|", ["x": .text("--")], "|--|")
    }
  }

  func testDottedNameIsLookedUpPartByPart() {
    let person: Values = ["person": .map(["name": .text("Jo")])]
    for tag in ["{{person.name}}", "{{{person.name}}}", "{{&person.name}}", "{{ person.name }}"] {
      assertRenders("\(tag) = {{#person}}{{name}}{{/person}}", person, "Jo = Jo")
    }
    let deep: Values = ["a": .map(["b": .map(["c": .map(["d": .text("end")])])])]
    assertRenders("{{a.b.c.d}}", deep, "end")
  }

  func testFirstPartOfADottedNameIsLookedUpEverywhere() {
    assertRenders(
      "{{#a}}{{b.c}}{{/a}}", ["a": .map(["x": .text("")]), "b": .map(["c": .text("found")])], "found")
    assertRenders(
      "{{#a}}{{b.c}}{{/a}}",
      ["a": .map(["b": .map(["c": .text("inner")])]), "b": .map(["c": .text("outer")])], "inner")
  }

  func testOtherPartsOfADottedNameAreLookedUpInTheFormerPartAlone() {
    assertFails(
      "{{a.b.name}}", ["a": .map(["b": .map([:])]), "name": .text("outer")],
      "main.mustache:1:1-1:13 L708 there is no key `name`", "  keys of the innermost view: name, title, items")
    assertFails(
      "{{#a}}{{b.c}}{{/a}}", ["a": .map(["b": .map([:])]), "b": .map(["c": .text("outer")])],
      "main.mustache:1:7-1:14 L708 there is no key `c`", "  keys of the innermost view: name, title, items")
  }

  func testDottedNameIsNeverASingleKey() {
    assertRenders("{{a.b}}", ["a.b": .text("wrong"), "a": .map(["b": .text("right")])], "right")
    assertFails(
      "{{a.b}}", ["a.b": .text("wrong")],
      "main.mustache:1:1-1:8 L708 there is no key `a`", "  keys of the innermost view: name, title, items")
  }

  func testDotIsTheCurrentValue() {
    assertRenders("{{#x}}<{{.}}>{{/x}}", ["x": .text("a & b")], "<a & b>")
    assertRenders("{{#x}}<{{{.}}}{{&.}}{{ . }}>{{/x}}", ["x": .texts(["a", "b"])], "<aaa><bbb>")
  }
}
