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
    let message = JSON.object(of: [
      "jsonrpc": .string("2.0"), "id": id.map { .number($0) }, "method": .string(method), "params": parameters,
    ])
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
    XCTAssertEqual(publishedCodes(try finish(second)), [[]])
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
