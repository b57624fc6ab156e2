import LifelineModel
import LifelineSource

/// Resolves the names of an expression and gives its parts types.
struct ExpressionTyping: StateUsing {
  let diagnostics: DiagnosticCollector
  let uses: NameUses
  let declarations: Declarations
  let tree: StateTree
  let scope: ExpressionScope
  /// Returns the range in the file of a range of the expression's text.
  let range: (Range<Int>) -> SourceRange

  /// Returns the typed expression, or `nil` with a diagnostic.
  /// - Parameter expected: The type that the expression must have; `nil` for any.
  func resolve(_ syntax: ExpressionSyntax, expected: ValueType?) -> Expression? {
    guard var result = infer(syntax, expected: expected) else { return nil }
    if scope.isArgumentOfPart, refuseCarriedArgument(result, at: result.range) { return nil }
    if let expected, result.type != expected {
      if expected.isOptional, result.type == expected.wrapped {
        result.type = expected
        return result
      }
      let remedy = Self.remedy(for: expected, getting: result.type).map { "; \($0)" } ?? ""
      report(.expressionType, "\(describe(result)), but \(expected.article) is needed here\(remedy)", syntax)
      return nil
    }
    return result
  }

  /// Returns what to write instead if two types only differ in whether `nil` is a value; `nil` if they differ otherwise.
  /// - Parameters:
  ///   - expected: The type of the parameter or the field.
  ///   - type: The type of the value.
  static func remedy(for expected: ValueType, getting type: ValueType) -> String? {
    if type.isOptional, type.wrapped == expected {
      return "give the parameter the type `\(expected.name)?`, because the value may be `nil`"
    }
    guard expected.isOptional, expected.wrapped.name == type.name else { return nil }
    return "give it the type `\(type.name)`, since the language has no values of an optional `\(type.name)`"
  }

  /// Returns the beginning of a sentence about the type of an expression. A name may be meant as another name's.
  private func describe(_ expression: Expression) -> String {
    switch expression.kind {
    case .field(let field):
      "the context field `\(declarations[field].name)` \(expression.type.possession)"
    case .parameter(let name): "the parameter `\(name)` \(expression.type.possession)"
    default: "this is \(expression.type.article)"
    }
  }

  private func report(_ kind: DiagnosticKind, _ message: String, _ syntax: ExpressionSyntax) {
    diagnostics.report(kind, message, at: range(syntax.offsets))
  }

