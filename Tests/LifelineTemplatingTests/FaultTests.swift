import TestSupport
import XCTest

@testable import LifelineTemplating

final class SyntaxFaultTests: XCTestCase {
  func testTagWithoutEnd() {
    assertFails("a\n  {{name", "main.mustache:2:3-2:5 L701 this tag has no end; `}}` is missing")
    assertFails("{{", "main.mustache:1:1-1:3 L701 this tag has no end; `}}` is missing")
    assertFails("é👩🏽‍🚀{{{name}}", "main.mustache:1:6-1:8 L701 this tag has no end; `}}}` is missing")
    assertFails("\r{{! \n", "main.mustache:2:1-2:3 L701 this tag has no end; `}}` is missing")
    assertFails("{{=<% %>}}", "main.mustache:1:1-1:3 L701 this tag has no end; `=}}` is missing")
    assertFails("{{=<% %>=}}<%name}}", "main.mustache:1:12-1:14 L701 this tag has no end; `%>` is missing")
    assertFails("{{name\n{{other}}", "main.mustache:1:1-1:3 L701 this tag has no end; `}}` is missing")
    assertFails("{{#a}}{{name", "main.mustache:1:7-1:9 L701 this tag has no end; `}}` is missing")
  }

  func testBadNames() {
    let advice = "write a name without spaces, or names joined by single dots"
    assertFails("\n{{}}", "main.mustache:2:1-2:5 L702 this tag has no name; \(advice)")
    assertFails("{{ # }}", "main.mustache:1:1-1:8 L702 `#` is not a name; \(advice)")
    assertFails("{{ #a}}", "main.mustache:1:1-1:8 L702 `#a` is not a name; \(advice)")
    assertFails("{{> }}", "main.mustache:1:1-1:7 L702 this tag has no name; \(advice)")
    assertFails("{{/}}", "main.mustache:1:1-1:6 L702 this tag has no name; \(advice)")
    assertFails("{{#a}}{{/ }}", "main.mustache:1:7-1:13 L702 this tag has no name; \(advice)")
    assertFails("{{a b}}", "main.mustache:1:1-1:8 L702 `a b` is not a name; \(advice)")
    assertFails("{{a\nb}}", "main.mustache:1:1-2:4 L702 `a` is not a name; \(advice)")
    for name in ["a..b", ".a", "a.", ".."] {
      let end = 5 + name.count
      assertFails("{{\(name)}}", "main.mustache:1:1-1:\(end) L702 `\(name)` is not a name; \(advice)")
    }
    assertFails("{{#a b}}{{/a b}}", "main.mustache:1:1-1:9 L702 `a b` is not a name; \(advice)")
  }

  func testBadDelimiters() {
    let message =
      "L703 these are not two delimiters; "
      + "write an opening and a closing one with a space between them, such as `{{=<% %>=}}`"
    assertFails(" {{=<%=}}", "main.mustache:1:2-1:10 \(message)")
    assertFails("{{=a b c=}}", "main.mustache:1:1-1:12 \(message)")
    assertFails("{{= =}}", "main.mustache:1:1-1:8 \(message)")
    assertFails("{{=a= b=}}", "main.mustache:1:1-1:11 \(message)")
  }

  func testSectionWithoutEnd() {
    assertFails(
      "{{#a}}\n  {{^b}}\n{{#c}}{{/c}}",
      "main.mustache:1:1-1:7 L704 the section `a` is not closed; `{{/a}}` is missing",
      "main.mustache:2:3-2:9 L704 the section `b` is not closed; `{{/b}}` is missing")
  }

  func testMessagesQuoteTheFirstLineOfASectionsName() {
    let advice = "write a name without spaces, or names joined by single dots"
    assertFails(
      "{{#a\nb}}",
      "main.mustache:1:1-2:4 L702 `a` is not a name; \(advice)",
      "main.mustache:1:1-2:4 L704 the section `a` is not closed; `{{/a}}` is missing")
    assertFails(
      "{{#a\nb}}{{/c}}",
      "main.mustache:1:1-2:4 L702 `a` is not a name; \(advice)",
      "main.mustache:1:1-2:4 L704 the section `a` is not closed; `{{/a}}` is missing",
      "main.mustache:2:4-2:10 L705 this tag closes `c`, but the innermost open section is `a`",
      "  main.mustache:1:1-2:4 `a` is opened here")
  }

  func testEndOfAnotherSection() {
    assertFails(
      "{{#a}}\n{{#b}}\n{{/a}}\n",
      "main.mustache:3:1-3:7 L705 this tag closes `a`, but the innermost open section is `b`",
      "  main.mustache:2:1-2:7 `b` is opened here")
    assertFails(
      "{{#a}}{{/b}}{{/a}}",
      "main.mustache:1:7-1:13 L705 this tag closes `b`, but the innermost open section is `a`",
      "  main.mustache:1:1-1:7 `a` is opened here")
  }

