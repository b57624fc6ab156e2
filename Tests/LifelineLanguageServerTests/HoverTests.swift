import Foundation
import TestSupport
import XCTest

@testable import LifelineLanguageServer

/// What an editor shows about the name under the pointer.
final class HoverTests: XCTestCase {
  func testTheSpecOfTheTestsIsRight() {
    var session = Session()
    session.open(testURI, player)
    XCTAssertEqual(session.diagnostics[testURI]?.items?.compactMap { $0["message"]?.string }, [])
  }

  func testACallback() {
    XCTAssertEqual(
      Session.hover(player(at: "entry: did‸Play")),
      """
      callback `didPlay`
      channel: screen
      needs: willPlay
      needs is proved

      didPlay: {needs: willPlay, channel: screen, doc: Sound comes out.}

      Sound comes out.
      """)
    XCTAssertEqual(
      Session.hover(player(at: "do: willPlay‸")),
      "callback `willPlay`\nchannel: delegate\n\nwillPlay: {cites: manual C1}")
  }

  func testOtherNames() {
    let expected = [
      "to: ‸playing": "compound state `playing`\nstates: loud, soft\nevents: pause\n\nplaying:",
      "‸volume > 0": "parameter `volume` of event `play`\ntype: Int\n\nplay: {parameters: {volume: Int}}",
      "if: re‸peats": "context field `repeats`\ntype: Bool\ndefault: false\n\nrepeats: false",
      "{reason: refu‸sed": "case `refused` of `Reason`\n\nReason: [lost, refused]",
      "type: ‸Reason": "type `Reason`\ncases: lost, refused\n\nReason: [lost, refused]",
      "channel: s‸creen":
        "channel `screen`\ncallbacks: didPlay\n\ndidPlay: {needs: willPlay, channel: screen, doc: Sound comes out.}",
      "manual ‸C1":
        "claim `C1` of `manual`\n\nmanual: {title: The manual, claims: {C1: It pauses.}}\n\nIt pauses.",
      "{pause‸: {didFail": "event `pause`\nhandled in: playing\n\npause:",
      "machine: P‸layer": "machine `Player`\nstates: 5\nevents: play, pause\n\nmachine: Player",
    ]
    for (place, text) in expected { XCTAssertEqual(Session.hover(player(at: place)), text, place) }
    XCTAssertEqual(
      Session.hover(player(at: "follows: a ‸pause"))?.hasPrefix("scenario `a pause`\nsteps: 1\n\na pause:\n\n"), true)
    XCTAssertTrue(Session.hover(player(at: "af‸ter: {"))?.hasPrefix("key `after`\n") ?? false)
    XCTAssertNil(Session.hover(player(at: "lifeline: 1‸")))
  }

  func testARange() {
    let spec = """
      lifeline: 1
      machine: Retry
      context: {retries: {default: 0, range: 0...10}}
      events: [fail]
      states: {a: {on: {fail: {if: ret‸ries > 3, to: a}}}}
      """
    XCTAssertEqual(
      Session.hover(spec),
      "context field `retries`\ntype: Int\ndefault: 0\nrange: 0...10\n\n"
        + "context: {retries: {default: 0, range: 0...10}}")
    let plain = spec.replacing("‸", with: "")
    XCTAssertEqual(
      Session.hover(plain.replacing("range:", with: "ran‸ge:"))?.hasPrefix("key `range`\nThe least and the greatest"),
      true)
    XCTAssertTrue(Session.completions(plain.replacing("range: 0...10", with: "ra‸")).contains("range"))
    let items = Session.ask("textDocument/completion", plain.replacing("retries >", with: "ret‸ries >"))
    let item = items?["result"]?["items"]?.items?.first { $0["label"]?.string == "retries" }
    XCTAssertEqual(item?["detail"]?.string, "Int, 0...10")
  }

  func testADiagnosticShowsItsExplanation() throws {
    let hover = try XCTUnwrap(
      Session.hover(player(at: "entry: didPlay").replacing("entry: didPlay", with: "entry: didPl‸y")))
    XCTAssertTrue(hover.hasPrefix("L213, an error: "), hover)
    let markdown = try XCTUnwrap(
      Session.hover(player.replacing("entry: didPlay", with: "entry: didPl‸y"), plain: false))
    XCTAssertTrue(markdown.hasPrefix("```text\nL213, an error: "), markdown)
  }

  func testMarkdown() {
    XCTAssertEqual(
      Session.hover(player(at: "if: re‸peats"), plain: false),
      "**context field `repeats`**  \ntype: `Bool`  \ndefault: `false`\n\n```yaml\nrepeats: false\n```")
  }

  func testAHalfWrittenText() {
    let text = player(at: "entry: did‸Play").replacing("  after: {patience: stopped}", with: "  after: {patience: [")
    XCTAssertTrue(Session.hover(text)?.hasPrefix("callback `didPlay`") ?? false)
  }
}
