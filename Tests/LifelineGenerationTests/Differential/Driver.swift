import LifelineModel

@testable import LifelineGeneration

/// The source of the program that plays sessions with generated machines.
enum Driver {
  /// Returns the main file. The program's arguments are a machine's name and a file with the steps; after each step it
  /// prints the calls, the active states and the fields.
  static func main(for machines: [String]) -> String {
    let cases = machines.map { "case \"\($0)\": run(\($0).self, steps)" }.joined(separator: "\n")
    return """
      import Foundation

      struct Token: Hashable, Sendable, Codable { var name: String }

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
      func check(_ condition: Bool, _ message: String) { if !condition { print(message) } }
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
    // The machine ignores what a host writes into it.
    let hasPrivateField = machine.fields.contains { $0.isPrivate && !$0.isCarried }
    let named = machine.hasRegions ? states : machine.restingStates
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
            var copy = self
            advance(by: milliseconds(step[1])) { calls.append(Self.shown($0)) }
            let reactions = copy.advance(by: milliseconds(step[1]))
            check(copy == self && reactions.flatMap(\\.callbacks).map(Self.shown) == calls, "advance(by:) differs")
            for reaction in reactions {
              guard case .timer(let state) = reaction.cause else { fatalError() }
              check(reaction.before.isActive(state), "the timer of an inactive state")
            }
            return ""
          }
      """
    let deadline = """
      if let timeUntilNextTimer { add(number(timeUntilNextTimer), &result) } else { add("none", &result) }
      """
    return """
      extension \(name): Driven {
        static func start(_ calls: inout [String]) -> \(name) {
          \(name)(context: Context(\(hasPrivateField ? "h: 300" : ""))) { calls.append(shown($0)) }
        }

        static func resume(_ states: [String]) -> \(name)? {
          \(resume)
        }

        mutating func perform(_ step: [String], _ calls: inout [String]) -> String {
          if step[0] == "set" {
            var changed = Context(v: 100, h: \(hasPrivateField ? "200" : "context.h"))
            (changed.n, changed.m, changed.f) = (integer(step[1]), context.m, context.f)
            (changed.d, changed.k) = (context.d, context.k)
            (changed.u, changed.l, changed.g) = (context.u, context.l, context.g)
            context = changed
            return ""
          }
          \(machine.hasTimers ? wait : "")
          \(isStored ? store : "")
          let event: Event
          switch step[1] {
          \(events.joined(separator: "\n    "))
          default: fatalError()
          }
          let before = self
          var copy = self
          let isHandled = handle(event) { calls.append(Self.shown($0)) }
          let reaction = copy.send(event)
          check(copy == self && reaction.isHandled == isHandled, "send differs")
          check(reaction.callbacks.map(Self.shown) == calls, "the callbacks of send differ")
          check(reaction.before == before && reaction.after == self, "the machines of send differ")
          return isHandled ? "handled" : "ignored"
        }

        var shown: String {
          var active: [String] = []
          \(states.map { "if isActive(.\($0.name)) { active.append(\"\($0.name)\") }" }.joined(separator: "\n    "))
          var result = join(active, "+")
          \(machine.hasRegions ? regionCheck(of: machine) : "")
          add(context.n, &result)
          add(context.m, &result)
          add(context.f, &result)
          add(number(context.d), &result)
          add(context.k, &result)
          add(context.v, &result)
          add(context.u, &result)
          add(context.l, &result)
          add(context.g, &result)
          add(context.h, &result)
          \(machine.fields.filter(\.isCarried).map { "add(\(carried("context.\($0.name)")), &result)" }.joined(separator: "\n    "))
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

  /// Returns the statements that compare the properties of a machine's regions with its active states.
  private static func regionCheck(of machine: Machine) -> String {
    let regions = MachineContext.analyze(machine).names.regions.regions
    let layout = StateLayout.compute(for: machine)
    let paths = zip(layout.regions, regions).map { region, names in
      "\(names.property)\(region.root == Machine.root ? "" : "?").description"
    }
    return """
      let regions: [String?] = [\(paths.joined(separator: ", "))]
          let paths = regions.compactMap { $0 }
          check(paths.allSatisfy { AnyState($0).map(isActive) ?? false }, "a region is in an inactive state")
          check(states.allSatisfy { paths.contains($0.description) }, "an active state is in no region")
      """
  }

  private static func value(of type: ValueType, _ text: String) -> String {
    switch type {
    case .bool: "\(text) == \"true\""
    case .int: "integer(\(text))"
    case .duration: "milliseconds(\(text))"
    case .string: text
    case .double: "Double(\(text))!"
    case .declared(let name, _): "\(name)(\(text))!"
    default: "Token(name: \(text))"
    }
  }

  /// Returns the expression for the name of a token that there may be.
  private static func carried(_ expression: String) -> String { "\(expression)?.name ?? \"nil\"" }

  private static func shown(_ callback: Callback) -> String {
    let bindings = callback.parameters.map { "let \($0.name)" }
    let payload = bindings.isEmpty ? "" : "(\(bindings.joined(separator: ", ")))"
    let additions = callback.parameters.map { parameter in
      let value =
        switch parameter.type {
        case .duration: "number(\(parameter.name))"
        case let type where type.isOptional: carried(parameter.name)
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

extension Machine {
  /// The atomic states of a machine without regions in which it can rest, and begin.
  var restingStates: [State] {
    let layout = StateLayout.compute(for: self)
    return layout.leaves.map { self[$0] }
  }
}
