import Foundation
import TestSupport
import XCTest

/// `lifeline trace`, and the logs of `traces`.
final class TraceTests: CommandTestCase {
  /// The spec and the log of the page about traces.
  private func page() throws -> DocumentationPage {
    try XCTUnwrap(DocumentationPage.all().first { $0.name == "traces.md" })
  }

  private func writeScreen() throws {
    let page = try page()
    try write(try XCTUnwrap(page.specs.first).text, to: "Screen.yaml")
    try write(try XCTUnwrap(page.blocks.first { $0.kind == "device.log" }).text, to: "device.log")
  }

  // MARK: Reports

  func testALongKeyIsNotQuotedAsAWhole() throws {
    try write(spec("Door"), to: "Door.yaml")
    try write("ring\n", to: "log.txt")
    let key = String(repeating: "k", count: 100_000)
    for arguments in [
      ["--by", "(" + key], ["--by", key + "-(x"], ["--only", key], ["--without", key], ["--observing", key],
    ] {
      let result = try lifeline(["trace", "Door.yaml", "log.txt"] + arguments)
      XCTAssertEqual(result.status, 64, result.errors)
      XCTAssertLessThan(result.errors.utf8.count, 2_000, arguments[0])
      XCTAssertTrue(result.errors.contains(String(repeating: "k", count: 150)), arguments[0])
    }
  }

  func testThePageShowsWhatTheCommandPrints() throws {
    try writeScreen()
    var count = 0
    try write(try XCTUnwrap(page().blocks.first { $0.kind == "events.log" }).text, to: "events.log")
    let commands = ["device.log", "events.log"].map { "$ lifeline trace Screen.yaml \($0)" }
    for block in try page().blocks where commands.contains(where: block.text.hasPrefix) {
      let lines = block.text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      guard lines.count == 2, !lines[1].isEmpty else { continue }
      count += 1
      let result = try lifeline(lines[0].split(separator: " ").dropFirst(2).map(String.init))
      XCTAssertEqual(result.status, 1)
      let isScenario = lines[0].hasSuffix("--scenario")
      XCTAssertEqual(isScenario ? result.output : result.errors + result.output, String(lines[1]))
    }
    XCTAssertEqual(count, 3)
  }

  func testTheScenarioOfThePageHolds() throws {
    try writeScreen()
    let scenario = try lifeline("trace", "Screen.yaml", "device.log", "--scenario").output
    try write(try XCTUnwrap(read("Screen.yaml")) + scenario, to: "Told.yaml")
    let result = try lifeline("check", "Told.yaml", "--strict")
    XCTAssertEqual(result.status, 0, result.errors + scenario)
    XCTAssertTrue(result.output.contains("1 scenario holds"), result.output)
  }

  func testALogThatConforms() throws {
    try writeScreen()
    try write("-[A viewDidLoad]\n-[A viewWillAppear:]\nhello\n", to: "a.log")
    let result = try lifeline("trace", "Screen.yaml", "a.log")
    XCTAssertEqual(result.status, 0)
    XCTAssertEqual(result.errors, "")
    XCTAssertEqual(
      result.output, "sessions: 1 conforms, 0 violate, 0 unfinished, 0 inconclusive; 2 calls, 1 other line\n")
    XCTAssertEqual(try lifeline("trace", "Screen.yaml", "a.log", "--quiet").output, "")
  }

