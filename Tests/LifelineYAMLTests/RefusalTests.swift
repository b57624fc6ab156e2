import LifelineYAML
import TestSupport
import XCTest

/// Tests valid YAML that specs don't allow.
final class RefusalTests: XCTestCase {
  func testDuplicateKeys() {
    let document = expect(
      "L110 `c`", "L110 `c`", "L110 `a`", "L110 `a`",
      in: "⟦⟦a⟧⟧: {⟦⟦c⟧⟧: 1, ⟪c⟫: 2, ⟪\"c\"⟫: 3}\n⟪a⟫: {b: 1}\nd: 1\n⟪'a'⟫: 2\n")
    XCTAssertEqual(
      outline(document),
      """
      mapping 1:1-4:7
        a: 1:1-1:2
          mapping 1:4-1:24
            c: 1:5-1:6
              plain "1" 1:8-1:9
        d: 3:1-3:2
          plain "1" 3:4-3:5

      """, "the first of each stays")
    expect("L110 `é`", in: "⟦é⟧: 1\n⟪e\u{301}⟫: 2\n")
  }

  func testDuplicatesAmongManyKeys() {
    let keys = (0..<40).map { "k\($0): \($0)\n" }.joined()
    expect(
      "L110 `k0`", "L110 `k39`",
      in: "⟦k0⟧: a\n" + keys.dropFirst(6).replacing("k39", with: "⟦k39⟧") + "⟪k0⟫: b\n⟪k39⟫: c\n")
  }

  func testMergeKeysAreReadAsTheyAreMeant() {
    let document = expect(
      "L111 merge keys", "L111 merge keys", "L111 merge keys",
      in: """
        a: &a {b: 1, c: 2}
        d: {⟪<<⟫: *a, c: 3}
        e:
          ⟪<<⟫: [*a, {f: 4}]
          b: 5
        g: {⟪<<⟫: no mapping}
        """)
    XCTAssertEqual(
      outline(document),
      """
      mapping 1:1-6:20
        a: 1:1-1:2
          mapping 1:7-1:19
            b: 1:8-1:9
              plain "1" 1:11-1:12
            c: 1:14-1:15
              plain "2" 1:17-1:18
        d: 2:1-2:2
          mapping 2:4-2:18
            c: 2:13-2:14
              plain "3" 2:16-2:17
            b: 1:8-1:9
              plain "1" 1:11-1:12
        e: 3:1-3:2
          mapping 4:3-5:7
            b: 5:3-5:4
              plain "5" 5:6-5:7
            c: 1:14-1:15
              plain "2" 1:17-1:18
            f: 4:13-4:14
              plain "4" 4:16-4:17
        g: 6:1-6:2
          mapping 6:4-6:20

      """)
  }

  func testForeignTags() {
    expect("L116 `!!set`", in: "a: ⟪!!set⟫ {b}\n")
    expect("L116 `!<tag:example.org,2000:x>`", in: "a: ⟪!<tag:example.org,2000:x>⟫ b\n")
    expect("L116 write `not` in an expression", "L116 `!!binary`", in: "if: ⟪!x⟫ 'b'\nc: [⟪!!binary⟫ d]\n")
    expect("L116 expression", in: "%TAG !e! tag:example.org,2000:\n---\nif: ⟪!e!b⟫ c\n")
    expect("L116", in: "⟪!x⟫ a: b\n")
  }

  func testNegationsAreReadAsTheyAreMeant() throws {
    for (text, meant) in [
      ("!ready", "not ready"), ("!ready and x", "not ready and x"), ("!(a or b)", "not (a or b)"),
      ("! ready", "not ready"), ("!in(a)", "not in(a)"), ("!", "not"),
    ] {
      let document = document("if: \(text)\nto: x\n")
      XCTAssertEqual(document.diagnostics.map(\.kind.code), ["L116"], text)
      let root = try XCTUnwrap(document.root)
      guard case .mapping(let entries) = root.content, case .scalar(let scalar) = entries[0].value.content
      else { return XCTFail("no scalar") }
      XCTAssertEqual(scalar.text, meant)
      XCTAssertEqual(entries[0].value.range.start.column, 5)
      XCTAssertEqual(fixed(document), "if: \(meant)\nto: x\n")
    }
    // Here libyaml itself gives up.
    for text in ["!ready", "!(a or b)"] {
      let document = document("{if: \(text)}\n")
      XCTAssertEqual(document.diagnostics.map(\.kind.code), ["L116"], text)
    }
    for spec in [
      "a: [{set: {b: ⟪!ready⟫}}]\n", "a: {set: {b: {c: [1]}, d: ⟪!ready⟫}}\n", "a:\n  set:\n    b: ⟪!ready⟫\n",
      "a:\n- {if: ⟪!ready⟫}\n", "scenarios: {s: [{if: ⟪!ready⟫}]}\n",
    ] {
      let meant = spec.replacing("⟪!", with: "not ").replacing("⟫", with: "")
      XCTAssertEqual(fixed(expect("L116 write `not` in an expression", in: spec)), meant)
    }
    XCTAssertEqual(fixed(expect("L116", in: "a: {if: ⟪!x⟫}\n")), "a: {if: not x}\n")
    expect("L116", in: "if: ⟪!b!c⟫ d\n")
    expect("L116", in: "if: ⟪!b<3⟫\n")
  }

