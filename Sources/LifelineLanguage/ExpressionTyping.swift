import LifelineModel
import LifelineSource
import LifelineYAML

extension DiagnosticKind {
  static let expressionType = DiagnosticKind(
    "L231", .error, "an expression of the wrong type",
    explanation: """
      `+ -` take `Int` and `Duration`; `*` takes `Int`, or a `Duration` and an `Int`; `/ %` take `Int`; `< \
      <= > >=` take `Int` and `Duration`; `== !=` take any one type; `and`, `or` and `not` take `Bool`. Both \
      sides have one type: nothing is converted, so that seconds are never compared with a bare number.

          context: {patience: 5s, count: 0}
          states:
            idle: {on: {tick: {if: patience > 3 and count, to: busy}}}
            #                      patience > 3s and count > 0

      Write both sides in one type; make a Bool of a number by comparing it.
      """)
  static let constantFault = DiagnosticKind(
    "L232", .error, "a constant that cannot be computed",
    explanation: """
      The expression divides by zero, or its value does not fit into 64 bits, whatever the fields are. At \
      run time that would stop the program.

          do: {set: {share: total / 0}}

      Correct the number, or do it only where there is something to divide by: `{if: parts != 0, do: {set: \
      {share: total / parts}}}`.
      """)
}

/// What the names of an expression may mean where it stands.
struct ExpressionScope {
  /// The state from which `in(…)` looks for states.
  var state: ID<State>
  /// The parameters that can be read, by name.
  var parameters: [String: ValueType] = [:]
  /// Every event's parameters' names; those that are not in `parameters` cannot be read.
  var parameterNames: Set<String> = []
  /// Why they cannot be read, and where that shows.
  var unavailability: (reason: String, notes: [Findings.Note]) = ("", [])
  /// What cannot be read although a field may have the name: it would be a parameter of the event that is handled,
  /// which is not known.
  var maybeParameters: MaybeParameters?
  /// If not `nil`, the only fields that can be read, with the reason.
  var onlyFields: (names: Set<String>, reason: String)?
  /// Whether `in(…)` can be asked.
  var allowsStates = true
}

/// The parameters of the events that may be the one that is handled.
struct MaybeParameters {
  /// Where events declare a parameter of a name.
  typealias Declarations = [String: [(event: String, range: SourceRange)]]

  /// All parameters of all events.
  let declarations: Declarations
  /// The events that something else handles.
  let otherEvents: Set<String>

  /// The first that has the name.
  subscript(name: String) -> (event: String, range: SourceRange)? {
    declarations[name]?.first { !otherEvents.contains($0.event) }
  }
}

extension Findings {
  /// Reports `what`, which is read from a field of this name, if it would be a parameter of an event that may be the one
  /// that is handled; says whether it is so.
  mutating func reportMaybeParameter(
    _ name: String, as what: @autoclosure () -> String, in scope: ExpressionScope, at range: SourceRange
  ) -> Bool {
    guard let declaration = scope.maybeParameters?[name] else { return false }
    let event = declaration.event
    report(
      .unavailableParameter,
      "\(what()) would be the event's parameter if that is `\(event)`, and cannot be read here: "
        + "\(scope.unavailability.reason); give `\(event)` a transition of its own, or the field another name",
      at: range, notes: [("the parameter is declared here", declaration.range)])
    return true
  }
}

/// Gives an expression's names their meaning and all its parts types.
struct ExpressionTyping {
  let declarations: Declarations
  let tree: StateTree
  let scope: ExpressionScope
  /// The place of offsets of the expression's text in the file.
  let place: (Range<Int>) -> SourceRange
  var findings: Findings
  var usedFields = IDSet<Field>()

  /// The typed expression, or `nil` if something is wrong with it, reported.
  mutating func resolve(_ syntax: ExpressionSyntax, expected: ValueType?) -> Expression? {
    guard let result = infer(syntax, expected: expected) else { return nil }
    if let expected, result.type != expected {
      report(.expressionType, "this is \(result.type.article), but \(expected.article) is needed here", syntax)
      return nil
    }
    return result
  }

