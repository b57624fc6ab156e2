import LifelineModel

/// The source of the program that plays sessions with generated machines.
enum Driver {
  /// Returns the main file. The program's arguments are a machine's name and a file with the steps; after each step it
  /// prints the calls, the active states and the fields.
  static func main(for machines: [String]) -> String {
    let cases = machines.map { "case \"\($0)\": run(\($0).self, steps)" }.joined(separator: "\n")
    return """
      import Foundation

      struct Token: Hashable, Sendable { var name: String }

      protocol Driven {
        static func start(_ calls: inout [String]) -> Self
        static func resume(_ states: [String]) -> Self?
        mutating func perform(_ step: [String], _ calls: inout [String]) -> String
        var shown: String { get }
      }

      func run<Machine: Driven>(_ type: Machine.Type, _ steps: [[String]]) {
        var machine: Machine?
        for step in steps {
          var calls: [String] = []
          var result = ""
          switch step[0] {
          case "start": machine = Machine.start(&calls)
          case "resume":
            guard let resumed = Machine.resume(Array(step.dropFirst())) else {
              print("throws")
              continue
            }
            machine = resumed
          default: result = machine!.perform(step, &calls)
          }
          print(result, "[\\(calls.joined(separator: ", "))]", machine!.shown)
          // Without this, a trap would discard the output of earlier steps.
          fflush(nil)
        }
      }

      // Plain functions take the compiler less time than interpolated strings.
      func integer(_ text: String) -> Int { Int(text)! }
      func milliseconds(_ text: String) -> Duration { .milliseconds(Int(text)!) }
      func join(_ texts: [String], _ separator: String) -> String { texts.joined(separator: separator) }
      func add<Value>(_ value: Value, _ result: inout String) { result += " \\(value)" }
      func number(_ duration: Duration) -> Int { Int(duration / .milliseconds(1)) }

      func restored<Machine: Codable & Equatable>(_ machine: Machine) -> Machine {
        let stored = try! JSONEncoder().encode(machine)
        let restored = try! JSONDecoder().decode(Machine.self, from: stored)
        if machine != restored { print("stored as", String(decoding: stored, as: UTF8.self)) }
        return restored
      }

      let text = try! String(contentsOfFile: CommandLine.arguments[2], encoding: .utf8)
      let steps = text.split(separator: "\\n").map { $0.split(separator: " ").map(String.init) }
      switch CommandLine.arguments[1] {
      \(cases)
      default: fatalError("no machine of this name")
      }

      """
  }

  /// Returns the code of a conformance that lets the driver run a machine. All these machines have the same fields and
  /// callbacks.
  static func conformance(of machine: Machine, isStored: Bool) -> String {
    let name = machine.name
    let states = machine.properStates
    let named = machine.hasRegions ? states : states.filter(\.isAtomic)
    let resume =
      machine.hasRegions
      ? "return try? \(name)(resumingIn: states.map(state))" : "return \(name)(resumingIn: state(states[0]))"
    let events = machine.events.filter { !$0.isInternal }.map { event in
      let values = event.parameters.enumerated().map { index, parameter in
        "\(parameter.name): \(value(of: parameter.type, "step[\(index + 2)]"))"
      }
      let payload = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
      return "case \"\(event.name)\": event = .\(event.name)\(payload)"
    }
    let store = """
      if step[0] == "store" {
            self = restored(self)
            return ""
          }
      """
    let wait = """
      if step[0] == "wait" {
            advance(by: milliseconds(step[1])) { calls.append(Self.shown($0)) }
            return ""
          }
      """
    let deadline = """
      if let nextDeadline { add(number(nextDeadline), &result) } else { add("none", &result) }
      """
    return """
      extension \(name): Driven {
        static func start(_ calls: inout [String]) -> \(name) { \(name) { calls.append(shown($0)) } }

        static func resume(_ states: [String]) -> \(name)? {
          \(resume)
        }

        mutating func perform(_ step: [String], _ calls: inout [String]) -> String {
          if step[0] == "set" {
            context.n = integer(step[1])
            return ""
          }
          \(machine.hasTimers ? wait : "")
          \(isStored ? store : "")
          let event: Event
          switch step[1] {
          \(events.joined(separator: "\n    "))
          default: fatalError()
          }
          return handle(event) { calls.append(Self.shown($0)) } ? "handled" : "ignored"
        }

        var shown: String {
          var active: [String] = []
          \(states.map { "if isActive(.\($0.name)) { active.append(\"\($0.name)\") }" }.joined(separator: "\n    "))
          var result = join(active, "+")
          add(context.n, &result)
          add(context.m, &result)
          add(context.f, &result)
          add(number(context.d), &result)
          add(context.k, &result)
          \(machine.hasTimers ? deadline : "")
          return result
        }

        private static func state(_ name: String) -> \(machine.hasRegions ? "AnyState" : "State") {
          switch name {
          \(named.map { "case \"\($0.name)\": return .\($0.name)" }.joined(separator: "\n    "))
          default: fatalError()
          }
        }

        private static func shown(_ callback: Callback) -> String {
          switch callback {
          \(machine.callbacks.map(shown).joined(separator: "\n    "))
          }
        }
      }

      """
  }

  private static func value(of type: ValueType, _ text: String) -> String {
    switch type {
    case .bool: "\(text) == \"true\""
    case .int: "integer(\(text))"
    case .duration: "milliseconds(\(text))"
    case .string: text
    default: "Token(name: \(text))"
    }
  }

  private static func shown(_ callback: Callback) -> String {
    let bindings = callback.parameters.map { "let \($0.name)" }
    let payload = bindings.isEmpty ? "" : "(\(bindings.joined(separator: ", ")))"
    let additions = callback.parameters.map { parameter in
      let value =
        switch parameter.type {
        case .duration: "number(\(parameter.name))"
        case .opaque: "\(parameter.name).name"
        default: parameter.name
        }
      return "add(\(value), &result)"
    }
    guard !additions.isEmpty else { return "case .\(callback.name): return \"\(callback.name)\"" }
    return """
      case .\(callback.name)\(payload):
          var result = "\(callback.name)"
          \(additions.joined(separator: "; "))
          return result
      """
  }
}
