import LifelineModel
import TestSupport
import XCTest

/// Tests history pseudo-states (section 4 of the language reference, in the order of rule 3).
final class HistoryTests: XCTestCase {
  private func player(_ kind: String) -> String {
    """
    initial: outside
    states:
      outside: {on: {back: h}}
      player:
        entry: enterPlayer
        on: {leave: outside}
        states:
          h: {history: \(kind), default: {to: disc, do: nothingYet}}
          radio: {on: {next: disc}}
          disc:
            entry: enterDisc
            states:
              stopped: {on: {next: playing}}
              playing: {entry: enterPlaying}
    """
  }
  private let callbacks = "enterPlayer nothingYet enterDisc enterPlaying"
  private let events = "back leave next"

  func testWithoutHistoryTheDefaultIsEnteredAndItsActionsRunAfterTheParentsEntry() throws {
    for kind in ["shallow", "deep"] {
      var run = try Run(callbacks: callbacks, events: events, player(kind))
      _ = run.start()
      XCTAssertEqual(
        try run.send("back"), "handled: enterPlayer nothingYet enterDisc > player.disc.stopped")
    }
  }

  func testDeepHistoryRemembersAtomicDescendants() throws {
    var run = try Run(callbacks: callbacks, events: events, player("deep"))
    _ = try run.resume("player.disc.playing")
    _ = try run.send("leave")
    XCTAssertEqual(
      try run.send("back"), "handled: enterPlayer enterDisc enterPlaying > player.disc.playing")
  }

  func testShallowHistoryRemembersTheChildAndEntersItsInitialState() throws {
    var run = try Run(callbacks: callbacks, events: events, player("shallow"))
    _ = try run.resume("player.disc.playing")
    _ = try run.send("leave")
    XCTAssertEqual(try run.send("back"), "handled: enterPlayer enterDisc > player.disc.stopped")
  }

  func testTheLatestExitIsRemembered() throws {
    var run = try Run(callbacks: callbacks, events: events, player("deep"))
    _ = try run.resume("player.disc.playing")
    _ = try run.send("leave")
    _ = try run.resume("player.radio")
    _ = try run.send("leave")
    XCTAssertEqual(try run.send("back"), "handled: enterPlayer > player.radio")
  }

  func testResumingForgetsHistory() throws {
    var run = try Run(callbacks: callbacks, events: events, player("deep"))
    _ = try run.resume("player.disc.playing")
    _ = try run.send("leave")
    _ = try run.resume("outside")
    XCTAssertEqual(
      try run.send("back"), "handled: enterPlayer nothingYet enterDisc > player.disc.stopped")
  }

  func testDeepHistoryOfRegionsRemembersEach() throws {
    var run = try Run(
      callbacks: "defaulted", events: "a b leave back",
      """
      initial: p
      states:
        p:
          on: {leave: x}
          regions:
            h: {history: deep, default: {to: [a1, b1], do: defaulted}}
            left: {states: {a1: {on: {a: a2}}, a2: }}
            right: {states: {b1: {on: {b: b2}}, b2: {states: {b21: {on: {b: b22}}, b22: }}}}
        x: {on: {back: h}}
      """)
    _ = run.start()
    _ = try run.send("b")
    _ = try run.send("b")
    _ = try run.send("leave")
    XCTAssertEqual(try run.send("back"), "handled: > p.left.a1 p.right.b2.b22")
    _ = try run.send("a")
    _ = try run.send("leave")
    XCTAssertEqual(try run.send("back"), "handled: > p.left.a2 p.right.b2.b22")
  }

  func testShallowHistoryOfRegionsEntersThemInTheirInitialStates() throws {
    var run = try Run(
      callbacks: "defaulted", events: "a leave back",
      """
      initial: p
      states:
        p:
          on: {leave: x}
          regions:
            h: {history: shallow, default: {to: [a1, b1], do: defaulted}}
            left: {states: {a1: {on: {a: a2}}, a2: }}
            right: {states: {b1: }}
        x: {on: {back: h}}
      """)
    _ = run.start()
    _ = try run.send("a")
    _ = try run.send("leave")
    XCTAssertEqual(try run.send("back"), "handled: > p.left.a1 p.right.b1")
  }

  func testTheHistoryOfOneRegionLeavesTheOthersInTheirInitialStates() throws {
    var run = try Run(
      events: "a leave back",
      """
      initial: p
      states:
        p:
          on: {leave: x}
          regions:
            left:
              states: {a1: {on: {a: a2}}, a2: , h: {history: shallow, default: a1}}
            right: {states: {b1: {on: {a: b2}}, b2: }}
        x: {on: {back: h}}
      """)
    _ = run.start()
    _ = try run.send("a")
    _ = try run.send("leave")
    XCTAssertEqual(try run.send("back"), "handled: > p.left.a2 p.right.b1")
  }

  /// Histories are recorded before exit actions run, which therefore don't affect them.
  func testHistoryIsRecordedBeforeAnyExit() throws {
    var run = try Run(
      events: "go back",
      """
      initial: s
      states:
        s:
          on: {go: x}
          states:
            h: {history: deep, default: a}
            a: {states: {b: {on: {back: c}}, c: }}
        x: {on: {back: h}}
      """)
    _ = run.start()
    _ = try run.send("back")
    _ = try run.send("go")
    XCTAssertEqual(try run.send("back"), "handled: > s.a.c")
  }

  func testInitialMayNameAHistory() throws {
    var run = try Run(
      callbacks: "initial defaulted", events: "go next",
      """
      initial: s
      states:
        s:
          initial: {to: h, do: initial}
          on: {go: x}
          states:
            h: {history: shallow, default: {to: a, do: defaulted}}
            a: {on: {next: b}}
            b:
        x: {on: {go: s}}
      """)
    XCTAssertEqual(run.start(), "initial defaulted > s.a")
    _ = try run.send("next")
    _ = try run.send("go")
    XCTAssertEqual(try run.send("go"), "handled: initial > s.b")
  }

  /// The history is a child of `p`, so `q` is exited, although the remembered states are inside it, too.
  func testATransitionFromInsideToTheHistoryAroundIt() throws {
    var run = try Run(
      callbacks: "exitQ enterQ", events: "leave back go toA",
      """
      initial: p
      states:
        p:
          on: {leave: x}
          states:
            h: {history: deep, default: r}
            q: {entry: enterQ, exit: exitQ, states: {a: {on: {go: b}}, b: {on: {toA: a}}, c: {on: {back: h}}}}
            r:
        x: {on: {back: h, go: c}}
      """)
    _ = run.start()
    _ = try run.send("leave")
    XCTAssertEqual(try run.send("go"), "handled: enterQ > p.q.c")
    XCTAssertEqual(try run.send("back"), "handled: exitQ enterQ > p.q.a")
  }
}
