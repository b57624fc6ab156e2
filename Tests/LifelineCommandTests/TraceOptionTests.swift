import Foundation
import TestSupport
import XCTest

/// The options of `lifeline trace`.
final class TraceOptionTests: TraceTestCase {
  func testSenselessCommandLines() throws {
    try skipTest(below: .thorough)
    try writeScreen()
    try write(Self.step, to: "Step.yaml")
    try write("a\nb\n", to: "step.log")
    for (arguments, message) in [
      ([], "Name a spec"), (["Screen.yaml"], "Name the logs"),
      (["Screen.yaml", "-", "-"], "only be read once"),
      (["Screen.yaml", "device.log", "--scenario", "--verdicts"], "exclude each other"),
      (["Screen.yaml", "device.log", "--summary", "x"], "needs no spec"),
      (["--summary", "x", "--by", "y"], "--by judges logs"),
      (["--summary", "x", "--from", "anywhere"], "--from judges"),
      (["--summary", "x", "--observing", "y"], "--observing"), (["--summary", "x", "--without", "y"], "--without"),
      (["--summary", "x", "--as", "y=z"], "--as"), (["--summary", "x", "--given", "y=z"], "--given"),
      (["--summary", "x", "--only", "y"], "--only"), (["--summary", "x", "--scenario"], "--scenario"),
      (["--summary", "x", "--coverage"], "--coverage"), (["--summary", "x", "--first"], "--first"),
      (["--summary", "x", "--verdicts"], "--verdicts"), (["--summary", "x", "--log-format", "text"], "--log-format"),
      (["Screen.yaml", "device.log", "--verdicts", "--coverage"], "exclude each other"),
      (["Screen.yaml", "device.log", "--verdicts", "--format", "json"], "both write to standard output"),
      (["Screen.yaml", "device.log", "--diagnostics", "sarif", "--format", "json"], "both write to standard output"),
      (["Screen.yaml", "device.log", "--verdicts", "--diagnostics", "sarif"], "--diagnostics sarif"),
      (["Screen.yaml", "device.log", "--scenario", "--diagnostics", "github"], "--scenario and --diagnostics github"),
      (["Screen.yaml", "device.log", "--observing", "delegat"], "did you mean `delegate`"),
      (["Screen.yaml", "device.log", "--without", "viewDidLod"], "did you mean `viewDidLoad`"),
      (
        ["Screen.yaml", "device.log", "--observing-events", "leve"],
        "--observing-events: Screen has no event `leve`; did"
      ),
      (
        ["Screen.yaml", "device.log", "--event-pattern", "sent"],
        "--event-pattern: `sent` finds no events: it has no group"
      ),
      (
        ["Screen.yaml", "device.log", "--state-pattern", "sent"],
        "--state-pattern: `sent` finds no states: it has no group"
      ),
      (
        ["Screen.yaml", "device.log", "--call-pattern", "sent"],
        "--call-pattern: `sent` finds no calls: it has no group"
      ),
      (["Screen.yaml", "device.log", "--call-pattern", "("], "--call-pattern: `(` finds no calls"),
      (["--summary", "x", "--observing-events", "y"], "--observing-events judges"),
      (["--summary", "x", "--observing-states"], "--observing-states judges"),
      (
        ["Screen.yaml", "device.log", "--state-pattern", "now in"],
        "--state-pattern: `now in` finds no states: it has no group"
      ),
      (["Screen.yaml", "device.log", "--given", "iOS"], "has no value"),
      (["Screen.yaml", "device.log", "--given", "iOS=1"], "no context field `iOS`"),
      (["Step.yaml", "step.log", "--given", "old=maybe"], "`maybe` is no value of `old`"),
      (["Screen.yaml", "device.log", "--as", "x=y"], "has no parts"),
      (["Screen.yaml", "device.log", "--by", "("], "not a regular expression"),
      (["Screen.yaml", "device.log", "--by", "user=[0-9]+"], "has no group"),
      (["Screen.yaml", "device.log", "--only", "DetailViewControler"], "did you mean 'DetailViewController'"),
      (["Screen.yaml", "device.log", "--from", "here"], "from"),
    ] {
      let result = try lifeline(["trace"] + arguments)
      XCTAssertEqual(result.status, 64, "\(arguments)")
      // A document, if one was asked for, says what is wrong.
      let text = arguments.contains("json") ? result.output : result.errors
      XCTAssertTrue(text.contains(message), "\(arguments): \(text)")
    }
  }

