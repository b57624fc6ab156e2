import Foundation
import LifelineLanguage
import LifelineModel
import LifelineReporting
import LifelineScenarios
import TestSupport
import XCTest

@testable import LifelineExplorer

/// Holds the script of the page to the interpreter: it does the same in random runs and in scenarios, owes the same answers,
/// and writes the same scenarios.
///
/// Here the script runs in Node; `.ci/explorer` does the same in a browser.
final class RunTests: XCTestCase {
  /// The seed is printed when a test asks for it, since instances are also made to list tests.
  private lazy var seed = testSeed()

  func testTheDocumentedLifeCyclesRunAsInTheInterpreter() throws {
    var expected: [(String, JSON)] = []
    for file in try documentedSpecs() {
      let count = forExtent(quick: 40, thorough: 1_000, all: 1_000)
      let name = file.deletingPathExtension().lastPathComponent
      expected.append((name, try ExpectedRuns.make(for: documentedMachine(file), count: count, seed: seed)))
    }
    try compare(expected)
  }

  func testTheSpecsOfTheReferenceRunAsInTheInterpreter() throws {
    let page = try text(of: packageRoot.appending(path: "docs/language.md"))
    let blocks = page.matches(of: /```yaml( parts)?\n(lifeline: 1\n(?:.|\n)*?)```/)
    let specs = blocks.map { String($0.2) }
    XCTAssertGreaterThan(specs.count, 10)
    let used: KeyValuePairs = ["Player.yaml": specs[0]]
    let expected = try specs.enumerated().map { index, spec in
      let machine = try machine(spec, using: used)
      return (
        "\(machine.name)\(index)",
        try ExpectedRuns.make(for: machine, count: forExtent(quick: 50, thorough: 200, all: 500), seed: seed)
      )
    }
    try compare(expected)
  }

  func testRandomMachinesRunAsInTheInterpreter() throws {
    try skipTest(below: .thorough)
    var random = SplitMix64(seed: seed)
    var expected: [(String, JSON)] = []
    for index in 0..<numberOfRandomMachines(quick: 6, thorough: 15, all: 500) {
      let spec = RandomSpec.makeSpec(using: &random, hasGuards: index % 2 == 0, counts: index % 4 == 1)
      // Some can't begin, or name a history where only a state will do.
      guard let machine = try? readMachine(callbacks: spec.callbacks, events: "a b c", spec.text) else { continue }
      expected.append(("random\(index)", try ExpectedRuns.make(for: machine, count: 60, seed: random.next())))
    }
    XCTAssertFalse(expected.isEmpty)
    try compare(expected)
  }

  /// Numbers beyond 64 bits, remainders, ranges, texts that are equal in other forms, and parts that are restarted.
  func testValuesAndPartsAreThoseOfTheInterpreter() throws {
    let used: KeyValuePairs = ["Screen.yaml": screenSpec]
    let count = forExtent(quick: 200, thorough: 300, all: 2_000)
    let expected = try [valuesSpec, partsSpec].map { spec in
      let machine = try machine(spec, using: used)
      return (machine.name, try ExpectedRuns.make(for: machine, count: count, seed: seed))
    }
    try compare(expected)
  }

  /// A part that is made new forgets its open questions and the calls before, and its end breaks nothing.
  func testPromisesOfPartsAreBrokenAsInTheInterpreter() throws {
    let machine = try machine(promisedPartsSpec, using: ["Task.yaml": promisedTaskSpec])
    let count = forExtent(quick: 200, thorough: 600, all: 4_000)
    let expected = try ExpectedRuns.make(for: machine, count: count, seed: seed)
    for key in ["answeredBy", "needs", "between"] {
      XCTAssertTrue(expected.text.contains("\"\(key) "), "no \(key) is broken, seed \(seed)")
    }
    try compare([(machine.name, expected)])
  }

  /// Promises of every form, kept and broken, with answers that are owed and those that take too long.
  func testRandomPromisesAreBrokenAsInTheInterpreter() throws {
    try skipTest(below: .thorough)
    var random = SplitMix64(seed: seed)
    let count = numberOfRandomMachines(quick: 10, thorough: 30, all: 500)
    var expected: [(String, JSON)] = []
    var isAnswerBroken = false
    while expected.count < count || !isAnswerBroken && expected.count < 100 {
      var promises = RandomPromises(seed: random.next())
      let machine = try XCTUnwrap(SpecReader.read(bytes: Array(promises.makeSpec().utf8), path: "Spec.yaml").machine)
      let runs = try ExpectedRuns.make(for: machine, count: 60, seed: random.next())
      isAnswerBroken = isAnswerBroken || runs.text.contains(/"broken":\[[^\]]*answeredBy/)
      expected.append(("promises\(expected.count)", runs))
    }
    XCTAssertTrue(isAnswerBroken, "no answer is broken, seed \(seed)")
    try compare(expected)
  }