  func testEndWithoutSection() {
    assertFails(
      "{{#a}}{{/a}}{{/a}}", "main.mustache:1:13-1:19 L706 this tag closes `a`, but no section is open")
    assertFails(
      "{{#a}}{{/b c}}{{/a}}{{/b\nc}}",
      "main.mustache:1:7-1:15 L705 this tag closes `b c`, but the innermost open section is `a`",
      "  main.mustache:1:1-1:7 `a` is opened here",
      "main.mustache:1:21-2:4 L706 this tag closes `b`, but no section is open")
  }

  func testAllFaultsOfAllTemplatesAreReportedInOrder() {
    assertFails(
      "{{/a}}\n{{=x=}}\n{{b c}}\n{{#d}}", partials: ["last": "{{", "alone": "{{#e}}"],
      "alone.mustache:1:1-1:7 L704 the section `e` is not closed; `{{/e}}` is missing",
      "last.mustache:1:1-1:3 L701 this tag has no end; `}}` is missing",
      "main.mustache:1:1-1:7 L706 this tag closes `a`, but no section is open",
      "main.mustache:2:1-2:8 L703 these are not two delimiters; "
        + "write an opening and a closing one with a space between them, such as `{{=<% %>=}}`",
      "main.mustache:3:1-3:8 L702 `b c` is not a name; write a name without spaces, or names joined by single dots",
      "main.mustache:4:1-4:7 L704 the section `d` is not closed; `{{/d}}` is missing")
  }

  func testFaultsAreNotCountedWithoutEnd() throws {
    try skipTest(below: .thorough)
    for text in [String(repeating: "{{/a}}", count: 100_000), String(repeating: "{{#a}}", count: 100_000)] {
      XCTAssertThrowsError(try Template.parse(name: "main", text: text)) { error in
        XCTAssertEqual((error as? TemplateErrors)?.diagnostics.count, 50)
      }
    }
  }

  func testPathOfMessages() {
    XCTAssertThrowsError(try Template.parse(name: "main", path: "My Templates/main.mustache", text: "{{")) {
      error in
      XCTAssertEqual(
        (error as? TemplateErrors)?.diagnostics.first?.location.path, "My Templates/main.mustache")
    }
  }
}

final class LinkFaultTests: XCTestCase {
  func testUnknownPartialsAreReportedWhetherRenderedOrNot() {
    let known = "  known templates: main, state"
    assertFails(
      "{{#off}}\n {{>states}}{{/off}}{{>x}}", ["off": .flag(false)], partials: ["state": "{{> nothing}}"],
      "main.mustache:2:2-2:13 L707 there is no template `states`; did you mean `state`?", known,
      "main.mustache:2:21-2:27 L707 there is no template `x`", known,
      "state.mustache:1:1-1:14 L707 there is no template `nothing`", known)
  }

  func testUnknownTemplate() throws {
    let library = try TemplateSet.load(["machine": "", "tests": ""], roots: [:])
    XCTAssertThrowsError(try library.render("test", with: Values())) { error in
      XCTAssertEqual(
        describe((error as? TemplateErrors)?.diagnostics ?? []),
        ["test.mustache L707 there is no template `test`; did you mean `tests`?", "  known templates: machine, tests"])
    }
  }

  func testOverridingTemplateTakesThePlaceOfOneOfTheSameName() throws {
    let templates = try TemplateSet.load(
      ["part": "built in", "main": "<{{>part}}>"], overriding: ["part": "overridden"], roots: ["main": Values.self])
    XCTAssertEqual(try templates.render("main", with: Values()), "<overridden>")
  }
}

final class RenderFaultTests: XCTestCase {
  func testUnknownKey() {
    assertFails(
      "a\n  {{nam}}", ["name": .text("")],
      "main.mustache:2:3-2:10 L708 there is no key `nam`; did you mean `name`?",
      "  keys of the innermost view: name, title, items")
    assertFails(
      "{{#wrong}}{{/wrong}}", "main.mustache:1:1-1:11 L708 there is no key `wrong`",
      "  keys of the innermost view: name, title, items")
    assertFails(
      "{{^wrong}}{{/wrong}}", "main.mustache:1:1-1:11 L708 there is no key `wrong`",
      "  keys of the innermost view: name, title, items")
  }

  func testUnknownKeyInAPartialTellsHowItWasReached() {
    assertFails(
      "{{#list}}\n  {{>one}}\n{{/list}}\n", ["list": .texts(["a"])],
      partials: ["one": "x\n{{>two}}\n", "two": "{{wrong}}"],
      "two.mustache:1:1-1:10 L708 there is no key `wrong`", "  keys of the innermost view: name, title, items",
      "  one.mustache:2:1-2:9 `two` is called here", "  main.mustache:2:3-2:11 `one` is called here")
  }

