import LifelineReporting
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineLanguageServer

/// Texts and messages that are wrong in any way must neither stop nor crash the server.
final class BrokenTextTests: XCTestCase {
  private let spec = """
    lifeline: 1
    machine: Radio
    types: {Band: [fm, am]}
    context: {volume: 3, band: {type: Band, default: fm}}
    callbacks: {willPlay: , didPlay: {needs: willPlay, parameters: {band: Band}}}
    events: [on, off, {x: y}]
    states:
      silent:
        on: {on: {to: loud, if: volume > 0 and band == fm, do: [willPlay, didPlay]}}
      loud: &loud
        after: {"5s": {to: silent, do: {raise: off}}}
        on: {off: silent}
      other: *loud
    scenarios:
      "one: two":
        where: {volume: [1, 2]}
        given: silent
        when:
          - on: [willPlay, {didPlay: {band: fm}}]
            then: loud

    """

  private func askEverything(_ session: inout Session, at position: JSON, _ text: String) {
    let place = JSON.place(
      in: testURI, position,
      [
        ("newName", .string("x")), ("context", .object([])),
        ("range", .object([("start", position), ("end", position)])),
      ])
    for method in ["completion", "hover", "documentSymbol", "references", "codeAction", "rename"] {
      XCTAssertNotNil(session.answer("textDocument/\(method)", place), "\(method) in \(text)")
    }
  }

  func testEveryBeginningOfASpec() throws {
    try skipTest(below: .thorough)
    var session = Session()
    session.open(testURI, "lifeline: 1\n")
    var version = 1
    for count in stride(from: 12, to: spec.count, by: 3) {
      let text = String(spec.prefix(count))
      version += 1
      session.change(testURI, text, version: version)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      askEverything(
        &session, at: .position(TextPosition(line: lines.count - 1, character: lines.last?.utf16.count ?? 0)), text)
    }
  }

  func testEveryLineThatIsMissing() {
    var session = Session()
    session.open(testURI, spec)
    let lines = spec.split(separator: "\n", omittingEmptySubsequences: false)
    for index in lines.indices.dropFirst() {
      var rest = lines
      rest.remove(at: index)
      session.change(testURI, rest.joined(separator: "\n"), version: index + 1)
      askEverything(&session, at: .position(TextPosition(line: index, character: 4)), "the text without line \(index)")
    }
  }

  func testOtherCharacters() {
    var session = Session()
    session.open(testURI, spec)
    for (index, text) in [
      "\u{FEFF}\(spec)", spec.replacing("\n", with: "\r\n"), spec.replacing("\n", with: "\r"), "lifeline: 1\n\u{0}",
      "lifeline: 1\ndoc: 😀‸", "lifeline: 1\n\t- x",
    ].enumerated() {
      session.change(testURI, text, version: index + 2)
      askEverything(&session, at: .position(TextPosition(line: 1, character: 7)), text)
    }
  }

  func testPositionsThatAreNowhere() {
    var session = Session()
    session.open(testURI, spec)
    for (line, character) in [
      (-1, 0), (0, -1), (0, Int.min), (100_000, 0), (3, 100_000), (Int.max, Int.max), (Int.min, Int.min),
    ] {
      askEverything(&session, at: .position(TextPosition(line: line, character: character)), "\(line):\(character)")
    }
  }

  func testTheGreatestVersion() {
    var session = Session()
    session.open(testURI, spec)
    session.change(testURI, spec, version: .max)
    // Without a number, it is the version after the last.
    session.notify(
      "textDocument/didChange",
      .object([
        ("textDocument", .object([("uri", .string(testURI))])),
        ("contentChanges", .array([.object([("text", .string("lifeline: 2"))])])),
      ]))
    XCTAssertNotEqual(session.diagnostics[testURI]?.items?.count, 0)
  }

  func testMessagesOfTheWrongShape() {
    var session = Session()
    for parameters: JSON in [
      .null, .array([]), .object([]), .string("x"), .object([("textDocument", .number(3))]),
      .object([("textDocument", .object([("uri", .number(3))]))]),
      .object([("textDocument", .object([("uri", .string("file://\u{0}"))])), ("position", .string("x"))]),
    ] {
      for method in ["didOpen", "didChange", "didSave", "didClose"] {
        session.notify("textDocument/\(method)", parameters)
      }
      for method in ["completion", "hover", "rename", "codeAction", "definition"] {
        XCTAssertNotNil(session.answer("textDocument/\(method)", parameters))
      }
    }
  }
}

final class ProtocolTests: XCTestCase {
  private func parse(_ text: String) throws -> JSON { try JSON.parse(Array(text.utf8)) }

