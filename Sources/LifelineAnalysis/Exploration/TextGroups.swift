import LifelineModel

/// Groups of variables whose texts may meet: in a comparison, in an assignment, or as an argument of an event of a part.
///
/// Texts and values of opaque types are only compared for equality. So one of a group can be told from the others only by the
/// texts of the group, and by being one of those that are equal.
struct TextGroups {
  /// A variable nearer to the one that stands for the group; variables that stand for their group have none.
  private var leaders: [ExpressionVariable: ExpressionVariable] = [:]
  /// The values that a spec names, by the variables that stand for groups.
  private var named: [ExpressionVariable: Set<Value>] = [:]

  /// Finds the groups of a machine's variables, those of parts included.
  static func collect(from machine: Machine) -> TextGroups {
    var groups = TextGroups()
    for comparison in machine.comparisons { groups.join(nil, with: comparison) }
    machine.forEachAssignment { groups.join(.field($0.field), with: $0.value) }
    machine.forEachSentArgument { groups.join(.parameter($0.name), with: $1) }
    for (index, field) in machine.fields.enumerated() { groups.add(field.defaultValue, to: .field(ID(index))) }
    for given in machine.scenarios.flatMap(\.givenValues) { groups.add(given.value, to: .field(given.field)) }
    for (event, values) in machine.sentValues {
      for (parameter, values) in zip(machine[event].parameters, values) {
        for value in values { groups.add(value, to: .parameter(parameter.name)) }
      }
    }
    return groups
  }

  /// Returns the values that a variable of the same group has somewhere in the spec, in the order of their texts.
  func values(of variable: ExpressionVariable) -> [Value] {
    (named[leader(of: variable)] ?? []).sorted { $0.description < $1.description }
  }

  private func leader(of variable: ExpressionVariable) -> ExpressionVariable {
    var variable = variable
    while let next = leaders[variable] { variable = next }
    return variable
  }

  private mutating func add(_ value: Value, to variable: ExpressionVariable) {
    switch value {
    case .string, .opaque: named[leader(of: variable), default: []].insert(value)
    case .bool, .int, .duration, .double, .named: break
    }
  }

  /// Puts all variables and texts of an expression into one group, with a variable that gets its value.
  private mutating func join(_ target: ExpressionVariable?, with expression: Expression) {
    let variables = (target.map { [$0] } ?? []) + expression.variables
    guard let first = variables.first else { return }
    for other in variables.dropFirst() {
      let (one, two) = (leader(of: first), leader(of: other))
      guard one != two else { continue }
      leaders[two] = one
      named[one, default: []].formUnion(named.removeValue(forKey: two) ?? [])
    }
    expression.forEachLiteral { add($0, to: first) }
  }
}

extension Machine {
  /// The values with which scenarios send each parameter of each event.
  var sentValues: [ID<Event>: [[Value]]] {
    var result: [ID<Event>: [[Value]]] = [:]
    for step in scenarios.lazy.flatMap(\.steps) {
      switch step.kind {
      case .send(let event, let arguments, _), .ignored(let event, let arguments):
        var values = result[event] ?? arguments.map { _ in [] }
        for (index, argument) in arguments.enumerated() where !values[index].contains(argument) {
          values[index].append(argument)
        }
        result[event] = values
      case .start, .wait, .set: continue
      }
    }
    return result
  }
}
