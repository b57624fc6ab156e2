import Foundation
import TestSupport
import XCTest

/// Machines are stored and go on where they were.
final class PersistenceTests: CompilingTestCase {
  /// Reads and writes machines as JSON: `copy` fails if anything is lost, `isRefused` tells whether nothing comes of a text.
  private let support = """
    import Foundation

    func text(_ machine: some Encodable) throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      return String(decoding: try encoder.encode(machine), as: UTF8.self)
    }

    func copy<Machine: Codable & Equatable>(_ machine: Machine) throws -> Machine {
      let copy = try JSONDecoder().decode(Machine.self, from: Data(text(machine).utf8))
      precondition(copy == machine, "not the same")
      return copy
    }

    func refusal<Machine: Codable>(_ type: Machine.Type, _ text: String) -> String {
      do {
        _ = try JSONDecoder().decode(type, from: Data(text.utf8))
        return "not refused: \\(text)"
      } catch DecodingError.dataCorrupted(let context) {
        return context.debugDescription
      } catch DecodingError.keyNotFound(let key, _) {
        return "no \\(key.stringValue)"
      } catch DecodingError.typeMismatch(let type, _) {
        return "no \\(type)"
      } catch {
        return "\\(error)"
      }
    }

    """

  private func run(_ machines: [String], _ program: String, file: StaticString = #filePath, line: UInt = #line) throws
    -> String
  {
    var files = ["main.swift"]
    for (index, spec) in machines.enumerated() {
      try write(generate(spec).machine, to: "Machine\(index).swift")
      files.append("Machine\(index).swift")
    }
    try write(support + program, to: "main.swift")
    try compile(files, ["-o", "program"], file: file, line: line)
    return try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true).output
  }

  private let trip = """
    lifeline: 1
    machine: Trip
    context: {count: 1, isLong: false, patience: 2min, vehicle: {cases: [bus, train], default: bus}}
    callbacks: [left, arrived, called]
    events: [leave, arrive, call, rest]
    states:
      home: {on: {leave: {if: count > 0 or isLong or vehicle == train, to: away, do: left}}}
      away:
        after: {patience: {do: called}, 1h: home}
        on: {arrive: {to: home, do: arrived}}
        states:
          onTheWay: {defer: [call, rest], after: {10s: somewhere}}
          somewhere: {on: {call: {do: called}}}
          last: {}
    """

  func testAMachineWithoutRegions() throws {
    let output = try run(
      [trip],
      """
      var trip = Trip(context: Trip.Context(count: 3, vehicle: .train))
      print(try text(trip))
      trip.handle(.leave) { _ in }
      trip.handle(.call) { _ in }
      trip.advance(by: .seconds(4)) { _ in }
      print(try text(trip))
      var calls: [Trip.Callback] = []
      trip = try copy(trip)
      trip.advance(by: .seconds(6)) { calls.append($0) }
      print(trip.state, calls.count)
      trip.advance(by: .seconds(110)) { calls.append($0) }
      print(try copy(trip).state, calls.count)
      """)
    XCTAssertEqual(
      output,
      """
      {"context":{"count":3,"isLong":false,"patience":[120,0],"vehicle":"train"},"kept":[],"states":["home"],"timers":{}}
      {"context":{"count":3,"isLong":false,"patience":[120,0],"vehicle":"train"},"kept":["call"],"states":["away.onTheWay"],"timers":{"away":[[116,0],[3596,0]],"away.onTheWay":[[6,0]]}}
      away.somewhere 1
      away.somewhere 2

      """)
  }