  private mutating func report(_ kind: DiagnosticKind, _ message: String, _ syntax: ExpressionSyntax) {
    findings.report(kind, message, at: place(syntax.offsets))
  }

  private mutating func infer(_ syntax: ExpressionSyntax, expected: ValueType?) -> Expression? {
    let range = place(syntax.offsets)
    switch syntax.kind {
    case .bool(let value):
      return Expression(.literal(.bool(value)), type: .bool, range: range)
    case .number(let text):
      guard let number = Int(text) else {
        report(.constantFault, "`\(text)` does not fit into 64 bits", syntax)
        return nil
      }
      return Expression(.literal(.int(number)), type: .int, range: range)
    case .duration(let text):
      return findings.duration(text, at: range).map {
        Expression(.literal(.duration(milliseconds: $0)), type: .duration, range: range)
      }
    case .name(let name):
      return self.name(name, expected: expected, range: range)
    case .isActive(let reference):
      guard scope.allowsStates else {
        report(.expressionSyntax, "`in` has no meaning here: which states are active is not known beforehand", syntax)
        return nil
      }
      guard let state = tree.resolve(reference, in: scope.state, at: range, findings: &findings) else { return nil }
      if tree[state].state.isHistory {
        findings.report(
          .historyNotAllowed, "`\(reference)` is a history pseudo-state, which is never active", at: range)
        return nil
      }
      return Expression(.isActive(state), type: .bool, range: range)
    case .not(let operand):
      return resolve(operand, expected: .bool).map { Expression(.not($0), type: .bool, range: range) }
    case .and(let operands):
      return all(operands).map { Expression(.and($0), type: .bool, range: range) }
    case .or(let operands):
      return all(operands).map { Expression(.or($0), type: .bool, range: range) }
    case .comparison(let relation, let left, let right):
      return comparison(relation, left, right, syntax)
    case .arithmetic(let operation, let left, let right):
      return arithmetic(operation, left, right, syntax)
    case .negation(let operand):
      guard let value = infer(operand, expected: nil) else { return nil }
      guard value.type == .int || value.type == .duration else {
        report(.expressionType, "`-` takes an Int or a Duration, and this is \(value.type.article)", operand)
        return nil
      }
      return folded(Expression(.negation(value), type: value.type, range: range))
    }
  }

  private mutating func all(_ operands: [ExpressionSyntax]) -> [Expression]? {
    var result: [Expression] = []
    for operand in operands {
      if let expression = resolve(operand, expected: .bool) { result.append(expression) }
    }
    return result.count == operands.count ? result : nil
  }

  private mutating func name(_ name: String, expected: ValueType?, range: SourceRange) -> Expression? {
    if let type = scope.parameters[name] { return Expression(.parameter(name), type: type, range: range) }
    if let index = declarations.fieldNames[name] {
      if let only = scope.onlyFields, !only.names.contains(name) {
        findings.report(.unknownName, "`\(name)` cannot be read here: \(only.reason)", at: range)
        return nil
      }
      usedFields.insert(ID(index))
      if findings.reportMaybeParameter(name, as: "`\(name)`", in: scope, at: range) { return nil }
      return Expression(.field(ID(index)), type: declarations.fields[index].type, range: range)
    }
    if declarations.unreadableFields.contains(name) { return nil }
    if case .cases(_, let names) = expected, names.contains(name) {
      return expected.map { Expression(.literal(.named(name)), type: $0, range: range) }
    }
    if scope.parameterNames.contains(name) {
      findings.report(
        .unavailableParameter, "the parameter `\(name)` cannot be read here: \(scope.unavailability.reason)",
        at: range, notes: scope.unavailability.notes)
      return nil
    }
    var known = scope.parameters.keys.sorted() + declarations.fields.map(\.name)
    if case .cases(_, let names) = expected { known += names }
    let isState = tree.named[name] != nil
    findings.report(
      .unknownName,
      "there is no parameter, context field or case `\(name)` here"
        + (isState ? "; to ask whether the state is active, write `in(\(name))`" : ""),
      at: range, suggestion: isState ? nil : nearestName(to: name, among: known))
    return nil
  }