  func testStrictLogs() throws {
    try writeScreen()
    try write("viewDidDisappear\n", to: "a.log")
    try write("didReceiveMemoryWarning\n", to: "little.log")
    for (arguments, status, code) in [
      (["a.log", "--from", "anywhere"], Int32(0), ""), (["a.log", "--from", "anywhere", "--strict"], 0, ""),
      (["a.log"], 1, "L951"), (["device.log", "--without", "viewWillDisappear"], 0, ""),
      (["little.log", "--from", "anywhere"], 0, "warning: this log fits, but it doesn't show where the machine is"),
      (["little.log", "--from", "anywhere", "--strict"], 1, "[L955]"),
    ] {
      let result = try lifeline(["trace", "Screen.yaml"] + arguments)
      XCTAssertEqual(result.status, status, "\(arguments): \(result.errors)")
      XCTAssertTrue(code.isEmpty || result.errors.contains(code), "\(arguments): \(result.errors)")
    }
    try write(Self.step, to: "Step.yaml")
    try write("a\n", to: "step.log")
    XCTAssertEqual(try lifeline("trace", "Step.yaml", "step.log").status, 0)
    let strict = try lifeline("trace", "Step.yaml", "step.log", "--strict")
    XCTAssertEqual(strict.status, 1)
    XCTAssertTrue(strict.errors.contains("error: this log ends inside a step: `b` is still owed [L954]"), strict.errors)
  }

  private static let step = """
    lifeline: 1
    machine: Step
    context: {old: {default: false, fixed: true}}
    callbacks: {a: , b: , c: {channel: other}}
    events: [go]
    observing: delegate
    states:
      s: {on: {go: {to: t, do: [a, b, {if: old, do: c}]}}}
      t: {on: {go: {to: s, do: [b, a]}}}

    """

  func testFormatsOfDiagnostics() throws {
    try writeScreen()
    let json = try lifeline("trace", "Screen.yaml", "device.log", "--diagnostics", "json")
    XCTAssertTrue(json.output.contains("\"code\":\"L951\""), json.output)
    XCTAssertTrue(json.output.contains("\"line\":4,\"column\":37"), json.output)
    let github = try lifeline("trace", "Screen.yaml", "device.log", "--diagnostics", "github")
    XCTAssertTrue(github.output.hasPrefix("::error file=device.log,line=4"), github.output)
    XCTAssertEqual(try lifeline("trace", "Screen.yaml", "device.log", "--diagnostics", "sarif").status, 1)
  }

  // MARK: Command lines

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
      (["--summary", "x", "--verdicts"], "--verdicts"), (["--summary", "x", "--format", "text"], "--format"),
      (["Screen.yaml", "device.log", "--verdicts", "--coverage"], "exclude each other"),
      (["Screen.yaml", "device.log", "--verdicts", "--diagnostics", "json"], "both write to standard output"),
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
      (["Screen.yaml", "device.log", "--call-pattern", "("], "--call-pattern: `(` finds no calls"),
      (["--summary", "x", "--observing-events", "y"], "--observing-events judges"),
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
      XCTAssertTrue(result.errors.contains(message), "\(arguments): \(result.errors)")
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

  // MARK: Bad logs