  func testInvalidStoredMachinesAreRefused() throws {
    try skipTest(below: .thorough)
    let output = try run(
      [
        trip,
        """
        lifeline: 1
        machine: Clock
        context: {margin: 1s}
        states: {late: {always: {if: margin > 2s, to: late}}}
        """,
      ],
      """
      for text in [
        #"{}"#,
        #"{"states": []}"#,
        #"{"states": ["away"]}"#,
        #"{"states": ["home", "home"]}"#,
        #"{"states": ["onTheWay"]}"#,
        #"{"states": ["home\\nhome"]}"#,
        #"{"states": ["home"], "context": {"vehicle": "ship"}}"#,
        #"{"states": ["home"], "context": {"count": true}}"#,
        #"{"states": ["home"], "context": {"patience": [5]}}"#,
        #"{"states": ["home"], "timers": {"away.onTheWay": [[0, 6]]}}"#,
        #"{"states": ["away.onTheWay"], "timers": {"away.onTheWay": [[0, 6], [0, 6]]}}"#,
        #"{"states": ["away.onTheWay"], "timers": {"away.onTheWay": [[0, 0]]}}"#,
        #"{"states": ["away.onTheWay"], "timers": {"away.onTheWay": [[-1, 0]]}}"#,
        #"{"states": ["away.onTheWay"], "timers": {"away.onTheWay": [[10, 1]]}}"#,
        #"{"states": ["away.onTheWay"], "timers": {"away.onTheWay": [[9223372036854775807, 0]]}}"#,
        #"{"states": ["away.onTheWay"], "timers": {"away.onTheWay": [[9223372036854775807, 9223372036854775807]]}}"#,
        #"{"states": ["away.onTheWay"], "timers": {"away.onTheWay": [[1, -5]]}}"#,
        #"{"states": ["away.onTheWay"], "timers": {"away.onTheWay": [[1, 1000000000000000000]]}}"#,
        #"{"states": ["away.onTheWay"], "timers": {"away": [[5000, 0], [3601, 0]]}}"#,
        #"{"states": ["home"], "context": {"patience": [1, -5]}}"#,
        #"{"states": ["home"], "context": {"patience": [0, 0]}}"#,
        #"{"states": ["home"], "context": {"patience": [-1, -5]}}"#,
        #"{"states": ["away.onTheWay"], "timers": {"away.somewhere": [[0, 6]]}}"#,
        #"{"states": ["away.onTheWay"], "timers": {"nowhere": [[0, 6]]}}"#,
        #"{"states": ["away.onTheWay"], "kept": ["leave"]}"#,
        #"{"states": ["away.somewhere"], "kept": ["call"]}"#,
        #"{"states": ["away.onTheWay"], "kept": ["call", "call"]}"#,
      ] {
        print(refusal(Trip.self, text))
      }
      // Fields that the stored machine doesn't have get their defaults, and timers that it doesn't have are spent.
      let text = #"{"states": ["away.onTheWay"], "context": {"patience": [0, 1], "count": 2}, "kept": ["call"]}"#
      let trip = try JSONDecoder().decode(Trip.self, from: Data(text.utf8))
      print(trip.state, trip.context.count, trip.context.vehicle, trip.timeUntilNextTimer as Any)
      // A field may be shorter than the rest of the timer that it armed.
      let times = #"{"states": ["away.onTheWay"], "context": {"patience": [0, 5]}, "timers": {"away": [[5000, 1], [3600, 0]], "away.onTheWay": [[10, 0]]}}"#
      print(try text(copy(JSONDecoder().decode(Trip.self, from: Data(times.utf8)))))
      // The length of no timer may be negative.
      print(try text(copy(Clock(resumingIn: .late, context: Clock.Context(margin: .seconds(-1))))))
      """)
    XCTAssertEqual(
      output,
      """
      no states
      Trip cannot be in []
      Trip cannot be in ["away"]
      Trip cannot be in ["home", "home"]
      Trip cannot be in ["onTheWay"]
      Trip cannot be in ["home\\nhome"]
      vehicle cannot be ship
      no Int
      [5] is no length of a timer
      no such timers can run
      no such timers can run
      [0, 0] cannot be the time that is left to a timer
      [-1, 0] cannot be the time that is left to a timer
      [10, 1] cannot be the time that is left to a timer
      [9223372036854775807, 0] cannot be the time that is left to a timer
      [9223372036854775807, 9223372036854775807] cannot be the time that is left to a timer
      [1, -5] cannot be the time that is left to a timer
      [1, 1000000000000000000] cannot be the time that is left to a timer
      [3601, 0] cannot be the time that is left to a timer
      [1, -5] is no length of a timer
      [0, 0] is no length of a timer
      [-1, -5] is no length of a timer
      no such timers can run
      no such timers can run
      leave can't be deferred, or not twice
      call can't be deferred, or not twice
      call can't be deferred, or not twice
      away.onTheWay 2 bus nil
      {"context":{"count":1,"isLong":false,"patience":[0,5],"vehicle":"bus"},"kept":[],"states":["away.onTheWay"],"timers":{"away":[[5000,1],[3600,0]],"away.onTheWay":[[10,0]]}}
      {"context":{"margin":[-1,0]},"states":["late"]}

      """)
  }

