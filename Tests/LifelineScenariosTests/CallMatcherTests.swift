import LifelineModel
import TestSupport
import XCTest

@testable import LifelineInterpreter
@testable import LifelineScenarios

/// Tests patterns of calls (section 8 of the language reference).
final class CallMatcherTests: XCTestCase {
  /// Callbacks `a` to `h`, each with an `Int`.
  private let machine = Machine(
    path: "Spec.yaml", name: "Test", nameRange: .start,
    callbacks: "abcdefgh".map {
      Callback(
        name: String($0), parameters: [Parameter(name: "n", type: .int, range: .start)], range: .start)
    })

  /// Returns a call for every letter, with the digit after it, or else 0, as its argument.
  private func calls(_ text: String) -> [Reaction.MadeCall] {
    var result: [Reaction.MadeCall] = []
    for character in text {
      if let number = character.wholeNumberValue {
        result[result.count - 1].arguments = [.int(number)]
      } else {
        result.append(
          Reaction.MadeCall(callback: id(character), arguments: [.int(0)], range: .start))
      }
    }
    return result
  }

  private func id(_ character: Character) -> ID<Callback> {
    ID(machine.callbacks.firstIndex { $0.name == String(character) } ?? 0)
  }

  private func call(_ character: Character, _ number: Int? = nil) -> CallPattern {
    .call(id(character), arguments: number.map { [(0, .int($0))] } ?? [], range: .start)
  }

  private func calls(_ characters: String) -> [CallPattern] { characters.map { call($0) } }

  private let evaluator = Evaluator(
    machine: "Test", fields: [.bool(true)])

  private func assert(
    _ pattern: CallPattern, matches: [String] = [], not: [String] = [], line: UInt = #line
  ) throws {
    for text in matches + not {
      var matcher = try CallMatcher.prepare(pattern, calls: calls(text), in: machine, evaluator: evaluator)
      XCTAssertEqual(matcher.matches(), matches.contains(text), "'\(text)'", line: line)
    }
  }

  func testSequences() throws {
    try assert(.sequence(calls("abc")), matches: ["abc"], not: ["", "ab", "abcd", "acb", "bc"])
    try assert(.sequence([]), matches: [""], not: ["a"])
    try assert(call("a"), matches: ["a"], not: ["", "b", "aa"])
    try assert(.sequence([call("a"), .sequence(calls("bc"))]), matches: ["abc"], not: ["a", "ab"])
  }

  func testArguments() throws {
    try assert(call("a", 1), matches: ["a1"], not: ["a", "a2", "b1"])
    try assert(call("a"), matches: ["a1", "a2"])
  }

  func testOptional() throws {
    try assert(
      .sequence([call("a"), .optional(.sequence(calls("bc"))), call("d")]), matches: ["ad", "abcd"],
      not: ["abd", "acd", "abcbcd"])
  }

  func testRepeat() throws {
    try assert(.repeated(call("a")), matches: ["a", "aaa"], not: ["", "ab", "ba"])
    try assert(.repeated(.sequence(calls("ab"))), matches: ["ab", "abab"], not: ["aba", ""])
    try assert(.repeated(.optional(call("a"))), matches: ["", "a", "aa"], not: ["b"])
  }

  func testOneOf() throws {
    try assert(
      .sequence([.oneOf([.sequence(calls("ab")), call("a"), .sequence([])]), call("c")]),
      matches: ["abc", "ac", "c"], not: ["bc", "aabc"])
  }

  func testAnyOrderOfCallsIsABag() throws {
    try assert(
      .anyOrder(calls("aab")), matches: ["aab", "aba", "baa"], not: ["ab", "aabb", "abb", "aabc", "aaab"])
    try assert(
      .sequence([call("c"), .anyOrder(calls("ab")), call("c")]), matches: ["cabc", "cbac"],
      not: ["abcc", "cacb"])
    let many = String(repeating: "abcdefgh", count: 50)
    try assert(.anyOrder(calls(many)), matches: [String(many.reversed())], not: [many + "a"])
  }

  /// Both items match the first `a`, but only one assignment works, and it isn't the first one to try.
  func testAnyOrderOfCallsWithArguments() throws {
    let pattern = CallPattern.anyOrder([call("a"), call("a", 1), call("a", 2), call("b")])
    try assert(
      pattern, matches: ["a1a2a3b", "a2ba1a1", "ba2a2a1"], not: ["a1a1a3b", "a1a2b", "a2a2a2b"])
  }

