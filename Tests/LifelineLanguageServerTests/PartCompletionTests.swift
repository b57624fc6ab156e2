import Foundation
import LifelineReporting
import TestSupport
import XCTest

@testable import LifelineLanguageServer

/// What belongs to a part is offered as the part's own file says.
final class PartCompletionTests: XCTestCase {
  /// Returns the details of what is offered at the caret of a spec beside `Bell.yaml`, by labels.
  private func details(_ marked: String) throws -> [String: String] {
    let bell = """
      lifeline: 1
      machine: Bell
      callbacks: {lift: , ring: {needs: lift}}
      events: [press]
      states: {quiet: {on: {press: {do: [lift, ring]}}}}

      """
    let folder = try createTemporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try bell.write(to: folder.appending(path: "Bell.yaml"), atomically: true, encoding: .utf8)
    let uri = DocumentURI.uri(ofPath: folder.appending(path: "House.yaml").path)
    let caret = TextWithCaret(marked)
    var session = Session(folders: [folder.path])
    session.open(uri, caret.text)
    let items = session.request("textDocument/completion", .place(in: uri, caret.position))?["items"]?.items ?? []
    return items.reduce(into: [:]) { $0[$1["label"]?.string ?? ""] = $1["detail"]?.string }
  }

  private let house = """
    lifeline: 1
    machine: House
    parts: {bell: Bell.yaml}
    callbacks: [open, close]
    events: [come]
    states: {home: {on: {come: {do: [open, close, {bell: press}]}}}}
    scenarios:
      somebody comes:
        given: home

    """

  func testCallbacksInExpectedCalls() throws {
    let details = try details(house + "    when: {come: {bell: ‸}}\n")
    XCTAssertEqual(details["ring"], "callback on delegate, needs lift")
    XCTAssertEqual(details["lift"], "callback on delegate")
    XCTAssertNil(details["open"])
  }

  func testEventsInALineWithAnOpenBracket() throws {
    let details = try details(house.replacing("{bell: press}]}}}}", with: "{bell: ‸"))
    XCTAssertEqual(details["press"], "event")
  }
}