  func testAMachineWithRegionsAndHistories() throws {
    let player = """
      lifeline: 1
      machine: Player
      callbacks: [a]
      events: [leave, deep, shallow, next, turn, exactly, roughly, late]
      states:
        off: {on: {deep: deep, shallow: shallow, turn: book, exactly: exactly, roughly: roughly}}
        on:
          on: {leave: off}
          regions:
            sound:
              states: {loud: {on: {next: quiet}}, quiet: {defer: late, on: {next: end}}, end: {final: true}}
            picture:
              states: {still: {after: {5s: moving}}, moving: {on: {late: {do: a}}}}
            deep: {history: deep, default: quiet}
            shallow: {history: shallow, default: quiet}
        book:
          on: {leave: off}
          states:
            cover: {on: {turn: second}}
            chapter: {states: {first: {}, second: {}, none: {}}}
            exactly: {history: deep, default: cover}
            roughly: {history: shallow, default: cover}
      """
    let output = try run(
      [player],
      """
      var player = Player()
      print(player.states)
      player.handle(.deep) { _ in }
      player.advance(by: .seconds(2)) { _ in }
      player.handle(.late) { _ in }
      print(try text(player))
      player = try copy(player)
      player.advance(by: .seconds(3)) { print($0) }
      print(try copy(player).states)
      player.handle(.leave) { _ in }
      player.handle(.turn) { _ in }
      player.handle(.turn) { _ in }
      player.handle(.leave) { _ in }
      print(try text(player))
      for event in [Player.Event.deep, .shallow, .exactly, .roughly] {
        var player = try copy(player)
        player.handle(event) { _ in }
        print(player.states)
      }
      for text in [
        #"{"states": ["on.sound.loud"]}"#,
        #"{"states": ["on.sound.loud", "on.sound.quiet"]}"#,
        #"{"states": ["on.sound.loud", "off"]}"#,
        #"{"states": ["on.sound", "on.picture"]}"#,
        #"{"states": ["on.sound.loud", "on.sound.loud"]}"#,
        #"{"states": ["off"], "histories": {"on.deep": ["on.sound.loud"]}}"#,
        #"{"states": ["off"], "histories": {"on.deep": ["off"]}}"#,
        #"{"states": ["off"], "histories": {"on.deep": []}}"#,
        #"{"states": ["off"], "histories": {"on.shallow": ["on.sound"]}}"#,
        #"{"states": ["off"], "histories": {"book.exactly": ["book.chapter"]}}"#,
        #"{"states": ["off"], "histories": {"book.exactly": ["book.cover", "book.cover"]}}"#,
        #"{"states": ["off"], "histories": {"book.roughly": ["book.chapter.first"]}}"#,
        #"{"states": ["off"], "histories": {"book.nope": ["book.chapter"]}}"#,
        #"{"states": ["on.sound.loud", "on.picture.still"], "timers": {"on.picture.still": [[5, 1]]}}"#,
      ] {
        print(refusal(Player.self, text))
      }
      """)
    XCTAssertEqual(
      output,
      """
      [off]
      {"histories":{},"kept":["late"],"states":["on.sound.quiet","on.picture.still"],"timers":{"on.picture.still":[[3,0]]}}
      a
      [on.sound.quiet, on.picture.moving]
      {"histories":{"book.exactly":["book.chapter.second"],"book.roughly":["book.chapter"],"on.deep":["on.sound.quiet","on.picture.moving"],"on.shallow":[]},"kept":[],"states":["off"],"timers":{}}
      [on.sound.quiet, on.picture.moving]
      [on.sound.loud, on.picture.still]
      [book.chapter.second]
      [book.chapter.first]
      Player cannot be in ["on.sound.loud"]
      Player cannot be in ["on.sound.loud", "on.sound.quiet"]
      Player cannot be in ["on.sound.loud", "off"]
      Player cannot be in ["on.sound", "on.picture"]
      Player cannot be in ["on.sound.loud", "on.sound.loud"]
      ["on.sound.loud"] can't be remembered
      ["off"] can't be remembered
      [] can't be remembered
      ["on.sound"] can't be remembered
      ["book.chapter"] can't be remembered
      ["book.cover", "book.cover"] can't be remembered
      ["book.chapter.first"] can't be remembered
      there is no such history
      [5, 1] cannot be the time that is left to a timer

      """)
  }

