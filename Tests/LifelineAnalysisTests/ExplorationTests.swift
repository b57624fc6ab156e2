import LifelineInterpreter
import LifelineModel
import TestSupport
import XCTest

@testable import LifelineAnalysis

final class ExplorationTests: XCTestCase {
  private func explore(
    callbacks: String = "", events: String = "", limit: Int = Exploration.standardLimit, _ rest: String
  ) throws -> Exploration {
    let machine = try readMachine(callbacks: callbacks, events: events, rest)
    return LifelineAnalysis.explore(MachineIndex.build(for: machine), limit: limit)
  }

  /// Returns the active atomic states of each node.
  private func nodes(_ exploration: Exploration) -> [String] {
    exploration.nodes.map { node in
      let run = Interpreter(exploration.index, at: node.snapshot)
      return run.atomicStates.map { exploration.machine[$0].path }.joined(separator: " ")
    }
  }

  /// Returns the steps of the path to the first node in which `state` is active.
  private func path(to state: String, in exploration: Exploration) throws -> [String] {
    let node = try XCTUnwrap(nodes(exploration).firstIndex(of: state))
    return texts(exploration.run(exploration.path(to: node)), exploration.machine)
  }

  private func texts(_ run: CounterexampleRun, _ machine: Machine) -> [String] {
    run.steps.map { step in
      let facts = step.stimulus.facts.map { "\(machine[$0.field].name): \($0.value) " }.joined()
      switch step.stimulus.kind {
      case .start: return facts + "start"
      case .send(let event, let arguments):
        return facts + machine[event].name + arguments.map { " \($0)" }.joined()
      case .elapse, .approach: return facts + "wait \(step.wait ?? 0)"
      }
    }
  }

  func testStatesAreReachedByShortestPaths() throws {
    let exploration = try explore(
      events: "go back",
      """
      states:
        a: {on: {go: b}}
        b: {on: {go: c, back: a}}
        c: {on: {go: d}}
        d: {on: {back: b}}
        e: {on: {go: d}}
      """)
    XCTAssertEqual(nodes(exploration), ["", "a", "b", "c", "d"])
    XCTAssertEqual(try path(to: "d", in: exploration), ["start", "go", "go", "go"])
    XCTAssertEqual(exploration.taken.map { $0 == nil }, [false, false, false, false, false, true])
    XCTAssertTrue(exploration.isComplete)
    XCTAssertEqual(exploration.edges.count, 6)
  }

  func testFactsAreVariedOnlyWhereTheyAreRead() throws {
    let exploration = try explore(
      events: "go next",
      """
      context: {flag: false, level: 3, unread: 7}
      states:
        a: {on: {next: b}}
        b: {on: {go: {if: flag, to: c}}}
        c: {on: {go: {if: level > 100, to: d}}}
        d:
      scenarios: {reading: {given: {state: a, unread: 1}, when: {next: []}}}
      """)
    XCTAssertEqual(nodes(exploration), ["", "a", "b", "c", "d"])
    XCTAssertEqual(
      try path(to: "d", in: exploration), ["start", "next", "flag: true go", "level: 101 go"])
    XCTAssertEqual(exploration.edges.count, 4)
    let decision = try XCTUnwrap(exploration.guardOutcomes[.transition(ID(1))])
    XCTAssertEqual(decision.holds?.stimulus.facts.map(\.value), [.bool(true)])
    XCTAssertEqual(decision.fails?.stimulus.facts.map(\.value), [.bool(false)])
  }

  func testEveryCombinationThatMakesADifferenceIsTried() throws {
    let exploration = try explore(
      events: "go",
      """
      context: {x: false, y: false, z: {cases: [one, two, three], default: one}}
      states:
        a: {on: {go: [{if: x, to: b}, {if: y, to: c}, {if: z == three and not x, to: d}]}}
        b:
        c:
        d:
      """)
    // The first choice is x, the second is y without x, and the others are three cases without both, two of them ignored.
    XCTAssertEqual(nodes(exploration), ["", "a", "b", "c", "d"])
    XCTAssertEqual(exploration.edges.count, 4)
    XCTAssertEqual(try path(to: "d", in: exploration), ["start", "z: three go"])
  }