  func testBadLogs() throws {
    try writeScreen()
    let files: [(name: String, bytes: Data, status: Int32, message: String)] = [
      ("empty.log", Data(), 1, "error: no line of this log begins with a callback"),
      ("other.log", Data("hello\n".utf8), 1, "[L625]"),
      ("binary.log", Data([0x41, 0x00, 0x42]), 1, "byte 2 is zero"),
      ("packed.log", Data([0x1F, 0x8B, 0x08]), 1, "gunzip"),
      ("wide.log", Data([0xFF, 0xFE, 0x41, 0x00]), 1, "UTF-16"),
      ("latin.log", Data("viewDidLoad \u{0}".utf8.dropLast()) + Data([0xE9, 0x0A]), 0, ""),
      ("cut.ndjson", Data("{\"callback\": \"viewDidLoad\"}\n{\"callback\": \"viewWi".utf8), 1, "[L623]"),
      ("array.json", Data("[{\n  \"eventMessage\" : \"viewDidLoad\"\n}]\n".utf8), 1, "with `log show --style ndjson`"),
      ("cut.log", Data("viewDidLoad\nviewWillAppe".utf8), 0, ""),
      ("windows.log", Data("\u{FEFF}viewDidLoad\r\nviewWillAppear:\r\n".utf8), 0, ""),
      ("unknown.log", Data("-[A viewDidLoad]\n-[A viewDidUnload]\n".utf8), 0, "[L952]"),
      ("backwards.log", Data("10:00:01 viewDidLoad\n10:00:00 viewWillAppear\n".utf8), 0, "[L953]"),
      (
        "two.log", Data("A.viewDidLoad\nA.viewWillAppear\nA.viewDidLoad\nA.viewWillAppear\n".utf8), 1,
        "if it is another object's"
      ),
    ]
    for file in files {
      try file.bytes.write(to: folder.appending(path: file.name))
      let result = try lifeline("trace", "Screen.yaml", file.name)
      XCTAssertEqual(result.status, file.status, "\(file.name): \(result.errors)")
      XCTAssertTrue(result.errors.contains(file.message) || file.message.isEmpty, "\(file.name): \(result.errors)")
      if file.message.isEmpty { XCTAssertEqual(result.errors, "", file.name) }
      XCTAssertTrue(result.output.hasPrefix("sessions: "), file.name)
    }
    let strict = try lifeline("trace", "Screen.yaml", "empty.log", "--strict")
    XCTAssertEqual(strict.status, 1)
    for path in ["missing.log", "."] {
      let result = try lifeline("trace", "Screen.yaml", path)
      XCTAssertEqual(result.status, 1)
      XCTAssertTrue(result.errors.contains("error:"), result.errors)
    }
    // The session may be in what can't be read.
    let missing = try lifeline("trace", "Screen.yaml", "missing.log", "--only", "DetailViewController")
    XCTAssertEqual(missing.status, 1)
    XCTAssertTrue(missing.errors.contains("missing.log: error:"), missing.errors)
    // Each log should have calls, and at least one of them has to.
    let several = try lifeline("trace", "Screen.yaml", "cut.log", "other.log")
    XCTAssertEqual(several.status, 0, several.errors)
    let neither = try lifeline("trace", "Screen.yaml", "empty.log", "other.log")
    XCTAssertEqual(neither.status, 1, neither.errors)
    XCTAssertTrue(
      several.errors.hasPrefix("other.log: warning: no line of this log begins with a callback"), several.errors)
    XCTAssertFalse(several.errors.contains("cut.log"), several.errors)
    // What can't be read is no reason to lose the rest.
    let both = try lifeline("trace", "Screen.yaml", "binary.log", "device.log")
    XCTAssertTrue(both.errors.contains("[L624]") && both.errors.contains("[L951]"), both.errors)
  }

  func testLongLines() throws {
    try writeScreen()
    let long = String(repeating: "x", count: 10_000_000)
    try write("viewDidLoad\n\(long)\nviewWillAppear: \(long.prefix(900_000))\nviewDidAppear:\n\(long)", to: "long.log")
    let result = try lifeline("trace", "Screen.yaml", "long.log")
    XCTAssertEqual(result.status, 0, result.errors)
    XCTAssertEqual(
      result.output, "sessions: 1 conforms, 0 violate, 0 unfinished, 0 inconclusive; 3 calls, 2 other lines\n")
  }

  func testASpecWithErrors() throws {
    try writeScreen()
    try write("lifeline: 1\nmachine: A\n", to: "Bad.yaml")
    let result = try lifeline("trace", "Bad.yaml", "device.log")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(result.errors.hasPrefix("Bad.yaml:"), result.errors)
  }

