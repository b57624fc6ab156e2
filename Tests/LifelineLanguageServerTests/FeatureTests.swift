import Foundation
import LifelineReporting
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineLanguageServer

/// The spec that most tests ask about, in which marks are put.
private let player = """
  lifeline: 1
  machine: Player
  types:
    Reason: [lost, refused]
  sources:
    manual: {title: The manual, claims: {C1: It pauses.}}
  context:
    repeats: false
    patience: 5s
    reason: {type: Reason, default: lost}
  callbacks:
    willPlay: {cites: manual C1}
    didPlay: {needs: willPlay, channel: screen, doc: Sound comes out.}
    didFail: {parameters: {reason: Reason}}
  events:
    play: {parameters: {volume: Int}}
    pause:
  initial: stopped
  states:
    stopped:
      doc: Nothing is heard.
      on:
        play: {to: playing, if: volume > 0, do: willPlay}
    playing:
      entry: didPlay
      on:
        pause: [{if: repeats and reason == lost, to: soft}, {to: paused, do: {didFail: {reason: refused}}}]
      states:
        loud:
        soft:
    paused:
      after: {patience: stopped}
  scenarios:
    a pause:
      given: {state: loud, repeats: false}
      when: {pause: {didFail: {reason: refused}}}
      then: paused
    the end:
      follows: a pause
      when: {wait: 5s}
      then: stopped

  """

/// Returns the spec with a caret in the first occurrence of `text`, which contains `‸`.
private func player(at text: String, line: UInt = #line) -> String {
  let plain = text.filter { $0 != "‸" }
  guard let range = player.range(of: plain) else {
    XCTFail("the spec has no `\(plain)`", line: line)
    return player
  }
  return player.replacingCharacters(in: range, with: text)
}

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

final class DocumentSymbolTests: XCTestCase {
  private func outline(_ symbols: JSON?, _ depth: Int = 0) -> [String] {
    (symbols?.items ?? []).flatMap { symbol in
      [String(repeating: " ", count: depth) + (symbol["name"]?.string ?? "?")] + outline(symbol["children"], depth + 1)
    }
  }

  func testTheOutlineOfASpec() {
    let answer = Session.ask("textDocument/documentSymbol", player(at: "li‸feline: 1"))
    XCTAssertEqual(
      outline(answer?["result"]),
      [
        "Player", "types", " Reason", "sources", " manual", "context", " repeats", " patience", " reason", "callbacks",
        " willPlay", " didPlay", " didFail", "events", " play", " pause", "states", " stopped", " playing", "  loud",
        "  soft", " paused", "scenarios", " a pause", " the end",
      ])
  }

  func testTheNameOfAMachineThatIsWrittenElsewhere() {
    let text = "lifeline: 1\ndoc: &name Ra‸dio\nmachine: *name\nstates: {a: }\n"
    let symbol = Session.ask("textDocument/documentSymbol", text)?["result"]?.items?.first
    XCTAssertEqual(symbol?["name"]?.string, "Radio")
    XCTAssertEqual(symbol?["range"]?["start"]?.position, TextPosition(line: 2, character: 0))
    XCTAssertEqual(symbol?["selectionRange"]?["start"]?.position, TextPosition(line: 2, character: 9))
    XCTAssertEqual(symbol?["selectionRange"]?["end"]?.position, TextPosition(line: 2, character: 14))
  }

  func testAHalfWrittenText() {
    let text = player(at: "li‸feline: 1").replacing("to: playing", with: "to: [")
    XCTAssertTrue(outline(Session.ask("textDocument/documentSymbol", text)?["result"]).contains(" the end"))
  }
}

final class CodeActionTests: XCTestCase {
  /// Returns the actions at the caret, or from the caret to a position.
  private func actions(_ marked: String, to end: JSON? = nil) -> (session: Session, actions: [JSON], text: String) {
    let caret = TextWithCaret(marked)
    var session = Session()
    session.open(testURI, caret.text)
    let range = JSON.object([("start", caret.position), ("end", end ?? caret.position)])
    let answer = session.answer(
      "textDocument/codeAction",
      .object([
        ("textDocument", .object([("uri", .string(testURI))])), ("range", range),
        ("context", .object([("diagnostics", .array([]))])),
      ]))
    return (session, answer?["result"]?.items ?? [], caret.text)
  }

  func testAMisspeltNameIsCorrected() {
    let (_, actions, text) = actions(player.replacing("entry: didPlay", with: "entry: didPl‸y"))
    XCTAssertEqual(actions.map { $0["title"]?.string }, ["Write `didPlay`", "Declare the callback `didPly`"])
    XCTAssertEqual(actions.map { $0["isPreferred"]?.flag }, [true, nil])
    XCTAssertEqual(apply(actions.first?["edit"], to: text), player)
  }

  func testAFailingScenarioIsAccepted() {
    let (_, actions, text) = actions(player.replacing("then: paused", with: "then: st‸opped"))
    XCTAssertEqual(actions.map { $0["title"]?.string }, ["Accept what the machine does in the scenario `a pause`"])
    XCTAssertEqual(apply(actions.first?["edit"], to: text), player)
  }

  func testEachFailingScenarioHasItsOwnAction() {
    let text = player.replacing("then: paused", with: "then: stopped").replacing("wait: 5s", with: "wait: 4s")
      .replacing("follows: a pause", with: "given: paused")
    let (session, actions, _) = actions("‸" + text, to: .position(TextPosition(line: 99, character: 0)))
    XCTAssertEqual(
      actions.map { $0["title"]?.string },
      ["a pause", "the end"].map { "Accept what the machine does in the scenario `\($0)`" })
    XCTAssertEqual(
      actions.map { $0["diagnostics"]?.items?.map { $0["message"]?.string?.prefix(18) } },
      [["scenario `a pause`"], ["scenario `the end`"]])
    XCTAssertEqual(session.diagnostics[testURI]?.items?.count, 2)
  }

  func testNothingIsOfferedWhereAllIsRight() {
    XCTAssertEqual(actions(player(at: "entry: did‸Play")).actions.count, 0)
  }
}