  private func infer(_ syntax: ExpressionSyntax, expected: ValueType?) -> Expression? {
    let range = range(syntax.offsets)
    switch syntax.kind {
    case .bool(let value):
      return Expression(.literal(.bool(value)), type: .bool, range: range)
    case .number(let text) where expected == .double:
      return double(text, syntax)
    case .decimal(let text):
      return double(text, syntax)
    case .number(let text) where expected == .duration:
      // A number is no length of time. The message says with which units it would be one.
      return duration(text, at: range).map {
        Expression(.literal(.duration(milliseconds: $0)), type: .duration, range: range)
      }
    case .number(let text):
      guard let number = Int(text) else {
        report(.constantFault, "`\(text)` does not fit into 64 bits", syntax)
        return nil
      }
      return Expression(.literal(.int(number)), type: .int, range: range)
    case .duration(let text):
      return duration(text, at: range).map {
        Expression(.literal(.duration(milliseconds: $0)), type: .duration, range: range)
      }
    case .text(let text):
      return Expression(.literal(.string(text)), type: .string, range: range)
    case .name(let name):
      return self.name(name, expected: expected, range: range)
    case .isActive(let reference):
      guard scope.allowsStates else {
        report(
          .expressionSyntax,
          "`in` cannot be used here, because the scenario begins in one configuration: its `where` names no `state`",
          syntax)
        return nil
      }
      guard let state = state(reference, in: scope.state, at: range) else { return nil }
      if tree[state].isHistory {
        diagnostics.report(
          .historyNotAllowed, "`\(reference)` is a history pseudo-state, which is never active; name a state",
          at: range)
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
      guard let value = infer(operand, expected: expected == .double ? .double : nil) else { return nil }
      if case .double(let number) = value.literal {
        return Expression(.literal(.double(-number)), type: .double, range: range)
      }
      guard value.type.isWhole else {
        report(.expressionType, "`-` takes an `Int` or a `Duration`, but this is \(value.type.article)", operand)
        return nil
      }
      return folded(Expression(.negation(value), type: value.type, range: range))
    }
  }

  private func double(_ text: String, _ syntax: ExpressionSyntax) -> Expression? {
    guard let number = Double(text), number.isFinite else {
      report(.constantFault, "`\(text)` is too great for a `Double`", syntax)
      return nil
    }
    return Expression(.literal(.double(number)), type: .double, range: range(syntax.offsets))
  }

  private func all(_ operands: [ExpressionSyntax]) -> [Expression]? {
    let result = operands.compactMap { resolve($0, expected: .bool) }
    return result.count == operands.count ? result : nil
  }

  /// Reports a name that isn't an identifier, but a path.
  private func reportPath(_ path: String, at range: SourceRange) {
    let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let (first, last) = (names.first ?? "", names.last ?? "")
    let isState = tree.states.contains { $0.path == path || $0.path.hasSuffix("." + path) }
    var hint = "to ask whether a state is active, write `in(\(path))`"
    if let field = declarations.fieldNames[first], case .cases = declarations[field].type {
      hint = "to compare, write `\(first) == \(last)`"
    } else if declarations.typeNames[first] != nil {
      hint = "write the case alone: `\(last)`"
    } else if !isState, scope.parameters[last] != nil || declarations.fieldNames[last] != nil {
      hint = "write `\(last)` alone"
    }
    diagnostics.skip(path)
    diagnostics.report(.expressionSyntax, "`\(path)` is not a name; \(hint)", at: range)
  }

  /// Returns the field of a part that a path means, or `nil` with a diagnostic.
  private func fieldOfPart(_ path: String, range: SourceRange) -> Expression? {
    if let only = scope.onlyFields, !only.names.contains(path) {
      diagnostics.report(.unknownName, "`\(path)` cannot be read here: \(only.reason)", at: range)
      return nil
    }
    if let id = declarations.fieldNames[path] {
      use(id, named: path)
      recordUse(of: .field, path, at: range)
      return Expression(.field(id), type: declarations[id].type, range: range)
    }
    guard let (part, rest) = declarations.partOfPath(path) else { return nil }
    let names = rest.split(separator: ".").map(String.init)
    let isState = tree.partTrees[part]?.named[names.last ?? ""] != nil
    guard isState else {
      reportUnknownField(rest, of: part, at: range)
      return nil
    }
    usePart(ofPath: path)
    diagnostics.report(
      .unknownName, "there is no context field `\(path)`; to ask whether the state is active, write `in(\(path))`",
      at: range)
    return nil
  }

  private func name(_ name: String, expected: ValueType?, range: SourceRange) -> Expression? {
    if declarations.partOfPath(name) != nil { return fieldOfPart(name, range: range) }
    guard isIdentifier(name) else {
      reportPath(name, at: range)
      return nil
    }
    if let type = scope.parameters[name] {
      for event in scope.events {
        diagnostics.symbols?.use(.parameter, name, owner: "event \(event)", at: range)
      }
      return Expression(.parameter(name), type: type, range: range)
    }
    if let field = declarations.fieldNames[name] {
      if let only = scope.onlyFields, !only.names.contains(name) {
        diagnostics.report(.unknownName, "`\(name)` cannot be read here: \(only.reason)", at: range)
        return nil
      }
      uses.fields.insert(field)
      recordUse(of: .field, name, at: range)
      if refuseField(named: name, as: "`\(name)`", in: scope, at: range) { return nil }
      return Expression(.field(field), type: declarations[field].type, range: range)
    }
    if isUnreadable(name) { return nil }
    if let expected, expected.isOptional, name == Value.absent.description {
      return Expression(.literal(.absent), type: expected, range: range)
    }
    if let cases = expected?.caseNames, let expected {
      // The cases of a wrong type aren't known.
      if cases.isEmpty { return nil }
      if cases.contains(name) {
        recordCase(name, of: expected, at: range)
        return Expression(.literal(.named(name)), type: expected, range: range)
      }
    }
    if declarations.parameters[name] != nil {
      diagnostics.report(
        .unavailableParameter, "the parameter `\(name)` cannot be read here: \(scope.unavailability.reason)",
        at: range, notes: scope.unavailability.notes)
      return nil
    }
    if let part = declarations.partNames[name] {
      uses.parts.insert(part)
      diagnostics.report(
        .badUseOfPart,
        "`\(name)` is a part; read one of its fields, as in `\(name).field`, or ask for a state: `in(\(name).state)`",
        at: range, notes: [("the part is declared here", declarations[part].range)])
      return nil
    }
    if declarations.unreadableParts.contains(name) { return nil }
    let isState = tree.named[name] != nil
    if !isState, expected ?? .bool == .bool, refuseOtherBoolean(name, at: range) { return nil }
    diagnostics.report(
      .unknownName,
      "there is no parameter, context field or case `\(name)` here"
        + (expected == .string
          ? "; to write a text, put it in quotes: `\"\(name)\"`"
          : isState ? "; to ask whether the state is active, write `in(\(name))`" : ""),
      at: range, suggestion: isState ? nil : nearestName(to: name, among: readableNames(expected)))
    return nil
  }

  /// Returns whether a name is that of a field or a parameter whose declaration is wrong, which is reported there.
  private func isUnreadable(_ name: String) -> Bool {
    declarations.unreadableFields.contains(name) || diagnostics.isRefused(name, as: NameRole.parameter.word)
  }

  /// Returns the names that can be read here, and the cases of the expected type.
  private func readableNames(_ expected: ValueType?) -> [String] {
    let names = scope.parameters.keys.sorted() + declarations.fields.map(\.name)
    return names + (expected?.caseNames ?? [])
  }

  /// Returns whether the other side of a comparison says the type of `syntax`: a name that can only be a case, or a
  /// whole number, which can be a `Double`.
  private func needsExpectation(_ syntax: ExpressionSyntax) -> Bool {
    switch syntax.kind {
    case .name(let name):
      scope.parameters[name] == nil && declarations.parameters[name] == nil && declarations.fieldNames[name] == nil
        && !isUnreadable(name)
    case .number: true
    case .negation(let operand): if case .number = operand.kind { true } else { false }
    default: false
    }
  }

  private func comparison(
    _ relation: Expression.Comparison, _ left: ExpressionSyntax, _ right: ExpressionSyntax, _ syntax: ExpressionSyntax
  ) -> Expression? {
    // The side whose type is known says the type of the other.
    let isRightTyped = needsExpectation(left)
    guard let typed = infer(isRightTyped ? right : left, expected: nil),
      let other = infer(isRightTyped ? left : right, expected: typed.type)
    else { return nil }
    let (first, second) = isRightTyped ? (other, typed) : (typed, other)
    if refuseCarried(first, second) { return nil }
    guard first.type == second.type else {
      let isQuotedCase = [(first, second), (second, first)].contains { field, text in
        if case .string(let name)? = text.literal { field.type.caseNames?.contains(name) == true } else { false }
      }
      report(
        .expressionType,
        "both sides of `\(relation.rawValue)` must have the same type, but these are \(first.type.article) and "
          + second.type.article + (isQuotedCase ? "; a case is written without quotes" : ""), syntax)
      return nil
    }
    let isOrder = relation != .equal && relation != .notEqual
    if isOrder, ![.int, .duration, .double].contains(first.type) {
      report(
        .expressionType,
        "`\(relation.rawValue)` takes two values of type `Int`, `Duration` or `Double`, but this is "
          + "\(first.type.article)",
        left)
      return nil
    }
    return Expression(.comparison(relation, first, second), type: .bool, range: range(syntax.offsets))
  }

  /// Reports a comparison of a field that is only carried, or with `nil`.
  private func refuseCarried(_ sides: Expression...) -> Bool {
    for side in sides {
      let remedy = "let a field of its own say what the condition asks, such as `{default: false, private: true}`"
      if refuseCarried(side, at: side.range, "no condition can compare it", remedy: remedy) { return true }
      guard case .opaque = side.type, side.literal == .absent else { continue }
      diagnostics.report(
        .carriedField, "`nil` is the value of a field that carries none, which no condition can compare; \(remedy)",
        at: side.range)
      return true
    }
    return false
  }

  private func arithmetic(
    _ operation: Expression.Arithmetic, _ left: ExpressionSyntax, _ right: ExpressionSyntax, _ syntax: ExpressionSyntax
  ) -> Expression? {
    guard let first = infer(left, expected: nil), let second = infer(right, expected: nil) else { return nil }
    let type: ValueType?
    switch (operation, first.type, second.type) {
    case (_, .int, .int): type = .int
    case (.add, .duration, .duration), (.subtract, .duration, .duration): type = .duration
    case (.minimum, .duration, .duration), (.maximum, .duration, .duration): type = .duration
    case (.multiply, .duration, .int), (.multiply, .int, .duration): type = .duration
    default: type = nil
    }
    guard let type else {
      let takes =
        switch operation {
        case .add, .subtract, .minimum, .maximum: "two values of type `Int`, or two of type `Duration`"
        case .multiply: "two values of type `Int`, or a `Duration` and an `Int`"
        case .divide, .remainder: "two values of type `Int`"
        }
      report(
        .expressionType,
        "`\(operation.rawValue)` takes \(takes), but these are \(first.type.article) and \(second.type.article)", syntax
      )
      return nil
    }
    return folded(
      Expression(.arithmetic(operation, first, second), type: type, range: range(syntax.offsets)))
  }

  /// Returns the expression, evaluated if its operands are constants, or `nil` with a diagnostic if it has no value.
  private func folded(_ expression: Expression) -> Expression? {
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
        case .overflow: "the value of this expression does not fit into 64 bits"
        }
      diagnostics.report(.constantFault, message, at: expression.range)
      return nil
    }
  }
}
