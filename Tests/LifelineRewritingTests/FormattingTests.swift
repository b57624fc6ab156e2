import Foundation
import LifelineLanguage
import LifelineRewriting
import LifelineSource
import TestSupport
import XCTest

/// The order of keys, and everything that stays as it is.
final class FormattingTests: XCTestCase {
  /// Returns a text with its keys in order, after a check that formatting it again changes nothing.
  private func formatted(
    _ text: String, saying remarks: [String] = [], file: StaticString = #filePath, line: UInt = #line
  ) throws -> String {
    func format(_ text: String) throws -> FormattedSpec {
      let bytes = Array(text.utf8)
      let reading = SpecReader.read(bytes: bytes, path: "Door.yaml")
      let result = LifelineRewriting.format(bytes, reading: reading)
      return try XCTUnwrap(result, "\(reading.diagnostics.map(\.message))", file: file, line: line).get()
    }
    let spec = try format(text)
    XCTAssertEqual(spec.diagnostics.map(\.message), remarks, file: file, line: line)
    let result = String(decoding: spec.bytes, as: UTF8.self)
    XCTAssertEqual(try format(result).bytes, spec.bytes, "formatting again changes it", file: file, line: line)
    return result
  }

  private func check(
    _ text: String, _ expected: String, saying remarks: String..., file: StaticString = #filePath, line: UInt = #line
  ) throws {
    XCTAssertEqual(try formatted(text, saying: remarks, file: file, line: line), expected, file: file, line: line)
  }

  private func checkUnchanged(
    _ text: String, saying remarks: String..., file: StaticString = #filePath, line: UInt = #line
  ) throws {
    XCTAssertEqual(try formatted(text, saying: remarks, file: file, line: line), text, file: file, line: line)
  }

  func testGoldenFile() throws {
    let folder = "Tests/LifelineRewritingTests/Golden/"
    let text = try String(contentsOf: packageRoot.appending(path: folder + "Unordered.yaml"), encoding: .utf8)
    let reading = SpecReader.read(bytes: Array(text.utf8), path: "Camera.yaml")
    XCTAssertNotNil(reading.machine, "\(reading.diagnostics.map(\.message))")
    try checkGolden(formatted(text), at: folder + "Ordered.yaml")
  }

  func testWhatTheAuthorOrdersStays() throws {
    try checkUnchanged(
      """
      lifeline: 1
      machine: Door
      callbacks: {z: , a: }
      events: [open, close]
      context: {z: true, a: 1}
      states:
        z:
          on: {"*": {do: z}, open: a, close: z}
          after: {9s: a, 1s: z}
        a:
      scenarios:
        z: {given: {z: true, state: z}, when: {open: z}}
        a: {when: open}

      """)
  }

  func testFlowMappings() throws {
    try check(
      "{states: {a: {on: {e: {do: [], to: a}}, doc: A}}, machine: D, events: [e], lifeline: 1}",
      "{lifeline: 1, machine: D, events: [e], states: {a: {doc: A, on: {e: {to: a, do: []}}}}}")
    let head = "lifeline: 1\nmachine: D\nevents: [e]\nstates:\n"
    try check(
      head + "  a: { on: {e: a} ,  \"doc\": 'a, b' }\n", head + "  a: { \"doc\": 'a, b' ,  on: {e: a} }\n")
    // Comments go with their entries.
    try check(
      head
        + "  a: {  # the brace\n    # the event\n    on: {e: a},  # on\n    # the text\n    doc: A  # doc\n    # the end\n  }\n",
      head
        + "  a: {  # the brace\n    # the text\n    doc: A,  # doc\n    # the event\n    on: {e: a}  # on\n    # the end\n  }\n"
    )
  }

  func testCommentsBetweenBraces() throws {
    let head = "lifeline: 1\nmachine: D\nevents: [e]\nstates:\n"
    try check(
      head + "  a: {on: {e: a}, # on\n    doc: A}\n", head + "  a: {doc: A,\n    on: {e: a} # on\n      }\n")
    try check(
      head + "  a: {\n    on: {e: a} # on\n    , doc: A,\n  }\n",
      head + "  a: {\n    doc: A, on: {e: a} # on\n    ,\n  }\n")
  }

  func testItemsOfLists() throws {
    let head =
      "lifeline: 1\nmachine: D\ncallbacks: [c]\nevents: [e]\nstates: {a: {after: {1s: {do: c}}}}\nscenarios:\n  s:\n"
    try check(
      head + "    when:\n      # first\n      - expect: c\n        # time\n        wait: 1s  # one\n      - e\n",
      head + "    when:\n      # first\n      # time\n      - wait: 1s  # one\n        expect: c\n      - e\n")
    try check(
      head + "    when:\n    -   then: a\n        expect: c\n        wait: 1s",
      head + "    when:\n    -   wait: 1s\n        expect: c\n        then: a")
  }

  func testTextsKeepTheirLines() throws {
    try check(
      "lifeline: 1\nmachine: D\nstates:\n  a:\n    exit: []\n    doc: |+\n      A.\n       # no comment\n\n\n    # entry\n    entry: []\n",
      "lifeline: 1\nmachine: D\nstates:\n  a:\n    doc: |+\n      A.\n       # no comment\n\n\n    # entry\n    entry: []\n    exit: []\n"
    )
    try check(
      "lifeline: 1\nmachine: D\nstates: {a: }\ndoc: >-\n  A\n  door.\n\n# the end\n",
      "lifeline: 1\nmachine: D\ndoc: >-\n  A\n  door.\nstates: {a: }\n\n# the end\n")
    try check(
      "lifeline: 1\nmachine: D\nstates:\n  a:\n    entry:\n      []\n    doc: \"a\n\n      b\"  # text\n",
      "lifeline: 1\nmachine: D\nstates:\n  a:\n    doc: \"a\n\n      b\"  # text\n    entry:\n      []\n")
  }

