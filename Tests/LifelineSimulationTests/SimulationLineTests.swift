import LifelineLanguage
import LifelineModel
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineSimulation

/// The lines that a simulation reads, and the messages about those that it can't carry out.
final class SimulationLineTests: SimulationTestCase {
  func testValuesOutsideOfRanges() throws {
    var simulation = try simulate(
      """
      lifeline: 1
      machine: Queue
      context:
        guests: {default: 0, range: 0...9}
        waiting: {default: 1, private: true, range: 0...2}
        patience: {default: 5s, range: 1s...5min}
      events: [come]
      states: {open: {on: {come: {if: guests < 9, do: {set: {waiting: waiting + 1}}}}, after: {patience: open}}}
      """)
    let lines = simulation.answer("show").lines
    let facts = "  facts: guests=0 (0...9), waiting=1 (private, 0...2), patience=5s (1s...5min)"
    XCTAssertTrue(lines.contains(facts), "\(lines)")
    let outside = "`10` lies outside of `0...9`, the range of `guests`; write a value from `0` to `9`"
    XCTAssertEqual(simulation.answer("set guests=10").mistake?.message, outside)
    XCTAssertEqual(simulation.answer("given guests=10").mistake?.message, outside)
    XCTAssertEqual(
      simulation.answer("given open waiting=-1").mistake?.message,
      "`-1` lies outside of `0...2`, the range of `waiting`; write a value from `0` to `2`")
    XCTAssertEqual(
      simulation.answer("set patience=6min").mistake?.message,
      "`6min` lies outside of `1s...5min`, the range of `patience`; write a value from `1s` to `5min`")
    XCTAssertNil(simulation.answer("set guests=8 patience=5min").mistake)
    XCTAssertNil(simulation.answer("come").mistake)
    XCTAssertEqual(
      simulation.answer("come").mistake?.message,
      "nothing was done: Queue sets `waiting` to 3, outside of 0...2 (see Context)")
  }

  /// Each message says what is wrong and what to write instead.
  func testMessages() throws {
    let simulation = try simulate(simulatedSpec)
    let messages: KeyValuePairs = [
      "entr": "there is no event and no command `entr`; did you mean `enter`?",
      "Enter": "there is no event and no command `Enter`; did you mean `enter`?",
      "exit": "there is no event and no command `exit`; did you mean `quit`?",
      "start": "there is no event and no command `start`; did you mean `restart`?",
      "xyzzy": "there is no event and no command `xyzzy`; `show` lists the events, `help` the commands",
      "enter(1)": "there is no event `enter(1)`; write `enter`, and after it the arguments as `name=value`",
      "rush": "`rush` is an internal event, which only the machine raises; declare it in `events` to send it",
      "isOpen=false": "`isOpen` is a context field; to change it, write `set isOpen=false`",
      "send": "name the event after `send`, as in `send EVENT`",
      "enter now": "`enter` has no parameters; leave `now` out",
      "enter at=3": "there is no parameter `at` of `enter`, which has none",
      "buy": "`buy` needs `name`, `count`; write `buy name=… count=…`",
      "buy count=1": "`buy` needs `name`, a text such as `\"text\"`; write `buy name=… count=1`",
      "buy apple 1": "`apple` has no name; write `buy name=…`, and a text with spaces in double quotes",
      "buy nam=a count=1": "there is no parameter `nam` of `buy`; did you mean `name`?",
      "buy xyzzy=a": "there is no parameter `xyzzy` of `buy`; there are `name`, `count`",
      "buy count=1 count=2": "`count` is given twice; leave one out",
      "buy name=a count=1.5": "`1.5` is no value of `count`, which is a whole number such as `12`",
      "buy name=a count=9223372036854775808":
        "`9223372036854775808` is no value of `count`, which is a whole number such as `12`",
      "leave reason=soldout":
        "`soldout` is no value of `reason`, which is one of `tooLate`, `soldOut`; did you mean `soldOut`?",
      "leave soldOut": "`soldOut` has no name; write `leave reason=soldOut`, and a text with spaces in double quotes",
      "wait x":
        "`x` is not a length of time such as `250ms`, `5s`, `2min` or `1h`, above zero and below 2^63 milliseconds",
      "wait 5 minutes":
        "`5minutes` is not a length of time such as `250ms`, `5s`, `2min` or `1h`, above zero and below 2^63 milliseconds; "
        + "did you mean `5min`?",
      "wait 0s":
        "`0s` is not a length of time such as `250ms`, `5s`, `2min` or `1h`, above zero and below 2^63 milliseconds",
      "wait 99999999999999999999h":
        "`99999999999999999999h` is not a length of time such as `250ms`, `5s`, `2min` or `1h`, above zero and below 2^63 "
        + "milliseconds",
      "wait": "no timer runs; write how long to wait, as in `wait 5s`",
      "set": "write the field and its value after `set`, as in `set field=value`",
      "set isOpen": "`isOpen` has no field; write `field=value`, and a text with spaces in double quotes",
      "set isOpn=true": "there is no context field `isOpn`; did you mean `isOpen`?",
      "set isOpen treu": "`treu` is no value of `isOpen`, which is `true` or `false`; did you mean `true`?",
      "set stock=3":
        "`stock` is `private`: only actions set it; send the events that change it, or write `given STATE stock=3`",
      "set system=18":
        "`system` is `fixed`: it keeps the value with which the machine begins; write `given system=18`",
      "set isOpen=true isOpen=false": "`isOpen` is given twice; leave one out",
      "given bussy": "there is no state `bussy`; did you mean `busy`?",
      "given isOpen": "there is no state `isOpen`; to give a field a value, write `isOpen=…`",
      "given last": "`busy.clerk.last` is a history pseudo-state, which is never active; name a state",
      "given stock=1":
        "`stock` is `private`: the machine starts with its default; name a state, as in `given STATE stock=1`",
      "given empty busy": "nothing was done: Shop cannot be in these states together (see Scenarios)",
      "undo": "there is nothing to take back",
      "undo x": "`x` is no number of steps; write `undo`, or `undo 3`",
      "undo 0": "`0` is no number of steps; write `undo`, or `undo 3`",
      "quit now": "`quit` takes nothing; leave `now` out",
      "save": "write a name for the scenario after `save`, as in `save a pause`",
      "save a\u{7}": "a scenario's name must be a text on one line without control characters",
      "buy name=\"a": "this quote isn't closed; write `\"` after the text",
      "buy name=\"a\"b":
        "a word goes on after its closing quote; write a space between them, or `\\\"` for a quote in a text",
      "buy name=\"\\x\"": "`\\x` means nothing in a text; write `\\\\` for a backslash",
      "buy name=\"\\ud800\"":
        "`\\ud800` is no character; write four hexadecimal digits, such as `\\u00e9`, or eight, such as `\\U0001f600`",
    ]
    for (line, message) in messages {
      var copy = simulation
      let answer = copy.answer(line)
      XCTAssertEqual(answer.mistake?.message, message, line)
      XCTAssertEqual(answer.mistake?.kind.code, message.hasPrefix("nothing was done") ? "L652" : "L650", line)
      XCTAssertEqual(answer.lines, [], line)
      XCTAssertEqual(copy.text.situation, simulation.text.situation, line)
    }
  }

