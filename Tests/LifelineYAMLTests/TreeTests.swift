import LifelineYAML
import TestSupport
import XCTest

final class TreeTests: XCTestCase {
  private func check(
    _ text: String, _ expected: String, file: StaticString = #filePath, line: UInt = #line
  ) {
    let document = document(text)
    XCTAssertEqual(document.diagnostics.map(\.message), [], file: file, line: line)
    XCTAssertEqual(outline(document), expected, file: file, line: line)
  }

  func testMappingsAndLists() {
    check(
      """
      lifeline: 1
      list:
        - x
        - - y
        -
      flow: {a: [1, two,  {k: v}, p: q], b, c: , d: []}
      # The end of a block is its last word.

      """,
      """
      mapping 1:1-6:50
        lifeline: 1:1-1:9
          plain "1" 1:11-1:12
        list: 2:1-2:5
          list 3:3-5:4
            plain "x" 3:5-3:6
            list 4:5-4:8
              plain "y" 4:7-4:8
            plain "" 5:4-5:4
        flow: 6:1-6:5
          mapping 6:7-6:50
            a: 6:8-6:9
              list 6:11-6:34
                plain "1" 6:12-6:13
                plain "two" 6:15-6:18
                mapping 6:21-6:27
                  k: 6:22-6:23
                    plain "v" 6:25-6:26
                mapping 6:29-6:33
                  p: 6:29-6:30
                    plain "q" 6:32-6:33
            b: 6:36-6:37
              plain "" 6:37-6:37
            c: 6:39-6:40
              plain "" 6:40-6:40
            d: 6:44-6:45
              list 6:47-6:49

      """)
  }

  func testScalarsOfEveryStyle() {
    check(
      """
      a: plain text
        that goes on   # comment
      b: "escaped \\u00e9\\n\\
        and folded"
      c: 'it''s

        here'
      d: |
        literal
          text

      e: >-
        folded
        text
      f: |+

      g: ""
      """,
      """
      mapping 1:1-17:6
        a: 1:1-1:2
          plain "plain text that goes on" 1:4-2:15
        b: 3:1-3:2
          doubleQuoted "escaped é\\nand folded" 3:4-4:14
        c: 5:1-5:2
          singleQuoted "it\\'s\\nhere" 5:4-7:8
        d: 8:1-8:2
          literal "literal\\n  text\\n" 8:4-10:9
        e: 12:1-12:2
          folded "folded text" 12:4-14:7
        f: 15:1-15:2
          literal "\\n" 15:4-15:6
        g: 17:1-17:2
          doubleQuoted "" 17:4-17:6

      """)
  }

  func testColumnsCountUnicodeScalars() {
    check(
      "é😀: [e\u{301}, x]\n漢: |\n  字\n",
      """
      mapping 1:1-3:4
        é😀: 1:1-1:3
          list 1:5-1:12
            plain "e\u{301}" 1:6-1:8
            plain "x" 1:10-1:11
        漢: 2:1-2:2
          literal "字\\n" 2:4-3:4

      """)
  }

  func testEveryLineEnd() {
    check(
      "a: 1\r\nb: 2\rc: 3\n\r\nd: 4",
      """
      mapping 1:1-5:5
        a: 1:1-1:2
          plain "1" 1:4-1:5
        b: 2:1-2:2
          plain "2" 2:4-2:5
        c: 3:1-3:2
          plain "3" 3:4-3:5
        d: 5:1-5:2
          plain "4" 5:4-5:5

      """)
  }

  func testAnchorsAndAliases() {
    check(
      """
      a: &x {b: &y c}
      d: *x
      e: [*y, *x]
      &k key: *y
      x: {*k : &z [f]}
      h: *z
      """,
      """
      mapping 1:1-6:6
        a: 1:1-1:2
          mapping 1:7-1:16
            b: 1:8-1:9
              plain "c" 1:14-1:15
        d: 2:1-2:2
          mapping 1:7-1:16 at 2:4-2:6
            b: 1:8-1:9
              plain "c" 1:14-1:15
        e: 3:1-3:2
          list 3:4-3:12
            plain "c" 1:14-1:15 at 3:5-3:7
            mapping 1:7-1:16 at 3:9-3:11
              b: 1:8-1:9
                plain "c" 1:14-1:15
        key: 4:4-4:7
          plain "c" 1:14-1:15 at 4:9-4:11
        x: 5:1-5:2
          mapping 5:4-5:17
            key: 5:5-5:7
              list 5:13-5:16
                plain "f" 5:14-5:15
        h: 6:1-6:2
          list 5:13-5:16 at 6:4-6:6
            plain "f" 5:14-5:15

      """)
  }

