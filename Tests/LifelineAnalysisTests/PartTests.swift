import LifelineInterpreter
import LifelineModel
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineAnalysis

/// The static checks and the exploration of machines with parts.
final class PartTests: XCTestCase {
  private func check(_ marked: String, _ expected: String..., line: UInt = #line) throws {
    try check(marked, expected, line: line)
  }

  private func check(_ marked: String, _ expected: [String], line: UInt = #line) throws {
    let text = MarkedText("lifeline: 1\nmachine: M\nparts: {root: Screen.yaml, detail: Screen.yaml}\n" + marked)
    let machine = try machine(text.text, using: ["Screen.yaml": screenSpec])
    let found = analyze(machine).diagnostics
    XCTAssertEqual(differences(of: found, from: expected, markedIn: text), [], line: line)
  }

  private let correct = """
    callbacks: {detail.willAppear: {onlyAfter: root.didAppear}}
    events: [launch, push, finish, pop]
    initial: off
    states:
      off: {on: {launch: {to: atRoot, do: [{root: [create, show, finish]}, {detail: create}]}}}
      atRoot: {on: {push: {if: in(root.visible), to: pushing, do: [{root: hide}, {detail: show}]}}}
      pushing: {on: {finish: {to: atDetail, do: [{root: finish}, {detail: finish}]}}}
      atDetail: {on: {pop: {if: in(detail.visible), to: atRoot, do: [{detail: [hide, finish]}, {root: [show, finish]}]}}}
    scenarios:
      s: {given: [atRoot, root.visible], when: {push: {root: [willDisappear], detail: [{optional: load}]}}}

    """

  func testWhatIsRightInAPartIsNotReportedAgain() throws { try check(correct) }

  func testAnEventThatAPartDoesNotTakeHasAShortestWay() throws {
    let marked = correct.replacing("[hide, finish]", with: "[hide, {optional: finish}, ⟪hide⟫]")
    try check(
      marked,
      "L806 `detail.hide` is sent, but `detail` doesn't take it in `detail.hidden`; these steps lead there: the start, "
        + "`launch`, `push`, `finish`, `pop`")
  }

  /// After `hide`, the part that is gone also misses `finish`, the next `show` and `finish` and so on.
  func testOnlyTheFirstEventThatAPartDoesNotTakeIsReported() throws {
    let unguarded = correct.replacing("if: in(detail.visible), ", with: "")
      .replacing("[hide, finish]", with: "[⟪hide⟫, finish]")
    let missed = "is sent, but `detail` doesn't take it in `detail.gone`"
    try check(
      unguarded,
      "L806 `detail.hide` \(missed); these steps lead there: the start, `launch`, `push`, `finish`, a wait of 5s, `pop`"
    )
    try check(
      unguarded.replacing("⟪hide⟫, finish]}", with: "{optional: hide}, ⟪finish⟫]}"),
      "L806 `detail.finish` \(missed)")
  }

  func testEachPartAndEachWayHasAFirstEventThatIsNotTaken() throws {
    let states = """
      events: [go, other]
      initial: off
      states:
        off: {on: {go: {to: on, do: {root: [⟪show⟫, hide]}}, other: {to: on, do: [{root: create}, {detail: create}]}}}
        on: {on: {go: {to: off, do: [{root: ⟪create⟫}, {detail: ⟪hide⟫}, {detail: finish}]}}}

      """
    let names = [
      "root.show` is sent, but `root", "root.create` is sent, but `root", "detail.hide` is sent, but `detail",
    ]
    try check(states, names.map { "L806 `\($0)` doesn't take it" })
  }

  func testARestartedPartIsInStepAgain() throws {
    let states = """
      events: [go, again]
      initial: off
      states:
        off: {on: {go: {to: on, do: [{root: ⟪show⟫}, {root: ⟪hide⟫}, {restart: detail}]}}}
        on: {on: {again: {to: off, do: [{root: ⟪finish⟫}]}}}

      """
    func missed(_ name: String) -> String {
      "L806 `root.\(name)` is sent, but `root` doesn't take it in `root.absent`"
    }
    try check(
      states.replacing("⟪hide⟫", with: "hide").replacing("⟪finish⟫", with: "finish"), missed("show"))
    try check(
      states.replacing("{root: ⟪hide⟫}", with: "{restart: root}, {root: ⟪hide⟫}").replacing("⟪finish⟫", with: "finish"),
      missed("show"), missed("hide"))
    try check(
      states.replacing("⟪hide⟫", with: "hide")
        .replacing("[{root: ⟪finish⟫}", with: "[{restart: root}, {root: ⟪finish⟫}"),
      missed("show"), missed("finish"))
  }

