import LifelineReporting
import XCTest

@testable import LifelineLanguageServer

/// Tests of the effects of messages, whose checks end when the test says so.
final class ServerStateTests: XCTestCase {
  private var state = ServerState(workingFolder: "/")
  private let (house, bell) = ("file:///nowhere/House.yaml", "file:///nowhere/Bell.yaml")
  private let houseText = "lifeline: 1\nmachine: House\nparts: {bell: Bell.yaml}\nstates: {one: }\n"
  private let bellText = "lifeline: 1\nmachine: Bell\nstates: {one: }\n"

  override func setUp() { _ = send("initialize", .object([]), id: 1) }

  // MARK: Messages

  private func send(
    _ method: String, _ parameters: JSON, id: Int? = nil, isCancelled: (JSON) -> Bool = { _ in false }
  ) -> [Effect] {
    let message: JSON = [
      "jsonrpc": "2.0", "id": id.map { .number($0) }, "method": .string(method), "params": parameters,
    ]
    return state.handle(Array(message.text.utf8), isCancelled: isCancelled)
  }

  private func open(_ uri: String, _ text: String) -> [Effect] {
    let document = JSON.object([("uri", .string(uri)), ("version", .number(1)), ("text", .string(text))])
    return send("textDocument/didOpen", .object([("textDocument", document)]))
  }

  private func change(_ uri: String, _ text: String) -> [Effect] {
    send(
      "textDocument/didChange",
      .object([
        ("textDocument", .object([("uri", .string(uri))])),
        ("contentChanges", .array([.object([("text", .string(text))])])),
      ]))
  }

  private func close(_ uri: String) -> [Effect] {
    send("textDocument/didClose", .object([("textDocument", .object([("uri", .string(uri))]))]))
  }

  /// Returns the checks among effects.
  private func orders(_ effects: [Effect]) -> [CheckOrder] {
    effects.compactMap { if case .check(let order) = $0 { order } else { nil } }
  }

  /// Returns the codes of the diagnostics that are sent.
  private func publishedCodes(_ effects: [Effect]) -> [[String]] {
    effects.compactMap { effect in
      guard case .send(let message) = effect else { return nil }
      return message["params"]?["diagnostics"]?.items?.compactMap { $0["code"]?.string }
    }
  }

  /// Makes a check, and lets the state take its result.
  private func finish(_ order: CheckOrder?) throws -> [Effect] {
    state.take(try XCTUnwrap(try XCTUnwrap(order).run { true }))
  }

  /// Explores as effects say, and lets the state take the result.
  private func explore(_ effects: [Effect]) throws -> [Effect] {
    let outcomes = effects.compactMap { if case .explore(let outcome) = $0 { outcome } else { nil } }
    return state.take(try XCTUnwrap(try XCTUnwrap(outcomes.first).explore { true }))
  }

  /// Returns whether effects explore something.
  private func explores(_ effects: [Effect]) -> Bool {
    effects.contains { if case .explore = $0 { true } else { false } }
  }

  // MARK: Tests

  func testARequestThatWasCancelledIsRefused() {
    let parameters = JSON.object([("textDocument", .object([("uri", .string(house))]))])
    for (id, code) in [(7, -32800), (8, nil)] {
      let effects = send("textDocument/hover", parameters, id: id) { $0.number == 7 }
      guard case .send(let answer)? = effects.first else {
        XCTFail("no answer")
        continue
      }
      XCTAssertEqual(answer["id"]?.number, id)
      XCTAssertEqual(answer["error"]?["code"]?.number, code)
    }
  }

  func testTheOutcomeOfATextThatWasClosedIsNotTaken() throws {
    let first = orders(open(bell, "lifeline: 1\n")).first
    _ = close(bell)
    let second = orders(open(bell, bellText)).first
    XCTAssertEqual(try finish(first).count, 0)
    let effects = try finish(second)
    XCTAssertEqual(publishedCodes(effects), [[]])
    XCTAssertEqual(try explore(effects).count, 0, "the exploration finds nothing else")
    XCTAssertEqual(try finish(second).count, 0, "a second time")
  }

  func testATextIsCheckedAgainWhenItsPartChanges() throws {
    _ = open(bell, bellText)
    let first = orders(open(house, houseText)).first
    XCTAssertEqual(publishedCodes(try finish(first)), [["L212"]])
    // The part has a mistake.
    let orders = orders(change(bell, "lifeline: 1\n"))
    XCTAssertEqual(orders.map(\.uri), [bell, house])
    XCTAssertEqual(publishedCodes(try finish(orders.last)), [["L240"]])
    XCTAssertEqual(self.orders(close(bell)).map(\.uri), [house])
  }

