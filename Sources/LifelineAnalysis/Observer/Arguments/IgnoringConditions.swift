import LifelineInterpreter
import LifelineModel

/// The conditions on which it depends whether the machine ignores an event. They are found when they are first needed.
struct IgnoringConditions {
  private struct Key: Hashable {
    var event: ID<Event>
    var node: CallAutomaton.Position
  }

  private var known: [Key: [Expression]] = [:]

  /// Returns the conditions that are all false if the machine ignores an event in a node in which it may do so.
  /// - Parameter followed: The fields whose values are followed. What a node tells of others is put into the conditions.
  mutating func conditions(
    of event: ID<Event>, in node: CallAutomaton.Position, of exploration: Exploration, _ followed: FollowedFields
  ) -> [Expression] {
    let key = Key(event: event, node: node)
    if let known = known[key] { return known }
    let found = exploration.conditions(of: event, in: Int(node)).map { condition in
      condition.replacing { exploration.certainValue(of: $0, in: Int(node), besides: followed) }
    }
    known[key] = found
    return found
  }
}

extension ArgumentObserver {
  /// Returns what is known after the machine has ignored an event in a node; `nil` if it ignores it with none of the values.
  ///
  /// If the exploration hasn't tried all numbers that matter, or if the machine may fail, perhaps none of the explored steps begins with
  /// such values either. Then nobody knows what comes, and the event counts as ignored.
  /// - Parameter arguments: The arguments that the log shows of the event.
  mutating func environment(
    ignoring event: ID<Event>, with arguments: [String: LoggedValue], in environment: ValueEnvironment,
    at node: CallAutomaton.Position
  ) -> ValueEnvironment? {
    guard automaton.exploration.ignoredEvents.contains(event, in: Int(node)) else { return nil }
    let item = automaton.machine.id(of: .event(event))
    var begun = environment
    begun.scopes = [valuesShown(by: arguments, of: item)]
    var scope = ValueScope(followed: followed, environment: begun)
    let conditions = ignoring.conditions(of: event, in: node, of: automaton.exploration, followed)
    if conditions.allSatisfy({ scope.learn(false, of: $0) }) {
      followed.release(&scope.environment)
      return scope.environment
    }
    if automaton.exploration.triesAllNumbers, automaton.exploration.faults.isEmpty { return nil }
    let isTried = programs.steps(from: node).contains { step in
      step.item == item && programs.mayBegin(step.program, in: ValueScope(followed: followed, environment: begun))
    }
    return isTried ? nil : environment
  }
}

extension StepPrograms {
  /// Returns whether a step may come to its first call, or to its end.
  fileprivate func mayBegin(_ program: Int32, in scope: ValueScope) -> Bool {
    var scope = scope
    for operation in programs[Int(program)] {
      if case .call = operation { return true }
      if !scope.apply(operation) { return false }
    }
    return true
  }
}

extension Exploration {
  /// Returns the conditions of all transitions that an event may take in a node. The machine ignores the event if none of them
  /// holds, and if nothing else takes the event.
  fileprivate func conditions(of event: ID<Event>, in node: Int) -> [Expression] {
    // The host sends events to the machine only, and not to its parts.
    nodes[node].configuration.prefix(while: { machine.declares($0) }).flatMap { state in
      let own = machine[state].on.filter { $0.event == event }.flatMap(\.transitions)
      return (own + machine[state].onAny).compactMap(\.condition)
    }
  }

  /// Returns the value of an expression that every run in a node has: whether a state is active, and what the node tells of a field.
  /// - Parameter followed: The fields whose values are known in other ways.
  func certainValue(of expression: Expression, in node: Int, besides followed: FollowedFields) -> Value? {
    switch expression.kind {
    case .isActive(let state): .bool(nodes[node].configuration.contains(state))
    case .field(let field): followed.place(of: field) == nil && tellsApart(field) ? nodes[node][field] : nil
    case .literal, .parameter, .not, .and, .or, .comparison, .arithmetic, .negation: nil
    }
  }

  /// Whether no other numbers than those that were tried lead elsewhere.
  var triesAllNumbers: Bool { environment.values.untried.isEmpty }

  /// Returns whether the nodes tell all values of a field apart.
  func tellsApart(_ field: ID<Field>) -> Bool {
    switch machine[field].type {
    case .bool, .cases, .declared: environment.roles.memory.contains(field)
    case .int, .duration, .double, .string, .opaque: false
    }
  }
}

extension Expression {
  /// Returns the expression with values in the places of the operands that have one.
  func replacing(_ value: (Expression) -> Value?) -> Expression {
    var result = self
    if let known = value(self) {
      result.kind = .literal(known)
      return result
    }
    switch kind {
    case .literal, .field, .parameter, .isActive: break
    case .not(let operand): result.kind = .not(operand.replacing(value))
    case .and(let operands): result.kind = .and(operands.map { $0.replacing(value) })
    case .or(let operands): result.kind = .or(operands.map { $0.replacing(value) })
    case .comparison(let relation, let left, let right):
      result.kind = .comparison(relation, left.replacing(value), right.replacing(value))
    case .arithmetic(let operation, let left, let right):
      result.kind = .arithmetic(operation, left.replacing(value), right.replacing(value))
    case .negation(let operand): result.kind = .negation(operand.replacing(value))
    }
    return result
  }
}