  func testPromisesAcrossPartsAreProved() throws {
    try check(correct.replacing("onlyAfter: root.didAppear", with: "needs: root.willDisappear"))
    try check(
      correct.replacing("onlyAfter: root.didAppear", with: "needs: ⟪root.didDisappear⟫"),
      "L803 `detail.willAppear` is called without `root.didDisappear` since the start")
    try check(
      correct.replacing("onlyAfter: root.didAppear", with: "onlyAfter: ⟪root.didDisappear⟫"),
      "L804 `detail.willAppear` is called before the first call of `root.didDisappear`")
  }

  /// The 50th `inc` breaks a promise of the part's own file.
  func testPromisesOfAPartThatIsNotExploredCompletelyAreCheckedInside() throws {
    let counter = """
      lifeline: 1
      machine: Counter
      context: {n: {default: 0, private: true}}
      callbacks: {a: , b: {needs: a}}
      events: [inc, reset]
      states:
        s:
          on:
            inc: [{if: n == 49, do: [{set: {n: n + 1}}, b]}, {do: {set: {n: n + 1}}}]
            reset: {do: a}

      """
    func errors(after first: String, limit: Int) throws -> [String] {
      let increments = [String](repeating: "inc", count: 10).joined(separator: ", ")
      let states = (0..<5).map { "  s\($0): {on: {go: {to: s\($0 + 1), do: {p: [\(increments)]}}}}\n" }.joined()
      let machine = try machine(
        """
        lifeline: 1
        machine: M
        parts: {p: Counter.yaml}
        events: [go]
        initial: first
        states:
          first: {on: {go: {to: s0, do: [\(first)]}}}
        \(states)  s5: {final: true}

        """, using: ["Counter.yaml": counter])
      return analyze(machine, limit: limit).diagnostics.map { diagnostic in
        let location = "\(diagnostic.location.path):\(diagnostic.location.range?.start.line ?? 0)"
        return "\(diagnostic.kind.code) \(location) \(diagnostic.message)"
      }
    }
    let broken = "L803 Counter.yaml:4 `p.b` is called without `p.a` since the"
    let steps = "these steps lead there: …, `go`, `go`, `go`, `go`, `go`"
    XCTAssertEqual(try errors(after: "{p: inc}", limit: 20), ["\(broken) start; \(steps)"])
    XCTAssertEqual(try errors(after: "{p: reset}", limit: 20), [])
    XCTAssertEqual(try errors(after: "{p: reset}, {restart: p}", limit: 20), ["\(broken) restart; \(steps)"])
    // It is reported in the part's own file, which is explored completely now.
    XCTAssertEqual(try errors(after: "{p: inc}", limit: 1_000), [])
  }

  /// The end of a part, and what can happen in it later, is its own file's affair, even if that doesn't prove the answer.
  func testAnswersInAPartsFileAreNotCheckedAroundIt() throws {
    let task = """
      lifeline: 1
      machine: Task
      context: {n: 0}
      callbacks: {begin: {answeredBy: end}, end: }
      events: [go, done]
      initial: idle
      states:
        idle: {on: {go: {to: busy, do: begin}}}
        busy: {on: {done: {if: n * n != 1234321, to: idle, do: end}}}

      """
    let machine = try machine(
      """
      lifeline: 1
      machine: House
      parts: {task: Task.yaml}
      events: [open, leave]
      states:
        here: {on: {open: {do: {task: {optional: go}}}, leave: away}}
        away: {final: true}

      """, using: ["Task.yaml": task])
    XCTAssertEqual(analyze(machine).diagnostics.map(\.message), [])
  }

  func testOwnCallbacksMayNeedThoseOfParts() throws {
    let own = correct.replacing("callbacks: {", with: "callbacks: {mine: {needs: root.didAppear}, ")
    try check(own.replacing("{root: [show, finish]}]", with: "{root: [show, finish]}, mine]"))
    try check(
      own.replacing("needs: root.didAppear", with: "needs: ⟪root.didDisappear⟫")
        .replacing("[{root: hide}, ", with: "[⟦mine⟧, {root: hide}, "),
      "L803 `mine` is called without `root.didDisappear` since the start")
  }

  func testConditionsOfTheMachineThatReadPartsAreExplored() throws {
    let machine = try machine(
      "lifeline: 1\nmachine: M\nparts: {root: Screen.yaml, detail: Screen.yaml}\n"
        + correct.replacing("if: in(root.visible)", with: "if: in(root.absent)"), using: ["Screen.yaml": screenSpec])
    XCTAssertEqual(
      analyze(machine).diagnostics.map(\.kind.code).sorted(), ["L811", "L811", "L813", "L814", "L814", "L816"])
  }

