import LifelineAnalysis
import LifelineDrawing
import LifelineLanguage
import LifelineModel
import LifelineSource
import TestSupport
import XCTest

/// Life lines of counterexamples. `LIFELINE_UPDATE_GOLDEN=1 swift test --skip-build --filter CounterexamplePictureTests`
/// updates the files in `Golden/Counterexamples`.
final class CounterexamplePictureTests: XCTestCase {
  /// Holds the pictures of what an exploration finds against a golden file.
  private func check(_ name: String, _ machine: Machine, codes: [String], line: UInt = #line) throws {
    try check(name, analyze(machine, showingCounterexamples: .picture).diagnostics, codes: codes, line: line)
  }

  private func check(_ name: String, _ diagnostics: [Diagnostic], codes: [String], line: UInt = #line) throws {
    let shown = diagnostics.filter { $0.lifeLine != nil }
    XCTAssertEqual(shown.map(\.kind.code), codes, line: line)
    let text = shown.compactMap(\.lifeLine).map { $0.formatLines().joined(separator: "\n") }.joined(separator: "\n\n\n")
    try checkGolden(text + "\n", at: "Tests/LifelineDrawingTests/Golden/Counterexamples/\(name).txt", line: line)
  }

  private func check(
    _ name: String, codes: [String], events: String = "go stop other", _ spec: String, line: UInt = #line
  ) throws {
    try check(name, readMachine(events: events, spec), codes: codes, line: line)
  }

  func testACallWithoutTheOneThatItNeeds() throws {
    try check(
      "needs", codes: ["L803"],
      """
      callbacks: {prepare: , allow: , play: {needs: {all: [prepare, allow]}}, stop: {needs: play}}
      states:
        stopped: {exit: prepare, on: {go: {to: playing, do: allow}}}
        playing: {entry: play, on: {go: {to: playing, reenter: true, do: allow}, stop: {to: stopped, do: stop}}}
      """)
  }

  func testACallWithoutOneOfThoseThatItNeeds() throws {
    try check(
      "needsOne", codes: ["L803", "L803"],
      """
      callbacks: {prepare: , allow: , play: {needs: {any: [prepare, allow]}}, stop: {needs: play}}
      states:
        stopped: {on: {go: {to: playing, do: [allow, play]}, stop: {do: stop}}}
        playing: {on: {go: {do: play}, stop: {to: stopped, do: stop}}}
      """)
  }

  func testACallBeforeTheOneThatItComesAfter() throws {
    try check(
      "onlyAfterOne", codes: ["L804"],
      """
      callbacks: {connect: , receive: {onlyAfter: connect}}
      states:
        offline: {on: {go: {to: online, do: connect}, other: {to: online}}}
        online: {on: {other: {do: receive}}}
      """)
    try check(
      "onlyAfter", codes: ["L804", "L804"],
      """
      callbacks: {connect: , login: , receive: {onlyAfter: {any: [connect, login]}}, send: {onlyAfter: {all: [connect, login]}}}
      states:
        offline: {on: {go: {to: online, do: connect}, other: {do: receive}}}
        online: {on: {stop: {to: offline, do: [receive, send]}, go: {do: login}}}
      """)
  }

  /// Each picture marks the promise that it is about, and nothing else.
  func testPromisesThatOneCallBreaksHavePicturesOfTheirOwn() throws {
    try check(
      "oneCall", codes: ["L803", "L804", "L809", "L810"],
      """
      callbacks:
        connect:
        login:
        send: {needs: connect, onlyAfter: login}
        ask: {answeredBy: yes}
        wonder: {answeredBy: yes, before: send}
        yes:
      states:
        offline: {on: {go: {do: send}, stop: {to: online, do: [connect, login]}}}
        online: {on: {other: {to: lost, do: [ask, wonder, connect, send]}}}
        lost:
      """)
  }

  func testAnOptionalCallThatIsLeftOutIsShown() throws {
    try check(
      "omitted", codes: ["L803"],
      """
      callbacks: {prepare: , play: {needs: prepare}, stop: }
      states:
        stopped: {on: {go: {to: playing, do: [{optional: prepare}, play]}}}
        playing: {on: {stop: {to: stopped, do: stop}}}
      """)
  }