  func testLineEndsAndAByteOrderMark() throws {
    let text = "lifeline: 1\nmachine: D\n# states\nstates: {a: }\n\n# doc\ndoc: A\n"
    let expected = "lifeline: 1\nmachine: D\n\n# doc\ndoc: A\n\n# states\nstates: {a: }\n"
    try check(text, expected)
    try check("\u{FEFF}" + text.replacing("\n", with: "\r\n"), "\u{FEFF}" + expected.replacing("\n", with: "\r\n"))
    try check(text.replacing("\n", with: "\r"), expected.replacing("\n", with: "\r"))
    try check(String(text.dropLast()), String(expected.dropLast()))
    try check(
      "lifeline: 1\nstates: {a: {doc: A}}\nsources:\n  s: {title: A}\n  t:\n    note: |\n      A.\nmachine: D",
      "lifeline: 1\nmachine: D\nstates: {a: {doc: A}}\nsources:\n  s: {title: A}\n  t:\n    note: |\n      A.\n")
    try check(
      "lifeline: 1\nmachine:\tD\t# a tab\nstates: {a: }\ndoc:\tA\t",
      "lifeline: 1\nmachine:\tD\t# a tab\ndoc:\tA\t\nstates: {a: }")
  }

  func testTheHeadOfTheFileStays() throws {
    try check(
      "# yaml-language-server: $schema=s.json\nmachine: D\nlifeline: 1\nstates: {a: }\n",
      "# yaml-language-server: $schema=s.json\nlifeline: 1\nmachine: D\nstates: {a: }\n")
    try check(
      "%YAML 1.1\n--- # the document\n# the head\n\n# the machine\nmachine: D\n\nlifeline: 1\nstates: {a: }\n...\n# the end\n",
      "%YAML 1.1\n--- # the document\n# the head\n\nlifeline: 1\n\n# the machine\nmachine: D\n\nstates: {a: }\n...\n# the end\n"
    )
  }

  func testCommentsBelowAKey() throws {
    // Deeper lines belong to the key above, and so do those directly below it, if a blank line follows.
    try check(
      """
      lifeline: 1
      machine: D
      states:
        a:
          # of a
      # of the states

      # of the doc

      # also of the doc
      doc: A
        # deeper
      # the end

      """,
      """
      lifeline: 1
      machine: D

      # of the doc

      # also of the doc
      doc: A
        # deeper

      states:
        a:
          # of a
      # of the states
      # the end

      """)
  }

  func testAliasesStayAfterTheirAnchors() throws {
    try checkUnchanged(
      "lifeline: 1\nmachine: D\nsources: {s: {title: &t T}}\nstates: {a: {doc: *t, cites: s}}\n",
      saying: "`states` stays after `sources`: an alias comes after its anchor `&t`")
    // The rest is in order nevertheless, and a name may be used twice.
    try check(
      "lifeline: 1\nevents: [e]\nstates: {a: {exit: &x [c], entry: *x}, b: {exit: &x [], entry: *x, on: {e: a}}}\nmachine: &m D\ncallbacks: [c]\n",
      "lifeline: 1\nmachine: &m D\ncallbacks: [c]\nevents: [e]\nstates: {a: {exit: &x [c], entry: *x}, b: {exit: &x [], entry: *x, on: {e: a}}}\n",
      saying: "`entry` stays after `exit`: an alias comes after its anchor `&x`",
      "`entry` stays after `exit`: an alias comes after its anchor `&x`")
    // An alias as a key, and an anchor on one.
    try check(
      "lifeline: 1\nmachine: D\ncontext: {&f flag: true}\nstates: {a: {always: {to: a, if: flag}}}\nscenarios: {s: {then: a, given: {*f : true}}}\n",
      "lifeline: 1\nmachine: D\ncontext: {&f flag: true}\nstates: {a: {always: {if: flag, to: a}}}\nscenarios: {s: {given: {*f : true}, then: a}}\n"
    )
  }

  func testKeysThatStay() throws {
    let head = "lifeline: 1\nmachine: D\nstates:\n  a:\n"
    try checkUnchanged(
      head + "    ? entry\n    : []\n    ? doc\n    : A\n",
      saying: "the keys of this mapping stay in their order, because of how it is written")
    // Nobody knows where an unknown key belongs.
    try checkUnchanged("states: {a: {colour: red, entry: [], doc: A}}\nmachine: D\nlifeline: 1\ncolour: red\n")
  }

  func testSpecsWithErrorsAreFormatted() throws {
    try check(
      "states: {a: {entry: missing}}\nmachine: D\nlifeline: 1\n",
      "lifeline: 1\nmachine: D\nstates: {a: {entry: missing}}\n")
  }

  func testRefusals() throws {
    func result(_ text: String) -> Result<FormattedSpec, FormattingRefusal>? {
      let bytes = Array(text.utf8)
      return format(bytes, reading: SpecReader.read(bytes: bytes, path: "Door.yaml"))
    }
    for text in [
      "a: [", "lifeline: 1\n---\nlifeline: 1\n", "machine: D\nlifeline: 1\nlifeline: 1\n", "a: *b\n", "<<: {a: b}\n",
    ] {
      XCTAssertNil(result(text), text)
    }
    // The text would get a line end.
    let refusal = result("lifeline: 1\nmachine: D\nstates: {a: }\ndoc: |\n  A door.")
    XCTAssertThrowsError(try refusal?.get()) { error in
      XCTAssertEqual(
        (error as? FormattingRefusal)?.diagnostic.message,
        "this spec isn't formatted, because it would have another meaning then; order its keys by hand")
    }
  }
}
