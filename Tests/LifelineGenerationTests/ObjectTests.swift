import TestSupport
import XCTest

/// The reference form: a class that holds a machine.
final class ObjectTests: CompilingTestCase {
  private let player = """
    lifeline: 1
    machine: Player
    context: {plays: 0}
    callbacks: {idled: , began: {parameters: {name: String}}, ended: }
    events: {play: {parameters: {name: String}}, stop: , never: }
    states:
      idle:
        entry: idled
        on: {play: {to: playing, do: [began, {set: {plays: plays + 1}}]}, never: {if: plays < 0, do: ended}}
      playing: {exit: ended, after: {5s: idle}, on: {stop: idle}}
    """

  private func run(_ program: String, line: UInt = #line) throws -> String {
    try write(generate(player, object: true).machine, to: "Player.swift")
    try write(program, to: "Use.swift")
    try compile(["Player.swift", "Use.swift"], ["-parse-as-library", "-o", "program"], line: line)
    return try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true).output
  }

  func testEventsFromInsideOfCallbacksWait() throws {
    let output = try run(
      """
      @MainActor final class Screen: @MainActor PlayerDelegate {
        let player = PlayerObject()
        var plays = 0

        init() { player.start(delegate: self) }

        func idled() {
          print("idled; was", player.state, player.machine.state, player.isActive(.idle))
          guard plays < 2 else { return }
          plays += 1
          print("waits:", player.handle(.play(name: "\\(plays)")))
        }
        func began(name: String) {
          print("began", name, "was", player.state, player.context.plays, player.timeUntilNextTimer as Any)
          player.updateContext { $0.plays += 10 }
          player.advance(by: .seconds(6))
        }
        func ended() { print("ended; was", player.state) }
      }

      @main struct Program {
        @MainActor static func main() {
          var screen: Screen? = Screen()
          print(screen!.player.state, screen!.player.context.plays)
          print(screen!.player.handle(.stop), screen!.player.handle(.play(name: "z")))
          // The delegate is not kept alive, nor does it keep the calls from being made.
          let player = screen!.player
          screen = nil
          print(player.handle(.play(name: "silence")), player.state)
        }
      }
      """)
    XCTAssertEqual(
      output,
      """
      idled; was idle idle true
      waits: queued
      began 1 was idle 0 nil
      ended; was playing
      idled; was playing playing false
      waits: queued
      began 2 was idle 11 nil
      ended; was playing
      idled; was playing playing false
      idle 22
      began z was idle 22 nil
      ended; was playing
      idled; was playing playing false
      ignored handled
      handled playing

      """)
  }

  func testEventsBeforeTheStartWait() throws {
    let output = try run(
      """
      actor Owner {
        private let player = PlayerObject(context: Player.Context(plays: 5))
        private var calls: [Player.Callback] = []
        func run() -> [Player.Callback] {
          player.handle(.play(name: "early"))
          player.start { self.calls.append($0) }
          player.handle(.stop)
          return calls
        }
      }

      @main struct Program {
        static func main() async {
          print(await Owner().run().count)
          var heard = 0
          let first = PlayerObject { _ in heard += 1 }
          first.handle(.play(name: "a"))
          let second = PlayerObject(continuing: first.machine)
          second.start { _ in heard += 10 }
          second.advance(by: .seconds(5))
          // A new handler takes over, and the machine does not start again.
          second.start { _ in heard += 100 }
          print(first.state, second.state, heard, second.handle(.never))
        }
      }
      """)
    XCTAssertEqual(output, "4\nplaying idle 22 ignored\n")
  }

  func testObjectsOfAllKindsOfMachines() throws {
    try skipTest(below: .thorough)
    let specs = [
      sampleSpec,
      "lifeline: 1\nmachine: Plain\nevents: [go]\nstates: {here: {on: {go: there}}, there: }",
      """
      lifeline: 1
      machine: Regions
      callbacks: [a]
      events: [go]
      regions:
        x: {states: {one: {entry: a, on: {go: two}}, two: }}
        y: {states: {three: {on: {go: four}}, four: {after: {1s: three}}}}
      """,
    ]
    var files: [String] = []
    for (index, spec) in specs.enumerated() {
      try write(generate(spec, access: .public, object: true).machine, to: "Machine\(index).swift")
      files.append("Machine\(index).swift")
    }
    try write(
      """
      let plain = PlainObject { _ in }
      plain.handle(.go)
      var calls = 0
      let regions = RegionsObject { _ in calls += 1 }
      regions.handle(.go)
      print(plain.state, regions.states, calls)
      """, to: "main.swift")
    try compile(files + ["main.swift"], ["-o", "program"])
    let output = try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true).output
    XCTAssertEqual(output, "there [x.two, y.four] 1\n")
    try compile(files, ["-typecheck", "-default-isolation", "MainActor"])
  }
}