  func testAnyOrderOfCallsThatAcceptSeveralArguments() throws {
    var wide = machine
    wide.callbacks[0].parameters.append(Parameter(name: "m", type: .int, range: .start))
    func made(_ values: (Int, Int)...) -> [Reaction.MadeCall] {
      values.map {
        Reaction.MadeCall(callback: ID(0), arguments: [.int($0.0), .int($0.1)], range: .start)
      }
    }
    func expected(_ parameter: Int, _ value: Int) -> CallPattern {
      .call(ID(0), arguments: [(parameter, .int(value))], range: .start)
    }
    // The first item takes the first call, but has to leave it to another item, as the second one does.
    let pattern = CallPattern.anyOrder([expected(0, 1), expected(1, 2), expected(0, 3)])
    for (calls, holds) in [
      (made((1, 2), (1, 5), (3, 5)), true), (made((3, 2), (1, 2), (1, 2)), true),
      (made((1, 2), (3, 2), (3, 5)), true), (made((1, 1), (3, 2), (2, 2)), true),
      (made((1, 2), (3, 1), (3, 5)), false), (made((1, 2), (1, 2), (1, 2)), false),
    ] {
      var matcher = try CallMatcher.prepare(pattern, calls: calls, in: wide, evaluator: evaluator)
      XCTAssertEqual(matcher.matches(), holds, "\(calls.map(\.arguments))")
    }
    // The items compete for calls: a call that one item takes isn't left for another.
    let tight = CallPattern.anyOrder([expected(0, 1), expected(1, 2), expected(1, 5)])
    for (calls, holds) in [
      (made((1, 2), (1, 5), (9, 9)), false), (made((1, 2), (1, 5), (1, 9)), true),
    ] {
      var matcher = try CallMatcher.prepare(tight, calls: calls, in: wide, evaluator: evaluator)
      XCTAssertEqual(matcher.matches(), holds, "\(calls.map(\.arguments))")
    }
  }

  func testAnyOrderKeepsItsItemsContiguous() throws {
    let pattern = CallPattern.anyOrder([.sequence(calls("ab")), .sequence(calls("cd")), call("e")])
    try assert(pattern, matches: ["abcde", "cdeab", "ecdab"], not: ["acbde", "abcd", "abcdee"])
    try assert(
      .anyOrder([.optional(call("a")), .repeated(call("b")), call("c")]),
      matches: ["abbc", "cbba", "bc", "bbac"], not: ["abcb", "ac"])
  }

  func testMatchingBacktracks() throws {
    try assert(
      .sequence([.repeated(call("a")), call("a"), call("b")]), matches: ["aab", "aaaab"], not: ["ab"])
    try assert(
      .sequence([.optional(call("a")), call("a")]), matches: ["a", "aa"], not: ["aaa", ""])
    try assert(
      .sequence([.oneOf([call("a"), .sequence(calls("ab"))]), .oneOf([call("c"), .sequence(calls("bc"))])]),
      matches: ["ac", "abc", "abbc"], not: ["ab", "bc"])
    try assert(
      .sequence([.anyOrder([.repeated(call("a")), .sequence(calls("ab"))]), call("a")]),
      matches: ["aaba", "abaa", "aaaba"], not: ["aab", "aba"])
  }

  func testAChoiceIsMadeByItsCondition() throws {
    func choice(_ expression: LifelineModel.Expression.Kind) -> CallPattern {
      .choose(
        Expression(expression, type: .bool, range: .start), then: .sequence(calls("ab")), else: call("c"))
    }
    try assert(.sequence([choice(.field(ID(0))), call("d")]), matches: ["abd"], not: ["cd"])
    try assert(choice(.literal(.bool(false))), matches: ["c"], not: ["ab"])
    try assert(.optional(choice(.literal(.bool(true)))), matches: ["", "ab"], not: ["c"])
  }

  /// There are many ways to match, but matching doesn't try them all.
  func testAmbiguousPatternsAreMatchedQuickly() throws {
    var pattern: CallPattern = .repeated(call("a"))
    for _ in 0..<20 { pattern = .repeated(.sequence([pattern, .optional(call("a"))])) }
    try assert(pattern, matches: [String(repeating: "a", count: 30)])
  }

  func testFailingPatternsAreMatchedQuickly() throws {
    try skipTest(below: .thorough)
    let many = CallPattern.sequence((0..<12).map { _ in .repeated(.optional(call("a"))) } + [call("b")])
    let text = String(repeating: "a", count: 60)
    try assert(many, matches: [text + "b"], not: [text])
    let anyOrder = CallPattern.anyOrder((0..<8).map { _ in .repeated(.optional(call("a"))) })
    try assert(.sequence([anyOrder, call("b")]), matches: [text + "b"], not: [text])
  }

  func testPatternsAreShownAsSpecsWriteThem() throws {
    let pattern = CallPattern.sequence([
      call("a", 1), .optional(.sequence(calls("bc"))),
      .anyOrder([.repeated(call("d")), .oneOf([call("e"), .sequence([])])]), .sequence([call("f")]),
    ])
    let matcher = try CallMatcher.prepare(pattern, calls: [], in: machine, evaluator: evaluator)
    XCTAssertEqual(
      (0..<matcher.itemCount).map { matcher.text(ofItem: $0) },
      ["a(n: 1)", "optional: [b, c]", "anyOrder: [{repeat: d}, {oneOf: [e, []]}]", "f"])
  }
}
