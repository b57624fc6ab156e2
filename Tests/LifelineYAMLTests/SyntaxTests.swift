import LifelineSource
import LifelineYAML
import TestSupport
import XCTest

/// Tests the diagnostics about texts that aren't YAML.
final class SyntaxTests: XCTestCase {
  /// Compares the only diagnostic with the mark, and the text after its fix with `expectedText`.
  private func check(
    _ marked: String, _ expected: String, fixed expectedText: String? = nil, file: StaticString = #filePath,
    line: UInt = #line
  ) {
    let document = expect(expected, in: marked, file: file, line: line)
    XCTAssertNil(document.root, file: file, line: line)
    XCTAssertEqual(fixed(document), expectedText, file: file, line: line)
    if let expectedText {
      XCTAssertEqual(self.document(expectedText).map(\.kind.code), [], file: file, line: line)
    }
  }

  private func document(_ text: String) -> [Diagnostic] {
    YAMLReader.read(Array(text.utf8), path: "Spec.yaml", as: .sample).diagnostics
  }

  func testAColonInAText() {
    check("a: b d⟪:⟫ c\n", "L121 write `\"b d: c\"`", fixed: "a: \"b d: c\"\n")
    check("x:\n- a: b d⟪:⟫ c # d\n", "L121", fixed: "x:\n- a: \"b d: c\" # d\n")
    check("a: say \"b\"⟪:⟫ it's\n", "L121", fixed: "a: 'say \"b\": it''s'\n")
    check("a: {b: c⟪:⟫ d}\n", "L121 write `\"c: d\"`", fixed: "a: {b: \"c: d\"}\n")
    check("a: {b: c e⟪:⟫ d , f: g}\n", "L121 write `\"c e: d\"`", fixed: "a: {b: \"c e: d\" , f: g}\n")
    check("a: \"b\"⟪:⟫ c\n", "L121 put the whole text into one pair of quotes")
  }

  func testAColonInAMapping() {
    check("- press: back⟪:⟫ one\n", "L121 needs braces; write `{back: one}`")
    check("on: b⟪:⟫ c # d\n", "L121 write `{b: c}`")
    check("on: b⟪:⟫\n  c: d\n", "L121 write `{b: …}`")
    check("on: b⟪:⟫ c: d\n", "L121 write `{b: …}`")
    check("on: \"*\"⟪:⟫ c\n", "L121 write `{\"*\": c}`")
    check("on:\n  go: to⟪:⟫ one\n", "L121 write `{to: one}` for a transition")
    check("on:\n  go: back⟪:⟫ one\n", "L121 write `{to: one}` for a transition")
    check("on:\n  go: back home⟪:⟫ one\n", "L121 write `{to: one}` for a transition")
    check("on: {go: back⟪:⟫ one, stay: {}}\n", "L121 write `{to: one}` for a transition")
    check("on: {go: back⟪:⟫ [one]}\n", "L121 write `{to: …}` for a transition")
  }

  func testAColonInAnExpressionOrAName() {
    check("if: count⟪:⟫ 3\n", "L121 to compare two values, write `==`")
    check("machine: M⟪:⟫ N\n", "L121 begin a new line for the next key")
  }

  func testAColonInAName() {
    check(
      "scenarios:\n  Home: first press⟪:⟫\n    given: x\n", "L121 write `\"Home: first press\"`",
      fixed: "scenarios:\n  \"Home: first press\":\n    given: x\n")
    check(
      "scenarios:\n  Home: press⟪:⟫ {given: x}\n", "L121", fixed: "scenarios:\n  \"Home: press\": {given: x}\n")
    check("scenarios:\n  visit: given⟪:⟫ x\n", "L121 write `{given: x}` for a scenario")
  }

