import Foundation
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineLanguageServer

/// The names and keys that may stand at the caret.
final class CompletionTests: XCTestCase {
  private func assert(
    _ marked: String, offers expected: [String], not others: [String] = [], line: UInt = #line
  ) {
    let labels = Session.completions(marked)
    for label in expected { XCTAssertTrue(labels.contains(label), "no \(label) in \(labels)", line: line) }
    for label in others { XCTAssertFalse(labels.contains(label), "\(label) in \(labels)", line: line) }
  }

  func testKeys() {
    assert(player + "‸", offers: ["regions", "imports", "observing"], not: ["machine", "lifeline", "after"])
    assert(player + "im‸", offers: ["imports"])
    assert(
      player.replacing("    entry: didPlay\n", with: "    entry: didPlay\n    ‸\n"),
      offers: ["exit", "after", "defer"], not: ["entry", "machine"])
    assert(player.replacing("{to: playing, if", with: "{to: playing, ‸, if"), offers: ["reenter", "doc"], not: ["to"])
    assert(player.replacing("repeats: false\n  p", with: "repeats: {‸\n  p"), offers: ["default", "type", "fixed"])
    assert(
      player.replacing("channel: screen,", with: "‸"), offers: ["channel", "onlyAfter", "parameters"], not: ["needs"])
    assert(
      player.replacing("    follows: a pause", with: "    follows: a pause\n    nev‸"), offers: ["never", "observing"])
  }

  /// The text is read with a name at the caret, and an event that isn't declared is an internal one.
  func testTheNameAtTheCaretIsNotOffered() {
    let text = "lifeline: 1\nmachine: M\nevents: [play]\nstates:\n  a:\n    on:\n      ‸\n"
    XCTAssertEqual(Session.completions(text).sorted(), ["\"*\"", "play"])
  }

  func testNamesAsValues() {
    assert(player.replacing("to: playing", with: "to: ‸"), offers: ["stopped", "loud", "paused"], not: ["didPlay"])
    assert(player.replacing("entry: didPlay", with: "entry: did‸"), offers: ["didPlay", "didFail"], not: ["stopped"])
    assert(player.replacing("entry: didPlay", with: "entry: [willPlay, ‸]"), offers: ["didPlay"])
    assert(player.replacing("entry: didPlay", with: "entry:\n      - ‸"), offers: ["didPlay", "set"])
    assert(player.replacing("needs: willPlay", with: "needs: ‸"), offers: ["didFail"])
    assert(player.replacing("follows: a pause", with: "follows: ‸"), offers: ["a pause"])
    assert(player.replacing("channel: screen", with: "channel: ‸"), offers: ["delegate"])
    assert(player.replacing("type: Reason", with: "type: ‸"), offers: ["Reason", "Duration"])
    assert(player.replacing("cites: manual C1", with: "cites: ‸"), offers: ["manual", "manual C1"])
    assert(player.replacing("then: paused", with: "then: ‸"), offers: ["paused"])
    assert(player.replacing("if: repeats", with: "if: ‸"), offers: ["repeats", "patience", "refused", "not"])
    assert(player.replacing("if: volume > 0", with: "if: volume > 0 and ‸"), offers: ["volume", "repeats"])
    assert(player.replacing("if: repeats", with: "if: in(‸"), offers: ["loud"], not: ["repeats"])
    assert(player.replacing("{reason: refused}}}]", with: "{reason: ‸}}}]"), offers: ["refused", "reason"])
    assert(
      player.replacing("{reason: refused}}}\n", with: "{reason: ‸}}}\n"), offers: ["refused", "lost"],
      not: ["reason", "patience"])
  }

  func testNamesAsKeys() {
    assert(player.replacing("    on:\n      play:", with: "    on:\n      ‸\n      play:"), offers: ["pause", "\"*\""])
    assert(
      player.replacing("after: {patience: stopped}", with: "after: {‸"), offers: ["patience", "1s"], not: ["repeats"])
    assert(player.replacing("given: {state: loud, ", with: "given: {state: loud, ‸, "), offers: ["patience"])
    assert(player.replacing("when: {pause:", with: "when: {‸:"), offers: ["play", "wait", "set"])
    assert(player.replacing("when: {wait: 5s}", with: "when:\n      - ‸"), offers: ["play", "wait"])
    assert(player.replacing("{didFail: {reason: refused}}}]", with: "{didFail: {‸}}}]"), offers: ["reason"])
    assert(player + "allow: {‸", offers: ["L801"].filter { _ in false }, not: ["machine"])
  }

  func testItemsReplaceTheWord() {
    let item = Session.ask("textDocument/completion", player.replacing("to: playing", with: "to: pl‸ay"))?["result"]?[
      "items"]?
      .items?.first { $0["label"]?.string == "playing" }
    let range = item?["textEdit"]?["range"]
    XCTAssertEqual(range?["start"]?.position, TextPosition(line: 22, character: 17))
    XCTAssertEqual(range?["end"]?.position, TextPosition(line: 22, character: 21))
    XCTAssertEqual(item?["detail"]?.string, "state playing")
  }

  func testKeysGetTheirColon() {
    let items = Session.ask("textDocument/completion", player + "im‸")?["result"]?["items"]?.items ?? []
    XCTAssertEqual(items.first { $0["label"]?.string == "imports" }?["textEdit"]?["newText"]?.string, "imports: ")
  }

  func testABrokenTextElsewhere() {
    let text = player.replacing("after: {patience: stopped}", with: "after: {patience: [")
    assert(text.replacing("to: playing", with: "to: ‸"), offers: ["stopped", "loud"])
  }

  func testAnEmptySpec() {
    assert("lifeline: 1\n‸", offers: ["machine", "states"])
    assert("lifeline: 1\nmachine: M\nevents: [go]\nstates:\n  a:\n    on: {go: ‸", offers: ["a"])
  }
}