  func testCallsThatAreCutAreReadAsTheyAreMeant() {
    for (spec, meant) in [
      ("{if: ⟪min(a, b) > 2⟫, to: x}\n", "{if: \"min(a, b) > 2\", to: x}\n"),
      ("{to: x, if: ⟪c > 1 and max (a , min(b,1))⟫}\n", "{to: x, if: \"c > 1 and max (a, min(b, 1))\"}\n"),
      ("a: {if: ⟪min(a,\n  b) > 2⟫}\n", "a: {if: \"min(a, b) > 2\"}\n"),
      ("{if: ⟪min(a, b⟫, to: x}\n", "{if: \"min(a, b\", to: x}\n"),
      ("{a: ⟪Dictionary<String, Set<A.B>>⟫, b: Int}\n", "{a: \"Dictionary<String, Set<A.B>>\", b: Int}\n"),
      ("{b: Int, a: ⟪A<B, C, D>⟫}\n", "{b: Int, a: \"A<B, C, D>\"}\n"),
    ] {
      let document = expect("L133 put it in quotes", in: spec)
      XCTAssertEqual(fixed(document), meant)
    }
    let document = expect("L133", "L133", in: "{set: {a: ⟪min(a, 3)⟫, b: ⟪min(b, 3)⟫}, c: d}\n")
    XCTAssertFalse(outline(document).contains("3):"), outline(document))
    XCTAssertTrue(outline(document).contains("plain \"min(a, 3)\" 1:11-1:20"), outline(document))
    // An entry of its own, other functions, other calls, and other styles.
    expect(in: "{if: min(a, to: x}\n")
    expect(in: "{if: A < b, c}\n")
    expect(in: "{if: a<b, c}\n")
    expect(in: "{a: A<B, c: d}\n")
    expect(in: "{a: Set<A>, c}\n")
    expect(in: "{if: amin(a, b): c, d: }\n")
    expect(in: "{if: amin(a, b) > 2}\n")
    expect(in: "{if: \"min(a\", b)}\n")
    expect(in: "{if: min(a), b)}\n")
    expect(in: "if: min(a, b)\nc: d\n")
  }

  func testATagWhereNoExpressionStandsIsNoNegation() throws {
    for (text, meant) in [("! M", "M"), ("!M", "M"), ("!foo bar", "foo bar"), ("!foo 'bar'", "bar"), ("!", "")] {
      for (spec, range) in [("a: \(text)\n", 4), ("scenarios: {x: {set: {a: \(text) }}}\n", 26)] {
        let document = document(spec)
        XCTAssertEqual(document.diagnostics.map(\.kind.code), ["L116"], spec)
        let diagnostic = try XCTUnwrap(document.diagnostics.first)
        XCTAssertEqual(diagnostic.location.range?.start.column, range)
        XCTAssertFalse(diagnostic.message.contains("not`"), diagnostic.message)
        XCTAssertTrue(diagnostic.message.hasSuffix("delete it, or put the text in quotes"), diagnostic.message)
        XCTAssertNil(diagnostic.fixIt)
        var node = try XCTUnwrap(document.root)
        while case .mapping(let entries) = node.content { node = entries[0].value }
        guard case .scalar(let scalar) = node.content else { return XCTFail("no scalar") }
        XCTAssertEqual(scalar.text, meant, spec)
      }
    }
    // Here libyaml itself gives up.
    for spec in [
      "a: {b: ⟪!(x⟫}\n", "a: [⟪!b<3⟫]\n", "scenarios: {s: [{set: {b: ⟪!ready⟫}}]}\n", "⟪!b<3⟫",
    ] {
      let document = expect("L116 delete it, or put the text in quotes", in: spec)
      XCTAssertNil(document.diagnostics.first?.fixIt)
    }
  }

  func testTagsThatFit() {
    for value in [
      "!!str 12", "!!str", "!!int 12", "!!int -7", "!!int 0x1F", "!!int 0o17", "!!int \"7\"",
      "!!float 1.5e-3", "!!float .inf", "!!bool true", "!!null ~", "!!null", "!!seq [a]", "!!map {a: b}",
    ] {
      XCTAssertEqual(document("a: \(value)\n").diagnostics.map(\.message), [], value)
    }
  }