  // MARK: Explorations

  /// Returns the messages of the diagnostics with the lines and columns at which they begin.
  private func published(_ effects: [Effect]) -> [String] {
    effects.flatMap { effect -> [String] in
      guard case .send(let message) = effect else { return [] }
      return (message["params"]?["diagnostics"]?.items ?? []).map { diagnostic in
        let start = diagnostic["range"]?["start"]
        let isOld = diagnostic["message"]?.string?.contains("(as of the last exploration)") == true
        return "\(diagnostic["code"]?.string ?? "?") \((start?["line"]?.number ?? -1) + 1):"
          + "\((start?["character"]?.number ?? -1) + 1)\(isOld ? " old" : "")"
      }
    }
  }

  private func save(_ uri: String) -> [Effect] {
    send("textDocument/didSave", .object([("textDocument", .object([("uri", .string(uri))]))]))
  }

  func testWhatAnExplorationHasFoundStaysWhileSomebodyTypes() throws {
    let text = """
      lifeline: 1
      machine: Bell
      callbacks: {ring: {needs: knock}, knock: }
      events: [go]
      states:
        one: {on: {go: {do: ring}}}
        two: {on: {go: {do: knock}}}

      """
    var effects: [Effect] = []
    func typed(_ edited: String) throws -> [String] {
      effects = try finish(orders(change(bell, edited)).first)
      return published(effects)
    }
    func replacing(_ old: String, _ new: String) -> String { text.replacing(old, with: new) }
    effects = try finish(orders(open(bell, text)).first)
    XCTAssertEqual(published(effects), [])
    XCTAssertEqual(published(try explore(effects)), ["L803 3:27", "L811 7:3"])
    // The text above, behind, and inside of it changes.
    let all = ["L803 3:27 old", "L811 7:3 old"]
    XCTAssertEqual(try typed("# Ä\n" + text), ["L803 4:27 old", "L811 8:3 old"])
    XCTAssertEqual(try typed(text), all)
    XCTAssertEqual(
      try typed(replacing("{ring", "{ding: , ring")).filter { $0.hasSuffix("old") }, ["L803 3:35 old", "L811 7:3 old"])
    XCTAssertEqual(try typed(text), all)
    XCTAssertEqual(try typed(text + "# end"), all)
    XCTAssertEqual(try typed("# one\n" + text + "# two"), ["L803 4:27 old", "L811 8:3 old"])
    XCTAssertEqual(try typed(text), all)
    XCTAssertEqual(try typed(replacing("needs: knock", "needs: [knock]")), all)
    XCTAssertEqual(try typed(text), all)
    // A text with errors isn't explored.
    XCTAssertEqual(try typed(replacing("do: ring", "do: rin")).filter { $0.hasSuffix("old") }, all)
    XCTAssertFalse(explores(effects))
    XCTAssertEqual(try typed(text), all)
    // Without the promise, the callback is the place that is left. Without the state, nothing is.
    let harmless = replacing("{needs: knock}", "")
    XCTAssertEqual(try typed(harmless), ["L803 3:13 old", "L811 7:3 old"])
    let shorter = harmless.replacing("  two: {on: {go: {do: knock}}}\n", with: "")
    XCTAssertEqual(try typed(shorter).filter { $0.hasSuffix("old") }, ["L803 3:13 old"])
    // Without the callback, nobody promises anything.
    let gone = shorter.replacing("ring: , ", with: "").replacing("do: ring", with: "")
    XCTAssertEqual(try typed(gone).filter { $0.hasSuffix("old") }, [])
    // A new exploration replaces what is old.
    XCTAssertEqual(try typed(harmless).filter { $0.hasSuffix("old") }.map { $0.prefix(6) }, ["L803 3"])
    XCTAssertEqual(published(try explore(effects)), ["L811 7:3"])
    XCTAssertEqual(try typed(harmless + "#"), ["L811 7:3 old"])
    // A text that isn't a spec has none.
    _ = change(bell, "a: b\n")
    XCTAssertEqual(try typed(text), [])
  }

