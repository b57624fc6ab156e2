import LifelineInterpreter
import LifelineLanguage
import LifelineModel

/// The reason that a test can't continue.
package struct TestProblem: Error {
  package var description: String
}

/// A machine that a test runs. Its reactions are described as text.
package struct Run {
  package var interpreter: Interpreter
  package var machine: Machine { interpreter.index.machine }

  /// Reads a spec from names and the rest of its text. Warnings are ignored.
  package init(callbacks: String = "", events: String = "", _ rest: String) throws {
    self.init(MachineIndex.build(for: try readMachine(callbacks: callbacks, events: events, rest)))
  }

  /// Creates a run of a machine that hasn't started.
  package init(_ index: MachineIndex) { interpreter = Interpreter(index) }

  /// Starts the machine.
  package mutating func start() -> String { text(interpreter.start(), showingTreatment: false) }

  /// Puts the machine into the states with these paths.
  package mutating func resume(_ paths: String...) throws -> String {
    text(interpreter.resume(in: try paths.map { try state($0) }), showingTreatment: false)
  }

  /// Sends an event.
  package mutating func send(_ name: String, _ arguments: Value...) throws -> String {
    text(interpreter.send(try event(name), arguments: arguments), showingTreatment: true)
  }

  /// Lets time pass.
  package mutating func wait(_ milliseconds: Int) -> String {
    text(interpreter.advance(byMilliseconds: milliseconds), showingTreatment: false)
  }

  /// Changes a field as the host does.
  package mutating func set(_ name: String, _ value: Value) throws {
    interpreter.set(try field(name), to: value)
  }

  /// The paths of the active atomic states, separated by spaces.
  package var active: String { interpreter.atomicStates.map { machine[$0].path }.joined(separator: " ") }

  /// The names of the deferred events, separated by spaces.
  package var deferred: String { interpreter.snapshot.deferredEvents.map { machine[$0].name }.joined(separator: " ") }

  /// The value of a field.
  package func value(_ name: String) throws -> Value { interpreter.snapshot.fields[try field(name).index] }

  package func state(_ path: String) throws -> ID<State> { try find(path, machine.states.map(\.path)) }
  package func event(_ name: String) throws -> ID<Event> { try find(name, machine.events.map(\.name)) }
  private func field(_ name: String) throws -> ID<Field> { try find(name, machine.fields.map(\.name)) }

  private func find<Subject>(_ name: String, _ names: [String]) throws -> ID<Subject> {
    guard let index = names.firstIndex(of: name) else { throw TestProblem(description: "no \(name)") }
    return ID(index)
  }

  /// Returns a text such as `handled: call call(x: 1) > entered entered`, or the line and the message of a fault.
  private func text(_ reaction: Reaction, showingTreatment: Bool) -> String {
    if let fault = reaction.fault { return "fault in line \(fault.range.start.line): \(fault.message)" }
    let calls = reaction.calls.map { call in
      let callback = machine[call.callback]
      let arguments = zip(callback.parameters, call.arguments).map { "\($0.name): \($1)" }
      return callback.name + (arguments.isEmpty ? "" : "(" + arguments.joined(separator: ", ") + ")")
    }
    let entered = reaction.entered.map { machine[$0].path }
    let done = [calls.joined(separator: " "), entered.isEmpty ? "" : "> " + entered.joined(separator: " ")]
      .filter { !$0.isEmpty }.joined(separator: " ")
    guard showingTreatment else { return done }
    return "\(reaction.treatment)" + (done.isEmpty ? "" : ": " + done)
  }
}

/// Returns the text of a spec that begins with `rest`, so that its lines count from 1. The required keys follow.
package func specText(callbacks: String = "", events: String = "", _ rest: String) -> String {
  let head = ["lifeline: 1", "machine: Test"]
  let lists = [("callbacks", callbacks), ("events", events)].filter { !$0.1.isEmpty }
    .map { "\($0.0): [\($0.1.split(separator: " ").joined(separator: ", "))]" }
  return rest + "\n" + (head + lists).joined(separator: "\n") + "\n"
}

package func readMachine(callbacks: String = "", events: String = "", _ rest: String) throws -> Machine {
  let text = specText(callbacks: callbacks, events: events, rest)
  let reading = SpecReader.read(bytes: Array(text.utf8), path: "Spec.yaml")
  guard let machine = reading.machine, !reading.diagnostics.containsErrors else {
    throw TestProblem(
      description: reading.diagnostics.map { "\($0.location.range?.start.line ?? 0): \($0.message)" }
        .joined(separator: "\n"))
  }
  return machine
}