  func testRandomlyBrokenLogs() throws {
    try writeScreen()
    var random = SplitMix64(seed: testSeed(default: 11))
    let good =
      ["viewDidLoad"]
      + Array(
        repeating: ["viewWillAppear:", "viewDidAppear:", "viewWillDisappear:", "viewDidDisappear:"], count: 5
      ).flatMap { $0 }
    for _ in 0..<8 {
      var log = good
      let place = random.below(log.count - 2)
      let expected: String
      switch random.below(3) {
      case 0:
        expected = "`\(log.remove(at: place))` is missing before line \(place + 1)"
      case 1:
        log.insert(log[place], at: place)
        expected = "`\(log[place])` in line \(place + 1) is one too many"
      default:
        log.swapAt(place, place + 1)
        // The first of the two doesn't fit where it is, so the other one is missing in front of it.
        expected = "`\(log[place + 1])` is missing before line \(place + 1)"
      }
      try write(log.map { $0 + "\n" }.joined(), to: "broken.log")
      let result = try lifeline("trace", "Screen.yaml", "broken.log", "--first")
      XCTAssertEqual(result.status, 1)
      XCTAssertTrue(result.errors.contains("cheapest repair: \(expected)\n"), "\(expected): \(result.errors)")
    }
  }

  // MARK: Parts

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

  // MARK: Verdicts

  func testVerdicts() throws {
    try write(Self.step, to: "Step.yaml")
    let log = """
      {"callback": "a", "session": "1"}
      {"callback": "a", "session": "2"}
      {"callback": "b", "session": "1"}
      {"callback": "a", "session": "2"}
      oops
      """
    try write(log + "\n", to: "a.ndjson")
    let result = try lifeline("trace", "Step.yaml", "a.ndjson", "--verdicts")
    XCTAssertEqual(result.status, 1)
    XCTAssertEqual(
      result.output,
      """
      {"key":"1","verdict":"conforms","calls":2,"file":"a.ndjson","line":3,"expected":["b","c"],"fixed":{}}
      {"key":"2","verdict":"violation","calls":2,"file":"a.ndjson","line":4,"callback":"a","expected":["b"],"repair":["`a` in line 2 is one too many"],"fixed":{}}
      {"key":"a.ndjson","verdict":"unreadable","line":5,"reason":"the line must be a JSON object: it begins with `o`, not with `{`"}

      """)
    try write(result.output, to: "one.ndjson")
    try write(result.output, to: "two.ndjson")
    let sum = try lifeline("trace", "--summary", "one.ndjson", "two.ndjson")
    XCTAssertEqual(sum.status, 1)
    XCTAssertEqual(
      sum.output, "sessions: 2 conform, 2 violate, 0 unfinished, 0 inconclusive; 8 calls, 2 unreadable lines\n")
    try write("{\"verdict\": \"conforms\", \"calls\": 3}\n", to: "good.ndjson")
    XCTAssertEqual(try lifeline("trace", "--summary", "good.ndjson").status, 0)
    try write("{\"verdict\": \"fine\"}\n", to: "bad.ndjson")
    XCTAssertTrue(try lifeline("trace", "--summary", "bad.ndjson").errors.contains("[L623]"))
  }

  /// An engine for logs begins processes for parts of a log that are empty, too.
  func testVerdictsOfAnEmptyLog() throws {
    try write(Self.step, to: "Step.yaml")
    try write("", to: "empty.log")
    for option in ["--verdicts", "--scenario"] {
      XCTAssertEqual(try lifeline("trace", "Step.yaml", "empty.log", option).output, "", option)
    }
    let result = try lifeline("trace", "--summary", "empty.log")
    XCTAssertEqual(result.status, 0, result.errors)
    XCTAssertEqual(result.output, "sessions: 0 conform, 0 violate, 0 unfinished, 0 inconclusive; 0 calls\n")
  }

