import LifelineModel
import LifelineSource
import LifelineYAML

/// Where an internal event is first taken by its name, and first raised.
struct InternalUse {
  var taken: SourceRange?
  var raised: SourceRange?
}

/// A machine in the making: what has been read so far, and what has been used of what is declared.
struct MachineBuilder {
  var findings: Findings
  var declarations: Declarations
  /// The channels of the declared callbacks.
  let channels: [String]
  var tree = StateTree()
  /// The declared events, then the internal ones.
  var events: [Event]
  /// All events by name.
  var eventNames: [String: ID<Event>]
  var internalUses = IDMap<Event, InternalUse>()
  var transitionCount = 0
  var usedCallbacks = IDSet<Callback>()
  var usedFields = IDSet<Field>()
  var usedEvents = IDSet<Event>()
  /// Every parameter of every event.
  let parameters: MaybeParameters.Declarations
  /// Their names, which are unavailable unless a scope has them.
  let parameterNames: Set<String>

  init(findings: Findings, declarations: Declarations) {
    self.findings = findings
    self.declarations = declarations
    channels = declarations.channels
    events = declarations.events
    eventNames = declarations.eventNames.mapValues { ID($0) }
    var parameters: MaybeParameters.Declarations = [:]
    for event in declarations.events {
      for parameter in event.parameters {
        parameters[parameter.name, default: []].append((event.name, parameter.range))
      }
    }
    self.parameters = parameters
    parameterNames = Set(parameters.keys)
  }

  /// A scope without parameters.
  /// - Parameter reason: why there are none.
  func scope(_ state: ID<State>, without reason: String) -> ExpressionScope {
    ExpressionScope(state: state, parameterNames: parameterNames, unavailability: (reason, []))
  }

  /// The scope of what handles a host's event.
  func scope(_ state: ID<State>, handling event: Event) -> ExpressionScope {
    var scope = scope(state, without: "the event `\(event.name)` has no such parameter")
    for parameter in event.parameters { scope.parameters[parameter.name] = parameter.type }
    return scope
  }

  /// The expression that a scalar says.
  mutating func expression(_ node: YAMLNode, type: ValueType, scope: ExpressionScope) -> Expression? {
    guard let text = findings.text(node, expected: "an expression") else { return nil }
    let textStart = textStart(node, text)
    let place = { (offsets: Range<Int>) -> SourceRange in
      guard let start = textStart else { return node.place }
      return SourceRange(start, start).slice(offset: offsets.lowerBound, length: offsets.count)
    }
    do {
      let syntax = try ExpressionParser.parse(text)
      var typing = ExpressionTyping(
        declarations: declarations, tree: tree, scope: scope, place: place, findings: findings.fresh())
      let result = typing.resolve(syntax, expected: type)
      findings.append(typing.findings)
      usedFields.formUnion(typing.usedFields)
      return result
    } catch {
      findings.report(.expressionSyntax, error.message, at: place(error.offsets))
      return nil
    }
  }

  /// Where the text of a scalar begins, if it stands in the file as it is.
  private func textStart(_ node: YAMLNode, _ text: String) -> SourcePosition? {
    let range = node.range
    let length = range.end.column - range.start.column
    guard range.start.line == range.end.line,
      let written = findings.source.text(from: range.start, count: length)?.unicodeScalars
    else { return nil }
    if written.elementsEqual(text.unicodeScalars) { return range.start }
    guard written.dropFirst().dropLast().elementsEqual(text.unicodeScalars) else { return nil }
    return SourcePosition(line: range.start.line, column: range.start.column + 1)
  }
}
