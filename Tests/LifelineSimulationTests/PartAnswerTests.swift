import LifelineSimulation
import TestSupport
import XCTest

/// Promises of parts' files in simulations.
final class PartAnswerTests: SimulationTestCase {
  func testQuestionsOfPartsAreShown() throws {
    let music = """
      lifeline: 1
      machine: Music
      callbacks: {ask: {answeredBy: yes, before: ask, within: 5s}, yes: {needs: ask}}
      events: [play, allow]
      states:
        idle: {on: {play: {to: asking, do: ask}, allow: {do: yes}}}
        asking: {on: {allow: {to: idle, do: yes}, play: {do: ask}}}
      """
    let jukebox = """
      lifeline: 1
      machine: Jukebox
      parts: {music: Music.yaml}
      events: [open, accept, renew, leave]
      states:
        on: {on: {open: {do: {music: play}}, accept: {do: {music: allow}}, renew: {do: {restart: music}}, leave: off}}
        off: {final: true}
      """
    var simulation = try simulate(jukebox, using: usedSpecs(["Music.yaml": music]))
    func shown(_ line: String) -> [String] {
      answers(of: &simulation, to: line).filter { $0.hasPrefix("  owed") || $0.hasPrefix("  broken") }
    }
    let promise = "music.yes before music.ask within 5s"
    XCTAssertEqual(shown("open"), ["  owed: \(promise), for music.ask"])
    XCTAssertEqual(shown("wait 6s"), ["  owed: \(promise), for music.ask, asked 6s ago, which is too late"])
    XCTAssertEqual(shown("open").first, "  broken: music.ask answeredBy \(promise)")
    XCTAssertEqual(shown("accept"), ["  broken: music.ask answeredBy \(promise)"])
    XCTAssertEqual(shown("accept"), ["  broken: music.yes needs music.ask"])
    XCTAssertEqual(shown("open"), ["  owed: \(promise), for music.ask"])
    // A part that is made new owes nothing.
    XCTAssertEqual(shown("renew"), [])
    XCTAssertEqual(shown("open"), ["  owed: \(promise), for music.ask"])
    // Nor is that a late answer.
    XCTAssertEqual(shown("wait 6s"), ["  owed: \(promise), for music.ask, asked 6s ago, which is too late"])
    XCTAssertEqual(shown("renew"), [])
    XCTAssertEqual(shown("open"), ["  owed: \(promise), for music.ask"])
    // The end of the machine isn't that of the part.
    XCTAssertEqual(shown("leave"), ["  owed: \(promise), for music.ask"])
  }
}
