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
  let context: MachineContext
  let actions: ActionWriter
  var planner: EntryPlanner
  /// By state: what there is to do when the states in it are exited or entered.
  let contents: StateContents
  /// The functions that are called somewhere, by name.
  private(set) var functions: [ActionFunctionView] = []
  private var functionNames: Set<String> = []
  /// The transitions that are only selected where they are found.
  var shared = SharedTransitions()
  /// The parallel states that are asked somewhere whether they are complete.
  var completions = IDSet<State>()

  var machine: Machine { context.machine }
  var layout: StateLayout { context.layout }
  var places: PlaceNames { context.names.places }

  /// Longer lists of actions are written once and called: else many transitions into one state would repeat them.
  static let longestInlineList = 8

  init(_ context: MachineContext) {
    self.context = context
    actions = ActionWriter(context: context)
    planner = EntryPlanner(machine: context.machine)
    contents = StateContents(context)
  }

  /// The transitions of a list that can be taken: nothing behind one that is always taken.
  mutating func transitions(
    _ list: [Transition], taken: String, parameters: inout Parameters
  ) -> [TransitionView] {
    var result: [TransitionView] = []
    for transition in list {
      let activity = Activity(of: machine[transition.source])
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
    guard let domain = machine.domain(of: transition) else {
      view.actions = actions.statements(transition.actions, activity: activity, parameters: &parameters)
      return view
    }
    view.exits = exits(from: transition.source, upTo: domain, parameters: &parameters)
    view.actions = actions.statements(
      transition.actions, activity: .exactly(domain), parameters: &parameters)
    let plan = planner.plan(in: domain, to: transition.targets)
    if !layout.hasRegions, let leaf = planner.leaf(of: plan), leaf != transition.source {
      view.state = context.names.stateCase(leaf)
    }
    view.entries = entries(plan, in: domain, entersParent: false, parameters: &parameters)
    // What is armed again need not be disarmed before.
    let armed = Set(view.entries.compactMap(\.armedTimer))
    if !armed.isEmpty {
      view.exits.removeAll { $0.disarmedTimer.map(armed.contains) ?? false }
    }
    return view
  }

  // MARK: - Lists of actions

  /// The statements of a state's own list, or the call of the function that has them.
  mutating func list(
    _ list: [Action], verb: String, doc: String, _ state: State, _ activity: Activity,
    _ parameters: inout Parameters
  ) -> [Statement] {
    let count = list.reduce(0) { $0 + $1.size }
    guard count > Self.longestInlineList, !list.contains(where: \.readsParameters) else {
      return actions.statements(list, activity: activity, parameters: &parameters)
    }
    return function("\(verb)\(context.names.functionSuffixes[state.id.index])", doc: "\(doc) `\(state.path)`.") {
      (writer, none) in
      writer.actions.statements(list, activity: activity, parameters: &none)
    }
  }

  /// The call of a function that does what `body` writes, which is written only once.
  mutating func function(
    _ name: String, doc: String, body: (inout MicrostepWriter, inout Parameters) -> [Statement]
  ) -> [Statement] {
    if functionNames.insert(name).inserted {
      var none = Parameters()
      let statements = body(&self, &none)
      add(name, doc: doc, statements)
    }
    return [.run(function: "\(name)(\(context.arguments()))")]
  }

  /// What `body` writes, or the call of a function that does it if that is long.
  mutating func function(
    _ name: String, ifLong doc: String, body: (inout MicrostepWriter, inout Parameters) -> [Statement]
  ) -> [Statement] {
    if !functionNames.contains(name) {
      var none = Parameters()
      let statements = body(&self, &none)
      if statements.reduce(0, { $0 + $1.size }) <= Self.longestInlineList { return statements }
      functionNames.insert(name)
      add(name, doc: doc, statements)
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
}
