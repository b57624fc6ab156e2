import LifelineModel
import LifelineReporting
import TestSupport
import XCTest

@testable import LifelineExplorer

final class PageTests: XCTestCase {
  /// The examples of the standard, and messages around the ends of blocks.
  func testHashesAreThoseOfTheStandard() {
    func hash(_ text: String) -> String { SHA256.hexadecimal(Array(text.utf8)) }
    XCTAssertEqual(hash(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    XCTAssertEqual(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    XCTAssertEqual(
      hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    let ends = [55, 56, 63, 64, 65, 1_000].map { String(hash(String(repeating: "a", count: $0)).prefix(8)) }
    XCTAssertEqual(ends, ["9f4390f8", "b35439a4", "7d3e74a0", "ffe054fe", "635361c4", "41edece4"])
    XCTAssertEqual(SHA256.base64(Array("abc".utf8)), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
  }

  private func page(_ spec: String) throws -> String { ExplorerPage.make(for: try machine(spec)) }

  private let doorSpec = #"""
    lifeline: 1
    machine: Door
    doc: "</script><!-- <script> {{script}} \u202e"
    callbacks: [ring]
    events: [open]
    states:
      closed: {on: {open: {do: ring}}}

    """#

  func testThePolicyAllowsOnlyTheScriptAndTheStyle() throws {
    let page = try page(doorSpec)
    let policy = try XCTUnwrap(page.firstMatch(of: /http-equiv="Content-Security-Policy" content="([^"]*)"/)).1
    let style = try XCTUnwrap(page.firstMatch(of: /<style>((?:.|\n)*?)<\/style>/)).1
    let script = try XCTUnwrap(page.firstMatch(of: /<script>((?:.|\n)*?)<\/script>/)).1
    func hash(_ text: Substring) -> String { "'sha256-\(SHA256.base64(Array(text.utf8)))'" }
    XCTAssertEqual(
      String(policy),
      "default-src 'none'; script-src \(hash(script)); style-src \(hash(style)); base-uri 'none'; form-action 'none'; "
        + "require-trusted-types-for 'script'")
    XCTAssertEqual(page.matches(of: /\{\{/).count, 1, "A part of the outline is left, besides the text of the spec.")
  }

  func testTextsDontEndTheScriptAroundThem() throws {
    let page = try page(doorSpec)
    XCTAssertEqual(page.matches(of: /<\/script>/).count, 2)
    XCTAssertTrue(page.contains(#""doc":"\u003c/script>\u003c!-- \u003cscript> {{script}} \u202e""#))
    XCTAssertTrue(page.hasPrefix("<!DOCTYPE html>\n<!-- Written by lifeline explore -->\n"))
  }

  func testTheSamePageIsMadeAgain() throws {
    XCTAssertEqual(try page(doorSpec), try page(doorSpec))
    XCTAssertNotEqual(try page(doorSpec), try page(doorSpec.replacing("ring", with: "knock")))
  }

  /// The form of the machine is documented: a change of it needs a change of that page.
  func testTheFormOfTheMachineIsFixed() throws {
    let spec = """
      lifeline: 1
      machine: Form
      context: {n: {default: 1, range: 0...9, doc: A number.}, d: 5s}
      callbacks: {call: {parameters: {n: Int}, answeredBy: answer, within: 1s}, answer: {onlyAfter: call}, note: {channel: other}}
      observing: delegate
      events: {go: {parameters: {n: Int}}, back: }
      states:
        a:
          entry: [{if: in(b) and n > 1, do: answer, else: {raise: inner}}]
          defer: back
          on: {go: {if: not (n == -1), to: b, do: [{set: {n: "min(n + 1, 9)"}}, {call: {n: n}}]}, inner: {}}
        b: {exit: [answer, note], on: {back: h, "*": {}}, after: {d: a}, always: {if: n == 9, to: a, reenter: true}, done: a,
          states: {c: {on: {go: e}}, e: {final: true}, h: {history: deep, default: c}}}
      scenarios:
        one:
          where: {n: [1, 2]}
          given: a
          when:
            - go: [{call: {n: 3}}, {optional: answer}]
              with: {n: 2}
              then: {state: b, n: 2}
            - wait: 5s
              expect: {if: n == 1, expect: answer, else: {anyOrder: [answer, answer]}}
          refuted: It doesn't.

      """
    let text = try readMachine(spec.replacing("lifeline: 1\nmachine: Form\n", with: "")).explorerDocument.indentedText()
    XCTAssertTrue(text.contains(#""name": "Test""#))
    for member in [
      #""kind": "compound""#, #""kind": "history""#, #""history": "deep""#, #""defer": [1]"#, #""final""#,
      #"["choose", ["and", [["in", 2], ["compare", ">", ["field", 0], ["literal", ["int", "1"]]]]]"#,
      #"["raise", 2]"#, #"["calculate", "min","#, #"["field", 1]"#, #""bounds": ["0", "9"]"#,
      #""form": ["answeredBy", [1], null, "1000"]"#, #""form": ["onlyAfter", [0], "any"]"#, #""unobserved": true"#,
      #""begin": ["states", [1]]"#, #""where": [[0, [["int", "1"], ["int", "2"]]]]"#, #""time": "5000""#,
      #"["optional", ["call", 1, []]]"#, #""refuted": "It doesn't.""#,
    ] {
      XCTAssertTrue(text.contains(member), "\(member) is missing in\n\(text)")
    }
  }
}