  func testTagsThatDoNotFit() {
    for value in ["12", "x", "[a]", "{a: b}"] {
      for tag in ["!!int", "!!float", "!!bool", "!!null", "!!seq", "!!map", "!!str"] {
        let fits = [
          "!!int 12", "!!float 12", "!!str 12", "!!str x", "!!seq [a]", "!!map {a: b}",
        ].contains("\(tag) \(value)")
        let expected = fits ? [] : ["L117"]
        let document = document("a: \(tag) \(value)\n")
        XCTAssertEqual(document.diagnostics.map(\.kind.code), expected, "\(tag) \(value)")
      }
    }
    expect("L117 does not fit", in: "a: ⟪!!int⟫ three\n")
    for text in ["", "-", "0x", "0o8", "1_000", "1.0"] {
      XCTAssertEqual(document("a: !!int '\(text)'\n").diagnostics.map(\.kind.code), ["L117"], text)
    }
    for text in ["", ".", "e5", "1e", "-", "1.2.3", "+.nan"] {
      XCTAssertEqual(document("a: !!float '\(text)'\n").diagnostics.map(\.kind.code), ["L117"], text)
    }
  }

  func testMoreThanOneDocument() {
    let document = expect("L106 a file of its own", in: "⟦a⟧: b\n⟪---⟫\nc: d\n---\n")
    XCTAssertEqual(outline(document), "mapping 1:1-1:5\n  a: 1:1-1:2\n    plain \"b\" 1:4-1:5\n")
    expect("L106", in: "⟦---⟧\na: b\n⟪---⟫\n")
    expect("L106", in: "a: b\n...\n# x\n⟪c⟫: d\n")
  }

  func testRecursiveAliases() {
    XCTAssertNil(expect("L114 `*x`", in: "a: &x ⟦[⟧b, ⟪*x⟫]\n").root)
    expect("L114 `*x`", in: "a: &x\n  ⟦b⟧: {c: ⟪*x⟫}\n")
    expect("L114 `*x`", in: "a: &x ⟦{⟧⟪*x⟫ : b}\n")
    expect(in: "a: &x [&x b, *x]\nc: *x\n")
  }

  func testUndefinedAliases() {
    let document = expect(
      "L115 marked with `&laeve`; did you mean `*leave`?", in: "a: &leave b\nc: ⟪*laeve⟫\n")
    XCTAssertNil(document.root)
    XCTAssertEqual(fixed(document), "a: &leave b\nc: *leave\n")
    expect("L115 `&x`", "L115 `&x`", in: "a: ⟪*x⟫\n⟪*x⟫ : b\nc: &x d\n")
  }

  func testKeysThatAreNotTexts() {
    XCTAssertNil(expect("L112", "L112", in: "⟪[⟫a]: b\n⟪{⟫c: d}: e\n").root)
    expect("L112", "L112", in: "⟪{⟫⟪{⟫x}}: 1\n")
    expect("L112", in: "a: {⟪{⟫x}}\n")
    expect("L112", in: "? ⟪-⟫ a\n: b\n")
    expect("L112", in: "a: &x [b]\n⟪*x⟫ : c\n")
  }

  func testMissingKeys() {
    expect("L113", in: "a: {⟪:⟫ x}\n")
    expect("L113", in: "⟪:⟫ x\n")
    expect("L113", in: "a: b\n⟪:⟫ x\n")
    XCTAssertNil(expect("L113", in: "?⟪⟫\n: x\n").root)
  }

  func testEmptyDocumentsThatAreAllowed() {
    let format = YAMLFormat(name: "configuration", firstLine: "a: b", allowsEmptyFiles: true)
    for text in ["", "\n\n", "# comment", "---\n", "---\n...\n", "  \n", "\u{FEFF}"] {
      let document = YAMLReader.read(Array(text.utf8), path: "lifeline.yaml", as: format)
      XCTAssertEqual(document.diagnostics.map(\.message), [], text.debugDescription)
      XCTAssertEqual(outline(document), "mapping 1:1-1:1\n")
    }
    let list = YAMLReader.read(Array("- a".utf8), path: "lifeline.yaml", as: format)
    XCTAssertEqual(
      list.diagnostics.map(\.message), ["a configuration is a mapping of keys to values, such as `a: b`"])
  }

  func testDocumentsWithoutAMapping() {
    for text in ["", "\n\n", "# comment", "---\n", "---\n...\n", "  \n", "\u{FEFF}"] {
      let document = document(text)
      XCTAssertEqual(document.diagnostics.map(\.kind.code), ["L104"], text.debugDescription)
      XCTAssertNil(document.diagnostics.first?.location.range)
      XCTAssertNil(document.root)
    }
    XCTAssertNil(expect("L105", in: "⟪- a\n- b⟫\n").root)
    expect("L105", in: "⟪text⟫")
    expect("L105", in: "⟪''⟫")
    expect("L105", in: "⟪[]⟫ # x")
  }
}
