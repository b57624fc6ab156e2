import Foundation
import LifelineInterpreter
import LifelineLanguage
import LifelineModel
import TestSupport
import XCTest

@testable import LifelineGeneration

/// Compares generated machines with parts with the interpreter: random machines around fixed ones get random events, and
/// both must make the same calls and reach the same states, fields and deadlines.
///
/// `LIFELINE_SEED` chooses other machines, and `LIFELINE_MACHINES` their number.
final class PartDifferenceTests: CompilingTestCase {
  /// The machines that are parts: one that defers and ends, one with regions, and one with parts.
  static let parts: KeyValuePairs = [
    "Leaf.yaml": """
    lifeline: 1
    machine: Leaf
    context:
      {v: {default: 2, fixed: true}, f: false, n: {default: 0, private: true}, d: 300ms, i: {type: Token, private: true}}
    callbacks: {a: , b: , c: , kept: {parameters: {i: 'Token?'}}}
    events: {x: , y: , z: , keep: {parameters: {t: Token}}}
    states:
      idle: {on: {x: {to: busy, do: [a, {set: {n: n + 1}}]}, z: {if: f or v > 2, do: b}, keep: {do: {set: {i: t}}}}}
      busy:
        entry: b
        defer: z
        after: {d: {to: idle, do: [c, kept, {set: {i: nil}}]}}
        on: {x: {to: wait, do: [a, kept]}, y: idle}
      wait: {after: {100ms: {if: f, to: idle, do: c}, 200ms: {to: busy, do: a}}, on: {y: over}}
      over: {final: true}

    """,
    "Ring.yaml": """
    lifeline: 1
    machine: Ring
    context: {m: 0}
    callbacks: [p, q]
    events: [x, y]
    regions:
      left:
        states: {l1: {entry: p, on: {x: l2}, after: {100ms: l2}}, l2: {on: {x: l1, y: {do: {set: {m: m + 1}}}}}}
      right: {states: {r1: {on: {x: r2}}, r2: {entry: {anyOrder: [q, p]}, after: {300ms: r1}, on: {y: r1}}}}

    """,
    "Mid.yaml": """
    lifeline: 1
    machine: Mid
    parts: {leaf: {use: Leaf.yaml, context: {v: v, f: true}}, ring: Ring.yaml}
    context: {v: {default: 1, fixed: true}, g: true}
    callbacks: [s, t]
    events: [x, y]
    initial: m1
    states:
      m1:
        entry: {leaf: {optional: x}}
        always: {if: in(leaf.wait) and g, to: m2, do: t}
        on: {x: {to: m2, do: [{ring: x}, s]}, y: {do: {leaf: {optional: y}}}}
      m2:
        after: {200ms: {to: m1, do: {restart: leaf}}}
        on: {x: {do: {leaf: {optional: x}}}, y: {if: leaf.n > 2 or ring.m > 1, to: done}}
      done: {final: true}

    """,
  ]

  private struct Trial {
    var machine: Machine
    var yaml: String
    var steps: [String] = []
    var expected: [String] = []
  }

  func testRandomMachines() throws {
    try skipTest(below: .thorough)
    var dice = SplitMix64(seed: testSeed(default: 1))
    let used = usedSpecs(Self.parts)
    var trials: [Trial] = []
    let wanted = numberOfRandomMachines(quick: 4, thorough: 8, all: 24)
    while trials.count < wanted {
      let yaml = Self.makeSpec("M\(trials.count)", &dice)
      let reading = SpecReader.read(bytes: Array(yaml.utf8), path: "M\(trials.count).yaml", using: used)
      guard let machine = reading.machine else {
        return XCTFail("\(reading.diagnostics.map(\.message))\n\(yaml)")
      }
      var trial = Trial(machine: machine, yaml: yaml)
      Self.play(&trial, &dice)
      if trial.steps.count > 20 { trials.append(trial) }
    }
    XCTAssertTrue(trials.contains { $0.expected.contains { $0.contains("none") } })
    XCTAssertTrue(trials.contains { $0.expected.contains { $0.contains("second") } })
    let outputs = try run(trials, used)
    for trial in trials {
      let actual = outputs[trial.machine.name] ?? []
      guard actual != trial.expected else { continue }
      let index = zip(trial.expected, actual).prefix { $0 == $1 }.count
      XCTFail(
        """
        \(trial.yaml)
        \(trial.steps.prefix(index + 1).joined(separator: "\n"))
        interpreted: \(index < trial.expected.count ? trial.expected[index] : "(nothing more)")
        generated:   \(index < actual.count ? actual[index] : "(nothing more)")
        """)
      return
    }
  }

  // MARK: - Playing

