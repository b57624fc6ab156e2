import LifelineModel
import LifelineTemplating

/// A state as data.
struct ModelStateView: TemplateView {
  let context: MachineContext
  let state: State

  static let keys: ViewKeys<Self> = [
    "name": .text(\.state.name, "The state's name."),
    "path": .text(\.state.path, "The state's full path, such as `foreground.active`."),
    "identifier": .text(
      { $0.context.layout.isNamed($0.state) ? $0.context.names.anyStateCase($0.state.id) : "" },
      "The state's case of `AnyState` in Swift, or nothing for a history and for a state in which the machine never rests."
    ),
    "parent": .text({ $0.parent }, "The path of the state around it, or nothing."),
    "isAtomic": .flag({ $0.state.isAtomic }, "Whether no state is inside; final states are atomic."),
    "isFinal": .flag({ $0.state.isFinal }, "Whether the state is final."),
    "isParallel": .flag({ $0.state.isParallel }, "Whether the states inside are regions, which are active together."),
    "isHistory": .flag({ $0.state.isHistory }, "Whether it is a history, which is never active."),
    "initial": .texts(\.initial, "The paths of the states inside that are entered by default."),
    "entry": .list({ ModelCallView.calls(of: $0.state.entry, in: $0.machine) }, "The calls of the entry actions."),
    "exit": .list({ ModelCallView.calls(of: $0.state.exit, in: $0.machine) }, "The calls of the exit actions."),
    "stateTransitions": .list(
      { ModelTransitionView.transitions(of: $0.state, in: $0.machine) }, "The transitions of the state itself."),
    "doc": .list({ ModelTextView.lines($0.state.documentation.text) }, "The lines of the documentation."),
    "line": .text({ "\($0.state.range.start.line)" }, "The line of the spec."),
  ]

  private var machine: Machine { context.whole }

  private var parent: String { state.parent.map { machine[$0].path } ?? "" }

  private var initial: [String] {
    switch state.kind {
    case .compound(let entrance), .history(_, let entrance): entrance.targets.map { machine[$0].path }
    case .atomic, .final, .parallel: []
    }
  }
}

/// A transition as data.
struct ModelTransitionView: TemplateView {
  let transition: Transition
  let trigger: TriggeredTransition.Trigger
  let machine: Machine

  static let keys: ViewKeys<Self> = [
    "source": .text({ $0.machine[$0.transition.source].path }, "The path of its state, or nothing for the machine."),
    "trigger": .text(
      \.triggerText, "What it is for: an event's name, `*`, `always`, `done`, or `after` with a length of time."),
    "event": .text(\.event, "The event's name, or nothing if it isn't for one event."),
    "guard": .section(\.condition, "The guard as the spec writes it, if there is one."),
    "targets": .texts({ view in view.transition.targets.map { view.machine[$0].path } }, "The paths of the targets."),
    "reenter": .flag(\.transition.reenter, "Whether it exits and enters its state again."),
    "calls": .list(
      { ModelCallView.calls(of: $0.transition.actions, in: $0.machine) },
      "The calls of its own actions, without those of states that are exited or entered."),
    "doc": .list({ ModelTextView.lines($0.transition.documentation.text) }, "The lines of the documentation."),
    "line": .text({ "\($0.transition.range.start.line)" }, "The line of the spec."),
  ]

  /// Returns the transitions of a state in the order of the page about the language.
  static func transitions(of state: State, in machine: Machine) -> [ModelTransitionView] {
    state.triggeredTransitions.map {
      ModelTransitionView(transition: $0.transition, trigger: $0.trigger, machine: machine)
    }
  }

  private var event: String {
    if case .event(let event) = trigger { machine[event].name } else { "" }
  }

  private var triggerText: String {
    switch trigger {
    case .event(let event): machine[event].name
    case .anyEvent: "*"
    case .always: "always"
    case .done: "done"
    case .timer(let index): "after \(length(of: machine[transition.source].timers[index]))"
    }
  }

  private func length(of timer: Timer) -> String {
    switch timer.length {
    case .constant(let milliseconds): "\(Value.duration(milliseconds: milliseconds))"
    case .field(let field): machine[field].name
    }
  }

  private var condition: ModelTextView? {
    transition.condition.map { ModelTextView(text: machine.text(of: $0)) }
  }
}

/// A call in actions, as data.
struct ModelCallView: TemplateView {
  var callback: String
  var isConditional: Bool

  static let keys: ViewKeys<Self> = [
    "callback": .text(\.callback, "The callback's name."),
    "isConditional": .flag(\.isConditional, "Whether the call depends on an `if` of the actions, or stays open."),
  ]

  /// Returns the calls of actions in their order, those of choices included.
  static func calls(of actions: [Action], in machine: Machine, isConditional: Bool = false) -> [ModelCallView] {
    actions.flatMap { action -> [ModelCallView] in
      switch action {
      case .call(let call): [ModelCallView(callback: machine[call.callback].name, isConditional: isConditional)]
      // All of these are made, in some order.
      case .open(let open, _) where open.form == .anyOrder:
        calls(of: action.nestedActions, in: machine, isConditional: isConditional)
      case .open, .choose, .set, .raise, .send, .restart:
        calls(of: action.nestedActions, in: machine, isConditional: true)
      }
    }
  }
}
