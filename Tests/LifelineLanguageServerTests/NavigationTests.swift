import Foundation
import LifelineReporting
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineLanguageServer

/// The places where a name is declared and used.
final class NavigationTests: XCTestCase {
  private func definitions(_ place: String) -> [String] {
    let marked = player(at: place)
    return Session.places(Session.ask("textDocument/definition", marked), in: marked)
  }

  private func references(_ place: String, declaration: Bool = true) -> [String] {
    let marked = player(at: place)
    let context = JSON.object([("includeDeclaration", .bool(declaration))])
    return Session.places(Session.ask("textDocument/references", marked, [("context", context)]), in: marked)
  }

  func testDefinitions() {
    XCTAssertEqual(definitions("to: ‸playing"), ["24: playing"])
    XCTAssertEqual(definitions("to: so‸ft"), ["30: soft"])
    XCTAssertEqual(definitions("entry: did‸Play"), ["13: didPlay"])
    XCTAssertEqual(definitions("‸volume > 0"), ["16: volume"])
    XCTAssertEqual(definitions("{patience‸: stopped"), ["9: patience"])
    XCTAssertEqual(definitions("{reason: refu‸sed"), ["4: refused"])
    XCTAssertEqual(definitions("follows: a ‸pause"), ["34: a pause"])
    XCTAssertEqual(definitions("manual ‸C1"), ["6: C1"])
    XCTAssertEqual(definitions("‸manual C1"), ["6: manual"])
    XCTAssertEqual(definitions("li‸feline: 1"), [])
  }

  func testReferences() {
    XCTAssertEqual(references("initial: sto‸pped"), ["18: stopped", "20: stopped", "32: stopped", "41: stopped"])
    XCTAssertEqual(
      references("initial: sto‸pped", declaration: false), ["18: stopped", "32: stopped", "41: stopped"])
    XCTAssertEqual(references("didFail‸: {parameters"), ["14: didFail", "27: didFail", "36: didFail"])
    XCTAssertEqual(references("repeats‸: false"), ["8: repeats", "27: repeats", "35: repeats"])
    XCTAssertEqual(references("pause‸:\n"), ["17: pause", "27: pause", "36: pause"])
    XCTAssertEqual(references("refused‸]"), ["4: refused", "27: refused", "36: refused"])
  }

  func testPositionsCountInTheUnitsOfTheClient() {
    let text = "lifeline: 1\nmachine: M\nstates:\n  a: {doc: 😀é, on: {go: ‸b}}\n  b: {on: {go: a}}\nevents: [go]\n"
    let caret = TextWithCaret(text)
    let utf8 = JSON.object([("general", .object([("positionEncodings", .array([.string("utf-8")]))]))])
    var session = Session(utf8)
    session.open(testURI, caret.text)
    let line = text.split(separator: "\n")[3]
    let bytes = line.prefix { $0 != "‸" }.utf8.count
    let place = JSON.place(in: testURI, .position(TextPosition(line: 3, character: bytes)))
    let answer = session.answer("textDocument/definition", place)
    XCTAssertEqual(answer?["result"]?.items?.first?["range"]?["start"]?.position, TextPosition(line: 4, character: 2))
    let references = session.answer("textDocument/references", place)?["result"]?.items ?? []
    XCTAssertEqual(references.map { $0["range"]?["start"]?["character"]?.number }, [bytes, 2])
    XCTAssertEqual(Session.places(Session.ask("textDocument/references", text), in: text), ["4: b", "5: b"])
  }
}
