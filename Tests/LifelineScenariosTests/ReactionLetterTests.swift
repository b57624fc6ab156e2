import LifelineInterpreter
import LifelineModel
import LifelineScenarios
import TestSupport
import XCTest

/// The order of what happens in a reaction, as promises see it.
final class ReactionLetterTests: XCTestCase {
  private let door = """
    lifeline: 1
    machine: Door
    parts: {lock: Lock.yaml}
    callbacks: [leave, arrive, greet]
    events: [open, knock, reset]
    states:
      shut: {exit: leave, on: {open: {to: ajar, do: arrive}, reset: {do: [leave, {restart: lock}, greet]}}}
      ajar: {entry: greet, always: wide}
      wide: {on: {knock: {do: greet}}}
    """
  private let lock = """
    lifeline: 1
    machine: Lock
    callbacks: [click]
    events: [turn]
    states: {free: {on: {turn: {do: click}}}}
    """

  /// Sends an event to the machine after its start, and returns what happens: calls, `+` and the states that are entered, which for
  /// a part has no name, `!` and events, `new` for a part that is made new, and `end`.
  private func letters(after name: String) throws -> [String] {
    let machine = try TestSupport.machine(door, using: ["Lock.yaml": lock])
    var interpreter = Interpreter(MachineIndex.build(for: machine))
    _ = interpreter.start()
    let event = try XCTUnwrap(machine.events.firstIndex { $0.name == name }.map { ID<Event>($0) })
    var recorder = EntryRecorder()
    let reaction = interpreter.send(event, observer: &recorder)
    let letters = LifelineScenarios.letters(
      of: reaction, recorder.entries, sending: event, ends: interpreter.snapshot.isFinished)
    return letters.map { letter in
      switch letter.letter {
      case .happening(.call(let callback)): machine[callback].name
      case .happening(.entry(let state)): "+" + machine[state].name
      case .happening(.event(let event)): "!" + machine[event].name
      case .restart: "new"
      case .end: "end"
      }
    }
  }

  func testAStateIsEnteredAfterTheCallsOfItsEntry() throws {
    XCTAssertEqual(try letters(after: "open"), ["!open", "leave", "arrive", "greet", "+ajar", "+wide"])
  }

  func testAPartThatIsMadeNewEntersItsStatesAfterwards() throws {
    XCTAssertEqual(try letters(after: "reset"), ["!reset", "leave", "new", "+", "+free", "greet"])
  }

  func testAnEventThatIsIgnoredDoesNotHappen() throws {
    XCTAssertEqual(try letters(after: "knock"), [])
  }

  func testEntriesBeforeARestartKeepTheirPlaces() {
    let (first, second) = (ID<Callback>(0), ID<Callback>(1))
    let letters = LifelineScenarios.letters(
      of: [first, second], [.restarted(ID(0), callCount: 1)],
      [.init(state: ID(0), callCount: 0), .init(state: ID(1), callCount: 1), .init(state: ID(2), callCount: 2)],
      handling: nil, ends: true)
    XCTAssertEqual(
      letters.map(\.letter),
      [
        .happening(.entry(ID(0))), .happening(.call(first)), .restart(ID(0)), .happening(.entry(ID(1))),
        .happening(.call(second)), .happening(.entry(ID(2))), .end,
      ])
    XCTAssertEqual(letters.map(\.call), [nil, 0, nil, nil, 1, nil, nil])
  }
}