  func testHistoriesWithoutRegions() throws {
    let book = """
      lifeline: 1
      machine: Book
      events: [turn, leave, exactly, roughly]
      states:
        shelf: {on: {turn: open, exactly: exactly, roughly: roughly}}
        open:
          on: {leave: shelf}
          states:
            cover: {on: {turn: second}}
            chapter: {states: {first: {}, second: {}, none: {}}}
            exactly: {history: deep, default: cover}
            roughly: {history: shallow, default: cover}
      """
    let output = try run(
      [book],
      """
      var book = Book()
      book.handle(.turn) { _ in }
      book.handle(.turn) { _ in }
      book.handle(.leave) { _ in }
      print(try text(book))
      for event in [Book.Event.exactly, .roughly] {
        var book = try copy(book)
        book.handle(event) { _ in }
        print(book.state)
      }
      print(refusal(Book.self, #"{"states": ["shelf"], "histories": {"open.exactly": ["shelf"]}}"#))
      print(refusal(Book.self, #"{"states": ["shelf"], "histories": {"open.roughly": ["open.chapter.second"]}}"#))
      """)
    XCTAssertEqual(
      output,
      """
      {"histories":{"open.exactly":["open.chapter.second"],"open.roughly":["open.chapter"]},"states":["shelf"]}
      open.chapter.second
      open.chapter.first
      ["shelf"] can't be remembered
      ["open.chapter.second"] can't be remembered

      """)
  }

  func testPathsOfManyStatesAreFound() throws {
    try skipTest(below: .thorough)
    func ring(_ name: String, _ count: Int) -> String {
      let states = (0..<count).map { "  s\($0): {on: {go: s\(($0 + 1) % count)}}\n" }
      return "lifeline: 1\nmachine: \(name)\nevents: [go]\nstates:\n" + states.joined()
    }
    let output = try run(
      [ring("Few", 256), ring("Many", 257)],
      """
      print(Few.State.allCases.allSatisfy { Few.State($0.description) == $0 }, Few.State("s256") == nil)
      print(Many.State.allCases.allSatisfy { Many.State($0.description) == $0 }, Many.State("s257") == nil)
      print(Few.AnyState.self == Few.State.self, Many.AnyState.allCases.count, Few.State.s3, Many.State.s256)
      """)
    XCTAssertEqual(output, "true true\ntrue true\ntrue 257 s3 s256\n")
  }

  func testStoredPathsAreFound() throws {
    let output = try run(
      [trip],
      """
      print(Trip.State.onTheWay, Trip.AnyState.away, Trip.State("away.onTheWay") == .onTheWay)
      print(Trip.State("away") == nil, Trip.AnyState("away") == .away, Trip.AnyState("") == nil)
      print(Trip.AnyState("away.onTheWa") == nil, Trip.AnyState("away.onTheWay\\n") == nil)
      print(Trip.State("away.last") == .last, Trip.State("away.lastly") == nil)
      """)
    XCTAssertEqual(output, "away.onTheWay away true\ntrue true true\ntrue true\ntrue true\n")
  }
}
