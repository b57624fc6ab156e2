import LifelineReporting
import XCTest

@testable import LifelineLanguageServer

/// Hints about the calls of timers and of what a state does by itself.
final class InlayHintTests: XCTestCase {
  /// The lines of the hints in a text, with the calls.
  private func hints(_ text: String) -> [String] {
    var session = Session()
    session.open(testURI, text)
    let hints = session.request("textDocument/inlayHint", .place(in: testURI, .null))?.items ?? []
    return hints.map { "\(($0["position"]?["line"]?.number ?? -1) + 1) \($0["label"]?.string ?? "")" }
  }

  func testTimersAndStepsOfTheMachineHaveHints() {
    let text = """
      lifeline: 1
      machine: Lamp
      callbacks: [light, dim, blink, log]
      events: [press]
      context: {isDay: false}
      states:
        off:
          on: {press: check}
        check:
          always:
            - {if: isDay, to: off, do: log}
            - to: lit
        lit:
          entry: light
          exit: dim
          after:
            2s: {if: isDay, do: blink}
            5s: {to: off, do: log}
          states:
            low:
              after: {3s: high}
            high:
              always: {if: isDay, to: over, do: blink}
              on: {press: over}
            over: {final: true}
          done: {to: off, do: log}

      """
    XCTAssertEqual(
      hints(text),
      [
        "8 → light | log", "10 → light | log", "17 → no calls | blink", "18 → dim, log",
        // A time counts until the machine is at rest, and `always` and `done` only their own steps.
        "21 → no calls | blink, dim, log", "23 → blink", "24 → dim, log", "26 → dim, log",
      ])
    // What never happens has no hint.
    XCTAssertFalse(hints(text.replacing("- {if: isDay, to", with: "- {to")).contains { $0.hasPrefix("17") })
  }

  func testTimersThatElapseAtOnceHaveTheirOwnCalls() {
    let text = """
      lifeline: 1
      machine: Bells
      callbacks: [ring, knock, rest]
      states:
        both:
          regions:
            left:
              states:
                one:
                  after: {2s: {to: two, do: ring}}
                two:
                  entry: rest
            right:
              states:
                one:
                  after: {2s: {to: two, do: knock}}
                two:

      """
    XCTAssertEqual(hints(text), ["10 → ring, rest", "16 → knock"])
  }
}