  func testAKeyBelowAValue() {
    check("⟦a: b⟧\n  c⟪:⟫ d\n", "L121 if `c` is a key, indent it like the keys around it")
    check("a: b\n# x\n\n⟦e: f⟧\n\n  c⟪:⟫ d\n", "L121 continues the text above")
    check("doc:\n  ⟦b⟧\n  d⟪:⟫ e\n", "L121 continues the text above")
    check("on:\n  ⟦b c⟧\n  d⟪:⟫ e\n", "L121 continues the text above")
    check("on:\n    ⟦b⟧\n  d⟪:⟫ e\n", "L121 continues the text above")
  }

  func testAKeyBelowAKeyWithoutColon() {
    check(
      "on:\n  ⟪heat⟫\n  # x\n  pour: {if: a}\n", "L127 no `:` follows `heat`; a key needs one even if it has no value",
      fixed: "on:\n  heat:\n  # x\n  pour: {if: a}\n")
    check("on:\n  go⟪:⟫one\n  stay: {if: a}\n", "L127 a space is missing", fixed: "on:\n  go: one\n  stay: {if: a}\n")
    check("on:\n  ⟦-⟧\n  ⟪b⟫: c\n", "L128 does not begin with `- `")
    check("on:\n  ⟪heat⟫ # x\n  pour:\n    if: a\n", "L127", fixed: "on:\n  heat: # x\n  pour:\n    if: a\n")
  }

  func testTabs() {
    check("a:\n⟪\t⟫b: c\n", "L122 this line is indented with a tab", fixed: "a:\n  b: c\n")
    check("⟪\t\t⟫a: b\n", "L122", fixed: "    a: b\n")
    check(
      "a:\n⟪\t⟫b:\n\t\t- c\n\t\t- d\n", "L122 tabs indent 3 lines of this file", fixed: "a:\n  b:\n    - c\n    - d\n")
    check("a:\n  b: c\n⟪\t⟫d: e\n", "L122", fixed: "a:\n  b: c\n  d: e\n")
    check("a:\n  - b\n⟪\t⟫- c\n", "L122", fixed: "a:\n  - b\n  - c\n")
    check("a: |\n⟪\t⟫b\n", "L122", fixed: "a: |\n  b\n")
    check("a:\n  -⟪\t⟫b: c\n", "L122 must be a space", fixed: "a:\n  - b: c\n")
  }

  /// A fix keeps the nesting that the author saw, whatever the width of tabs in the editor.
  func testTabsOfUnknownWidth() {
    check("a:\n    b:\n        c: d\n⟪\t\t⟫e: f\n", "L122")
    check("a:\n    b: c\n⟪\t⟫d: e\n", "L122", fixed: "a:\n    b: c\n    d: e\n")
    check("a:\n    b:\n⟪\t\t\t⟫c: d\n", "L122", fixed: "a:\n    b:\n        c: d\n")
    check("a:\n  b:\n  ⟪\t⟫c: d\n", "L122", fixed: "a:\n  b:\n    c: d\n")
    // `c` may be in `b` or beside it.
    check("a:\n  b:\n⟪\t⟫c: d\n", "L122")
    check("a:\n  -⟪\t⟫b: c\n    d: e\n", "L122", fixed: "a:\n  - b: c\n    d: e\n")
    check("a:\n  -⟪\t⟫b: c\n      d: e\n", "L122")
  }

  func testAnAsterisk() {
    check("⟪*⟫: x\n", "L123 the key for any event is `\"*\"`", fixed: "\"*\": x\n")
    check("on:\n  a: b\n  ⟪*⟫: x\n", "L123", fixed: "on:\n  a: b\n  \"*\": x\n")
    check("on: {⟪*⟫: x}\n", "L123", fixed: "on: {\"*\": x}\n")
    check("a: ⟪*foo.bar⟫\n", "L123 put a text in quotes")
    check("a: ⟪&&⟫b\n", "L123 `&&` has no meaning in YAML or in an expression; write `and`", fixed: "a: and b\n")
    check("a: ⟪&[⟫\n", "L123 `&` marks a value, and needs a name")
    check("a: ⟪*é⟫\n", "L123")
    check("a: ⟪&⟫\n", "L123")
    check("a: ⟪*b[⟫\n", "L123")
  }

