import TestSupport
import XCTest

/// Machines make their calls on delegates as well as in closures.
final class DelegateTests: CompilingTestCase {
  private let player = """
    lifeline: 1
    machine: Player
    context: {patience: 5s}
    callbacks: {began: {doc: Playing has begun., parameters: {name: String, delegate: Int}}, ended: , idled: }
    events: {play: {parameters: {name: String, delegate: Int}}, stop: }
    states:
      idle: {entry: idled, on: {play: {to: playing, do: began}}}
      playing: {exit: ended, after: {patience: idle}, on: {stop: idle}}
    """

  func testDelegatesOfAllKinds() throws {
    try write(generate(player).machine, to: "Player.swift")
    try write(
      """
      final class Plain: PlayerDelegate {
        var calls: [String] = []
        func began(name: String, delegate: Int) { calls.append("began \\(name) \\(delegate)") }
        func ended() { calls.append("ended") }
        func idled() { calls.append("idled") }
      }

      @MainActor final class Screen: @MainActor PlayerDelegate {
        private lazy var player = Player(delegate: self)
        var calls = 0
        func play() { player.handle(.play(name: "a", delegate: 1), delegate: self) }
        func began(name: String, delegate: Int) { calls += 1 }
        func ended() { calls += 1 }
        func idled() { calls += 1 }
      }

      /// Called only where it is itself at work.
      actor Background: @preconcurrency PlayerDelegate {
        private var player: Player?
        var calls = 0
        func play() {
          player = Player(delegate: self)
          player?.handle(.play(name: "a", delegate: 1), delegate: self)
        }
        func began(name: String, delegate: Int) { calls += 1 }
        func ended() { calls += 1 }
        func idled() { calls += 1 }
      }

      @main struct Program {
        @MainActor static func main() async {
          let plain = Plain()
          var player = Player(delegate: plain)
          print(player.handle(.stop, delegate: plain))
          print(player.handle(.play(name: "a", delegate: 3), delegate: plain))
          player.advance(by: .seconds(6), delegate: plain)
          print(plain.calls, player.state)
          let screen = Screen()
          screen.play()
          let background = Background()
          await background.play()
          print(screen.calls, await background.calls)
        }
      }
      """, to: "Use.swift")
    try compile(["Player.swift", "Use.swift"], ["-parse-as-library", "-o", "program"])
    let outcome = try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true)
    XCTAssertEqual(
      outcome.output,
      """
      false
      true
      ["idled", "began a 3", "ended", "idled"] idle
      2 2

      """)
  }

  func testAMachineThatCallsNothingHasNoDelegate() throws {
    let generated = try generate(
      "lifeline: 1\nmachine: Quiet\nevents: [go]\nstates: {here: {on: {go: there}}, there: }")
    XCTAssertFalse(generated.machine.contains("Delegate"))
  }
}
