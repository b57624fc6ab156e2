import Foundation
import LifelineReporting
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineLanguageServer

/// What editors show and change besides diagnostics and names at one place.
final class EditorFeatureTests: XCTestCase {
  private let door = """
    lifeline: 1
    machine: Door
    # The first comment
    # has two lines.
    sources:
      manual: {title: The manual, url: "https://example.org/manual", claims: {C1: It opens.}}
      letter: {title: A letter}
    callbacks: [didOpen]
    events: [open, close]
    states:
      closed:
        cites: [manual C1, letter]
        on:
          open: {to: opened, do: didOpen}
      opened:
        on: {close: closed}
    scenarios:
      opens: {given: closed, when: {open: didOpen}, then: opened, cites: manual}

    """

  /// Asks about the whole text.
  private func ask(_ method: String, _ text: String) -> JSON? {
    Session.ask(method, "‸" + text)?["result"]
  }

  // MARK: Declarations

  /// Returns the text in which the name at the marked place is declared, with a mark at the same place.
  private func declared(_ marked: String, line: UInt = #line) -> String? {
    let caret = TextWithCaret(marked)
    var session = Session()
    session.open(testURI, caret.text)
    let answer = session.answer(
      "textDocument/codeAction",
      .object([
        ("textDocument", .object([("uri", .string(testURI))])),
        ("range", .object([("start", caret.position), ("end", caret.position)])), ("context", .object([])),
      ]))
    let action = answer?["result"]?.items?.first { $0["title"]?.string?.hasPrefix("Declare the ") == true }
    return apply(action?["edit"], to: caret.text)
  }

  func testAMissingNameIsDeclaredBehindTheOthers() {
    let head = "lifeline: 1\nmachine: M\n"
    for (marked, expected) in [
      (
        "callbacks: [a]\nstates: {s: {entry: [a, ot‸her]}}\n",
        "callbacks: [a, other]\nstates: {s: {entry: [a, other]}}\n"
      ),
      ("callbacks: []\nstates: {s: {entry: ot‸her}}\n", "callbacks: [other]\nstates: {s: {entry: other}}\n"),
      (
        "callbacks: {a: }\nstates: {s: {entry: ot‸her}}\n", "callbacks: {a: , other: {}}\nstates: {s: {entry: other}}\n"
      ),
      (
        "callbacks:\n  - a # yes\n\nstates: {s: {entry: ot‸her}}\n",
        "callbacks:\n  - a # yes\n  - other\n\nstates: {s: {entry: other}}\n"
      ),
      (
        "callbacks:\n  a:\n    doc: Something.\n    # more of it\nstates: {s: {entry: ot‸her}}\n",
        "callbacks:\n  a:\n    doc: Something.\n    # more of it\n  other:\nstates: {s: {entry: other}}\n"
      ),
      ("states: {s: {entry: ot‸her}}\n", "callbacks: [other]\nstates: {s: {entry: other}}\n"),
      ("states: {s: {on: {g‸o: s}}}\n", "events: [go]\nstates: {s: {on: {go: s}}}\n"),
      ("events: [go]\nstates: {s: {on: {go: oth‸er}}}\n", "events: [go]\nstates: {s: {on: {go: other}}, other: {}}\n"),
      (
        "events: [go]\nstates:\n  s:\n    on: {go: oth‸er}\n",
        "events: [go]\nstates:\n  s:\n    on: {go: other}\n  other:\n"
      ),
      // Beside the state that names it, or among those of which it is the first.
      (
        "events: [go]\nstates:\n  s:\n    states:\n      a:\n        on: {go: oth‸er}\n    on: {go: s}\n",
        "events: [go]\nstates:\n  s:\n    states:\n      a:\n        on: {go: other}\n      other:\n    on: {go: s}\n"
      ),
      (
        "events: [go]\nstates: {s: {initial: oth‸er, states: {a: {on: {go: a}}}}}\n",
        "events: [go]\nstates: {s: {initial: other, states: {a: {on: {go: a}}, other: {}}}}\n"
      ),
      (
        "regions: {r: {states: {s: {always: ot‸her}}}}\n",
        "regions: {r: {states: {s: {always: other}, other: {}}}}\n"
      ),
      (
        "callbacks: [c]\nstates: {s: {entry: c}}\nscenarios: {x: {when: {g‸o: c}}}\n",
        "callbacks: [c]\nevents: [go]\nstates: {s: {entry: c}}\nscenarios: {x: {when: {go: c}}}\n"
      ),
    ] {
      let text = declared(head + marked)
      XCTAssertEqual(text, head + expected)
      var session = Session()
      session.open(testURI, text ?? "")
      let messages = session.diagnostics[testURI]?.items?.compactMap { $0["message"]?.string } ?? []
      XCTAssertFalse(messages.contains { $0.contains("there is no") }, "\(messages)")
    }
  }

