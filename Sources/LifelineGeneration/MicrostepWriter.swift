import LifelineModel
import LifelineTemplating

/// A transition as templates see it.
struct TransitionView: Hashable, TemplateView {
  /// Prose about it.
  var comment: [String]
  /// What must hold; empty is always.
  var condition: String
  /// What is run when states are exited, innermost first.
  var exits: [Statement]
  /// What the transition itself does.
  var actions: [Statement]
  /// The state without children that one ends up in; empty if that is where one is already.
  var state: String
  /// What is run when states are entered, outermost first.
  var entries: [Statement]
  /// What the function around it returns then.
  var taken: String

  static let keys = ["comment", "condition", "exits", "actions", "state", "entries", "taken"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "comment": .texts(comment)
    case "condition": .text(condition)
    case "exits": .list(exits)
    case "actions": .list(actions)
    case "state": .text(state)
    case "entries": .list(entries)
    case "taken": .text(taken)
    default: nil
    }
  }
}

/// A private function that runs actions, as templates see it.
struct ActionFunctionView: TemplateView {
  var doc: String
  var name: String
  var parameters: String
  var statements: [Statement]

  static let keys = ["doc", "name", "parameters", "statements"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "doc": .text(doc)
    case "name": .text(name)
    case "parameters": .text(parameters)
    case "statements": .list(statements)
    default: nil
    }
  }
}

/// Writes microsteps: what is exited and entered is known for every transition, and stands at it.
struct MicrostepWriter {
  private let context: MachineContext
  private let actions: ActionWriter
  /// By state: whether states in it have exit actions, and whether these read parameters of the event.
  private let insideExits: [(exist: Bool, readParameters: Bool)]
  /// The functions that are called somewhere, by name.
  private(set) var functions: [ActionFunctionView] = []
  private var functionNames: Set<String> = []

  private var machine: Machine { context.machine }
  private var layout: StateLayout { context.layout }

  /// Longer lists of actions are written once and called: else many transitions into one state would repeat them.
  private static let longestInlineList = 8

  init(_ context: MachineContext) {
    self.context = context
    actions = ActionWriter(context: context)
    var inside = context.machine.states.map { _ in (exist: false, readParameters: false) }
    for state in context.machine.states.reversed() {
      guard let parent = state.parent else { continue }
      let own = (exist: !state.exit.isEmpty, readParameters: state.exit.contains(where: \.readsParameters))
      let below = inside[state.id.index]
      inside[parent.index].exist = inside[parent.index].exist || own.exist || below.exist
      inside[parent.index].readParameters =
        inside[parent.index].readParameters || own.readParameters || below.readParameters
    }
    insideExits = inside
  }

  /// The transitions of a list that can be taken: nothing behind one that is always taken.
  mutating func transitions(
    _ list: [Transition], taken: String, parameters: inout Parameters
  ) -> [TransitionView] {
    var result: [TransitionView] = []
    for transition in list {
      let source = machine[transition.source]
      let activity: Activity = source.isAtomic ? .exactly(source.id) : .inside(source.id)
      let (known, text) = actions.condition(
        transition.condition, activity: activity, parameters: &parameters)
      if known == false { continue }
      var view = microstep(transition, activity: activity, parameters: &parameters)
      view.condition = text
      view.taken = taken
      result.append(view)
      if known == true { break }
    }
    return result
  }

  private mutating func microstep(
    _ transition: Transition, activity: Activity, parameters: inout Parameters
  ) -> TransitionView {
    let prose = transition.documentation.text.map(SwiftText.commentLines) ?? []
    var view = TransitionView(
      comment: prose, condition: "", exits: [], actions: [], state: "", entries: [], taken: "")
    guard let target = transition.targets.first, let domain = machine.domain(of: transition) else {
      view.actions = actions.statements(transition.actions, activity: activity, parameters: &parameters)
      return view
    }
    let source = transition.source
    if !machine[source].isAtomic {
      view.exits += exits(inside: source, parameters: &parameters)
      view.exits += layout.slots(inside: source).map { .disarm(context.timer($0)) }
    }
    for state in layout.path(from: source, upTo: domain) {
      view.exits += exit(state, parameters: &parameters)
      view.exits += layout.slots(of: state).map { .disarm(context.timer($0)) }
    }
    view.actions = actions.statements(
      transition.actions, activity: .exactly(domain), parameters: &parameters)
    let leaf = layout.leaf(of: target)
    if leaf != source { view.state = context.names.stateCase(leaf) }
    view.entries = entries(to: target, inside: domain, parameters: &parameters)
    // What is armed again need not be disarmed before.
    let armed = Set(view.entries.compactMap(\.armedTimer))
    if !armed.isEmpty {
      view.exits.removeAll { $0.disarmedTimer.map(armed.contains) ?? false }
    }
    return view
  }

  // MARK: - Entering

