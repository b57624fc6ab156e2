import LifelineInterpreter
import LifelineModel
import LifelineScenarios
import TestSupport

/// The steps of a host, and the reactions of the interpreter to them.
struct Session: Sendable {
  /// An action of the host.
  enum Step: Equatable, Sendable {
    /// Creates a new machine.
    case start
    /// Creates the machine in these states.
    case resume([String])
    case send(String, [Value])
    case wait(milliseconds: Int)
    case set(n: Int)
    /// Stores the machine, and continues with the stored one.
    case store
  }

  /// The numbers of occurrences of events that the tests require or print.
  typealias Counts = [String: Int]

  /// The events that the tests require to occur in some session.
  static let rarities = [
    "kept events", "elapsed timers", "refused configurations", "steps at the end of a machine", "steps with a history",
    "steps with a running timer", "steps with several transitions", "forwarded parameters",
    "stored machines", "steps with another private value", "steps with a carried value",
    "steps within ranges",
  ]

  /// The number of faults after which a session ends, because some machines have one in almost every step.
  private static let greatestFaults = 3

  let machine: Machine
  private let index: MachineIndex
  private var interpreter: Interpreter
  /// The steps as the driver reads them.
  private(set) var script: [String] = []
  /// The line that the driver must print for each step.
  private(set) var expected: [String] = []
  private(set) var steps: [Step] = []
  private(set) var counts: Counts = [:]
  private let proper: [State]
  let hasRegions: Bool
  let hasTimers: Bool
  private let isStored: Bool

  /// Creates a session without steps.
  init(_ machine: Machine, isStored: Bool) {
    self.machine = machine
    self.isStored = isStored
    index = MachineIndex.build(for: machine)
    interpreter = Interpreter(index)
    proper = machine.properStates
    hasRegions = machine.hasRegions
    hasTimers = machine.hasTimers
  }

  // MARK: - Playing

  /// Makes random steps.
  ///
  /// - Parameters:
  ///   - runs: The number of beginnings.
  ///   - length: The number of steps after each beginning.
  mutating func play(runs: Int, length: Int, with dice: inout SplitMix64) {
    for run in 0..<runs where counts["faults", default: 0] < Self.greatestFaults {
      guard make(run < max(1, runs / 4) ? .start : .resume(states(with: &dice))) else { continue }
      for _ in 0..<length where counts["faults", default: 0] < Self.greatestFaults {
        // Another step is tried if the machine ignores this one, so that most steps do something.
        var step = step(with: &dice)
        for _ in 0..<3 where isIgnored(step) { step = self.step(with: &dice) }
        _ = make(step)
      }
    }
  }

  private mutating func isIgnored(_ step: Step) -> Bool {
    guard case .send(let name, let values) = step, let event = event(name) else { return false }
    var copy = interpreter
    let reaction = copy.send(event, arguments: values)
    if reaction.fault != nil { count("faults", 1) }
    return reaction.treatment == .ignored || reaction.fault != nil
  }

  private func event(_ name: String) -> ID<Event>? {
    machine.events.firstIndex { $0.name == name && !$0.isInternal }.map { ID($0) }
  }

  private func states(with dice: inout SplitMix64) -> [String] {
    guard hasRegions else { return [dice.pick(machine.restingStates.map(\.name), else: "")] }
    if dice.happens(8) { return [] }
    var result: [State] = []
    for _ in 0..<dice.number(1...3) {
      guard let state = proper.randomElement(using: &dice) else { continue }
      // Sometimes the states aren't a configuration, which must be refused.
      let fits = result.allSatisfy { machine.canBeActiveTogether($0.id, state.id) }
      if fits || dice.happens(15) { result.append(state) }
    }
    return result.map(\.name)
  }

  private func step(with dice: inout SplitMix64) -> Step {
    if hasTimers, dice.happens(20) { return .wait(milliseconds: dice.pick([50, 100, 250, 333, 1000, -5], else: 0)) }
    if isStored, dice.happens(20) { return .store }
    if dice.happens(8) { return .set(n: dice.number(0...6)) }
    let events = machine.events.filter { !$0.isInternal }
    guard let event = events.randomElement(using: &dice) else { return .set(n: 0) }
    let values = event.parameters.map { parameter -> Value in
      switch parameter.type {
      case .bool: .bool(dice.happens(50))
      case .int: .int(dice.number(0...7))
      case .duration: .duration(milliseconds: 100 * dice.number(1...9))
      case .string: .string(dice.pick(["a", "b"], else: "a"))
      case .double: .double(dice.pick([0.25, 0.5, 0.75, 12], else: 0))
      case .declared(_, let cases): .named(dice.pick(cases, else: ""))
      default: .opaque(dice.pick(["first", "second"], else: "first"))
      }
    }
    return .send(event.name, values)
  }

