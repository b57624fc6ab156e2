import Foundation
import LifelineYAML
import TestSupport
import XCTest

@testable import LifelineLanguage

/// The places of values follow from the table of keys.
final class SpecPlaceTests: XCTestCase {
  private func place(_ path: String, isPart: (String) -> Bool = { _ in false }) -> SpecPlace {
    path.split(separator: " ").reduce(.spec) { $0.value(of: String($1), isPart: isPart) }
  }

  func testAKeyTellsWhichOthersStandBesideIt() {
    let cases: [(path: String, siblings: [String], keys: [String])] = [
      ("states a entry", [], ["set", "raise", "if", "restart", "anyOrder", "optional", "oneOf"]),
      ("states a entry", ["if"], ["do", "else"]),
      ("states a entry", ["ring"], []), ("scenarios s when", [], ["start", "ignored", "wait", "set"]),
      ("scenarios s when", ["open"], ["with", "through", "then"]),
      ("scenarios s when", ["wait"], ["expect", "through", "then"]),
      ("scenarios s when open", ["if"], ["expect", "else"]), ("scenarios s given", ["isOpen"], ["state"]),
      ("states a on", ["open"], ["*"]), ("states a initial", ["to"], ["to", "do"]),
    ]
    for (path, siblings, keys) in cases {
      XCTAssertEqual(place(path).keys(beside: siblings).map(\.name), keys, "\(path) beside \(siblings)")
    }
  }

  func testTheOrderInWhichKeysAreWritten() {
    let cases: [(path: String, keys: [String], order: [String]?)] = [
      ("", ["sources", "states", "doc", "machine", "lifeline"], ["lifeline", "machine", "doc", "states", "sources"]),
      ("states a", ["on", "entry", "doc"], ["doc", "entry", "on"]), ("states", ["b", "a"], nil),
      ("states a on e", ["do", "to", "if"], ["if", "to", "do"]), ("states a on", ["e", "*"], nil),
      ("callbacks c", ["doc", "needs", "channel"], ["channel", "needs", "doc"]), ("callbacks", ["b", "a"], nil),
      ("context f", ["doc", "private", "default"], ["default", "private", "doc"]),
      ("states a entry", ["else", "do", "if"], ["if", "do", "else"]),
      ("scenarios s", ["never", "then", "when", "given"], ["given", "when", "then", "never"]),
      ("scenarios s when", ["then", "with", "open"], ["open", "with", "then"]),
      ("scenarios s when", ["expect", "wait"], ["wait", "expect"]), ("scenarios s given", ["f", "state"], nil),
      ("states a", ["entry", "colour"], nil), ("scenarios s when", ["open", "close"], nil),
    ]
    for (path, keys, order) in cases { XCTAssertEqual(place(path).writtenOrder(of: keys), order, "\(path) \(keys)") }
  }

  func testTheOrderHasAllKeys() {
    let kinds: [MappingKind] = [.spec, .field, .state, .transition, .scenario]
    for kind in kinds {
      XCTAssertEqual(kind.writtenOrder.sorted(), kind.keys.sorted(), kind.name)
      XCTAssertNotEqual(kind.writtenOrder, kind.keys, kind.name)
    }
  }

  /// The page has a table with the order of the keys of each mapping.
  func testTheOrderIsThatOfThePage() throws {
    let page = try String(contentsOf: packageRoot.appending(path: "docs/formatting.md"), encoding: .utf8)
    let kinds: [MappingKind] = [
      .spec, .state, .transition, .callback, .event, .field, .type, .part, .source, .scenario,
    ]
    for kind in kinds {
      let row = "| \(kind.name) | \(kind.writtenOrder.map { "`\($0)`" }.joined(separator: ", ")) |\n"
      XCTAssertTrue(page.contains(row), row)
    }
  }

  func testNamesAreThoseOfThePartOrTheReceiver() {
    let isPart: (String) -> Bool = { $0 == "root" }
    let cases: [(path: String, keys: [NameGroup], values: [NameGroup], scope: SpecPlace.Scope)] = [
      ("states a entry", [.callbacks, .parts], [.callbacks], .init()),
      ("states a entry ring", [.parameters], [], .init(receiver: .callback("ring"))),
      ("states a entry root", [.hostEvents], [.hostEvents], .init(part: "root")),
      ("states a entry root open", [.parameters], [], .init(part: "root", receiver: .event("open"))),
      ("scenarios s when open", [.callbacks, .parts], [.allCallbacks], .init(receiver: .event("open"))),
      ("scenarios s when open root", [.callbacks], [.allCallbacks], .init(part: "root", receiver: .event("open"))),
      ("parts root context", [.fields], [], .init(part: "root")),
      ("scenarios s given f", [], [], .init(field: "f")),
    ]
    for (path, keys, values, scope) in cases {
      let place = place(path, isPart: isPart)
      XCTAssertEqual(place.keyNames, keys, path)
      XCTAssertEqual(place.valueNames, values, path)
      XCTAssertEqual(place.scope, scope, path)
    }
    let arguments = place("scenarios s when").value(of: "with", among: ["open", "with"])
    XCTAssertEqual(arguments.scope, .init(receiver: .event("open")))
  }

  func testWords() {
    XCTAssertEqual(place("states a history").words, ["shallow", "deep"])
    XCTAssertEqual(place("states a final").words, ["true", "false"])
    XCTAssert(place("states a on e if").words.contains("and"))
    XCTAssert(place("states a entry set f").allows(.expression))
    XCTAssert(place("scenarios s then f").allows(.value))
  }

  func testTheKindsOfValues() {
    let kinds: [(path: String, kind: String)] = [
      ("", "a spec"), ("machine", "other"), ("types", "mapping"), ("types T", "a type"), ("sources s claims c", "text"),
      ("context f", "a context field"), ("callbacks c selector", "text"), ("events e doc", "text"),
      ("states a", "a state"), ("states a regions b entry", "an action"), ("states a on e", "a transition"),
      ("states a on e if", "expression"), ("states doc", "a state"), ("states a initial", "`initial`"),
      ("states a entry c x", "expression"), ("states a entry set f", "expression"), ("states a defer", "other"),
      ("states a entry else", "an action"), ("scenarios s", "a scenario"), ("scenarios s when", "a step"),
      ("scenarios s when e", "mapping"),
      ("scenarios s when with x", "text"), ("scenarios s when set f", "text"), ("scenarios s when e c x", "text"),
      ("scenarios s when e if", "expression"), ("scenarios s given", "mapping"), ("scenarios s follows", "text"),
      ("scenarios s never", "other"), ("allow L801", "text"),
    ]
    for (path, expected) in kinds {
      XCTAssertEqual(name(YAMLFormat.spec.valueKind(path.split(separator: " ").map(String.init))), expected, path)
    }
  }

  private func name(_ kind: YAMLValueKind) -> String {
    switch kind {
    case .text: "text"
    case .expression: "expression"
    case .mapping(let name, _, _): name ?? "mapping"
    case .other: "other"
    }
  }
}