  /// What is run on the way to `target`; without a domain, when the machine starts.
  mutating func entries(
    to target: ID<State>, inside domain: ID<State>?, parameters: inout Parameters
  ) -> [Statement] {
    var result: [Statement] = []
    for (id, usesInitial) in layout.entries(to: target, inside: domain) {
      let state = machine[id]
      let here = Activity.exactly(id)
      result += list(state.entry, verb: "enter", doc: "Entry actions of", state, here, &parameters)
      result += arming(id)
      if usesInitial, case .compound(let initial) = state.kind {
        result += list(initial.actions, verb: "begin", doc: "Initial actions of", state, here, &parameters)
      }
      if case .final = state.kind, let parent = state.parent, let name = context.triggers.names[.done(parent)] {
        result.append(.raise(name))
      }
    }
    return result
  }

  /// The statements that arm the timers of a state.
  func arming(_ state: ID<State>) -> [Statement] {
    zip(layout.slots(of: state), machine[state].timers).map { slot, timer in
      let text = ExpressionText(machine: machine, names: context.names)
      switch timer.length {
      case .constant(let milliseconds):
        return .arm(timer: context.timer(slot), length: text.text(.duration(milliseconds: milliseconds)))
      case .field(let field):
        let name = SwiftText.identifier(machine[field].name)
        return .armChecked(timer: context.timer(slot), length: "context.\(name)", field: machine[field].name)
      }
    }
  }

  // MARK: - Exiting

  private mutating func exit(_ id: ID<State>, parameters: inout Parameters) -> [Statement] {
    let state = machine[id]
    return list(state.exit, verb: "exit", doc: "Exit actions of", state, .exactly(id), &parameters)
  }

  /// What is run when the states in `state` are exited, whichever of them are active.
  private mutating func exits(inside id: ID<State>, parameters: inout Parameters) -> [Statement] {
    let inside = insideExits[id.index]
    guard inside.exist else { return [] }
    if inside.readParameters { return exitCases(inside: id, parameters: &parameters) }
    let name = "leave\(context.names.functionSuffixes[id.index])"
    if functionNames.insert(name).inserted {
      var none = Parameters()
      let statements = exitCases(inside: id, parameters: &none)
      add(name, doc: "Exit actions of what is active in `\(machine[id].path)`.", statements)
    }
    return [.run(function: "\(name)(\(context.arguments()))")]
  }

  private mutating func exitCases(inside id: ID<State>, parameters: inout Parameters) -> [Statement] {
    var cases: [ExitCase] = []
    var covered = 0
    for child in machine.properChildren(of: id) {
      var statements = machine[child].isAtomic ? [] : exits(inside: child, parameters: &parameters)
      statements += exit(child, parameters: &parameters)
      guard !statements.isEmpty else { continue }
      let leaves = layout.leaves[layout.leafRanges[child.index]]
      covered += leaves.count
      cases.append(ExitCase(states: leaves.map(context.names.stateCase), statements: statements))
    }
    return cases.isEmpty ? [] : [.exits(cases, needsDefault: covered < layout.leaves.count)]
  }

  // MARK: - Lists of actions

  /// The statements of a state's own list, or the call of the function that has them.
  private mutating func list(
    _ list: [Action], verb: String, doc: String, _ state: State, _ activity: Activity,
    _ parameters: inout Parameters
  ) -> [Statement] {
    let count = list.reduce(0) { $0 + $1.size }
    guard count > Self.longestInlineList, !list.contains(where: \.readsParameters) else {
      return actions.statements(list, activity: activity, parameters: &parameters)
    }
    let name = "\(verb)\(context.names.functionSuffixes[state.id.index])"
    if functionNames.insert(name).inserted {
      var none = Parameters()
      let statements = actions.statements(list, activity: activity, parameters: &none)
      add(name, doc: "\(doc) `\(state.path)`.", statements)
    }
    return [.run(function: "\(name)(\(context.arguments()))")]
  }

  private mutating func add(_ name: String, doc: String, _ statements: [Statement]) {
    functions.append(
      ActionFunctionView(doc: doc, name: name, parameters: context.parameters(), statements: statements))
  }
}

extension Action {
  /// How many actions it is, those in it included.
  fileprivate var size: Int {
    switch self {
    case .call, .raise: 1
    case .set(let assignments, _): assignments.count
    case .choose(_, let then, let otherwise, _): (then + otherwise).reduce(1) { $0 + $1.size }
    }
  }

  /// Whether it reads a parameter of the event being handled.
  fileprivate var readsParameters: Bool {
    switch self {
    case .call(let call):
      call.arguments.contains { if case .parameter = $0 { true } else { false } }
    case .set(let assignments, _): assignments.contains { $0.value.readsParameters }
    case .raise: false
    case .choose(let condition, let then, let otherwise, _):
      condition.readsParameters || (then + otherwise).contains(where: \.readsParameters)
    }
  }
}

extension Expression {
  fileprivate var readsParameters: Bool {
    switch kind {
    case .parameter: true
    case .literal, .field, .isActive: false
    case .not(let operand), .negation(let operand): operand.readsParameters
    case .and(let operands), .or(let operands): operands.contains(where: \.readsParameters)
    case .comparison(_, let left, let right), .arithmetic(_, let left, let right):
      left.readsParameters || right.readsParameters
    }
  }
}