  func testManyFaultsAreCountedInTheVerdicts() throws {
    try write(Self.step, to: "Step.yaml")
    try write(String(repeating: "oops\n", count: 150), to: "a.ndjson")
    try write(String(repeating: "oops\n", count: 7), to: "b.ndjson")
    let result = try lifeline("trace", "Step.yaml", "a.ndjson", "b.ndjson", "--format", "ndjson", "--verdicts")
    let lines = result.output.split(separator: "\n")
    XCTAssertEqual(lines.count, 102)
    XCTAssertEqual(
      lines.suffix(2),
      [
        "{\"key\":\"a.ndjson\",\"verdict\":\"unreadable\",\"count\":50,\"reason\":\"these lines are only counted\"}",
        "{\"key\":\"b.ndjson\",\"verdict\":\"unreadable\",\"count\":7,\"reason\":\"these lines are only counted\"}",
      ])
    try write(result.output, to: "verdicts.ndjson")
    let sum = try lifeline("trace", "--summary", "verdicts.ndjson")
    XCTAssertEqual(sum.status, 1)
    XCTAssertTrue(sum.output.hasSuffix("0 calls, 157 unreadable lines\n"), sum.output)
  }

  /// What a machine does at its start may depend on a fact, which a scenario has to give.
  func testAScenarioWithAFactOfTheStart() throws {
    let spec = """
      lifeline: 1
      machine: Door
      context: {locked: {default: false}}
      callbacks: [open, closed]
      events: [go]
      states:
        s:
          entry: {if: locked, do: closed, else: open}
          on: {go: {}}

      """
    try write(spec, to: "Door.yaml")
    try write("closed\n", to: "door.log")
    let scenario = try lifeline("trace", "Door.yaml", "door.log", "--scenario").output
    XCTAssertTrue(scenario.contains("    given: {locked: true}\n"), scenario)
    try write(spec + scenario, to: "Told.yaml")
    let result = try lifeline("check", "Told.yaml")
    XCTAssertEqual(result.status, 0, result.errors + scenario)
    XCTAssertTrue(result.output.contains("1 scenario holds"), result.output)
  }

  /// The orders of scenarios are those of the callbacks that the log is held against.
  func testCoverageOfFewerCallbacks() throws {
    try write(
      """
      lifeline: 1
      machine: Steps
      callbacks: {a: , b: , c: , d: {channel: other}}
      events: [go]
      observing: delegate
      states: {s: {on: {go: {do: [a, d, b, c]}}}}
      scenarios: {there: {observing: [delegate, other], when: {go: [a, d, b, c]}}}

      """, to: "Steps.yaml")
    try write("a\nd\nc\n", to: "steps.log")
    for arguments in [["--without", "b"], ["--observing", "a", "--observing", "c", "--observing", "d"]] {
      let result = try lifeline(["trace", "Steps.yaml", "steps.log", "--coverage"] + arguments)
      XCTAssertFalse(result.output.contains("the order"), result.output)
    }
  }

  func testCoverage() throws {
    try write(
      Self.step + """
        scenarios:
          there:
            when: {go: [a, b]}

        """, to: "Step.yaml")
    try write("a\nb\nb\na\n", to: "step.log")
    let result = try lifeline("trace", "Step.yaml", "step.log", "--coverage")
    XCTAssertEqual(
      result.output,
      """
      shown by logs, and promised by no scenario:
        the transition of `t` for `go` (Step.yaml:9)
        the order `b`, `a`
        the order `b`, `b`
      promised by scenarios, and shown by no log for certain:
        the state `t` (Step.yaml:9)
      sessions: 1 conforms, 0 violate, 0 unfinished, 0 inconclusive; 4 calls, 0 other lines

      """)
  }

  // MARK: Fixtures