  func testEvents() throws {
    try writeScreen()
    let log = "-[A viewDidLoad]\n-[A viewWillAppear:]\nevent A.leave\n-[A viewDidAppear:]\n"
    try write(log, to: "events.log")
    let events = ["--observing-events", "show", "--observing-events", "leave"]
    XCTAssertEqual(try lifeline("trace", "Screen.yaml", "events.log").status, 0)
    let missing = try lifeline(["trace", "Screen.yaml", "events.log"] + events)
    XCTAssertEqual(missing.status, 1)
    XCTAssertTrue(missing.errors.contains("cheapest repair: the event `show` is missing"), missing.errors)
    try write("event A.show\n" + log, to: "events.log")
    let whole = try lifeline(["trace", "Screen.yaml", "events.log", "--verdicts"] + events)
    XCTAssertEqual(whole.status, 0, whole.errors)
    XCTAssertTrue(whole.output.contains(#""calls":3,"events":2"#), whole.output)

    // The spec and its configuration can say so, too.
    try write("limit: 100\ntraces: [{log: events.log, spec: Screen.yaml, observingEvents: all}]\n", to: "lifeline.yaml")
    XCTAssertTrue(try lifeline("check", "Screen.yaml").errors.contains("the event `arrive` is missing"))
    try write("traces: [{log: events.log, spec: Screen.yaml, eventPattern: x}]\n", to: "lifeline.yaml")
    XCTAssertTrue(
      try lifeline("check", "Screen.yaml").errors.contains("error: `x` finds no events: it has no group"))
    let screen = try text(of: folder.appending(path: "Screen.yaml"))
    try write(screen + "observing: {events: [show, leave, arrive]}\n", to: "Screen.yaml")
    try write("traces: [{log: events.log, spec: Screen.yaml, violates: nobody arrives}]\n", to: "lifeline.yaml")
    XCTAssertEqual(try lifeline("check", "Screen.yaml").status, 0)
    let declared = try lifeline("trace", "Screen.yaml", "events.log")
    XCTAssertTrue(declared.errors.contains("the event `arrive` is missing"), declared.errors)
  }

  func testStates() throws {
    try writeScreen()
    try write("viewDidLoad\nviewWillAppear:\nnow in hidden\nviewDidAppear:\n", to: "states.log")
    XCTAssertEqual(try lifeline("trace", "Screen.yaml", "states.log").status, 0)
    let pattern = ["--state-pattern", "now in ([a-z]+)", "--verdicts"]
    let shown = try lifeline(["trace", "Screen.yaml", "states.log"] + pattern)
    XCTAssertEqual(shown.status, 1)
    XCTAssertTrue(shown.output.contains(#""states":1"#), shown.output)
    XCTAssertTrue(shown.output.contains(#""state":"hidden""#), shown.output)
    XCTAssertTrue(shown.output.contains(#""expectedStates":["loaded.appearing""#), shown.output)
    try write(shown.output + shown.output, to: "verdicts.ndjson")
    let sum = try lifeline("trace", "--summary", "verdicts.ndjson")
    XCTAssertTrue(sum.output.contains("2 states"), sum.output)

    // A configuration can say so, too.
    for settings in ["statePattern: 'now in ([a-z]+)'", "observingStates: true"] {
      try write("traces: [{log: states.log, spec: Screen.yaml, \(settings)}]\n", to: "lifeline.yaml")
      try write("viewDidLoad\nviewWillAppear:\nnow in hidden\nstate unloaded\n", to: "states.log")
      XCTAssertTrue(try lifeline("check", "Screen.yaml").errors.contains("was seen where it cannot be"), settings)
    }
  }

  func testGivenValues() throws {
    try write(Self.step, to: "Step.yaml")
    try write("a\nb\nc\n", to: "step.log")
    let free = try lifeline("trace", "Step.yaml", "step.log")
    XCTAssertEqual(free.status, 0, free.errors)
    XCTAssertTrue(free.output.hasPrefix("step.log: only `old: true` explains this session\n"), free.output)
    XCTAssertEqual(try lifeline("trace", "Step.yaml", "step.log", "--given", "old=false").status, 1)
    XCTAssertEqual(try lifeline("trace", "Step.yaml", "step.log", "--observing", "c").status, 0)
    try write("c\n", to: "c.log")
    XCTAssertEqual(try lifeline("trace", "Step.yaml", "c.log", "--observing", "other").status, 0)
    XCTAssertEqual(try lifeline("trace", "Step.yaml", "c.log").status, 1)
    // A listed log is held against a part of the whole exploration.
    for (old, status) in [(true, Int32(0)), (false, 1)] {
      try write("traces: [{log: step.log, spec: Step.yaml, given: {old: \(old)}}]\n", to: "lifeline.yaml")
      XCTAssertEqual(try lifeline("check", "Step.yaml").status, status)
    }
  }

  /// A guard compares the lower of two numbers, so exploration tries none of the numbers by itself.
  func testAGivenValueThatNoGuardNames() throws {
    try write(
      """
      lifeline: 1
      machine: Saver
      context: {target: {default: 28, fixed: true}, device: {default: 28, fixed: true}}
      callbacks: [early, late]
      events: [go]
      states: {a: {on: {go: {do: [{if: "min(target, device) >= 28", do: late, else: early}]}}}}

      """, to: "Saver.yaml")
    try write("late\n", to: "late.log")
    try write("early\n", to: "early.log")
    for (log, target, status) in [("late", 31, Int32(0)), ("late", 21, 1), ("early", 21, 0)] {
      let result = try lifeline("trace", "Saver.yaml", "\(log).log", "--given", "target=\(target)")
      XCTAssertEqual(result.status, status, "\(log) \(target): \(result.errors)")
    }
  }

  func testParts() throws {
    try write(
      """
      lifeline: 1
      machine: View
      callbacks: {will: {selector: "will:"}, did: {needs: will}}
      events: [show, finish]
      states:
        off: {on: {show: {to: on, do: will}}}
        on: {on: {finish: {to: off, do: did}}}

      """, to: "View.yaml")
    try write(
      """
      lifeline: 1
      machine: Navigation
      parts: {root: View.yaml, detail: View.yaml}
      callbacks: {pushed: , detail.will: {needs: root.will}}
      events: [push, finish]
      states:
        apart: {on: {push: {to: both, do: [{root: show}, {detail: show}, pushed]}}}
        both: {on: {finish: {to: apart, do: [{detail: finish}, {root: finish}]}}}

      """, to: "Navigation.yaml")
    try write("-[R will:]\n-[D will:]\npushed\n-[D did]\n-[R did]\n", to: "a.log")
    func trace(_ arguments: String...) throws -> ProcessResult {
      try lifeline(["trace", "Navigation.yaml"] + arguments)
    }
    // Without `--as`, a line may be either part's.
    XCTAssertEqual(try trace("a.log").status, 0)
    XCTAssertEqual(try trace("a.log", "--as", "root=R", "--as", "detail=D").status, 0)
    XCTAssertEqual(try trace("a.log", "--as", "detail=D").status, 0)
    let swapped = try trace("a.log", "--as", "root=D", "--as", "detail=R", "--first")
    XCTAssertEqual(swapped.status, 1)
    XCTAssertTrue(swapped.errors.contains("could have come: `root.will:`"), swapped.errors)
    XCTAssertTrue(
      swapped.errors.contains("Navigation.yaml:4:44: note: `detail.will` needs `root.will`"), swapped.errors)
    // The name of a part stands for all of its channels.
    try write("-[R will:]\npushed\n-[R did]\n", to: "root.log")
    let parts = ["root.log", "--as", "root=R", "--as", "detail=D", "--observing"]
    XCTAssertEqual(try lifeline(["trace", "Navigation.yaml"] + parts + ["root"]).status, 0)
    XCTAssertEqual(try lifeline(["trace", "Navigation.yaml"] + parts + ["detail"]).status, 1)
    // A receiver that is no part makes only calls of the machine itself.
    XCTAssertTrue(try trace("a.log", "--as", "root=R", "--as", "detail=X").output.contains("3 calls, 2 other lines"))
    try write(
      """
      {"callback": "root.will"}
      {"callback": "will", "part": "detail"}
      {"callback": "pushed"}
      {"callback": "did", "class": "D"}

      """, to: "a.ndjson")
    XCTAssertEqual(try trace("a.ndjson", "--as", "detail=D").status, 0)
    XCTAssertEqual(try trace("a.ndjson", "--as", "root=D").status, 1)
    // An instance is a part, and no session of its own.
    try write(
      """
      {"callback": "will", "instance": 1}
      {"callback": "will", "instance": 2}
      {"callback": "pushed"}
      {"callback": "did", "instance": 2}
      {"callback": "did", "instance": 1}

      """, to: "b.ndjson")
    let whole = try trace("b.ndjson", "--as", "root=1", "--as", "detail=2")
    XCTAssertEqual(whole.status, 0, whole.errors)
    XCTAssertTrue(whole.output.hasPrefix("sessions: 1 conforms, 0 violate"), whole.output)
    XCTAssertEqual(try trace("b.ndjson", "--as", "root=2", "--as", "detail=1").status, 1)
    try write(
      "{\"callback\": \"will\", \"part\": \"detial\"}\n{\"callback\": \"did\", \"part\": \"detial\"}\n", to: "c.ndjson")
    let misspelt = try trace("c.ndjson").errors
    XCTAssertTrue(
      misspelt.contains(
        "c.ndjson:1:1: warning: `detial` is no part of Navigation, so calls of it are not judged; did you mean `detail`? [L952]"
      ), misspelt)
    XCTAssertEqual(misspelt.components(separatedBy: "[L952]").count, 2, misspelt)
    XCTAssertTrue(try trace("a.log", "--as", "rot=R").errors.contains("has no part `rot`; did you mean `root`?\n"))
  }

  func testOptionsThatNoCallFits() throws {
    try writeScreen()
    try write("-[VC viewDidLoad]\n-[VC viewWillAppear:]\n", to: "vc.log")
    let key = try lifeline("trace", "Screen.yaml", "vc.log", "--by", "user=([0-9]+)")
    XCTAssertTrue(
      key.errors.contains(
        "vc.log: warning: no call has the key `user=([0-9]+)`, so all calls of a file are one session [L957]"),
      key.errors)
    XCTAssertFalse(try lifeline("trace", "Screen.yaml", "vc.log", "--by", "([A-Z]+)").errors.contains("L957"))
    let patterns = try lifeline(
      "trace", "Screen.yaml", "vc.log", "--observing-events", "load", "--event-pattern", "sent ([a-z]+)",
      "--observing-states", "--state-pattern", "now ([a-z]+)")
    for kind in ["sent ([a-z]+)` fits no line, so no event", "now ([a-z]+)` fits no line, so no state"] {
      XCTAssertTrue(
        patterns.errors.contains("vc.log: warning: `\(kind) was read from lines of text [L957]"), patterns.errors)
    }
    let fitting = try lifeline(
      "trace", "Screen.yaml", "vc.log", "--observing-events", "load", "--event-pattern", "VC ([a-z]+)")
    XCTAssertFalse(fitting.errors.contains("L957"), fitting.errors)
    // Nothing is missing where all calls are to have the same key.
    XCTAssertFalse(try lifeline("trace", "Screen.yaml", "vc.log", "--by", "()").errors.contains("L957"))
    try write(
      "lifeline: 1\nmachine: Pair\nparts: {a: Screen.yaml, b: Screen.yaml}\nevents: [go]\n"
        + "states: {s: {on: {go: {do: [{a: load}, {b: load}]}}}}\n", to: "Pair.yaml")
    try write("-[ListVC viewDidLoad]\n-[DetailVC viewDidLoad]\n", to: "pair.log")
    let parts = try lifeline("trace", "Pair.yaml", "pair.log", "--as", "a=ListVc", "--as", "b=DetailVC")
    XCTAssertTrue(
      parts.errors.contains("no call is one of `ListVc`, which is the part `a`; did you mean `ListVC`? [L957]"),
      parts.errors)
    XCTAssertFalse(parts.errors.contains("`DetailVC`, which"), parts.errors)
  }

  func testCallbacksWithinLines() throws {
    try writeScreen()
    try write("🟢 viewDidLoad\ncalled: -[VC viewWillAppear:]\nthe viewer loads\n-[VC viewDidLoad]\n", to: "some.log")
    let some = try lifeline("trace", "Screen.yaml", "some.log")
    XCTAssertTrue(
      some.output.contains(
        "3 other lines (2 of them contain a callback and don't begin with it, the first in some.log:1)"), some.output)
    try write("nothing\ncalled: -[VC viewWillAppear:]\n", to: "none.log")
    let none = try lifeline("trace", "Screen.yaml", "none.log")
    XCTAssertTrue(
      none.errors.contains(
        "nothing to judge; line 2 contains `viewWillAppear`, but doesn't begin with it: a pattern for calls (`--call-pattern`), such as "
          + "`called: (.*)`, finds it [L625]"), none.errors)
    XCTAssertEqual(none.status, 1)
    XCTAssertTrue(
      try lifeline("trace", "Screen.yaml", "none.log", "--call-pattern", "called: (.*)").output.contains("; 1 call,"))
    // Events alone would conform, although there are calls.
    try write("event leave\nVC: viewWillAppear:\n", to: "events.log")
    let events = try lifeline("trace", "Screen.yaml", "events.log", "--observing-events", "leave")
    XCTAssertTrue(events.errors.contains("[L625]"), events.errors)
    XCTAssertEqual(events.status, 1)
    try write("[9] viewDidLoad\n", to: "none.log")
    XCTAssertTrue(try lifeline("trace", "Screen.yaml", "none.log").errors.contains("doesn't begin with it [L625]"))
    // A name of small letters may be a word of prose, unless something tells that it is a call.
    try write(
      "lifeline: 1\nmachine: Pipe\ncallbacks: [data, end_of_file]\nevents: [go]\n"
        + "states: {s: {on: {go: {do: [data, end_of_file]}}}}\n", to: "Pipe.yaml")
    for (line, finds) in [
      ("got: data(5)", true), ("got: data", true), ("2 end_of_file now", true), ("the data is there", false),
      ("we got data", false),
    ] {
      try write(line + "\n", to: "none.log")
      XCTAssertEqual(
        try lifeline("trace", "Pipe.yaml", "none.log").errors.contains("doesn't begin with it"), finds, line)
    }
  }
}