  func testAPromiseShowsWhatTheLastExplorationHasSaidOfIt() throws {
    let text = """
      lifeline: 1
      machine: Bell
      callbacks: {ring: {needs: knock}, knock: }
      events: [go]
      states: {one: {on: {go: {do: [knock, ring]}}}}

      """
    func hover() -> String {
      let place = JSON.object([("line", .number(2)), ("character", .number(13))])
      let document = JSON.object([("uri", .string(bell))])
      let effects = send("textDocument/hover", .object([("textDocument", document), ("position", place)]), id: 1)
      return effects.compactMap { effect in
        if case .send(let message) = effect { message["result"]?["contents"]?["value"]?.string } else { nil }
      }.joined()
    }
    var effects = try finish(orders(open(bell, text)).first)
    XCTAssertFalse(hover().contains("proved"), hover())
    effects = try explore(effects)
    XCTAssertTrue(hover().contains("`needs` is proved"), hover())
    XCTAssertFalse(hover().contains("as of the last exploration"), hover())
    let orders = orders(change(bell, text.replacing("[knock, ring]", with: "ring")))
    XCTAssertTrue(hover().contains("`needs` is proved, as of the last exploration"), hover())
    effects = try finish(orders.first)
    XCTAssertTrue(hover().contains("`needs` is proved, as of the last exploration"), hover())
    effects = try explore(effects)
    XCTAssertTrue(hover().contains("`needs` is broken"), hover())
    XCTAssertFalse(hover().contains("as of the last exploration"), hover())
  }

  func testAnEditEndsTheExplorationBeforeIt() throws {
    let text = "lifeline: 1\nmachine: Bell\nevents: [go]\nstates: {one: {on: {go: one}}, two: {on: {go: one}}}\n"
    let first = try finish(orders(open(bell, text)).first)
    let second = orders(change(bell, text + "#")).first
    XCTAssertEqual(try explore(first).count, 0, "of the older text")
    XCTAssertEqual(published(try explore(finish(second))), ["L811 4:32"])
    // An exploration that adds nothing sends nothing again.
    let sound = text.replacing(", two: {on: {go: one}}", with: "")
    _ = try explore(finish(orders(change(bell, sound)).first))
    XCTAssertEqual(try explore(finish(orders(change(bell, sound + "#")).first)).count, 0)
  }

  func testAnExplorationThatNobodyWantsEnds() throws {
    let text = """
      lifeline: 1
      machine: Meter
      context: {n: {default: 0, private: true}, m: {default: 0, private: true}}
      events: [up, over]
      states: {a: {on: {up: {do: {set: {n: n + 1}}}, over: {do: {set: {m: m + n}}}}}}

      """
    let effects = try finish(orders(open(bell, text)).first)
    let outcomes = effects.compactMap { if case .explore(let outcome) = $0 { outcome } else { nil } }
    let questions = Locked(0)
    let outcome = try XCTUnwrap(outcomes.first).explore {
      questions.withLock { count in
        count += 1
        return count < 5
      }
    }
    XCTAssertNil(outcome)
    // It asks again every few configurations, and not only at its end.
    XCTAssertLessThan(questions.withLock { $0 }, 10)
  }

  func testASavedTextIsCheckedAgainIfItUsesFiles() throws {
    let order = orders(open(bell, bellText)).first
    XCTAssertEqual(orders(save(bell)).count, 0, "the check is under way")
    _ = try explore(finish(order))
    XCTAssertEqual(orders(save(bell)).count, 0, "nothing has changed")
    _ = try finish(orders(open(house, houseText)).first)
    XCTAssertEqual(orders(save(house)).map(\.uri), [house], "its part may have changed on the disk")
  }

  func testAnAllowanceCountsForWhatAnExplorationHasFound() throws {
    let text = "lifeline: 1\nmachine: Bell\nevents: [go]\nstates: {one: {on: {go: one}}, two: {on: {go: one}}}\n"
    XCTAssertEqual(published(try explore(finish(orders(open(bell, text)).first))), ["L811 4:32"])
    let allowing = text + "allow: {L811: It comes later.}\n"
    XCTAssertEqual(published(try finish(orders(change(bell, allowing)).first)), [])
    XCTAssertEqual(published(try finish(orders(change(bell, text)).first)), ["L811 4:32 old"])
  }

  func testTypingLetsTheFirstCheckOfAnotherTextComeToAnEnd() throws {
    let check = orders(open(house, houseText)).first
    let other = "file:///nowhere/Other.yaml"
    XCTAssertEqual(orders(open(other, bellText)).map(\.uri), [other])
    XCTAssertEqual(orders(change(other, bellText + "\n")).map(\.uri), [other])
    XCTAssertEqual(publishedCodes(try finish(check)), [["L240"]])
  }

  func testACheckIsMadeAgainIfAPartHasChangedInTheMeantime() throws {
    let check = orders(open(house, houseText)).first
    XCTAssertEqual(orders(open(bell, bellText)).map(\.uri), [bell])
    // What it found out is about a file that isn't there.
    let again = try finish(check)
    XCTAssertEqual(publishedCodes(again), [])
    XCTAssertEqual(orders(again).map(\.uri), [house])
    XCTAssertEqual(publishedCodes(try finish(orders(again).first)), [["L212"]])
  }
}