  func testJSON() throws {
    let text = "{\"a\":[1,-2,true,false,null,\"\\u00e9\\n\"],\"b\":{}}"
    XCTAssertEqual(try parse(text).text, "{\"a\":[1,-2,true,false,null,\"é\\n\"],\"b\":{}}")
    XCTAssertEqual(try parse(" [ 1.9 ,\n\t2e2 ] ").text, "[1,200]")
    for bad in ["", "{", "[1,]", "{\"a\"}", "01", "tru", "\"", "[1] 2", "{\"a\":1,}", "nul", "1e400", "'a'"] {
      if bad == "1e400" {
        XCTAssertEqual(try parse(bad).text, "null")
      } else {
        XCTAssertThrowsError(try parse(bad), bad)
      }
    }
  }

  func testFaultsSpeakOfTexts() {
    for (text, fault) in [
      ("{\"a\":\n", "after 6 bytes, the text ends within a value"),
      ("{}\n[]", "after 3 bytes, the text goes on after the value"),
      ("[1 2]", "after 3 bytes, `,` or `]` is expected here"),
    ] {
      var state = ServerState(workingFolder: "/")
      guard case .send(let answer)? = state.handle(Array(text.utf8)).first else {
        XCTFail("no answer to \(text)")
        continue
      }
      XCTAssertEqual(answer["error"]?["message"]?.string, "this message is no JSON: \(fault)")
    }
  }

  func testMessagesArriveInPieces() throws {
    let stream = framed("{\"a\":1}") + framed("{}") + framed("\"é\"")
    for size in [1, 2, 7, stream.count] {
      var reader = MessageReader()
      var messages: [String] = []
      for start in stride(from: 0, to: stream.count, by: size) {
        reader.append(stream[start..<min(start + size, stream.count)])
        while let message = try reader.next() { messages.append(String(decoding: message, as: UTF8.self)) }
      }
      XCTAssertEqual(messages, ["{\"a\":1}", "{}", "\"é\""])
    }
  }

  func testBadHeaders() {
    for (header, message) in [
      ("Content-Length: x\r\n\r\n", "`x` is not the length of a message"),
      ("Content-Length: -1\r\n\r\n", "`-1` is not the length of a message"),
      ("Content-Length: 999999999\r\n\r\n", "a message of 999999999 bytes is longer than the limit of 134217728"),
      ("Length: 3\r\n\r\n", "the header of a message has no `Content-Length`"),
      (String(repeating: "x", count: 20_000), "a header of a message has no end"),
    ] {
      var reader = MessageReader()
      reader.append(Array(header.utf8))
      XCTAssertThrowsError(try reader.next()) { XCTAssertEqual(($0 as? MessageReader.Fault)?.message, message) }
    }
  }

  func testAddressesOfFiles() {
    XCTAssertEqual(DocumentURI.path(of: "file:///a/b%20c/%C3%A9.yaml"), "/a/b c/é.yaml")
    XCTAssertEqual(DocumentURI.path(of: "file://localhost/a"), "/a")
    XCTAssertNil(DocumentURI.path(of: "file://host/a"), "another machine's file")
    XCTAssertNil(DocumentURI.path(of: "untitled:Untitled-1"))
    XCTAssertNil(DocumentURI.path(of: "file:///%FF"))
    XCTAssertNil(DocumentURI.path(of: "file:///a%00"))
    XCTAssertEqual(DocumentURI.path(of: "file:///100%"), "/100%")
    for digits in ["+F", "-1", "0x", "1", "é"] {
      XCTAssertEqual(DocumentURI.path(of: "file:///a%\(digits)"), "/a%\(digits)", "no escape")
    }
    XCTAssertEqual(DocumentURI.uri(ofPath: "/a/b c/é.yaml"), "file:///a/b%20c/%C3%A9.yaml")
  }

  func testPositions() {
    let source = SourceFile(path: "x", text: "a😀é\r\n\nb")
    for (encoding, width) in [(PositionEncoding.utf8, 4), (.utf16, 2)] {
      let translator = PositionTranslator(source: source, encoding: encoding)
      let behind = TextPosition(line: 0, character: 1 + width)
      XCTAssertEqual(translator.textPosition(of: SourcePosition(line: 1, column: 3)), behind)
      XCTAssertEqual(translator.sourcePosition(of: behind), SourcePosition(line: 1, column: 3))
      // Within a character, and behind the end of a line.
      XCTAssertEqual(
        translator.sourcePosition(of: TextPosition(line: 0, character: 2)), SourcePosition(line: 1, column: 2))
      XCTAssertEqual(
        translator.sourcePosition(of: TextPosition(line: 0, character: 99)), SourcePosition(line: 1, column: 4))
      XCTAssertEqual(
        translator.sourcePosition(of: TextPosition(line: 99, character: 0)), SourcePosition(line: 3, column: 2))
    }
  }
}