  func testWhatCannotBeWritten() {
    let cases: [(TemplateValue, String)] = [
      (.flag(true), "a flag"), (.map([:]), "a view"), (.view(nil), "a view that is not there"),
      (.list([]), "a list"), (.texts(["a"]), "a list"),
    ]
    for (value, sort) in cases {
      assertFails(
        "é {{x}}", ["x": value],
        "main.mustache:1:3-1:8 L709 `x` is \(sort), which has no text to write; use it as a section")
    }
    assertFails(
      "{{.}}", "main.mustache:1:1-1:6 L709 `.` is a view, which has no text to write; use it as a section")
    assertFails(
      "{{#on}}{{.}}{{/on}}", ["on": .flag(true)],
      "main.mustache:1:8-1:13 L709 `.` is a flag, which has no text to write; use it as a section")
  }

  func testWhatHasNoKeys() {
    let cases: [(TemplateValue, String)] = [
      (.text("a"), "a text"), (.flag(false), "a flag"), (.list([]), "a list"),
      (.view(nil), "a view that is not there"),
    ]
    for (value, sort) in cases {
      assertFails(
        "{{x.y}}", ["x": value], "main.mustache:1:1-1:8 L710 `x` is \(sort), in which no key can be looked up")
      assertFails(
        "{{a.x.y}}", ["a": .map(["x": value])],
        "main.mustache:1:1-1:10 L710 `a.x` is \(sort), in which no key can be looked up")
    }
  }

  func testPartialsWithoutEnd() {
    assertFails(
      "{{>a}}", partials: ["a": "{{>b}}", "b": "{{#x}}{{/x}} {{>a}}"],
      "a.mustache:1:1-1:7 L711 `a` calls itself without end; make the call in a section that is empty at last",
      "b.mustache:1:14-1:20 L711 `b` calls itself without end; make the call in a section that is empty at last")
    let call = "  a.mustache:1:8-1:14 `a` is called here"
    assertFails(
      "{{>a}}", ["on": .flag(true)], partials: ["a": "{{#on}}{{>a}}{{/on}}"],
      "a.mustache:1:8-1:14 L711 partials are nested more than 100 deep, because `a` calls itself without end",
      call, call, call, call, call)
  }

  func testHundredNestedPartialsAreRendered() {
    var partials = ["p100": "end"]
    for number in 1..<100 { partials["p\(number)"] = "{{>p\(number + 1)}}" }
    assertRenders("{{>p1}}", partials: partials, "end")
    partials["p100"] = "{{>p101}}"
    partials["p101"] = "end"
    assertFailsAtAll("{{>p1}}", partials: partials)
  }

  private func assertFailsAtAll(_ template: String, partials: [String: String]) {
    let templates = partials.merging(["main": template]) { $1 }
    XCTAssertThrowsError(try TemplateSet.load(templates, roots: [:]).render("main", with: Values()))
  }

  /// Without limits, rendering these wouldn't end.
  func testListsAndPartialsThatMultiplyAreRefused() throws {
    let depth = 2_000
    let sections = String(repeating: "{{#items}}", count: depth) + String(repeating: "{{/items}}", count: depth)
    var partials = ["main": "{{>p0}}", "p60": "end"]
    for number in 0..<60 { partials["p\(number)"] = "{{>p\(number + 1)}}{{>p\(number + 1)}}" }
    let long = String(repeating: "x", count: 1_000)
    var limits = RenderingLimits()
    XCTAssertEqual(limits.steps, 50_000_000)
    XCTAssertEqual(limits.bytes, 268_435_456)
    limits.steps = 100_000
    limits.bytes = 1 << 20
    for (templates, subject) in [
      (["main": sections], "100,000 tags and texts are rendered for one file when `items` is repeated here"),
      (["main": "{{#items}}{{#items}}\(long){{/items}}{{/items}}"], "1,048,576 bytes"),
      (partials, "100,000 tags and texts are rendered for one file when `p"),
    ] {
      let items = [Values](repeating: ["name": .text("")], count: 100)
      let set = try TemplateSet.load(templates, roots: [:])
      XCTAssertThrowsError(try set.render("main", with: ["items": .maps(items)] as Values, limits: limits)) { error in
        let diagnostics = (error as? TemplateErrors)?.diagnostics ?? []
        XCTAssertEqual(diagnostics.map(\.kind.code), ["L713"])
        XCTAssertTrue(diagnostics.first?.message.contains("more than \(subject)") ?? false, "\(diagnostics)")
      }
    }
  }

  func testDeepSectionsDoNotExhaustTheStack() throws {
    try skipTest(below: .thorough)
    let depth = 100_000
    let text = String(repeating: "{{#on}}", count: depth) + "x" + String(repeating: "{{/on}}", count: depth)
    assertRenders(text, ["on": .flag(true)], "x")
  }
}