  func testQuotes() {
    check("a: ⟪\"⟫x\nb: c\n", "L124 this `\"` has no closing `\"`; add it")
    check("é: ⟪'⟫x\n", "L124 this `'` has no closing `'`")
    check("a: ⟪\"⟫x\n⟦---⟧\n", "L124")
    check("a: \"x\nb: ⟪\"⟫y\"\n", "L124 on a line above")
    check("a: 'it'⟪s'⟫\n", "L132 one pair of quotes")
    check("a: \"x\" ⟪y⟫\n", "L132 one pair of quotes")
    check("a: &x b\nc: *x ⟪d⟫\n", "L132 only a comment")
  }

  func testBrackets() {
    check("a: ⟪[⟫b, c\n", "L125 this `[` has no closing `]`")
    check("a: ⟪{⟫b", "L125 this `{` has no closing `}`")
    check("a: {b: ⟪[⟫", "L125 this `[` has no closing `]`")
    check("a: ⟪[⟫b,\n⟦---⟧\n", "L125 this `[` has no closing `]`")
    check("a: ⟪{⟫b: c\n⟦...⟧\n", "L125 this `{` has no closing `}`")
    check("a: ⟦[⟧b, c\n⟪d⟫: e\n", "L125 missing before this line")
    check("a: ⟦{⟧b: c\n   ⟪d⟫: e}\n", "L125 missing before this line")
    check("a: ⟦{⟧b: \"c\" ⟪d⟫}\n", "L125 a `,` or the closing `}`")
    check("a: ⟦[⟧b⟪}⟫\n", "L125 `}` does not close a list", fixed: "a: [b]\n")
    check("a: ⟦{⟧b⟪]⟫\n", "L125 `]` does not close a mapping", fixed: "a: {b}\n")
    check("a: [b]⟪]⟫\n", "L125 closes nothing")
    check("a: ⟪]⟫\n", "L125 closes nothing")
    check("a: [⟪,⟫ b]\n", "L125 something is missing before this `,`")
    check("a: {b: c,⟪,⟫}\n", "L125 something is missing before this `,`")
    check("a: [⟪-⟫ b]\n", "L125 commas separate the items")
    check("a: [b]⟪,⟫\n", "L125 no meaning outside of brackets")
    check("a: {b: ⟪]⟫\n", "L125 something is missing before this `]`")
  }

  func testReservedCharacters() {
    check("a: ⟪@⟫x\n", "L126 `@`")
    check("a: ⟪`⟫x`\n", "L126 a backtick")
    check("a: [⟪%⟫]\n", "L126 `%`")
    check("a: ⟪?⟫ b\n", "L126 `?`")
    check("a: ⟪,⟫\n", "L126 `,`")
    check("⟪...⟫\na: b\n", "L120 `...` ends a document, and none has begun")
  }

  func testMissingColons() {
    check("a: b\n⟪foo⟫ # x\nc: d\n", "L127 no `:` follows `foo`")
    check("a: b\n⟪foo bar⟫", "L127")
    check("a: b\nfoo⟪:⟫bar\nc: d\n", "L127 a space is missing after", fixed: "a: b\nfoo: bar\nc: d\n")
    check("a: {b⟪:⟫[c]}\n", "L127 a space is missing after", fixed: "a: {b: [c]}\n")
    check("a: b\n⟪\"foo⟫\n  bar\": c\n", "L127 on the same line")
  }

  func testIndentation() {
    check("⟦a⟧:\n  b: c\n ⟪d⟫: e\n", "L128 keys that belong together begin in the same column")
    check("⟦a⟧:\n  - b\n ⟪-⟫ c\n", "L128 items that belong together")
    check("a:\n  ⟦-⟧ b\n  ⟪c⟫: d\n", "L128 does not begin with `- `")
    check("a:\n  ⟦b⟧: c\n  ⟪-⟫ d\n", "L128 a list needs a key of its own")
    check("a:\n  ⟦-⟧\n  ⟪b⟫: c\n", "L128 does not begin with `- `")
    check("  ⟦a⟧: b\n⟪c⟫: d\n", "L128 the spec ends before this")
    check("a: ⟪-⟫ b\n", "L128 begin it on the next line")
    check("⟦a⟧: b # c\n  ⟪d⟫: e\n", "L128")
  }

