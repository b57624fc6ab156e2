import LifelineModel

/// The local names of an event's parameters, and which of them are used.
struct Parameters {
  /// By parameter: what it is called locally.
  private(set) var locals: [String: String] = [:]
  /// The parameters that something has used.
  var used: Set<String> = []

  /// What local names may not be called: generated functions use these names themselves.
  private static let reserved: Set<String> = [
    "Swift", "call", "event", "trigger", "reaction", "self", "Self", "context", "state", "kept", "before", "timer",
    "isActive", "duration", "settle", "start", "selected", "transition", "delegate",
  ]
  private static let reservedPrefixes = [
    "take", "enter", "exit", "begin", "leave", "timer", "fire", "remember", "resume",
  ]
  private static let reservedSuffixes = ["Region", "Complete"]

  /// No parameters.
  init() {}

  /// Nothing that has been used yet of `parameters`.
  init(_ parameters: [Parameter]) {
    var taken = Set(parameters.map(\.name))
    for parameter in parameters {
      var local = parameter.name
      let isReserved = { (name: String) in
        Self.reserved.contains(name) || Self.reservedPrefixes.contains { name.hasPrefix($0) }
          || Self.reservedSuffixes.contains { name.hasSuffix($0) }
      }
      if isReserved(local) {
        repeat { local = "\(local)_" } while taken.contains(local)
        taken.insert(local)
      }
      locals[parameter.name] = SwiftText.identifier(local)
    }
  }

  /// What stands behind the event's name in a pattern: the parameters that are used, with their local names.
  func bindings(of event: Event) -> String {
    guard !used.isEmpty else { return "" }
    let parts = event.parameters.map { used.contains($0.name) ? "let \(locals[$0.name] ?? "_")" : "_" }
    return "(\(parts.joined(separator: ", ")))"
  }
}

/// Writes actions as statements.
struct ActionWriter {
  let context: MachineContext
  private var machine: Machine { context.machine }

  /// The statements that `actions` are where `activity` is known.
  func statements(
    _ actions: [Action], activity: Activity, parameters: inout Parameters
  ) -> [Statement] {
    var result: [Statement] = []
    for action in actions {
      switch action {
      case .call(let call): result.append(statement(call, parameters: &parameters))
      case .set(let assignments, _):
        result += self.assignments(assignments, activity: activity, parameters: &parameters)
      case .raise(let event, _): result.append(.raise(context.triggers.names[.event(event)] ?? ""))
      case .choose(let condition, let then, let otherwise, _):
        let condition = folded(condition, activity)
        if let known = condition.constant {
          result += statements(known ? then : otherwise, activity: activity, parameters: &parameters)
          continue
        }
        let thenStatements = statements(then, activity: activity, parameters: &parameters)
        let otherStatements = statements(otherwise, activity: activity, parameters: &parameters)
        // A condition that decides nothing is not looked at, even where it would trap.
        guard !thenStatements.isEmpty || !otherStatements.isEmpty else { continue }
        let text = text(parameters: parameters)
        parameters.use(condition)
        if !thenStatements.isEmpty {
          result.append(
            .choice(condition: text.condition(condition), then: thenStatements, otherwise: otherStatements))
        } else {
          let opposite = Expression(.not(condition), type: .bool, range: condition.range)
          result.append(.choice(condition: text.condition(opposite), then: otherStatements, otherwise: []))
        }
      }
    }
    return result
  }

  /// The condition without what is known, and its text.
  func condition(
    _ expression: Expression?, activity: Activity, parameters: inout Parameters
  ) -> (constant: Bool?, text: String) {
    guard let expression else { return (true, "") }
    let condition = folded(expression, activity)
    if let known = condition.constant { return (known, "") }
    parameters.use(condition)
    return (nil, text(parameters: parameters).condition(condition))
  }

  private func folded(_ expression: Expression, _ activity: Activity) -> Expression {
    ExpressionFolder(machine: machine, activity: activity).fold(expression)
  }

  private func text(parameters: Parameters, context prefix: String = "context") -> ExpressionText {
    ExpressionText(of: context, locals: parameters.locals, context: prefix)
  }

  private func statement(_ call: Call, parameters: inout Parameters) -> Statement {
    var arguments: [String] = []
    for (parameter, argument) in zip(machine[call.callback].parameters, call.arguments) {
      let value: String
      switch argument {
      case .parameter(let name):
        parameters.used.insert(name)
        value = parameters.locals[name] ?? SwiftText.identifier(name)
      case .field(let field): value = "context.\(SwiftText.identifier(machine[field].name))"
      }
      arguments.append("\(SwiftText.argumentLabel(parameter.name)): \(value)")
    }
    let list = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
    return .call(callback: SwiftText.identifier(machine[call.callback].name), arguments: list)
  }

  /// One assignment after the other where no right side reads what was assigned before it.
  private func assignments(
    _ assignments: [Assignment], activity: Activity, parameters: inout Parameters
  ) -> [Statement] {
    var assigned = IDSet<Field>()
    var isSequential = true
    var values: [Expression] = []
    for assignment in assignments {
      let value = folded(assignment.value, activity)
      if value.usedFields.contains(where: assigned.contains) { isSequential = false }
      assigned.insert(assignment.field)
      values.append(value)
      parameters.use(value)
    }
    let text = text(parameters: parameters, context: isSequential ? "context" : "before")
    let statements = zip(assignments, values).map { assignment, value in
      Statement.assignment(
        field: SwiftText.identifier(machine[assignment.field].name), value: text.text(value))
    }
    return isSequential ? statements : [.assignments(statements)]
  }
}

extension Parameters {
  /// Notes the parameters that `expression` reads.
  fileprivate mutating func use(_ expression: Expression) {
    used.formUnion(expression.usedParameters)
  }
}