  func testPartsAreNotSentEvents() throws {
    let bell =
      "lifeline: 1\nmachine: Bell\ncallbacks: [ring]\nevents: [press]\nstates: {a: {on: {press: {do: ring}}}}\n"
    let part = try XCTUnwrap(SpecReader.read(bytes: Array(bell.utf8), path: "Bell.yaml").machine)
    var house = try simulate(
      """
      lifeline: 1
      machine: House
      parts: {bell: Bell.yaml}
      events: [visit]
      states: {quiet: {on: {visit: {do: {bell: press}}}}}

      """, using: ["Bell.yaml": .machine(part)])
    XCTAssertEqual(
      answers(of: &house, to: "bell.press", "visit"),
      [
        "`bell.press` is an event of the part `bell`, which only the machine sends; send an event of House itself [L650]",
        "visit: [bell.ring]", "in quiet, bell.a", "  visit  stays: bell.ring",
      ])
  }

  func testFormsOfOneCommand() throws {
    let simulation = try simulate(simulatedSpec)
    let alike = [
      ["set isOpen=false", "set isOpen false", "\tset  isOpen=\"false\" "],
      ["wait 5s", "wait 5 s", "wait 5000ms"], ["save a b", "save \"a b\"", "save  a b  "],
      ["enter", "send enter", " enter"], ["given busy idle", "given busy, busy.clerk.idle"],
      ["", "  ", "# enter", "  # enter"], ["buy name=a count=1", "buy count=1 name=\"a\""],
      ["buy name=\"\\u0061=\\\"\\\\\" count=1", "buy count=1 name=a=\"\\\\".replacing("\"\\\\", with: "\"\\")],
    ]
    for lines in alike {
      let commands = try lines.map { try simulation.reader.command($0) }
      XCTAssertTrue(commands.allSatisfy { $0 == commands[0] }, "\(lines)")
    }
    XCTAssertEqual(try simulation.reader.command("save it's \"done\""), .save("it's \"done\""))
    XCTAssertEqual(try simulation.reader.command("save \"a\" and \"b\""), .save("\"a\" and \"b\""))
    XCTAssertEqual(try simulation.reader.command("undo 3"), .undo(3))
    XCTAssertEqual(try simulation.reader.command("wait"), .waitForTimer)
    guard case .perform(.send) = try simulation.reader.command("send save") else { return XCTFail("no event is sent") }
  }

  /// No line is a reason to crash.
  func testAnyLineHasAnAnswer() throws {
    var random = SplitMix64(seed: testSeed(default: 20))
    let pieces = [
      "enter", "buy", "name=", "count=", "\"", "\\", "=", " ", "  ", "given", "wait", "set", "undo", "save ", "send ",
      "stock",
      "5s", "-1", "9999999999999999999", "\u{0}", "\u{1B}[2J", "é", "e\u{301}", "👩‍👩‍👧", "\u{202E}", "\u{E0041}",
      "\u{FFFE}", ",", "#",
      "busy.clerk",
      "true", "\t", "\\u00", "restart",
    ]
    var simulation = try simulate(simulatedSpec)
    for _ in 0..<3_000 {
      let line = (0..<random.below(7)).map { _ in random.element(pieces) }.joined()
      let answer = simulation.answer(line)
      XCTAssertFalse(answer.isEnd)
    }
    for line in [String(repeating: "x", count: 60_000), "save " + String(repeating: "\"", count: 60_000)] {
      _ = simulation.answer(line)
    }
  }
}
