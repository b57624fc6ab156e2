import LifelineModel
import LifelineSource
import LifelineYAML

/// The meaning of names at the position of an expression or an action.
struct ExpressionScope {
  /// The state in which references of `in(…)` are looked up.
  var state: ID<State>
  /// The parameters that can be read.
  var parameters: [String: ValueType] = [:]
  /// The names of the events that may be handled, whose parameters these are.
  var events: [String] = []
  /// The reason that other parameters can't be read, and the ranges that show it.
  var unavailability: (reason: String, notes: [DiagnosticCollector.Note])
  /// The events that need a parameter for it to be read here, in words; `nil` if no event could supply one.
  var suppliers: String?
  /// The events that other transitions of the state handle, if the scope is that of a transition for any event. A
  /// parameter of another event can't be read, although a field may have its name.
  var otherEvents: Set<String>?
  /// The only fields that can be read, and the reason; `nil` for all fields.
  var onlyFields: (names: Set<String>, reason: String)?
  /// Whether `in(…)` is allowed.
  var allowsStates = true
  /// Whether the expression is an argument that a part gets.
  var isArgumentOfPart = false

  /// Creates a scope without parameters.
  /// - Parameter reason: The reason that there are none.
  init(_ state: ID<State>, without reason: String) {
    self.state = state
    unavailability = (reason, [])
  }

  /// Creates the scope of transitions that handle `event`.
  init(_ state: ID<State>, handling event: Event) {
    self.init(state, without: "the event `\(event.name)` has no such parameter")
    suppliers = "`\(event.name)`"
    events = [event.name]
    parameters = Dictionary(event.parameters.map { ($0.name, $0.type) }, uniquingKeysWith: { _, last in last })
  }
}

extension DeclarationUsing {
  /// Reports the use of a field if, in `scope`, its name would mean a parameter of an event that may be the one that is
  /// handled.
  /// - Returns: Whether the use was reported.
  func refuseField(
    named name: String, as description: String, in scope: ExpressionScope, at range: SourceRange
  ) -> Bool {
    guard let otherEvents = scope.otherEvents,
      let (event, declaration) = declarations.parameters[name]?.first(where: { !otherEvents.contains($0.event) })
    else { return false }
    diagnostics.report(
      .unavailableParameter,
      "\(description) would be the event's parameter if that is `\(event)`, and cannot be read here: "
        + "\(scope.unavailability.reason); give `\(event)` a transition of its own, or the field another name",
      at: range, notes: [("the parameter is declared here", declaration)])
    return true
  }
}

extension StateUsing {
  /// Returns the expression that a scalar writes, or `nil` with a diagnostic. A quoted scalar of the type `String` is a
  /// text.
  func expression(_ node: YAMLNode, type: ValueType, scope: ExpressionScope) -> Expression? {
    if type == .string, case .scalar(let scalar) = node.content, scalar.style != .plain {
      return Expression(.literal(.string(scalar.text)), type: .string, range: node.usageRange)
    }
    let expected = type.isOptional ? "an expression, such as `nil` for no value" : "an expression"
    guard let text = text(node, expected: expected) else { return nil }
    if !canWrite(text, type) {
      diagnostics.skip(text)
      let remedy =
        type == .string
        ? "; to write a text, put it in quotes: `\"\(text)\"`" : type.isOptional ? "; for no value, write `nil`" : ""
      diagnostics.report(
        .expressionType, "`\(text)` is not the name of a parameter or field of type `\(type.name)`\(remedy)",
        at: node.usageRange)
      return nil
    }
    let start = textStart(node, text)
    func range(_ offsets: Range<Int>) -> SourceRange {
      guard let start else { return node.usageRange }
      return SourceRange(start, start).slice(offset: offsets.lowerBound, length: offsets.count)
    }
    do {
      let syntax = try ExpressionParser.parse(text)
      let typing = ExpressionTyping(
        diagnostics: diagnostics, uses: uses, declarations: declarations, tree: tree, scope: scope, range: range)
      if let expression = typing.resolve(syntax, expected: type) { return expression }
    } catch {
      diagnostics.report(.expressionSyntax, error.message, at: range(error.offsets))
    }
    diagnostics.skip(text)
    return nil
  }

  /// Returns whether an expression of `type` can be written like this: of an opaque type and of `String` there are only
  /// names.
  private func canWrite(_ text: String, _ type: ValueType) -> Bool {
    switch type {
    case .opaque, .string: isIdentifier(text) && !expressionWords.contains(text)
    case .bool, .int, .duration, .double, .cases, .declared: true
    }
  }

  /// Returns the position of the text of a scalar, if the file contains the text as it is.
  private func textStart(_ node: YAMLNode, _ text: String) -> SourcePosition? {
    let range = node.range
    guard range.start.line == range.end.line,
      let written = diagnostics.source.text(from: range.start, count: range.end.column - range.start.column)?
        .unicodeScalars
    else { return nil }
    if written.elementsEqual(text.unicodeScalars) { return range.start }
    guard written.dropFirst().dropLast().elementsEqual(text.unicodeScalars) else { return nil }
    return SourcePosition(line: range.start.line, column: range.start.column + 1)
  }
}