  func testAStateIsDeclaredInsideOrOutside() {
    let text = "lifeline: 1\nmachine: M\nevents: [go]\nstates:\n  s:\n    states:\n      a:\n        on: {go: ot‸her}\n"
    let caret = TextWithCaret(text)
    var session = Session()
    session.open(testURI, caret.text)
    let answer = session.answer(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(testURI)], "range": ["start": caret.position, "end": caret.position],
        "context": [:],
      ])
    let actions = answer?["result"]?.items ?? []
    XCTAssertEqual(
      actions.map { $0["title"]?.string }, ["Declare the state `other` beside `a`", "Declare the state `other`"])
    XCTAssertEqual(actions.last.map { apply($0["edit"], to: caret.text) }, caret.text + "  other:\n")
  }

  func testOnlyANameIsDeclaredForWhichThereIsAPlace() {
    let head = "lifeline: 1\nmachine: M\n"
    for marked in [
      "callbacks: {a: }\nstates: {s: {entry: a.ot‸her}}\n", "regions: {r: {always: ot‸her, states: {s: {}}}}\n",
      "callbacks:\nstates: {s: {entry: ot‸her}}\n", "context: {x: true}\nstates: {s: {always: {if: ot‸her}}}\n",
    ] { XCTAssertNil(declared(head + marked), marked) }
  }

  // MARK: Snippets

  func testKeysComeWithWhatIsBelowThem() throws {
    let support = JSON.object([
      (
        "textDocument",
        .object([("completion", .object([("completionItem", .object([("snippetSupport", .bool(true))]))]))])
      )
    ])
    func item(_ label: String, _ marked: String, _ capabilities: JSON) -> JSON? {
      Session.ask("textDocument/completion", marked, capabilities: capabilities)?["result"]?["items"]?.items?
        .first { $0["label"]?.string == label }
    }
    let block = door.replacing("on: {close: closed}", with: "o‸")
    let on = item("on", block, support)
    XCTAssertEqual(on?["textEdit"]?["newText"]?.string, "on:\n  ${1:event}: {to: ${2:state}}")
    XCTAssertEqual(on?["insertTextFormat"]?.number, 2)
    let plain = item("on", block, .object([]))
    XCTAssertEqual(plain?["textEdit"]?["newText"]?.string, "on: ")
    XCTAssertNil(plain?["insertTextFormat"])
    let braces = item("on", door.replacing("opened:\n    on: {close: closed}", with: "opened: {o‸}"), support)
    XCTAssertEqual(braces?["textEdit"]?["newText"]?.string, "on: ", "there are no lines between braces")
    // What a snippet writes is right, when its places are filled in as they are.
    let machine = try XCTUnwrap(KeySnippet.text(ofKey: "states")).replacing(/\$\{\d:([^}]*)\}/) { String($0.1) }
    var session = Session()
    session.open(testURI, "lifeline: 1\nmachine: Door\nevents: [open, close]\n\(machine)\n")
    XCTAssertEqual(session.diagnostics[testURI]?.items?.compactMap { $0["message"]?.string }, [])
  }

  // MARK: The text as a whole

  func testFolding() {
    let ranges = ask("textDocument/foldingRange", door)?.items?.map { range in
      let kind = range["kind"]?.string.map { " \($0)" } ?? ""
      return "\((range["startLine"]?.number ?? -1) + 1)-\((range["endLine"]?.number ?? -1) + 1)\(kind)"
    }
    XCTAssertEqual(ranges, ["5-7", "10-16", "11-14", "13-14", "15-16", "17-18", "3-4 comment"])
  }

  func testHighlights() {
    let marked = door.replacing("given: closed", with: "given: clo‸sed")
    let answer = Session.ask("textDocument/documentHighlight", marked)
    XCTAssertEqual(Session.places(answer, in: marked), ["11: closed", "16: closed", "18: closed"])
    XCTAssertEqual(answer?["result"]?.items?.map { $0["kind"]?.number }, [3, 2, 2])
    XCTAssertEqual(
      Session.ask("textDocument/documentHighlight", door.replacing("given", with: "gi‸ven"))?["result"]?.items?.count, 0
    )
  }

  func testCitationsAreLinks() {
    let marked = "‸" + door
    let answer = Session.ask("textDocument/documentLink", marked)
    XCTAssertEqual(Session.places(answer, in: marked), ["12: manual", "18: manual"])
    XCTAssertEqual(
      answer?["result"]?.items?.map { $0["target"]?.string },
      ["https://example.org/manual", "https://example.org/manual"])
    let other = "‸" + door.replacing("https://", with: "file:///")
    XCTAssertEqual(
      Session.ask("textDocument/documentLink", other)?["result"]?.items?.count, 0, "only addresses of the web")
  }

  func testSemanticTokens() {
    let numbers = ask("textDocument/semanticTokens/full", door)?["data"]?.items?.compactMap(\.number) ?? []
    XCTAssertEqual(numbers.count % 5, 0)
    let lines = door.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf16) }
    var (line, character) = (0, 0)
    var tokens: [String] = []
    for index in stride(from: 0, to: numbers.count, by: 5) {
      (line, character) = (
        line + numbers[index], numbers[index] == 0 ? character + numbers[index + 1] : numbers[index + 1]
      )
      let word = String(decoding: lines[line][character..<character + numbers[index + 2]], as: UTF16.self)
      let kind = TokenKind.allCases[numbers[index + 3]].rawValue
      tokens.append("\(line + 1) \(word) \(kind)\(numbers[index + 4] == 1 ? " declared" : "")")
    }
    XCTAssertEqual(
      tokens.filter { !$0.hasPrefix("6 ") && !$0.hasPrefix("7 ") && !$0.hasPrefix("12 ") && !$0.hasPrefix("18 ") },
      [
        "2 Door type declared", "8 didOpen method declared", "9 open event declared", "9 close event declared",
        "11 closed class declared", "14 open event", "14 opened class", "14 didOpen method", "15 opened class declared",
        "16 close event", "16 closed class",
      ])
  }

  func testWorkspaceSymbols() throws {
    let folder = try createTemporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try door.write(to: folder.appending(path: "Door.yaml"), atomically: true, encoding: .utf8)
    try door.replacing("Door", with: "Gate").write(
      to: folder.appending(path: "Gate.yaml"), atomically: true, encoding: .utf8)
    var session = Session(folders: [folder.path])
    // What is open counts in place of the file.
    session.open(
      DocumentURI.uri(ofPath: folder.appending(path: "Gate.yaml").path),
      door.replacing("machine: Door", with: "machine: Hatch"))
    func names(_ query: String) -> [String] {
      (session.request("workspace/symbol", .object([("query", .string(query))]))?.items ?? []).map {
        "\($0["containerName"]?.string ?? "").\($0["name"]?.string ?? "") in \($0["location"]?["uri"]?.string?.suffix(9) ?? "")"
      }
    }
    XCTAssertEqual(names("ddopn"), ["Door.didOpen in Door.yaml", "Hatch.didOpen in Gate.yaml"])
    XCTAssertEqual(names("HATCH"), ["Hatch.Hatch in Gate.yaml"])
    XCTAssertEqual(names("nothing like this"), [])
  }

  func testTheCallsOfATransitionAreHints() {
    let text = """
      lifeline: 1
      machine: Door
      callbacks: [willOpen, didOpen, didLeave, ring]
      events: [open, close]
      context: {isLoud: false}
      states:
        closed:
          exit: didLeave
          on:
            open: {to: opened, do: willOpen}
            close:
              - if: isLoud
                do: ring
              - {}
        opened: {entry: didOpen, on: {close: closed}}

      """
    var session = Session(
      .object([("workspace", .object([("inlayHint", .object([("refreshSupport", .bool(true))]))]))]))
    session.open(testURI, text)
    func hints(_ more: [(name: String, value: JSON)] = []) -> [String] {
      let answer = session.request("textDocument/inlayHint", .place(in: testURI, .null, more))
      return (answer?.items ?? []).map { "\(($0["position"]?["line"]?.number ?? -1) + 1) \($0["label"]?.string ?? "")" }
    }
    XCTAssertEqual(
      hints(), ["10 → didLeave, willOpen, didOpen", "11 → no calls | ring", "15 → no calls"])
    let range = JSON.object([
      ("start", .position(TextPosition(line: 10, character: 0))),
      ("end", .position(TextPosition(line: 11, character: 0))),
    ])
    XCTAssertEqual(hints([("range", range)]), ["11 → no calls | ring"])
    session.change(testURI, text.replacing("entry: didOpen", with: "entry: didOpenn"), version: 2)
    XCTAssertEqual(hints(), [], "a text with errors has no calls")
  }

  func testAStateHasNoHintOfEventsThatItNeverGets() {
    let text = """
      lifeline: 1
      machine: Door
      callbacks: [ring, knock, shut]
      events: [press, turn]
      context: {isLoud: false}
      states:
        open:
          on:
            press: {to: closed, do: shut}
            turn: {do: shut}
          states:
            wide:
              on:
                press: {to: closed, do: ring}
                turn: {if: isLoud, do: knock}
            narrow: {always: {if: isLoud, to: wide}}
        closed:
          on: {press: narrow}

      """
    var session = Session()
    session.open(testURI, text)
    let hints = session.request("textDocument/inlayHint", .place(in: testURI, .null, []))?.items ?? []
    XCTAssertEqual(
      hints.map { "\(($0["position"]?["line"]?.number ?? -1) + 1) \($0["label"]?.string ?? "")" },
      // Only the inner state handles `press` in `wide`, whatever holds. Its transition for `turn` has a condition.
      ["9 → shut", "10 → shut | knock", "14 → ring", "15 → shut | knock", "16 → no calls", "18 → no calls"])
  }

  // MARK: Completion

  func testAnArgumentIsOfferedWhatItsTypeHas() {
    let spec = """
      lifeline: 1
      machine: Link
      types: {Reason: [lost, refused], Mode: [fast]}
      context:
        mode: {type: Mode, default: fast}
        peripheral: {type: UUID, private: true}
        rest: {default: 1s, private: true, range: 1s...8s}
        count: 0
      callbacks: {didFail: {parameters: {reason: Reason}}, connect: {parameters: {peripheral: "UUID?"}}}
      events: {fail: {parameters: {device: UUID}}}
      states: {a: {on: {fail: {if: count > 0, do: [{didFail: {reason: lost}}, {set: {rest: 2s}}, {connect: {peripheral: device}}]}}}}

      """
    func offered(_ text: String, for other: String) -> [String] {
      Session.completions(spec.replacing(text, with: other)).sorted()
    }
    XCTAssertEqual(offered("reason: lost", for: "reason: ‸"), ["lost", "refused"])
    XCTAssertEqual(offered("rest: 2s", for: "rest: ‸"), ["count", "max", "min", "rest"])
    XCTAssertEqual(offered("peripheral: device", for: "peripheral: ‸"), ["device", "nil", "peripheral"])
    // What is only carried is in no condition.
    XCTAssertEqual(
      offered("if: count > 0", for: "if: ‸"),
      [
        "and", "count", "device", "false", "fast", "in", "lost", "max", "min", "mode", "not", "or", "refused", "rest",
        "true",
      ])
  }

  func testTextsThatAreNoSpecsHaveNothing() {
    for method in ["foldingRange", "documentHighlight", "documentLink", "semanticTokens/full", "inlayHint"] {
      XCTAssertEqual(Session.ask("textDocument/" + method, "‸a: b\n")?["result"]?.isNull, true, method)
    }
  }
}