  func testACallOutsideOfTwoOthers() throws {
    try check(
      "between", codes: ["L808"],
      """
      callbacks: {willOpen: , didClose: , receive: {between: [willOpen, didClose], parameters: {count: Int}}}
      states:
        closed: {on: {go: {to: open, do: willOpen}}}
        open: {on: {other: {do: {receive: {count: 2}}}, stop: {to: closing, do: didClose}}}
        closing: {on: {other: {to: closed, do: {receive: {count: 3}}}, stop: closed}}
      """)
  }

  func testAQuestionWithoutAnAnswer() throws {
    try check(
      "end", codes: ["L809"],
      """
      callbacks: {ask: {answeredBy: [yes, no]}, yes: , no: }
      states:
        idle: {on: {go: {to: open, do: ask}}}
        open: {on: {stop: over, other: {to: idle, do: [no, yes]}}}
        over: {final: true}
      """)
    try check(
      "hopeless", codes: ["L809"],
      """
      callbacks: {ask: {answeredBy: yes}, yes: }
      states:
        idle: {on: {go: {to: open, do: ask}}}
        open: {on: {other: {to: idle, do: yes}, stop: lost}}
        lost: {on: {go: alone}}
        alone: {on: {stop: lost}}
      """)
  }

  func testAnEventOrAStateThatHasNoAnswer() throws {
    try check(
      "eventAsks", codes: ["L810", "L809"], events: "",
      """
      events: {go: {answeredBy: yes, before: save}, stop: , other: {answeredBy: [yes, no]}}
      callbacks: {yes: , no: , save: }
      states:
        idle: {on: {go: open, other: over}}
        open: {on: {stop: {to: idle, do: [save, yes, no]}}}
        over: {final: true}
      """)
    try check(
      "stateAsks", codes: ["L810", "L810"],
      """
      callbacks: {yes: , no: }
      states:
        idle: {on: {go: open, stop: waiting}}
        open: {answeredBy: yes, before: {state: idle}, on: {stop: idle, other: {to: idle, do: yes}}}
        waiting: {answeredBy: no, within: 2s, after: {3s: {to: idle, do: no}}}
      """)
  }

  func testAQuestionThatIsAskedTwice() throws {
    try check(
      "again", codes: ["L810"],
      """
      callbacks: {ask: {answeredBy: yes, before: ask}, yes: }
      states:
        idle: {on: {go: {to: open, do: ask}}}
        open: {on: {go: {do: ask}, stop: {to: idle, do: yes}}}
      """)
  }

  func testAnAnswerThatComesTooLate() throws {
    try check(
      "before", codes: ["L810", "L810"],
      """
      callbacks: {ask: {answeredBy: yes, before: save}, yes: , save: , scan: {answeredBy: halt, before: {state: idle}}, halt: }
      states:
        idle: {on: {go: {to: open, do: [ask, scan]}}}
        open: {on: {stop: {to: idle, do: [save, yes, halt]}, other: idle}}
      """)
    try check(
      "within", codes: ["L810"],
      """
      callbacks: {ask: {answeredBy: yes, within: 10s}, yes: }
      states:
        idle: {on: {go: {to: open, do: ask}}}
        open: {after: {4s: waiting}}
        waiting: {after: {8s: {to: idle, do: yes}}}
      """)
    try check(
      "unanswered", codes: ["L810"],
      """
      callbacks: {ask: {answeredBy: yes, within: 10s}, yes: }
      states:
        idle: {on: {go: {to: open, do: ask}}}
        open: {on: {stop: {to: idle, do: yes}}}
      """)
  }

  func testAnEndlessLoop() throws {
    try check(
      "loop", codes: ["L801"],
      """
      callbacks: {ping: , pong: }
      context: {isReady: false}
      states:
        idle: {on: {go: {to: left, do: ping}}}
        left: {always: {if: isReady, to: right, do: pong}}
        right: {always: {if: isReady, to: left, do: ping}}
      """)
  }