  /// Makes a step, and records it unless it is impossible here or ends in a fault.
  ///
  /// - Returns: Whether the machine made the step.
  mutating func make(_ step: Step) -> Bool {
    let before = interpreter
    var result = ""
    var reaction: Reaction?
    switch step {
    case .start:
      interpreter = Interpreter(index)
      reaction = interpreter.start()
    case .resume(let names):
      interpreter = Interpreter(index)
      let states = names.compactMap { name in proper.first { $0.name == name }?.id }
      guard states.count == names.count else { return false }
      reaction = interpreter.resume(in: states)
      if hasRegions, case .noConfiguration? = reaction?.fault?.kind {
        add(step, "throws")
        interpreter = before
        count("refused configurations", 1)
        return false
      }
    case .send(let name, let values):
      guard let event = event(name) else { return false }
      let sent = interpreter.send(event, arguments: values)
      result = sent.treatment == .ignored ? "ignored" : "handled"
      if sent.fault == nil {
        count("events", 1)
        count(sent.treatment == .deferred ? "kept events" : "\(result) events", 1)
      }
      reaction = sent
    case .wait(let milliseconds):
      guard hasTimers else { return false }
      let waited = interpreter.advance(byMilliseconds: milliseconds)
      if waited.treatment == .handled { count("elapsed timers", 1) }
      reaction = waited
    case .set(let n):
      interpreter.set(ID(0), to: .int(n))
    case .store:
      guard isStored, canBeDecoded else { return false }
      count("stored machines", 1)
    }
    if reaction?.fault != nil {
      interpreter = before
      count("faults", 1)
      return false
    }
    count("transitions", reaction?.taken.count ?? 0)
    count("calls", reaction?.calls.count ?? 0)
    let forwarding = ["c5", "c6", "c8"]
    count("forwarded parameters", reaction?.calls.count { forwarding.contains(machine[$0.callback].name) } ?? 0)
    count("steps with several transitions", reaction.map { $0.taken.count > 1 } == true ? 1 : 0)
    count("steps at the end of a machine", interpreter.snapshot.isFinished ? 1 : 0)
    count("steps with a history", interpreter.snapshot.history.isEmpty ? 0 : 1)
    count("steps with another private value", hasOtherPrivateValue ? 1 : 0)
    count("steps with a carried value", carriesValue ? 1 : 0)
    count("steps within ranges", machine.fields.contains { $0.bounds != nil } ? 1 : 0)
    count("steps with a running timer", interpreter.snapshot.timers.isEmpty ? 0 : 1)
    add(step, [result, calls(of: reaction?.calls ?? []), state].joined(separator: " "))
    return true
  }

  /// Whether a field that only carries values has one.
  private var carriesValue: Bool {
    zip(machine.fields, interpreter.snapshot.fields).contains { $0.isCarried && $1 != .absent }
  }

  /// Whether a stored machine is decoded again: fields with the lengths of timers must be above zero.
  private var canBeDecoded: Bool {
    machine.states.flatMap(\.timers).allSatisfy { timer in
      guard case .field(let field) = timer.length,
        case .duration(let milliseconds) = interpreter.snapshot.fields[field.index]
      else { return true }
      return milliseconds > 0
    }
  }

  /// Whether a private field doesn't have its default.
  private var hasOtherPrivateValue: Bool {
    zip(machine.fields, interpreter.snapshot.fields).contains { $0.isPrivate && $0.defaultValue != $1 }
  }

  private mutating func count(_ what: String, _ number: Int) { counts[what, default: 0] += number }

  private mutating func add(_ step: Step, _ line: String) {
    steps.append(step)
    script.append(step.line)
    expected.append(line)
  }

  // MARK: - Printing

  private func calls(of calls: [Reaction.MadeCall]) -> String {
    let calls = calls.map { call in
      ([machine[call.callback].name] + call.arguments.map(\.printed)).joined(separator: " ")
    }
    return "[" + calls.joined(separator: ", ") + "]"
  }

  /// The active states, the fields and the time until the next timer elapses.
  private var state: String {
    let active = proper.filter { interpreter.isActive($0.id) }.map(\.name).joined(separator: "+")
    let fields = interpreter.snapshot.fields.map(\.printed).joined(separator: " ")
    let deadline = interpreter.snapshot.timers.map(\.remaining).min().map { "\($0)" } ?? "none"
    return "\(active) \(fields)" + (hasTimers ? " \(deadline)" : "")
  }
}

extension Session.Step {
  /// The step as the driver reads it: words with single spaces between them.
  var line: String {
    switch self {
    case .start: "start"
    case .resume(let states): (["resume"] + states).joined(separator: " ")
    case .send(let event, let values): (["send", event] + values.map(\.printed)).joined(separator: " ")
    case .wait(let milliseconds): "wait \(milliseconds)"
    case .set(let n): "set \(n)"
    case .store: "store"
    }
  }

  /// Whether the step creates a machine.
  var isBeginning: Bool {
    switch self {
    case .start, .resume: true
    case .send, .wait, .set, .store: false
    }
  }
}

extension Value {
  /// The value as both sides print it.
  var printed: String {
    switch self {
    case .bool(let value): "\(value)"
    case .int(let value), .duration(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let text), .named(let text), .opaque(let text): text
    }
  }
}

extension Machine {
  /// The states without the root and histories.
  var properStates: [State] { states.filter { $0.parent != nil && !$0.isHistory } }

  var hasTimers: Bool { states.contains { !$0.timers.isEmpty } }

  var hasRegions: Bool {
    states.contains { if case .parallel = $0.kind { true } else { false } }
  }
}