  /// Expected calls stand beside those that are made as in messages. Of the items, `a` matches one call, `a?` at most one, and
  /// `a+` one or more.
  func testAlignmentsAreThoseOfMessages() throws {
    var random = SplitMix64(seed: seed)
    let alignments = (0..<300).map { _ -> JSON in
      let expected = (0..<random.below(7)).map { _ in random.element(["a", "b", "c", "a?", "b?", "b+", "c+"]) }
      let actual = (0..<random.below(7)).map { _ in random.element(["a", "b", "c"]) }
      let alignment = align(expected: expected, actual: actual) { item, start in
        let count = actual[start...].prefix { $0 == expected[item].prefix(1) }.count
        switch expected[item].last {
        case "?": return Array(start...start + min(count, 1))
        case "+": return Array((start...start + count).dropFirst())
        default: return count > 0 ? [start + 1] : []
        }
      }
      let rows = alignment.rows.map { "\($0.expected ?? "") \($0.actual ?? -1) \($0.isDifference)" }
      return [
        .array(expected.map(JSON.string)), .array(actual.map(JSON.string)), .string(rows.joined(separator: ", ")),
      ]
    }
    let machine = try machine(valuesSpec)
    try compare([
      (
        "alignments",
        [
          "machine": machine.explorerDocument, "runs": .array([]), "scenarios": .array([]),
          "alignments": .array(alignments),
        ]
      )
    ])
  }