  func testAComputationThatFails() throws {
    try check(
      "fault", codes: ["L807", "L802"],
      """
      callbacks: {show: {parameters: {share: Int}}}
      context: {count: {default: 0, private: true, range: 0...2}}
      states:
        idle: {on: {go: {do: [{show: {share: 1}}, {set: {count: count + 1}}]}, stop: {do: {show: {share: 10 / count}}}}}
      """)
  }

  /// The event isn't ignored: the machine can't say what it does with it.
  func testAGuardThatFails() throws {
    try check(
      "guardFault", codes: ["L802"],
      """
      callbacks: [share]
      context: {count: 1}
      states:
        idle: {on: {go: {if: 10 / count > 2, do: share}}}
      """)
  }

  /// On the way to an event that isn't taken, another one isn't taken either.
  func testOnlyTheEventThatAPictureIsAboutIsMarked() throws {
    let spec = """
      lifeline: 1
      machine: Navigation
      parts: {root: Screen.yaml, detail: Screen.yaml}
      events: [launch, push]
      states:
        off: {on: {launch: {to: on, do: [{root: create}, {detail: create}, {root: show}]}}}
        on: {on: {push: {do: [{detail: show}, {root: show}]}}}

      """
    let machine = try machine(spec, using: ["Screen.yaml": screenSpec])
    let found = analyze(machine, showingCounterexamples: .picture).diagnostics.filter { $0.kind.code == "L806" }
    XCTAssertEqual(found.count, 2)
    for diagnostic in found {
      let picture = try XCTUnwrap(diagnostic.lifeLine)
      let mistakes = picture.rows.compactMap { if case .mistake(let text) = $0.content { text } else { nil } }
      XCTAssertEqual(mistakes.count, 1, "\(mistakes)")
      XCTAssertEqual(mistakes.filter(diagnostic.message.hasPrefix), mistakes)
      // The arrow of the event ends before its part.
      let place = try XCTUnwrap(picture.rows.firstIndex { if case .mistake = $0.content { true } else { false } })
      guard case .sent(_, _, _, isTaken: false) = picture.rows[place - 1].content else {
        return XCTFail("\(picture.rows[place - 1].content)")
      }
      XCTAssertNotNil(picture.formatSVG().firstMatch(of: /<path[^>]*,[0-9.]+v10"/))
    }
  }

  func testAnEventThatAPartDoesNotTake() throws {
    let spec = """
      lifeline: 1
      machine: Navigation
      parts: {root: Screen.yaml, detail: Screen.yaml}
      events: [launch, push, finish, pop]
      initial: off
      states:
        off: {on: {launch: {to: atRoot, do: [{root: [create, show, finish]}, {detail: create}]}}}
        atRoot: {on: {push: {if: in(root.visible), to: pushing, do: [{root: hide}, {detail: show}]}}}
        pushing: {on: {finish: {to: atDetail, do: [{root: finish}, {detail: finish}]}}}
        atDetail: {on: {pop: {to: atRoot, do: [{detail: hide}, {root: [show, finish]}]}}}

      """
    try check("untaken", machine(spec, using: ["Screen.yaml": screenSpec]), codes: ["L806", "L806"])
  }

  /// A promise that isn't proved has no run that could be shown.
  func testWhatIsNotProvedHasNoPicture() throws {
    let machine = try readMachine(
      events: "go stop",
      """
      callbacks: {a: , b: {needs: a}}
      states: {s: {on: {go: t}}, t: {on: {go: u}}, u: {on: {go: {to: s, do: [a, b]}}}}
      """)
    let report = analyze(machine, limit: 2, showingCounterexamples: .picture)
    XCTAssertEqual(report.diagnostics.map(\.kind.code), ["L805"])
    XCTAssertNil(report.diagnostics.first?.lifeLine)
  }

  /// Whatever is shown in words is shown in the picture, too, in the same order.
  func testPicturesShowTheStepsOfTheirMessages() throws {
    let seed = testSeed(default: 50)
    var random = SplitMix64(seed: seed)
    var codes: [String: Int] = [:]
    let count = numberOfRandomMachines(quick: 24, thorough: 60, all: 600)
    for number in 0..<count {
      let machine: Machine
      // Larger machines take seconds if they never come to rest.
      if count < 60 || number % 4 < 3 {
        var promises = RandomPromises(seed: random.next())
        let reading = SpecReader.read(bytes: Array(promises.makeSpec().utf8), path: "Spec.yaml")
        machine = try XCTUnwrap(reading.machine)
      } else {
        let spec = RandomSpec.makeSpec(using: &random, hasGuards: random.happens(70))
        guard var read = try? readMachine(callbacks: spec.callbacks, events: "a b c", spec.text) else { continue }
        let other = ID<Callback>(random.below(read.callbacks.count))
        read.promises = read.callbacks.prefix(2).enumerated().map { index, callback in
          Promise(
            .call(ID(index)), .needs(.any, [.init(callback: other, range: callback.range)]), range: callback.range,
            subjectRange: callback.range)
        }
        machine = read
      }
      for diagnostic in analyze(machine, limit: 200, showingCounterexamples: .picture).diagnostics {
        guard let picture = diagnostic.lifeLine else { continue }
        codes[diagnostic.kind.code, default: 0] += 1
        let words = "seed \(seed): \(diagnostic.message)\n\(diagnostic.details)"
        let calls = picture.rows.compactMap { row in if case .call(let call) = row.content { call.name } else { nil } }
        // Of a reaction without an end, only the beginning is shown.
        if picture.rows.contains(where: \.isCut) {
          XCTAssertTrue(diagnostic.calls.starts(with: calls), words)
        } else {
          XCTAssertEqual(calls, diagnostic.calls, words)
        }
        XCTAssertEqual(
          picture.rows.count(where: \.isStepOfHost), diagnostic.details.count { $0.hasPrefix("- ") }, words)
        XCTAssertTrue(picture.rows.contains(where: \.isWrong), words)
        let lines = picture.formatLines()
        XCTAssertLessThanOrEqual(lines.map(\.count).max() ?? 0, 100, words)
        XCTAssertTrue(lines.contains { $0.contains("✗ ") }, words)
        XCTAssertNil(SVGContents.parse(picture.formatSVG()).error, words)
      }
      if testRun?.failureCount ?? 0 > 3 { return }
    }
    let words = codes.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    print(words)
    XCTAssertGreaterThan(codes["L803"] ?? 0, 0, words)
  }

  func testNothingIsDrawnUnlessItIsAskedFor() throws {
    let machine = try readMachine(
      events: "go", "callbacks: {a: , b: {needs: a}}\nstates: {s: {on: {go: {do: b}}}}")
    let (plain, drawn) = (analyze(machine), analyze(machine, showingCounterexamples: .picture))
    XCTAssertEqual(plain.diagnostics.map(\.kind.code), ["L803"])
    XCTAssertNil(plain.diagnostics[0].lifeLine)
    XCTAssertNotNil(drawn.diagnostics[0].lifeLine)
    XCTAssertEqual(plain.diagnostics[0].message, drawn.diagnostics[0].message)
  }
}

extension Diagnostic {
  /// The callbacks that the steps of a counterexample call, in order.
  fileprivate var calls: [String] {
    details.flatMap { line -> [String] in
      guard let start = line.firstIndex(of: "["), let end = line.firstIndex(of: "]") else { return [] }
      return line[line.index(after: start)..<end].components(separatedBy: ", ").filter { !$0.isEmpty }
    }
  }
}

extension LifeLine.Row {
  /// Whether the row says that more follows.
  fileprivate var isCut: Bool {
    if case .mistake(let text) = content { text.hasPrefix("and so on") } else { false }
  }

  /// Whether the host does something in the row.
  fileprivate var isStepOfHost: Bool {
    guard case .stimulus(let stimulus) = content else { return false }
    return stimulus.kind != .recalled
  }
}
