import LifelineModel

/// Lowers microsteps. The states that are exited and entered are known for every transition, so each transition lists
/// its own exits and entries.
struct MicrostepLowering {
  let context: MachineContext
  let actions: ActionLowering
  /// The work of exiting or entering the states inside a state.
  let contents: StateContents
  private let uses: ListUses
  /// The parts of the program to which the statements refer.
  var parts = ProgramParts()

  var machine: Machine { context.machine }
  var layout: StateLayout { context.layout }

  /// Longer lists of statements are functions, so that transitions into one state don't repeat them. Shorter ones are
  /// functions if that takes fewer lines.
  static let longestInlineList = 8

  /// Returns a lowering of the microsteps of a machine that has lowered none yet.
  static func prepare(for context: MachineContext) -> MicrostepLowering {
    MicrostepLowering(
      context: context, actions: ActionLowering(machine: context.whole, passed: context.passed),
      contents: StateContents.collect(from: context), uses: ListUses.count(in: context.machine, context.layout))
  }

  // MARK: - Transitions

  /// Returns the transitions of a list that can be taken, up to the first that always is.
  mutating func transitions(_ list: [Transition]) -> [Statement] { transitions(list, ending: [.return(.taken)]) }

  /// - Parameter ending: The statements after each transition.
  private mutating func transitions(_ list: [Transition], ending: [Statement]) -> [Statement] {
    var result: [Statement] = []
    for transition in list {
      let activity = Activity(of: machine[transition.source])
      let condition = actions.condition(transition.condition, activity: activity)
      if case .known(false) = condition { continue }
      let prose = transition.documentation.text.map(SwiftText.commentLines) ?? []
      result += prose.map { .comment($0) }
      let microstep = microstep(transition, activity: activity, ending: ending)
      guard case .unknown(let expression) = condition else { return result + microstep }
      result.append(.if(expression, then: microstep, else: []))
    }
    return result
  }

  private mutating func microstep(
    _ transition: Transition, activity: Activity, ending: [Statement]
  ) -> [Statement] {
    guard let domain = machine.domain(of: transition) else {
      return actions.statements(transition.actions, activity: activity) + ending
    }
    var exits = exits(from: transition.source, upTo: domain)
    let own = actions.statements(transition.actions, activity: .exactly(domain))
    let planner = EntryPlanner(machine: machine)
    let plan = planner.plan(in: domain, to: transition.targets)
    let leaf = layout.hasRegions ? nil : planner.leaf(of: plan)
    let passed = leaf.flatMap { layout.passed.contains($0) ? $0 : nil }
    var move: [Statement] = []
    if let leaf, passed == nil, leaf != transition.source { move = [.moveTo(leaf)] }
    let entries = entries(plan, in: domain, entersParent: false)
    // A timer that is armed again needn't be disarmed before.
    let armed = Set(entries.compactMap { if case .arm(let slot, _) = $0 { slot } else { nil } })
    exits.removeAll { if case .disarm(let slot) = $0 { armed.contains(slot) } else { false } }
    return exits + own + move + entries + (passed.map { pass($0, ending: ending) } ?? ending)
  }

  /// Returns the statements that leave a state which the machine only passes: those of the next microstep.
  private mutating func pass(_ state: ID<State>, ending: [Statement]) -> [Statement] {
    let name = FunctionName.pass(state)
    let counting = context.countingMicrostep
    if !parts.hasMicrostepFunction(name) {
      let next = counting + transitions(machine[state].always, ending: ending)
      if next.size <= Self.longestInlineList, !uses.areShorterOutlined(name, size: next.size) { return next }
    }
    let leaving = function(
      name,
      body: { lowering in
        let body = counting + lowering.transitions(lowering.machine[state].always, ending: [.return(nil)])
        return body.last == .return(nil) ? body.dropLast() : body
      })
    return leaving + ending
  }

  // MARK: - Functions

  /// Returns the statements of a state's own list, or the call of a function for them.
  mutating func list(_ list: [Action], _ name: FunctionName, in state: ID<State>) -> [Statement] {
    let size = list.reduce(0) { $0 + $1.size }
    let body = { (lowering: inout Self) in lowering.actions.statements(list, activity: .exactly(state)) }
    if size > Self.longestInlineList || uses.areShorterOutlined(name, size: size),
      !list.contains(where: \.readsParameters)
    {
      return function(name, body: body)
    }
    return body(&self)
  }

  /// Returns the call of a function whose `body` is lowered once.
  mutating func function(_ name: FunctionName, body: (inout Self) -> [Statement]) -> [Statement] {
    if !parts.hasMicrostepFunction(name) {
      let statements = body(&self)
      add(name, statements)
    }
    return [call(name)]
  }

  /// Returns the statements of `body`, or the call of a function for them if they are many.
  mutating func function(_ name: FunctionName, ifLong body: (inout Self) -> [Statement]) -> [Statement] {
    if !parts.hasMicrostepFunction(name) {
      let statements = body(&self)
      if statements.size <= Self.longestInlineList { return statements }
      add(name, statements)
    }
    return [call(name)]
  }

  private func call(_ name: FunctionName) -> Statement {
    .run(FunctionCall(name: name, arguments: context.shape.arguments()))
  }

  private mutating func add(_ name: FunctionName, _ statements: [Statement]) {
    parts.insertMicrostepFunction(Function(name: name, parameters: context.shape.parameters(), body: statements))
  }

  // MARK: - Switches

  /// Returns a switch over the position of the region of `state`.
  func switchOverPosition(of state: ID<State>, _ cases: [Case]) -> Statement {
    layout.switchOverPosition(ofRegion: layout.regionIndices[state.index] ?? 0, cases)
  }

  /// Returns patterns for positions.
  func patterns(_ positions: [ID<State>]) -> [Pattern] { positions.map { .position($0) } }
}

extension Action {
  /// The number of actions and actions in them.
  fileprivate var size: Int {
    if case .set(let assignments, _) = self { assignments.count } else { nestedActions.reduce(1) { $0 + $1.size } }
  }
}