  func testTracesInTheConfiguration() throws {
    try writeScreen()
    try write("viewDidLoad\nviewWillAppear\n", to: "Traces/good.log")
    try write("hello\n", to: "Traces/other.log")
    try write(
      """
      traces:
        - {log: Traces/good.log, spec: Screen.yaml, source: "https://example.com"}
        - {log: device.log, spec: Screen.yaml, without: viewWillDisappear}
        - {log: device.log, spec: Screen.yaml, violates: It has always been so.}

      """, to: "lifeline.yaml")
    let good = try lifeline("check", "Screen.yaml")
    XCTAssertEqual(good.status, 0, good.errors)
    XCTAssertTrue(
      good.output.hasSuffix("traces: 3 logs are as said, 1 of them because it violates its spec as said\n"), good.output
    )
    try write(
      """
      traces:
        - {log: Traces/good.log, spec: Screen.yaml, violates: nothing}
        - {log: device.log, spec: Screen.yaml}
        - {log: Traces/other.log, spec: Screen.yaml}
        - {log: Traces/none.log, spec: Screen.yaml}
        - {log: device.log, spec: Screen.yml}
        - {log: device.log, spec: Screen.yaml, without: viewWilDisappear}
        - {log: device.log, spec: Screen.yaml, from: here}
        - {log: device.log}
        - {log: device.log, spec: Screen.yaml, by: "("}

      """, to: "lifeline.yaml")
    let bad = try lifeline("check", "Screen.yaml")
    XCTAssertEqual(bad.status, 1)
    for message in [
      "lifeline.yaml:2:57: error: `Traces/good.log` violates nothing, although `violates` says so; delete `violates` [L956]",
      "device.log:4:37: error: `viewDidDisappear:` of DetailViewController came where it cannot [L951]",
      "lifeline.yaml:3:11: note: the log is listed here",
      "Traces/other.log: error: no line of this log begins with a callback of Screen",
      "Traces/none.log: error: there is no file",
      "lifeline.yaml:6:29: error: there is no spec `Screen.yml` in the folder of this file [L603]",
      "lifeline.yaml:7:51: error: Screen has no callback `viewWilDisappear`; did you mean `viewWillDisappear`? [L603]",
      "lifeline.yaml:8:48: error: `here` is not `start` or `anywhere` [L603]",
      "lifeline.yaml:9:5: error: a trace has no `spec`; write",
      "lifeline.yaml:10:46: error: `(` is no key: it is not a regular expression: a `(` has no `)` [L603]",
    ] {
      XCTAssertTrue(bad.errors.contains(message), "\(message) is missing in\n\(bad.errors)")
    }
  }

  func testFixturesThatNobodyWouldCheck() throws {
    try writeScreen()
    let page = try XCTUnwrap(read("Screen.yaml")).replacing("machine: Screen", with: "machine: Page")
    try write(page, to: "Inner/Page.yaml")
    try write("", to: "Inner/lifeline.yaml")
    try write("viewDidLoad\n", to: "load.log")
    try write("no: spec\n", to: "Other.yaml")
    try write(
      """
      traces:
        - {log: load.log, spec: Screen.yaml, source: "https://example.com/log"}
        - {log: load.log, spec: Inner/Page.yaml}
        - {log: load.log, spec: Other.yaml}

      """, to: "lifeline.yaml")
    let result = try lifeline("check", ".")
    XCTAssertEqual(result.status, 1)
    for message in [
      "lifeline.yaml:3:27: error: `Inner/Page.yaml` belongs to `Inner/lifeline.yaml`; list the log there [L603]",
      "lifeline.yaml:4:27: error: `Other.yaml` is no spec [L603]",
    ] {
      XCTAssertTrue(result.errors.contains(message), "\(message) is missing in\n\(result.errors)")
    }
    XCTAssertEqual(result.errors.components(separatedBy: ": error: ").count, 3, result.errors)
    XCTAssertEqual(try lifeline("check", "Screen.yaml").status, 0, "this run doesn't know the other files")
  }

  /// A warning about an exploration that ended early says why a log may be right after all.
  func testFixturesAreExploredAsTheConfigurationSays() throws {
    try writeScreen()
    try write("viewDidLoad\nviewWillAppear:\n", to: "load.log")
    try write("limit: 1\ntraces: [{log: load.log, spec: Screen.yaml, source: here}]\n", to: "lifeline.yaml")
    let result = try lifeline("check", "Screen.yaml")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(result.errors.contains("came where it cannot [L951]"), result.errors)
    XCTAssertTrue(result.errors.contains("note: the exploration"), result.errors)
    XCTAssertTrue(result.errors.contains("note: the log is listed here, with its source here"), result.errors)
  }