  /// The address in the documentation is one of the machine that it names, as the page writes it.
  func testTheAddressInTheDocumentation() throws {
    let simulating = try text(of: packageRoot.appending(path: "docs/simulate.md"))
    let player = try machine(
      String(try XCTUnwrap(simulating.firstMatch(of: /```yaml\n(lifeline: 1\n(?:.|\n)*?)```/)).1))
    let documentation = try text(of: packageRoot.appending(path: "docs/explorer.md"))
    let address = try XCTUnwrap(documentation.firstMatch(of: /\nplayer.html(#s=.*)\n/)).1
    let page = ExplorerPage.make(for: player)
    let hash = try XCTUnwrap(page.firstMatch(of: /data-hash="([0-9a-f]+)"/)).1
    XCTAssertTrue(address.hasPrefix("#s=\(hash);"), "The hash is \(hash).")
    let expected: JSON = [
      "machine": player.explorerDocument, "runs": .array([]), "scenarios": .array([]),
      "addresses": .array([.string(String(address))]),
    ]
    try compare([("address", expected)])
  }

  /// The page tells which promises are broken and in which words, what is owed, which calls may come, and which earlier ones allow a call.
  func testWhatThePageTellsOfPromises() throws {
    func told(_ machine: Machine, _ text: String) -> (String, JSON) {
      var sessions: [[(line: String, told: [Substring])]] = [[]]
      for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        if line.isEmpty {
          sessions.append([])
        } else if line.hasPrefix("  ") {
          sessions[sessions.count - 1][sessions[sessions.count - 1].count - 1].told.append(line.dropFirst(2))
        } else {
          sessions[sessions.count - 1].append((String(line), []))
        }
      }
      let promises = sessions.map { session in
        JSON.array(session.map { .array([.string($0.line), .string($0.told.joined(separator: "\n"))]) })
      }
      return (
        "\(machine.name)Promises",
        [
          "machine": machine.explorerDocument, "runs": .array([]), "scenarios": .array([]),
          "promises": .array(promises),
        ]
      )
    }
    let task: KeyValuePairs = ["Task.yaml": promisedTaskSpec]
    try compare([
      told(machine(promisedTaskSpec), toldOfTask), told(machine(promisedAlarmSpec), toldOfAlarm),
      told(machine(promisedFlowSpec, using: task), toldOfFlow),
      told(
        machine(promisedOuterSpec, using: ["Task.yaml": promisedTaskSpec, "Flow.yaml": promisedFlowSpec]), toldOfOuter),
      told(machine(promisedParcelSpec), toldOfParcel),
    ])
  }

  /// Compares the script with runs, in Node. If the environment names a folder, they are also written there.
  private func compare(_ expected: [(name: String, runs: JSON)]) throws {
    let given = ProcessInfo.processInfo.environment["LIFELINE_EXPLORER_RUNS"].map { URL(filePath: $0) }
    let folder = try given ?? createTemporaryFolder()
    defer { if given == nil { try? FileManager.default.removeItem(at: folder) } }
    let files = try expected.map { name, runs in
      let file = folder.appending(path: "\(name).json")
      try Data(runs.text.utf8).write(to: file)
      return file.path
    }
    let script = folder.appending(path: "page.js")
    try Data(ExplorerPage.script.utf8).write(to: script)
    let check = packageRoot.appending(path: "Tests/LifelineExplorerTests/Browser")
    let result: ProcessResult
    do {
      result = try execute(
        "node", [check.appending(path: "node.mjs").path, script.path] + files, in: folder, limit: 300)
    } catch {
      throw XCTSkip("Node is missing")
    }
    try XCTSkipIf(result.status == 127, "Node is missing")
    XCTAssertEqual(result.status, 0, "seed \(seed):\n\(result.output)\(result.errors)")
  }
}

private let valuesSpec = """
  lifeline: 1
  machine: Values
  types: {Mode: [slow, fast]}
  context:
    n: 3
    m: {default: 2, range: -5...5}
    wait: 2s
    share: 0.5
    title: {type: String, default: none}
    mode: {type: Mode, default: slow}
    token: {type: UUID, private: true}
  imports: [Foundation]
  callbacks:
    tell: {parameters: {n: Int, wait: Duration, share: Double, title: String, mode: Mode}}
    carry: {parameters: {token: "UUID?"}}
    quiet: {channel: log, parameters: {flag: Bool}}
  observing: delegate
  events:
    calculate: {parameters: {a: Int, b: Int}}
    stretch: {parameters: {time: Duration}}
    name: {parameters: {text: String}}
    measure: {parameters: {level: Double}}
    choose: {parameters: {mode: Mode, flag: Bool}}
    keep: {parameters: {device: UUID}}
    forget:
  states:
    one:
      entry: tell
      on:
        calculate:
          - {if: a > 100, do: {set: {n: a * b - n}}}
          - {if: b < 0, do: {set: {n: a / b + n % b}}}
          - {if: "min(a, b) == max(a, b)", do: {set: {m: -a}}}
          - {to: two, do: {set: {n: a + b, m: "min(a, 7)"}}}
        stretch: {to: two, do: {set: {wait: time * n + wait}}}
        name: {if: text == title or text == "\\u00e9", to: two, do: {set: {title: text}}}
        measure: {if: level > share and not (level >= 1.5), to: two, do: {set: {share: level}}}
        choose: {do: [{if: flag and mode != fast, do: {quiet: {flag: not flag}}, else: tell}, {set: {mode: mode}}]}
        keep: {do: [{set: {token: device}}, carry]}
        forget: {do: [carry, {set: {token: nil}}]}
      after: {wait: two}
    two:
      on: {"*": one}
      after: {wait: one, 3s: one}

  """

private let partsSpec = """
  lifeline: 1
  machine: Flow
  context: {level: 1}
  parts:
    front: Screen.yaml
    back: {use: Screen.yaml, context: {isModal: true}}
  callbacks: [note]
  events: [open, close, turn, warn, reset, finish]
  initial: closed
  states:
    closed: {on: {open: {to: opened, do: [{front: [create, show]}, note]}}}
    opened:
      always: {if: in(back.visible) and level > 1, to: turned}
      on:
        close: {to: closed, do: {front: [{optional: hide}, {optional: finish}]}}
        turn: {do: [{back: [{optional: create}, {optional: show}]}, {front: {optional: hide}}]}
        finish: {do: [{front: {optional: finish}}, {back: finish}]}
        warn: {do: [{front: {optional: memoryWarning}}, {back: {optional: memoryWarning}}]}
        reset: {do: [{restart: back}, {restart: front}, {front: create}]}
    turned:
      on: {close: {to: closed, do: {restart: front}}, reset: {to: opened, do: {restart: back}}}
      after: {1s: over}
    over: {final: true}

  """

private let promisedPartsSpec = """
  lifeline: 1
  machine: Flow
  parts: {task: Task.yaml}
  callbacks: {tell: {onlyAfter: task.begin}}
  events: [go, done, say, die, renew]
  states:
    always:
      on:
        go: {do: {task: {optional: go}}}
        done: {do: [{task: {optional: done}}, tell]}
        say: {do: {task: {optional: say}}}
        die: {do: {task: {optional: die}}}
        renew: {do: {restart: task}}

  """