  func testEscapes() {
    check(#"a: "b⟪\d⟫""#, "L129 there is no escape `\\d`", fixed: #"a: "b\\d""#)
    check(#"a: "⟪\x⟫4Z""#, "L129 2 hexadecimal digits")
    check("a: \"⟪\\x⟫\\\n  b\"", "L129 2 hexadecimal digits")
    check(#"a: "⟪\u⟫12""#, "L129 4 hexadecimal digits")
    check(#"a: "⟪\U⟫00110000""#, "L129 no character has this number")
    check(#"a: "⟪\u⟫D800""#, "L129 no character has this number")
    check(#"a: "⟪\é⟫""#, "L129 there is no escape `\\é`", fixed: #"a: "\\é""#)
  }

  func testBlocksOfText() {
    check("a: ⟪> 5⟫ # b\n", "L130 begins on the next line")
    check("a: ⟪|x⟫\n", "L130 begins on the next line")
    check("a: [⟪>⟫ 5]\n", "L130 cannot be between brackets")
    check("a: ⟪|0⟫\n  b\n", "L130 cannot be 0")
  }

  func testDirectives() {
    check("a: b\n⟪%c: d⟫ # e\n", "L131 put a key in quotes")
    check("⟪%FOO bar⟫\n---\na: b\n", "L131")
    check("⟪%YAML 2.0⟫\n---\na: b\n", "L131 another version")
    check("%YAML 1.1\n⟪%YAML 1.1⟫\n---\na: b\n", "L131")
    check("⟪%TAG x y⟫\n---\na: b\n", "L131")
    check("⟪%YAML 1⟫\n---\na: b\n", "L131")
  }

  func testEveryFaultOfLibyamlHasItsOwnMessage() {
    // There is a text for each message of libyaml's scanner and parser that a text in memory can cause.
    let texts = [
      "a: @", "a: b\nc\nd: e", "a: - b", "a: ? b", "a: b: c", "%FOO x\n", "%YAML 1.1 x\n", "% x\n",
      "%YA-ML\n", "%YAML x\n", "%YAML 1.1111111111\n", "%YAML 1.\n", "%TAG !a!\n", "%TAG !a! b,c\n",
      "%TAG !a b\n", "%TAG a b\n", "a: *", "a: &", "a: !<b c", "a: !b{", "a: !<> c", "a: !<", "a: !%GG b",
      "a: !%FF b", "a: !%C3%41 b", "a: |0", "a: >-0", "a: | b", "a: |\n\tb", "a: 'b\n---\n", "a: 'b",
      #"a: "\q""#, #"a: "\xQ""#, #"a: "\uDEAD""#, "a: {b:[c]}", "a:\n  b\n\tc",
      "%YAML 1.1\n%YAML 1.1\n---\n", "%YAML 3.1\n---\n", "%TAG ! a\n%TAG ! b\n---\n", "%YAML 1.1\na: b",
      "a: !x!y b", "a: [,]", "a: ]", "a:\n- b\nc: d\n- e", "- a\nb: c", "a: {b", "a: [b", "a: 'b' c",
    ]
    for text in texts {
      let diagnostics = document(text)
      XCTAssertEqual(diagnostics.filter { $0.kind.severity == .error }.count, diagnostics.count)
      XCTAssertFalse(diagnostics.isEmpty, text)
      for diagnostic in diagnostics {
        XCTAssertNotEqual(diagnostic.kind.code, "L120", "\(text): \(diagnostic.message)")
        for word in ["while", "found", "expected", "token", "stream", "simple key", "handle", "octet"] {
          XCTAssertFalse(diagnostic.message.contains(word), "\(text): \(diagnostic.message)")
        }
      }
    }
  }
}