  func testTextsAreThoseThatAreComparedSentOrNeither() throws {
    let exploration = try explore(
      """
      context: {title: {type: String, default: none}, last: {type: String, default: "", private: true}}
      events: {go: , named: {parameters: {name: String}}}
      states:
        a: {on: {named: {if: name == "b" and title == name, to: b}}}
        b: {on: {named: {do: {set: {last: name}}, to: c}}}
        c: {on: {named: [{if: name == last, to: d}, {if: name == "x", to: e}]}}
        d:
        e: {on: {go: {if: title != "b" and title != "none", to: f}}}
        f:
      """)
    XCTAssertEqual(Set(nodes(exploration)), ["", "a", "b", "c", "d", "e", "f"])
    XCTAssertTrue(exploration.isComplete)
    XCTAssertEqual(try path(to: "b", in: exploration), ["start", #"title: "b" named "b""#])
    XCTAssertEqual(try path(to: "f", in: exploration).last, #"title: "" go"#)
    // Every text that `c` may remember differs for some comparison.
    let remembered = exploration.nodes.filter { $0.snapshot.configuration.contains(ID(3)) }
      .map { $0.snapshot.fields[1].description }
    XCTAssertEqual(
      Set(remembered).subtracting([#""other2""#, #""other3""#]), [#""""#, #""b""#, #""x""#, #""none""#, #""other""#])
  }

  func testDecimalsAreThoseThatAreComparedAndSomeBetweenAndBeyond() throws {
    let exploration = try explore(
      """
      context: {volume: 0.5, loudest: 1.0}
      events: {go: , turn: {parameters: {level: Double}}}
      states:
        a:
          on:
            turn:
              - {if: level < 0.25, to: lower}
              - {if: level == 0.25, to: first}
              - {if: level < 0.75, to: between}
              - {if: level == 0.75, to: second}
              - {to: higher}
        lower:
        first: {on: {turn: {if: level == volume, to: same}}}
        between: {on: {turn: {do: {set: {loudest: level}}, to: kept}}}
        second: {on: {go: {if: volume > loudest, to: louder}}}
        higher: {on: {go: {if: loudest < 0, to: negative}}}
        same:
        kept: {on: {turn: {if: level > loudest, to: most}}}
        louder:
        negative:
        most:
      scenarios: {turning: {given: a, when: [{set: {loudest: 1.0}}]}}
      """)
    XCTAssertEqual(
      Set(nodes(exploration)),
      ["", "a", "lower", "first", "between", "second", "higher", "same", "kept", "louder", "negative", "most"])
    XCTAssertTrue(exploration.isComplete)
    XCTAssertEqual(try path(to: "between", in: exploration), ["start", "turn 0.375"])
    XCTAssertEqual(try path(to: "higher", in: exploration), ["start", "turn 0.875"])
  }

  func testEveryCaseOfADeclaredTypeIsTried() throws {
    let exploration = try explore(
      """
      types: {Reason: [timeout, refused, none]}
      context: {last: {type: Reason, default: timeout, private: true}}
      events: {fail: {parameters: {reason: Reason}}}
      states:
        a: {on: {fail: {if: reason != last, to: b, do: {set: {last: reason}}}}}
        b: {on: {fail: [{if: last == none and reason == refused, to: c}, {if: last == timeout, to: d}]}}
        c:
        d:
      """)
    XCTAssertEqual(Set(nodes(exploration)), ["", "a", "b", "c"])
    XCTAssertEqual(try path(to: "c", in: exploration), ["start", "fail none", "fail refused"])
    XCTAssertTrue(exploration.isComplete)
  }

  func testSamplesOfNumbers() {
    XCTAssertEqual(sampleNumbers(around: []), [0, 1])
    XCTAssertEqual(sampleNumbers(around: [2, -1]), [-2, -1, 0.5, 2, 3])
    XCTAssertEqual(sampleNumbers(around: [1, 1.0.nextUp]), [0, 1, 1.0.nextUp, 2.0.nextUp].map { min($0, 2) })
    let greatest = Double.greatestFiniteMagnitude
    XCTAssertEqual(sampleNumbers(around: [greatest, -greatest]), [-greatest, 0, greatest])
    XCTAssertEqual(sampleNumbers(around: [1e300]), [1e300.nextDown, 1e300, 1e300.nextUp])
    XCTAssertEqual(textUnlike(["other", "other2", "x"]), "other3")
  }

  func testArgumentsAreVariedWhereTheyAreRead() throws {
    let exploration = try explore(
      """
      events: {go: {parameters: {n: Int, m: Int}}}
      states:
        a: {on: {go: {if: n == 5, to: b}}}
        b:
      """)
    XCTAssertEqual(try path(to: "b", in: exploration), ["start", "go 5 0"])
  }

  func testAnArgumentOfACallIsVariedIfItCanFault() throws {
    let exploration = try explore(
      """
      context: {n: 1}
      callbacks: {c: {parameters: {n: Int, isLow: Bool}}}
      events: [go, stop]
      states:
        a: {on: {go: {do: {c: {n: 10 / n, isLow: n < 3}}}, stop: {if: n == 0, to: b}}}
        b:
      """)
    XCTAssertEqual(exploration.faults.map(\.fault.kind), [.divisionByZero])
    XCTAssertEqual(exploration.faults.map(\.fault.range.start.line), [5])
  }

  func testPrivateFieldsAreMemory() throws {
    let spec = """
      context: {ready: {default: false, private: true}}
      states:
        a: {on: {prepare: {do: {set: {ready: true}}}, go: {if: ready, to: b}}}
        b:
      """
    let exploration = try explore(events: "prepare go", spec)
    XCTAssertEqual(nodes(exploration), ["", "a", "a", "b"])
    XCTAssertEqual(try path(to: "b", in: exploration), ["start", "prepare", "go"])
    // The host may set any other field.
    let open = try explore(events: "prepare go", spec.replacing("{default: false, private: true}", with: "false"))
    XCTAssertEqual(try path(to: "b", in: open), ["start", "ready: true go"])
  }

  func testFixedFieldsHaveEveryValueFromTheStart() throws {
    let exploration = try explore(
      events: "go",
      """
      context: {version: {default: 12, fixed: true}}
      states:
        a: {on: {go: {if: version >= 13, to: b}}}
        b: {on: {go: {if: version < 13, to: c}}}
        c:
      """)
    // No comparison distinguishes 11 from 12, or 14 from 13, so one of each pair is left out.
    XCTAssertEqual(nodes(exploration), ["", "", "a", "a", "b"])
    XCTAssertTrue(exploration.isComplete)
  }

  func testACounterIsFollowedAsFarAsItMatters() throws {
    let exploration = try explore(
      events: "count go",
      """
      context: {x: {default: 0, private: true}, all: 0}
      states:
        a: {on: {count: {do: {set: {x: x + 1, all: all + x}}}, go: {if: x >= 3, to: b}}}
        b:
      """)
    XCTAssertEqual(nodes(exploration), ["", "a", "a", "a", "a", "a", "b", "b"])
    XCTAssertTrue(exploration.isComplete)
  }

  /// Only a number above 10 shows what `min` does, and only a scenario or the partition can supply it.
  func testMinimumAndMaximumDistinguishValues() throws {
    let exploration = try explore(
      events: "",
      """
      events: {send: {parameters: {p: Int}}, go: }
      context: {n: {default: 0, private: true}}
      states:
        a: {on: {send: {to: b, do: {set: {n: "min(p, 10)"}}}}}
        b: {on: {go: [{if: n == 10, to: c}, {if: n < 10, to: a}]}}
        c: {on: {go: {if: "max(n, 3) > 3", to: a}}}
      """)
    XCTAssertTrue(nodes(exploration).contains("c"))
    XCTAssertTrue(exploration.isComplete)
    // No comparison has a number near 10.
    let apart = try explore(
      events: "",
      """
      events: {send: {parameters: {p: Int}}, go: }
      context: {n: {default: 0, private: true}, m: {default: 4, private: true}}
      states:
        a: {on: {send: {to: b, do: {set: {n: "min(p, 10)", m: 4}}}}}
        b: {on: {go: [{if: n - m == 6, to: c}, {to: a}]}}
        c: {on: {go: a}}
      """)
    XCTAssertTrue(nodes(apart).contains("c"))
    let counting = try explore(
      events: "up",
      "context: {n: {default: 0, private: true}}\nstates: {a: {on: {up: {if: n < 9, do: {set: {n: \"min(n + 1, 3)\"}}}}}}"
    )
    XCTAssertEqual(nodes(counting), ["", "a", "a", "a", "a"])
  }

  func testTheLimitIsReportedAndKept() throws {
    let spec = """
      context: {x: {default: 0, private: true}}
      states:
        a: {on: {up: {do: {set: {x: x + 1}}}, down: {if: x > 0, do: {set: {x: x - 1}}}}}
      """
    let exploration = try explore(events: "up down", limit: 50, spec)
    XCTAssertEqual(exploration.configurationCount, 50)
    XCTAssertFalse(exploration.isComplete)
    XCTAssertEqual(exploration.growth.map(\.description), ["`x` has taken 50 values"])
  }

  func testAnExplorationEndsWhenItTakesTooMuchMemory() throws {
    let environment = modelEnvironment(of: try switches(12))
    var explorer = Explorer(environment, limit: 4_096, workLimit: .max)
    explorer.memoryLimit = 100_000
    explorer.explore(observing: nil, whileWanted: { true })
    let exploration = explorer.result
    XCTAssertEqual(exploration.bound, .memory)
    XCTAssertLessThan(exploration.configurationCount, 1_000)
    let message = exploration.unexploredPart?.message ?? ""
    XCTAssertTrue(message.contains("configurations, which took too much memory, so it doesn't show what"), message)
    XCTAssertTrue(LifelineAnalysis.explore(environment, limit: 4_096, workLimit: .max).isComplete)
  }

  /// What is explored with given values of fixed fields is what has these values in the exploration of all values.
  func testGivenValuesRestrictAnExploration() throws {
    let machine = try readMachine(
      callbacks: "one two", events: "go stop",
      """
      context: {x: {default: 3, fixed: true}, y: {default: 5, fixed: true}, f: {default: true, fixed: true}, n: 0}
      states:
        a: {on: {go: [{if: x < y and x > 3, to: b, do: one}, {if: f, to: c}], stop: {do: {set: {n: (n + 1) % 3}}}}}
        b: {on: {go: {if: n > 1 and f, to: c}, stop: {to: a, do: two}}}
        c: {after: {2s: a}}
      """)
    let index = MachineIndex.build(for: machine)
    let whole = LifelineAnalysis.explore(index)
    for (field, value) in [(0, Value.int(3)), (0, .int(4)), (2, .bool(true)), (2, .bool(false))] {
      let given = FieldValue(field: ID(field), value: value)
      let restricted = LifelineAnalysis.explore(index, given: [given])
      let included = whole.nodes.indices.filter { whole.nodes[$0].snapshot.fields[field] == value }
      XCTAssertFalse(included.isEmpty)
      XCTAssertEqual(restricted.nodes.map(\.snapshot), included.map { whole.nodes[$0].snapshot })
      XCTAssertLessThan(restricted.nodes.count, whole.nodes.count)
      func steps(_ exploration: Exploration, from nodes: [Int]) -> [String] {
        let numbers = Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ($1, $0) })
        return exploration.edges.compactMap { edge in
          guard let source = numbers[edge.source] else { return nil }
          let target = edge.target.flatMap { numbers[$0] }
          return "\(source) \(edge.stimulus) \(target ?? -1) \(exploration.traces[edge.trace])"
        }
      }
      XCTAssertEqual(steps(restricted, from: Array(restricted.nodes.indices)), steps(whole, from: included))
    }
  }

  func testAMachineWithExactlyAsManyConfigurationsAsTheLimitIsExplored() throws {
    let states = (0..<7).map { "s\($0): {on: {go: s\(($0 + 1) % 7)}}" }.joined(separator: ", ")
    // The values of a fixed field are tried from the start: two times the seven states.
    for (context, count) in [("", 7), ("context: {f: {default: true, fixed: true}}\n", 14)] {
      let guarded = context.isEmpty ? states : states.replacing("go: s0", with: "go: {if: f, to: s0}")
      let spec = "\(context)states: {\(guarded)}"
      let exploration = try explore(events: "go", limit: count, spec)
      XCTAssertTrue(exploration.isComplete)
      XCTAssertEqual(exploration.configurationCount, count)
      XCTAssertNil(exploration.unexploredPart)
      XCTAssertEqual(
        try explore(events: "go", limit: count - 1, spec).unexploredPart?.message.prefix(50),
        "the exploration ended after \(count - 1) configurations (`--limit`)".prefix(50))
    }
  }

  func testWhatGrowsIsNamed() throws {
    let states = (0..<6).map { "s\($0): {on: {go: s\(($0 + 1) % 6), back: s\(($0 + 5) % 6)}}" }.joined(separator: ", ")
    let exploration = try explore(
      events: "go back a b c d e f", limit: 400,
      "states: {busy: {defer: [a, b, c, d, e, f], states: {\(states)}}}")
    XCTAssertEqual(exploration.bound, .nodes)
    let growth = exploration.growth
    XCTAssertEqual(growth.count, 1)
    XCTAssertTrue(
      growth[0].description.hasPrefix("the deferred events (`a`, `b`, `c`, …) have been kept in "),
      growth[0].description)
  }

  private func switches(_ count: Int) throws -> MachineIndex {
    MachineIndex.build(for: try machine(switchesSpec(count)))
  }

  /// Many regions have too many configurations, and each of them takes much work.
  func testTheLimitOfWorkIsSaidAndHolds() throws {
    let exploration = LifelineAnalysis.explore(try switches(40), workLimit: 200_000)
    XCTAssertEqual(exploration.bound, .work)
    XCTAssertLessThan(exploration.exploredCount, 100)
    XCTAssertLessThan(exploration.work, 210_000)
    XCTAssertEqual(
      exploration.unexploredPart?.message,
      "the exploration ended after \(exploration.configurationCount) configurations, which took too much work (`--limit`), so "
        + "it doesn't show what never happens: \(exploration.nodes.count - 1) combinations of states have been active")
    XCTAssertLessThanOrEqual(exploration.edges.map(\.source).max() ?? 0, exploration.exploredCount)
    // The same machine within the limit.
    XCTAssertTrue(LifelineAnalysis.explore(try switches(4), workLimit: 200_000).isComplete)
  }

  /// A reaction of many microsteps is interrupted where it exceeds the limit, and reported as no fault.
  func testAReactionIsInterruptedAtTheLimitOfWork() throws {
    let regions = (0..<30).map { "  r\($0): {states: {a: {always: {if: x < 900, to: a, do: {set: {x: x + 1}}}}}}" }
    let machine = try readMachine(
      callbacks: "", events: "go",
      "context: {x: 900}\nstates:\n  o: {on: {go: {to: p, do: {set: {x: 0}}}}}\n  p:\n    regions:\n"
        + regions.map { "    \($0)" }.joined(separator: "\n"))
    let exploration = LifelineAnalysis.explore(MachineIndex.build(for: machine), workLimit: 1_000)
    XCTAssertEqual(exploration.bound, .work)
    XCTAssertLessThan(exploration.work, 2_000)
    XCTAssertEqual(nodes(exploration), ["", "o"])
    XCTAssertEqual(exploration.faults.count, 0)
    XCTAssertGreaterThan(LifelineAnalysis.explore(MachineIndex.build(for: machine)).work, 3_000)
  }

  /// Of the states that a reaction leaves and enters again, those count as exited that others replace meanwhile.
  func testStatesThatAreLeftForAMomentAreExited() throws {
    let exploration = try explore(
      events: "go",
      """
      states:
        p:
          regions:
            r: {states: {a: {on: {go: b}}, b: {always: a}}}
            s: {states: {c: {on: {go: {to: c, do: {raise: next}}, next: c}}, d: }}
      """)
    XCTAssertEqual(exploration.exited.map { exploration.machine[$0].path }, ["p.r.a", "p.r.b"])
  }

  /// A configuration with many timers counts for more than one without.
  func testTimersCountAsWork() throws {
    let timers = (1...2_000).map { "\($0)ms: {do: c}" }.joined(separator: ", ")
    let machine = try readMachine(callbacks: "c", events: "", "states: {s: {after: {\(timers)}}}")
    let exploration = LifelineAnalysis.explore(MachineIndex.build(for: machine), workLimit: 1_000_000)
    XCTAssertEqual(exploration.bound, .work)
    XCTAssertLessThan(exploration.nodes.count, 100)
    XCTAssertEqual(exploration.nodes[1].snapshot.timers.map(\.remaining), Array(1...2_000))
  }

  func testTimePassesUpToTheNextDeadline() throws {
    let exploration = try explore(
      events: "go",
      """
      states:
        a: {on: {go: b}, after: {5s: c}}
        b: {after: {1min: {if: "false", to: d}}}
        c:
        d:
      """)
    // There are two nodes with `b`: with the running timer, and after it has elapsed.
    XCTAssertEqual(nodes(exploration), ["", "a", "b", "c", "b"])
    XCTAssertEqual(try path(to: "c", in: exploration), ["start", "wait 5000"])
    XCTAssertEqual(exploration.elapsedTimers.count, 2)
  }

  func testTimersThatRunTogetherElapseInEveryOrderThatCanBe() throws {
    let exploration = try explore(
      events: "go",
      """
      regions:
        l: {states: {a: {after: {10s: b}}, b: }}
        r: {states: {c: {on: {go: d}}, d: {after: {5s: e}}, e: }}
      """)
    let all = Set(nodes(exploration))
    XCTAssertTrue(all.contains("l.b r.d"))
    XCTAssertTrue(all.contains("l.a r.e"))
    XCTAssertTrue(exploration.isComplete)
  }

  func testEventsComeAtEveryMomentThatMakesADifference() throws {
    let exploration = try explore(
      events: "go",
      """
      regions:
        l: {states: {a: {after: {10s: [{if: in(d), to: b}, c]}}, b: , c: }}
        r: {states: {c1: {on: {go: d}}, d: {after: {5s: e}}, e: }}
      """)
    // This is only reached if `go` comes in the last five seconds.
    XCTAssertEqual(
      try path(to: "l.b r.d", in: exploration), ["start", "wait 5001", "go", "wait 4999"])
  }

  func testALongTimerElapsesWhileAShorterOneIsStartedAgainAndAgain() throws {
    for length in [3, 7, 40] {
      let exploration = try explore(
        events: "go",
        """
        states:
          s:
            after: {\(length)s: t}
            states:
              a: {on: {go: {to: a, reenter: true}}, after: {1s: u}}
          t:
          u:
        """)
      // Each time, `go` comes before `a` has lasted a second.
      XCTAssertEqual(try path(to: "t", in: exploration).count { $0 == "go" }, length, "\(length)")
      XCTAssertLessThan(exploration.nodes.count, 8 * length)
    }
  }

  func testATimerThatIsAlwaysBeatenDoesNotElapse() throws {
    let exploration = try explore(
      """
      regions:
        l: {states: {a: {after: {10s: b}}, b: }}
        r: {after: {5s: {to: l.b}}}
      """)
    XCTAssertFalse(exploration.elapsedTimers.contains { exploration.machine[$0.state].path == "l.a" })
  }

  func testHistoriesAndDeferredEventsDistinguishSnapshots() throws {
    let exploration = try explore(
      events: "go out back later",
      """
      initial: s
      states:
        s: {on: {out: o}, states: {h: {history: shallow, default: a}, a: {on: {go: b}}, b: }}
        o: {on: {back: h}, defer: later}
      """)
    XCTAssertEqual(nodes(exploration), ["", "s.a", "s.b", "o", "o", "s.a", "o", "s.b", "o", "s.b"])
    XCTAssertEqual(exploration.recordedHistories.count, 1)
    XCTAssertEqual(exploration.restoredHistories.count, 1)
  }

  func testAnEndlessLoopIsAFaultWithACounterexample() throws {
    let exploration = try explore(
      events: "go",
      """
      context: {flag: false}
      states:
        a: {on: {go: b}}
        b: {always: {if: flag, to: c}, on: {go: a}}
        c: {always: b}
      """)
    let fault = try XCTUnwrap(exploration.faults.first)
    XCTAssertEqual(fault.fault.kind, .endlessMacrostep)
    let run = exploration.counterexample(through: fault.occurrence)
    XCTAssertEqual(texts(run, exploration.machine), ["start", "flag: true go"])
    XCTAssertEqual(exploration.edges.filter { $0.target == nil }.count, 1)
  }

  func testAFinishedMachineHasNoSuccessors() throws {
    let exploration = try explore(
      events: "go", "states: {a: {on: {go: b}, after: {1s: c}}, b: {final: true}, c: }")
    XCTAssertEqual(nodes(exploration), ["", "a", "b", "c"])
    XCTAssertEqual(exploration.edges.count, 3)
  }
}
