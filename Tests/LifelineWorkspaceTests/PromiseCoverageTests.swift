import LifelineModel
import LifelineScenarios
import LifelineWorkspace
import TestSupport
import XCTest

/// Tests which promises scenarios cover.
final class PromiseCoverageTests: XCTestCase {
  private func coverage(of machine: Machine) throws -> Coverage {
    let report = checkScenarios(of: machine, recording: true)
    XCTAssertEqual(report.diagnostics.map(\.message), [])
    return measureCoverage(of: machine, by: try XCTUnwrap(report.recording))
  }

  private func counts(_ machine: Machine) throws -> [String] {
    try coverage(of: machine).items.filter { $0.subject == .promises }.map { "\($0.name): \($0.count)" }
  }

  func testAnswersAndCallsBetweenOthers() throws {
    let spec = """
      callbacks:
        ask: {answeredBy: [yes, no]}
        yes: {needs: ask}
        no: {channel: other}
        seen: {between: [ask, yes]}
      events: {go: , allow: , refuse: , look: , knock: {answeredBy: seen}}
      observing: delegate
      states:
        idle: {on: {go: {to: open, do: ask}}}
        open:
          on: {allow: {to: idle, do: yes}, refuse: {to: idle, do: no}, look: {do: seen}, knock: {do: {oneOf: [seen, ask]}}}
      scenarios:
        an answer:
          given: idle
          when: [go: ask, look: seen, allow: yes]
        an answer that nobody observes:
          given: idle
          when: [go: ask, refuse: []]
        an answer in a step without a list:
          given: idle
          when: [go: ask, {wait: 1s, expect: []}, allow]
        an answer without its question:
          given: open
          when: [look: seen, allow: yes]
        an alternative:
          given: open
          when: [knock: {oneOf: [seen, ask]}]
      """
    XCTAssertEqual(
      try counts(readMachine(spec)),
      [
        "the answer `yes` to `ask`: 1", "the answer `no` to `ask`: 0", "the `between` of `seen`: 1",
        "the answer `seen` to `knock`: 1",
      ])
    // The first alternative counts.
    XCTAssertEqual(
      try counts(readMachine(spec.replacing("[seen, ask]", with: "[ask, seen]"))).last,
      "the answer `seen` to `knock`: 0")
  }

  /// A question that one combination leaves open isn't answered by the next one.
  func testEachCombinationBeginsAnew() throws {
    XCTAssertEqual(
      try counts(
        readMachine(
          """
          callbacks: {ask: {answeredBy: yes}, yes: }
          events: [go, allow]
          context: {x: 0}
          states:
            idle: {on: {go: {if: x > 0, to: open, do: ask}}}
            open: {on: {allow: {to: idle, do: yes}}}
          scenarios:
            twice: {where: {x: [1, 2]}, given: open, when: [allow: yes, go: ask]}
          """)), ["the answer `yes` to `ask`: 0"])
  }

  /// A scenario counts what its own file promises, also about the calls of a part, and not what the part's file does.
  func testPromisesOfParts() throws {
    let music = """
      lifeline: 1
      machine: Music
      callbacks: {ask: {answeredBy: yes}, yes: , ping: }
      events: [play, allow]
      states:
        idle: {on: {play: {to: asking, do: ask}}}
        asking: {on: {allow: {to: idle, do: yes}}}
        rest: {on: {allow: {do: ping}}}
      scenarios:
        a song: {given: idle, when: [play: ask, allow: yes]}
      """
    let jukebox = """
      lifeline: 1
      machine: Jukebox
      parts: {music: Music.yaml}
      callbacks: {lit: {answeredBy: music.yes}}
      events: [open, accept]
      states:
        idle: {on: {open: {to: waiting, do: [lit, {music: play}]}}}
        waiting: {on: {accept: {to: idle, do: {music: allow}}}}
      scenarios:
        a guest: {given: idle, when: [open: [lit, music.ask], accept: music.yes]}
      """
    XCTAssertEqual(try counts(machine(music, path: "Music.yaml")), ["the answer `yes` to `ask`: 1"])
    let around = try machine(jukebox, using: ["Music.yaml": music])
    XCTAssertEqual(try counts(around), ["the answer `music.yes` to `lit`: 1"])
    let plain = try machine(
      jukebox.replacing("lit: {answeredBy: music.yes}", with: "lit: "), using: ["Music.yaml": music])
    XCTAssertEqual(try counts(plain), [])
    XCTAssertEqual(try coverage(of: plain).figure(.promises).total, 0)
  }
}
