import LifelineDrawing
import LifelineModel
import LifelineReporting

/// The states and transitions of a machine as JSON, with names in place of positions, for programs that draw or examine them.
///
/// The parts of a machine have documents of their own inside it.
enum MachineDocument {
  private typealias Members = [(name: String, value: JSON)]

  /// Returns the object about a machine. Members that would be empty are left out. Parts lie inside each other to a depth that the
  /// language bounds, so the function recurses.
  static func object(_ machine: Machine) -> JSON {
    let own = machine.declared
    let lists: Members = [
      ("context", own.fields.map(field)), ("events", own.events.map { event($0) }),
      ("callbacks", own.callbacks.map { callback($0, in: machine) }),
      ("states", own.states.map { state($0, in: machine) }),
      ("transitions", own.states.flatMap { transitions(of: $0, in: machine) }), ("parts", own.parts.map(part)),
    ].filter { !$0.1.isEmpty }.map { ($0.0, JSON.array($0.1)) }
    return .object(
      [("path", .string(machine.path)), ("name", .string(machine.name))] + doc(machine.documentation) + lists)
  }

  private static func part(_ part: Part) -> JSON { ["name": .string(part.name), "machine": object(part.machine)] }

  private static func field(_ field: Field) -> JSON {
    .object(
      [
        ("name", .string(field.name)), ("type", .string(field.type.text)),
        ("default", .string(field.defaultValue.description)),
      ] + flag("fixed", field.isFixed) + flag("private", field.isPrivate)
        + (field.boundsText.map { [("range", .string($0))] } ?? []) + doc(field.documentation)
        + line(field.range.start.line))
  }

  private static func event(_ event: Event) -> JSON {
    .object(
      [("name", .string(event.name))] + parameters(event.parameters) + flag("internal", event.isInternal)
        + doc(event.documentation) + line(event.range.start.line))
  }

  private static func callback(_ callback: Callback, in machine: Machine) -> JSON {
    let promises = machine.ownPromises.filter { $0.callback.map { machine[$0].name } == callback.name }.map { promise in
      JSON.object([("promise", .string(promise.key)), ("text", .string(machine.text(of: promise)))])
    }
    return .object(
      [("name", .string(callback.name)), ("channel", .string(callback.channel))] + parameters(callback.parameters)
        + (promises.isEmpty ? [] : [("promises", .array(promises))]) + doc(callback.documentation)
        + line(callback.range.start.line))
  }

  // MARK: States

  private static func state(_ state: State, in machine: Machine) -> JSON {
    var members: Members = [("path", .string(state.path)), ("kind", .string(kind(of: state)))]
    if let parent = state.parent { members.append(("parent", .string(machine[parent].path))) }
    let children = paths(state.children, in: machine)
    switch state.kind {
    case .compound(let initial):
      members += [("states", children), ("initial", paths(initial.targets, in: machine))]
      members += texts("initialActions", initial.actions, in: machine)
    case .parallel: members.append(("regions", children))
    case .history(let history, let entrance):
      members += [("history", .string(history.rawValue)), ("default", paths(entrance.targets, in: machine))]
      members += texts("defaultActions", entrance.actions, in: machine)
    case .atomic, .final: break
    }
    members += texts("entry", state.entry, in: machine) + texts("exit", state.exit, in: machine)
    if !state.deferred.isEmpty {
      members.append(("defers", .array(state.deferred.map { .string(machine[$0.event].name) })))
    }
    return .object(members + doc(state.documentation) + line(state.range.start.line))
  }

  private static func kind(of state: State) -> String {
    switch state.kind {
    case .atomic: "atomic"
    case .final: "final"
    case .compound: "compound"
    case .parallel: "parallel"
    case .history: "history"
    }
  }

  // MARK: Transitions

  private static func transitions(of state: State, in machine: Machine) -> [JSON] {
    state.triggeredTransitions.map { triggered in
      let transition = triggered.transition
      let condition = transition.condition.map { [("condition", JSON.string(machine.text(of: $0)))] } ?? []
      return .object(
        [("source", .string(state.path)), ("targets", paths(transition.targets, in: machine))]
          + members(of: triggered.trigger, of: state, in: machine) + condition
          + texts("actions", transition.actions, in: machine) + flag("reenter", transition.reenter)
          + doc(transition.documentation) + line(transition.range.start.line))
    }
  }

  private static func members(
    of trigger: TriggeredTransition.Trigger, of state: State, in machine: Machine
  ) -> Members {
    switch trigger {
    case .event(let event): return [("trigger", "event"), ("event", .string(machine[event].name))]
    case .anyEvent: return [("trigger", "any event")]
    case .always: return [("trigger", "always")]
    case .done: return [("trigger", "done")]
    case .timer(let index):
      switch state.timers[index].length {
      case .constant(let milliseconds): return [("trigger", "after"), ("milliseconds", .number(milliseconds))]
      case .field(let field): return [("trigger", "after"), ("field", .string(machine[field].name))]
      }
    }
  }

  // MARK: Members

  private static func paths(_ states: [ID<State>], in machine: Machine) -> JSON {
    .array(states.map { .string(machine[$0].path) })
  }

  private static func texts(_ name: String, _ actions: [Action], in machine: Machine) -> Members {
    actions.isEmpty ? [] : [(name, .array(machine.texts(of: actions).map { .string($0) }))]
  }

  private static func parameters(_ parameters: [Parameter]) -> Members {
    let list = parameters.map { parameter -> JSON in
      ["name": .string(parameter.name), "type": .string(parameter.type.text)]
    }
    return list.isEmpty ? [] : [("parameters", .array(list))]
  }

  private static func flag(_ name: String, _ isSet: Bool) -> Members { isSet ? [(name, .bool(true))] : [] }

  private static func doc(_ documentation: Documentation) -> Members {
    documentation.text.map { [("doc", .string($0))] } ?? []
  }

  private static func line(_ number: Int) -> Members { [("line", .number(number))] }
}