  func testAnAnchorMayBeDefinedAnew() {
    let document = document("a: &x 1\nb: *x\nc: &x 2\nd: *x\n")
    XCTAssertEqual(document.diagnostics.count, 0)
    XCTAssertTrue(outline(document).contains("plain \"1\" 1:7-1:8 at 2:4-2:6"))
    XCTAssertTrue(outline(document).contains("plain \"2\" 3:7-3:8 at 4:4-4:6"))
  }

  func testPropertiesAreNotPartOfANodesRange() {
    check(
      """
      a: &x
        !!map
        # A comment.
        b: &y !!str 12
      c: !!int "12"
      d: &e
      f: !<tag:yaml.org,2002:str> g
      """,
      """
      mapping 1:1-7:30
        a: 1:1-1:2
          mapping 4:3-4:17
            b: 4:3-4:4
              doubleQuoted "12" 4:15-4:17
        c: 5:1-5:2
          plain "12" 5:10-5:14
        d: 6:1-6:2
          plain "" 6:4-6:6
        f: 7:1-7:2
          doubleQuoted "g" 7:29-7:30

      """)
  }

  func testPropertiesOfAFirstKeyAreNotItsMappings() {
    let text = """
      a: &x
        &y b: c
      d: *x
      e: *y
      f:
        !!str g: h
      """
    check(
      text,
      """
      mapping 1:1-6:13
        a: 1:1-1:2
          mapping 2:3-2:10
            b: 2:6-2:7
              plain "c" 2:9-2:10
        d: 3:1-3:2
          mapping 2:3-2:10 at 3:4-3:6
            b: 2:6-2:7
              plain "c" 2:9-2:10
        e: 4:1-4:2
          plain "b" 2:6-2:7 at 4:4-4:6
        f: 5:1-5:2
          mapping 6:3-6:13
            g: 6:9-6:10
              plain "h" 6:12-6:13

      """)
  }

  func testPropertiesOfNothingEndBeforeTheNextKey() {
    let document = expect("L116", in: "a: &x\n⟪!⟫ b: *x\n")
    XCTAssertEqual(
      outline(document),
      """
      mapping 1:1-2:8
        a: 1:1-1:2
          plain "" 1:4-1:6
        b: 2:3-2:4
          plain "" 1:4-1:6 at 2:6-2:8

      """)
  }

  func testKeysAreTextWhateverTheyLookLike() throws {
    let root = try XCTUnwrap(document("1: a\ntrue: b\n~: c\n\"\": d\n'<<': e\n? f\n: g\n").root)
    guard case .mapping(let entries) = root.content else { return XCTFail("no mapping") }
    XCTAssertEqual(entries.map(\.key), ["1", "true", "~", "", "<<", "f"])
  }

  func testAByteOrderMarkAndADocumentMarkMayBegin() {
    let bytes: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("%YAML 1.2\n---\na: b\n...\n".utf8)
    let document = YAMLReader.read(bytes, path: "Spec.yaml", as: .sample)
    XCTAssertEqual(document.diagnostics.count, 0)
    XCTAssertEqual(outline(document), "mapping 3:1-3:5\n  a: 3:1-3:2\n    plain \"b\" 3:4-3:5\n")
    XCTAssertEqual(document.source.line(1), "%YAML 1.2")
  }

  func testASyntaxErrorKeepsEarlierDiagnostics() {
    let document = expect(
      "L110 already has the key `a`", "L111 merge", "L124 no closing",
      in: "⟦a⟧: 1\n⟪a⟫: 2\n⟪<<⟫: 3\nb: ⟪\"⟫x\n")
    XCTAssertNil(document.root)
  }
}