  /// Whether a name can only be a case, so that the other side says of which type.
  private func needsExpectation(_ syntax: ExpressionSyntax) -> Bool {
    guard case .name(let name) = syntax.kind else { return false }
    return scope.parameters[name] == nil && declarations.fieldNames[name] == nil
  }

  private mutating func comparison(
    _ relation: Expression.Comparison, _ left: ExpressionSyntax, _ right: ExpressionSyntax, _ syntax: ExpressionSyntax
  ) -> Expression? {
    let first: Expression?
    let second: Expression?
    if needsExpectation(left) {
      second = infer(right, expected: nil)
      guard let second else { return nil }
      first = infer(left, expected: second.type)
    } else {
      first = infer(left, expected: nil)
      guard let first else { return nil }
      second = infer(right, expected: first.type)
    }
    guard let first, let second else { return nil }
    guard first.type == second.type else {
      report(
        .expressionType,
        "the sides of `\(relation.rawValue)` have one type, but these are \(first.type.article) and \(second.type.article)",
        syntax)
      return nil
    }
    let isOrder = relation != .equal && relation != .notEqual
    if isOrder, first.type != .int, first.type != .duration {
      report(
        .expressionType, "`\(relation.rawValue)` takes Int and Duration, and this is \(first.type.article)", left)
      return nil
    }
    return Expression(.comparison(relation, first, second), type: .bool, range: place(syntax.offsets))
  }

  private mutating func arithmetic(
    _ operation: Expression.Arithmetic, _ left: ExpressionSyntax, _ right: ExpressionSyntax, _ syntax: ExpressionSyntax
  ) -> Expression? {
    guard let first = infer(left, expected: nil), let second = infer(right, expected: nil) else { return nil }
    let type: ValueType?
    switch (operation, first.type, second.type) {
    case (_, .int, .int): type = .int
    case (.add, .duration, .duration), (.subtract, .duration, .duration): type = .duration
    case (.multiply, .duration, .int), (.multiply, .int, .duration): type = .duration
    default: type = nil
    }
    guard let type else {
      let takes =
        switch operation {
        case .add, .subtract: "two Int or two Duration"
        case .multiply: "two Int, or a Duration and an Int"
        case .divide, .remainder: "two Int"
        }
      report(
        .expressionType,
        "`\(operation.rawValue)` takes \(takes), but these are \(first.type.article) and \(second.type.article)", syntax
      )
      return nil
    }
    return folded(
      Expression(.arithmetic(operation, first, second), type: type, range: place(syntax.offsets)))
  }

  /// Returns the expression, evaluated if its operands are constants, or `nil` with a diagnostic if it has no value.
  private mutating func folded(_ expression: Expression) -> Expression? {
    let (operation, left, right): (Expression.Arithmetic, Int?, Int?)
    switch expression.kind {
    case .negation(let operand): (operation, left, right) = (.subtract, 0, operand.literal?.number)
    case .arithmetic(let kind, let first, let second):
      (operation, left, right) = (kind, first.literal?.number, second.literal?.number)
    default: return expression
    }
    do {
      // A division by zero has no value, whatever is divided.
      if right == 0, left == nil { _ = try operation.result(0, 0) }
      guard let left, let right else { return expression }
      let value = Value(try operation.result(left, right), as: expression.type)
      return Expression(.literal(value), type: expression.type, range: expression.range)
    } catch {
      let message =
        switch error {
        case .divisionByZero: "this divides by zero"
        case .overflow: "the value of this does not fit into 64 bits"
        }
      findings.report(.constantFault, message, at: expression.range)
      return nil
    }
  }
}

extension ValueType {
  /// The type with an article, for messages.
  var article: String {
    switch self {
    case .int, .opaque: "an \(text)"
    case .bool, .duration, .double, .string, .cases: "a \(text)"
    }
  }
}