  func testTheCompleteExplorationOfPartsHasFewConfigurations() throws {
    let machine = try machine(
      "lifeline: 1\nmachine: M\nparts: {root: Screen.yaml, detail: Screen.yaml}\n" + correct,
      using: ["Screen.yaml": screenSpec])
    let exploration = explore(MachineIndex.build(for: machine))
    XCTAssertTrue(exploration.isComplete)
    XCTAssertLessThan(exploration.nodes.count, 100)
  }

  func testMutantsChangeTheMachineAndNotItsParts() throws {
    let machine = try machine(
      """
      lifeline: 1
      machine: M
      parts: {root: Screen.yaml, detail: Screen.yaml}
      events: [go]
      states: {a: {on: {go: {do: [{root: [create, {optional: hide}]}, {restart: detail}]}}}}

      """, using: ["Screen.yaml": screenSpec])
    let mutants = machine.makeMutants()
    XCTAssertEqual(
      mutants.map(\.change),
      [
        "this action and the next one are swapped",
        "`root.create` is not sent here", "`root.create` is sent twice here",
        "`root.show` is sent instead of `root.create` here", "`root.hide` is sent before `root.create` here",
        "`root.hide` is not sent here", "`root.finish` is sent instead of `root.hide` here",
        "`detail` instead of `root` gets the events here", "`detail` is not restarted here",
      ])
    var sent: [[String]] = []
    for mutant in mutants {
      var mutated = machine
      mutant.apply(to: &mutated)
      var events: [String] = []
      mutated.forEachOwnAction { action in
        guard case .send(let part, let list, _) = action else { return }
        events += [mutated[part].name] + list.map { mutated[$0.event].name }
      }
      sent.append(events)
      mutant.revert(&mutated, to: machine)
      XCTAssertEqual(
        canonicalText(of: mutated.states[1].on[0].transitions[0].actions),
        canonicalText(of: machine.states[1].on[0].transitions[0].actions))
    }
    XCTAssertEqual(sent[1], ["root", "root.hide"])
    XCTAssertEqual(sent[2], ["root", "root.create", "root.create", "root.hide"])
    XCTAssertEqual(sent[3], ["root", "root.show", "root.hide"])
    XCTAssertEqual(sent[4], ["root", "root.hide", "root.create"])
    XCTAssertEqual(sent[7], ["detail", "detail.create", "detail.hide"])
  }

  func testDerivedTestsCheckTheStatesOfParts() throws {
    let machine = try machine(
      "lifeline: 1\nmachine: M\nparts: {root: Screen.yaml, detail: Screen.yaml}\n" + correct,
      using: ["Screen.yaml": screenSpec])
    let tests = deriveTests(for: MachineIndex.build(for: machine), extent: .transitions)
    XCTAssertEqual(tests.gaps, [])
    XCTAssertTrue(tests.tests.allSatisfy { machine.declares($0.state) })
    let states = tests.tests.flatMap(\.steps).flatMap(\.states).map { machine[$0].path }
    XCTAssertTrue(Set(states).isSuperset(of: ["atRoot", "root.visible", "detail.appearing"]))
  }

  /// A part that is made new forgets what its own file promises, and nothing of the machine around it.
  func testAPromiseBesideAPartThatIsMadeNew() throws {
    func message(_ promise: String) throws -> [String] {
      let machine = try machine(
        """
        lifeline: 1
        machine: M
        parts: {clock: Clock.yaml}
        callbacks: {a: , c: , b: {\(promise)}}
        events: [go, stop, other]
        states:
          idle: {on: {go: {to: done, do: [a, b, c]}}}
          done: {on: {stop: {to: late, do: {restart: clock}}}}
          late: {on: {other: {do: b}}}
        """, using: ["Clock.yaml": "lifeline: 1\nmachine: Clock\nstates: {on: {after: {3s: off}}, off: }\n"])
      return analyze(machine).diagnostics.filter { ["L803", "L808"].contains($0.kind.code) }.map(\.message)
    }
    let steps = "these steps lead there: the start, `go`, `stop`, `other`"
    XCTAssertEqual(try message("needs: a"), ["`b` is called without `a` since its previous call; \(steps)"])
    XCTAssertEqual(
      try message("between: [a, c]"),
      ["`b` is called outside of `a` and `c`: there was no `a` since the last `c`; \(steps)"])
  }
}