  private static func play(_ trial: inout Trial, _ dice: inout SplitMix64) {
    let machine = trial.machine
    let index = MachineIndex.build(for: machine)
    let factNames = machine.fields.indices.filter { machine.fields[$0].type == .bool && !machine.fields[$0].isFixed }
    for _ in 0..<4 {
      var interpreter = Interpreter(index)
      guard add("start", interpreter.start(), interpreter, &trial) else { continue }
      for _ in 0..<25 {
        let before = interpreter
        let isKept: Bool
        switch dice.number(0...9) {
        case 0...5:
          let event = ID<Event>(dice.number(0...2))
          let tokens = machine[event].parameters.map { _ in dice.pick(["first", "second"], else: "first") }
          let reaction = interpreter.send(event, arguments: tokens.map(Value.opaque))
          isKept = add((["send", machine[event].name] + tokens).joined(separator: " "), reaction, interpreter, &trial)
        case 6...7:
          let time = dice.pick([50, 100, 200, 450], else: 100)
          isKept = add(
            "wait \(time)", interpreter.advance(byMilliseconds: time), interpreter, &trial, showsTreatment: false)
        case 8 where !factNames.isEmpty:
          let field = ID<Field>(factNames[dice.number(0...factNames.count - 1)])
          let value = dice.happens(50)
          interpreter.set(field, to: .bool(value))
          isKept = add("set \(machine[field].name) \(value)", nil, interpreter, &trial)
        default: isKept = add("store", nil, interpreter, &trial)
        }
        if !isKept { interpreter = before }
      }
    }
  }

  private static func add(
    _ step: String, _ reaction: Reaction?, _ interpreter: Interpreter, _ trial: inout Trial, showsTreatment: Bool = true
  ) -> Bool {
    guard reaction?.fault == nil else { return false }
    let machine = trial.machine
    let calls =
      reaction?.calls.map { call in
        ([machine[call.callback].name] + call.arguments.map(\.printed)).joined(separator: " ")
      } ?? []
    let active = machine.states.filter { $0.parent != nil && !$0.isHistory && interpreter.isActive($0.id) }.map(\.path)
      .sorted()
    let own = machine.declared.fields.indices.map { interpreter.snapshot.fields[$0].printed }
    let others = machine.parts.flatMap { part in
      part.machine.declared.fields.indices.map { interpreter.snapshot.fields[part.place.fields[$0].index].printed }
    }
    let deadline = interpreter.snapshot.timers.map(\.remaining).min().map { "\($0)" } ?? "none"
    let partDeadlines = machine.declared.parts.map { part in
      let states = part.place.states..<part.place.states + part.machine.states.count
      let timers = interpreter.snapshot.timers.filter { states.contains($0.state.index) }
      return timers.map(\.remaining).min().map { "\($0)" } ?? "none"
    }
    let isSent = step.hasPrefix("send") && showsTreatment
    let result = isSent ? (reaction?.treatment == .ignored ? "ignored" : "handled") : ""
    trial.steps.append(step)
    trial.expected.append(
      "\(result) [\(calls.joined(separator: " "))] \(active.joined(separator: "+")) "
        + "\((own + others).joined(separator: " ")) \(([deadline] + partDeadlines).joined(separator: " "))")
    return true
  }

  // MARK: - Running generated code

  private func run(_ trials: [Trial], _ used: UsedSpecs) throws -> [String: [String]] {
    var files: [String] = ["main.swift"]
    func add(_ machine: Machine, _ code: String = "") throws {
      let prepared = PreparedMachine.prepare(machine)
      XCTAssertEqual(prepared.errors.map(\.message), [])
      let generator = SwiftGenerator(templates: try .load(overriding: [:]))
      let options = GenerationOptions(specName: machine.path, specPath: machine.path)
      let text = String(decoding: try generator.machineFile(for: prepared, options: options), as: UTF8.self)
      try write(text + code, to: "\(machine.name).swift")
      files.append("\(machine.name).swift")
    }
    for case .machine(let machine) in used.values { try add(machine) }
    for trial in trials {
      try add(trial.machine, Self.conformance(of: trial.machine))
      try write(trial.steps.joined(separator: "\n"), to: "\(trial.machine.name).script")
    }
    try write(Self.main(for: trials.map(\.machine.name)), to: "main.swift")
    try compile(files, ["-Onone", "-wmo", "-o", "program"])
    var outputs: [String: [String]] = [:]
    for trial in trials {
      let name = trial.machine.name
      let result = try execute(
        folder.appending(path: "program").path, [name, "\(name).script"], in: folder, mergingErrors: true)
      outputs[name] = result.output.split(separator: "\n").map(String.init)
    }
    return outputs
  }

