import LifelineLanguage
import LifelineReporting
import LifelineSource

/// The kinds of tokens that the protocol knows, by which an editor chooses colors.
enum TokenKind: String, CaseIterable {
  case namespace, type, `class`, `enum`, enumMember, event, method, parameter, property, string

  init(_ role: Symbol.Role) {
    switch role {
    case .machine: self = .type
    case .type: self = .enum
    case .state: self = .class
    case .event: self = .event
    case .callback: self = .method
    case .parameter: self = .parameter
    case .field: self = .property
    case .enumCase: self = .enumMember
    case .part, .channel: self = .namespace
    case .source, .claim, .scenario: self = .string
    }
  }

  /// The number of the kind in the list of all.
  var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension ServerState {
  /// The list of kinds, and the remark that a name is declared.
  static var tokenLegend: JSON {
    [
      "tokenTypes": .array(TokenKind.allCases.map { .string($0.rawValue) }),
      "tokenModifiers": .array([.string("declaration")]),
    ]
  }

  /// Returns the names of a spec, each with its kind.
  func semanticTokens(_ context: FeatureContext) -> JSON {
    var numbers: [Int] = []
    var last = TextPosition(line: 0, character: 0)
    var end = SourcePosition.start
    for occurrence in context.symbols?.occurrences ?? []
    where !occurrence.isImplied && occurrence.isExact && occurrence.range.start >= end {
      let start = context.translator.textPosition(of: occurrence.range.start)
      let length = context.translator.textPosition(of: occurrence.range.end).character - start.character
      guard occurrence.range.start.line == occurrence.range.end.line, length > 0 else { continue }
      // Each place is written as its distance from the one before.
      numbers += [
        start.line - last.line, start.line == last.line ? start.character - last.character : start.character, length,
        TokenKind(occurrence.symbol.role).number, occurrence.isDeclaration ? 1 : 0,
      ]
      (last, end) = (start, occurrence.range.end)
    }
    return ["data": .array(numbers.map { .number($0) })]
  }
}