  func testErrorsOfTheConfiguration() throws {
    try writeScreen()
    try write("viewDidLoad\n", to: "load.log")
    try write("limt: 1\n", to: "lifeline.yaml")
    let result = try lifeline("trace", "Screen.yaml", "load.log")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(result.errors.contains("lifeline.yaml:1:1: error: "), result.errors)
  }

  func testTheKeyOfObjectsIsNoneOfLines() throws {
    try writeScreen()
    try write("user=1 viewDidLoad\nuser=2 viewDidLoad\n", to: "users.log")
    try write(#"{"callback": "viewDidLoad", "user": 1}"# + "\n", to: "users.ndjson")
    let result = try lifeline("trace", "Screen.yaml", "users.log", "users.ndjson", "--by", "user")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(
      result.errors.contains(
        "users.log: error: `user` finds no sessions in a log of text: it has no group; put parentheses around the key, "
          + "as in `user=([0-9]+)` [L624]"), result.errors)
    XCTAssertTrue(result.output.contains("sessions: 1 conforms"), result.output)
  }

  func testSettingsThatContradictEachOther() throws {
    try writeScreen()
    try write(
      "lifeline: 1\nmachine: Pair\nparts: {a: Screen.yaml, b: Screen.yaml}\n"
        + "context: {version: {default: 1, fixed: true}}\nevents: [go]\n"
        + "states: {s: {on: {go: {if: version == 1, do: [{a: load}, {b: load}]}}}}\n", to: "Pair.yaml")
    try write("viewDidLoad\n", to: "load.log")
    let twice = try lifeline("trace", "Pair.yaml", "load.log", "--given", "version=1", "--given", "version=2")
    XCTAssertEqual(twice.status, 64)
    XCTAssertTrue(twice.errors.contains("--given: `version` is given two values; leave one out."), twice.errors)
    try write(
      "lifeline: 1\nmachine: Ranged\ncontext: {version: {default: 1, fixed: true, range: 1...3}}\nevents: [go]\n"
        + "callbacks: [didGo]\nstates: {s: {on: {go: {if: version == 1, do: didGo}}}}\n", to: "Ranged.yaml")
    let outside = try lifeline("trace", "Ranged.yaml", "load.log", "--given", "version=4")
    XCTAssertEqual(outside.status, 64)
    XCTAssertTrue(
      outside.errors.contains("--given: `4` lies outside of `1...3`, the range of `version`; write a value from"),
      outside.errors)
    let both = try lifeline("trace", "Pair.yaml", "load.log", "--as", "a=Screen", "--as", "b=Screen")
    XCTAssertEqual(both.status, 64)
    XCTAssertTrue(both.errors.contains("--as: the lines of `Screen` can't belong to `a` and to `b`;"), both.errors)
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
      none.errors.contains("nothing to judge; line 2 contains `viewWillAppear`, but doesn't begin with it [L625]"),
      none.errors)
  }

  /// A value that the user gives is no default of the machine, so the scenario begins with it.
  func testTheScenarioHasTheGivenValues() throws {
    let spec = """
      lifeline: 1
      machine: Versions
      context: {version: {default: 1, fixed: true}}
      callbacks: [old, new]
      events: [go]
      states:
        s: {on: {go: [{if: version < 2, do: old}, {do: new}]}}

      """
    try write(spec, to: "Versions.yaml")
    try write("new\n", to: "new.log")
    let scenario = try lifeline("trace", "Versions.yaml", "new.log", "--given", "version=3", "--scenario").output
    XCTAssertTrue(scenario.contains("    given: {version: 3}\n"), scenario)
    try write(spec + scenario, to: "Told.yaml")
    let result = try lifeline("check", "Told.yaml")
    XCTAssertTrue(result.output.contains("1 scenario holds"), result.errors + scenario)
  }
}
