import Foundation
import LifelineReporting
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineLanguageServer

/// Names that an editor changes everywhere at once.
final class RenameTests: XCTestCase {
  private func rename(_ place: String, to name: String) -> String {
    let marked = player(at: place)
    let answer = Session.ask("textDocument/rename", marked, [("newName", .string(name))])
    if let message = answer?["error"]?["message"]?.string { return message }
    return apply(answer?["result"], to: TextWithCaret(marked).text) ?? "?"
  }

  func testEveryNameIsRenamedEverywhere() {
    let names: [(place: String, name: String, count: Int)] = [
      ("initial: sto‸pped", "stopped", 4), ("entry: did‸Play", "didPlay", 2), ("‸volume > 0", "volume", 2),
      ("{patience‸: stopped", "patience", 2), ("follows: a ‸pause", "a pause", 2), ("manual ‸C1", "C1", 2),
      ("‸manual C1", "manual", 2), ("pause‸:\n", "pause", 3), ("channel: s‸creen", "screen", 1),
      ("type: ‸Reason", "Reason", 3), ("reason‸: {type", "reason", 2), ("refused‸]", "refused", 3),
      ("machine: ‸Player", "Player", 1),
      ("repeats‸: false", "repeats", 3), ("to: so‸ft", "soft", 2),
    ]
    for (place, name, count) in names {
      let result = rename(place, to: "New")
      XCTAssertEqual(result.components(separatedBy: "New").count - 1, count, "\(place): \(result)")
      var session = Session()
      session.open(testURI, result)
      XCTAssertEqual(session.diagnostics[testURI]?.items?.count, 0, "\(place): \(result)")
      XCTAssertEqual(player.components(separatedBy: name).count > 1, true)
    }
  }

  func testTakenAndInvalidNamesAreRefused() {
    XCTAssertEqual(
      rename("initial: sto‸pped", to: "9 lives"),
      "`stopped` can't be renamed to `9 lives`: line 20 would be wrong: `9 lives` cannot be a state's name; a name "
        + "consists of ASCII letters, digits and `_`, does not begin with a digit, and is not just `_` [L205]")
    XCTAssertTrue(
      rename("entry: did‸Play", to: "didFail").hasPrefix("`didPlay` can't be renamed to `didFail`: line 14 would be "),
      rename("entry: did‸Play", to: "didFail"))
    XCTAssertTrue(
      rename("‸volume > 0", to: "not").contains("is a word of expressions"), rename("‸volume > 0", to: "not"))
    XCTAssertTrue(rename("to: so‸ft", to: "a\"b").contains("contains a quote"))
    XCTAssertEqual(rename("li‸feline: 1", to: "x"), "there is no name here that could be renamed")
  }

  func testANameThatWouldMeanSomethingElseIsRefused() {
    // Inside `b`, `x` would no longer mean the state outside.
    let text = """
      lifeline: 1
      machine: M
      events: [go]
      states:
        x: {on: {go: b}}
        b:
          states:
            ‸y: {on: {go: x}}

      """
    let message = Session.ask("textDocument/rename", text, [("newName", .string("x"))])?["error"]?["message"]?.string
    XCTAssertEqual(
      message,
      "`y` can't be renamed to `x`: the name is taken, and a use would then mean something else; choose another name")
  }

  func testAForwardedArgumentKeepsItsName() {
    let text = """
      lifeline: 1
      machine: M
      callbacks: {show: {parameters: {url: String}}}
      events: {open: {parameters: {url‸: String}}}
      states: {a: {on: {open: {do: show}}}}

      """
    let message = Session.ask("textDocument/rename", text, [("newName", .string("address"))])?["error"]?["message"]
    XCTAssertTrue(
      message?.string?.contains("nothing supplies the argument `url` of `show`") ?? false, "\(message as Any)")
  }

  func testAScenarioGetsQuotesIfItNeedsThem() {
    let result = rename("follows: a ‸pause", to: "pause: again")
    XCTAssertTrue(result.contains("  \"pause: again\":\n"), result)
    XCTAssertTrue(result.contains("follows: \"pause: again\"\n"), result)
  }

  func testAQuotedNameKeepsItsQuotes() {
    let text = "lifeline: 1\nmachine: M\nevents: [\"go\"]\nstates: {a: {on: {‸go: a}}}\n"
    let answer = Session.ask("textDocument/rename", text, [("newName", .string("come"))])
    XCTAssertEqual(
      apply(answer?["result"], to: TextWithCaret(text).text),
      "lifeline: 1\nmachine: M\nevents: [\"come\"]\nstates: {a: {on: {come: a}}}\n")
  }

  func testATextWithABrokenLineIsRefused() {
    let text = player(at: "entry: did‸Play").replacing("after: {patience: stopped}", with: "after: {patience: [")
    let message = Session.ask("textDocument/rename", text, [("newName", .string("x"))])?["error"]?["message"]?.string
    XCTAssertTrue(message?.hasPrefix("the text isn't valid YAML, so not every use of the name is known") ?? false)
  }

  func testPrepareRename() {
    let answer = Session.ask("textDocument/prepareRename", player(at: "to: ‸playing"))
    XCTAssertEqual(answer?["result"]?["placeholder"]?.string, "playing")
  }

  func testUsesInOtherFilesAreRenamed() throws {
    let folder = try createTemporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let bell =
      "lifeline: 1\nmachine: Bell\nevents: [press]\nstates: {quiet: {on: {press: loud}}, loud: {on: {press: quiet}}}\n"
    let house = """
      lifeline: 1
      machine: House
      parts: {bell: Bell.yaml}
      events: [come]
      states: {home: {on: {come: {do: {bell: press}}}}}
      scenarios:
        somebody comes:
          given: [home, bell.quiet]
          when: come
          then: [home, bell.loud]

      """
    try bell.write(to: folder.appending(path: "Bell.yaml"), atomically: true, encoding: .utf8)
    try house.write(to: folder.appending(path: "House.yaml"), atomically: true, encoding: .utf8)
    let uris = ["Bell.yaml", "House.yaml"].map { DocumentURI.uri(ofPath: folder.appending(path: $0).path) }
    var session = Session(folders: [folder.path])
    session.open(uris[0], bell)
    let place = JSON.place(
      in: uris[0], .position(TextPosition(line: 3, character: 10)), [("newName", .string("silent"))])
    let edit = session.request("textDocument/rename", place)
    XCTAssertEqual(apply(edit, to: bell, of: uris[0]), bell.replacing("quiet", with: "silent"))
    XCTAssertEqual(apply(edit, to: house, of: uris[1]), house.replacing("quiet", with: "silent"))
  }
}