  private static func conformance(of machine: Machine) -> String {
    let events = machine.declared.events.filter { !$0.isInternal }.map { event in
      let tokens = event.parameters.map { "\($0.name): Token(name: token)" }.joined(separator: ", ")
      return "case \"\(event.name)\": event = .\(event.name)" + (tokens.isEmpty ? "" : "(\(tokens))")
    }
    let carrying = machine.callbacks.indices.filter { !machine.callbacks[$0].parameters.isEmpty }
    let calls = carrying.map {
      let name = machine.callbacks[$0].name
      let path = name.split(separator: ".").joined(separator: "(.")
      let pattern = ".\(path)(let i)" + String(repeating: ")", count: path.count { $0 == "(" })
      return "case \(pattern): \"\(name) \" + (i?.name ?? \"nil\")"
    }
    let active = machine.parts.map { part in
      "active += \(part.machine.name).AnyState.allCases.filter { \(part.name).isActive($0) }.map { \"\(part.name).\\($0)\" }"
    }
    func text(_ field: Field, _ prefix: String) -> String {
      let value = "\(prefix)context.\(field.name)"
      if field.isCarried { return "\(value)?.name ?? \"nil\"" }
      return field.type == .duration ? "\"\\(Int(\(value) / .milliseconds(1)))\"" : "\"\\(\(value))\""
    }
    let fields =
      machine.declared.fields.map { text($0, "") }
      + machine.parts.flatMap { part in part.machine.declared.fields.map { text($0, "\(part.name).") } }
    let sets = machine.fields.indices.filter { machine.fields[$0].type == .bool && !machine.fields[$0].isFixed }.map {
      "case \"\(machine.fields[$0].name)\": context.\(machine.fields[$0].name) = value"
    }
    let clocks = ["self"] + machine.declared.parts.map(\.name)
    return """

      extension \(machine.name): Driven {
        static func begin(_ calls: inout [String]) -> Self { Self { calls.append(shown($0)) } }

        private static func shown(_ callback: Callback) -> String {
          return switch callback {
          \(calls.joined(separator: "\n    "))
          default: callback.name.description
          }
        }

        mutating func send(_ name: String, _ token: String, _ calls: inout [String]) -> Bool {
          let event: Event
          switch name {
          \(events.joined(separator: "\n    "))
          default: fatalError()
          }
          return handle(event) { calls.append(Self.shown($0)) }
        }

        mutating func wait(_ time: Int, _ calls: inout [String]) {
          var copy = self
          advance(by: .milliseconds(time)) { calls.append(Self.shown($0)) }
          let reactions = copy.advance(by: .milliseconds(time))
          precondition(copy == self && reactions.flatMap(\\.callbacks).map(Self.shown) == calls)
        }

        mutating func set(_ name: String, _ value: Bool) {
          switch name {
          \(sets.joined(separator: "\n    "))
          default: fatalError()
          }
        }

        var shown: String {
          var active = AnyState.allCases.filter { isActive($0) }.map(\\.description)
          \(active.joined(separator: "\n    "))
          let fields: [String] = [\(fields.joined(separator: ", "))]
          let deadlines = [\(clocks.map { "\($0).timeUntilNextTimer" }.joined(separator: ", "))].map { deadline in
            deadline.map { "\\(Int($0 / .milliseconds(1)))" } ?? "none"
          }
          return ([active.sorted().joined(separator: "+")] + fields + deadlines).joined(separator: " ")
        }
      }

      """
  }

  private static func main(for names: [String]) -> String {
    """
    import Foundation

    struct Token: Hashable, Sendable, Codable { var name: String }

    protocol Driven: Codable, Equatable {
      static func begin(_ calls: inout [String]) -> Self
      mutating func send(_ name: String, _ token: String, _ calls: inout [String]) -> Bool
      mutating func wait(_ time: Int, _ calls: inout [String])
      mutating func set(_ name: String, _ value: Bool)
      var shown: String { get }
    }

    func run<Machine: Driven>(_ type: Machine.Type, _ steps: [[String]]) {
      var machine: Machine?
      for step in steps {
        var calls: [String] = []
        var result = ""
        switch step[0] {
        case "start": machine = Machine.begin(&calls)
        case "send": result = machine!.send(step[1], step.last!, &calls) ? "handled" : "ignored"
        case "wait": machine!.wait(Int(step[1])!, &calls)
        case "set": machine!.set(step[1], step[2] == "true")
        default:
          let copy = try! JSONDecoder().decode(Machine.self, from: JSONEncoder().encode(machine!))
          precondition(copy == machine!)
          machine = copy
        }
        print(result, "[\\(calls.joined(separator: " "))]", machine!.shown)
        fflush(nil)
      }
    }

    let text = try! String(contentsOfFile: CommandLine.arguments[2], encoding: .utf8)
    let steps = text.split(separator: "\\n").map { $0.split(separator: " ").map(String.init) }
    switch CommandLine.arguments[1] {
    \(names.map { "case \"\($0)\": run(\($0).self, steps)" }.joined(separator: "\n"))
    default: fatalError()
    }

    """
  }
}
