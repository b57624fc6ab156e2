import LifelineSource

/// Something that has a name in a spec.
package struct Symbol: Hashable, Sendable {
  /// The kinds of things that have names.
  package enum Role: String, CaseIterable, Sendable {
    case machine, type, state, event, callback, parameter
    case field = "context field"
    case enumCase = "case"
    case part, channel, source, claim, scenario
  }

  /// The kind of the thing.
  package var role: Role
  /// The name.
  package var name: String
  /// The thing that the name belongs to: the event or the callback of a parameter, the type or the field of a case, the
  /// source of a claim, and the path of a state, which includes its name. It is empty for everything else.
  package var owner: String
  /// The file that declares the name, and the range of the name there; no range if it isn't declared anywhere.
  package var location: SourceLocation

  /// Creates a symbol.
  package init(_ role: Role, _ name: String, owner: String = "", location: SourceLocation) {
    self.role = role
    self.name = name
    self.owner = owner
    self.location = location
  }
}

/// A place in a spec at which a name stands, or at which it is meant without being written.
package struct SymbolOccurrence: Hashable, Sendable {
  /// The thing that has the name.
  package var symbol: Symbol
  /// The range of the name. If the name is written with escapes, in a text of several lines, or by an alias, it's the range
  /// of that.
  package var range: SourceRange
  /// Whether the text in the range is the name itself.
  package var isExact: Bool
  /// Whether the name is declared here.
  package var isDeclaration: Bool
  /// Whether the name is only meant: an argument that is forwarded by its name. The range is that of the call.
  package var isImplied: Bool
}

/// The names in a spec, with what they mean.
package struct SymbolIndex: Sendable {
  /// The occurrences in the order of their ranges.
  package let occurrences: [SymbolOccurrence]

  /// Returns the occurrences of names at a position, the shortest first. The end of a name counts as part of it.
  package func occurrences(at position: SourcePosition) -> [SymbolOccurrence] {
    occurrences.lazy
      .filter { !$0.isImplied && $0.range.start <= position && position <= $0.range.end }
      .sorted { left, right in left.range.start > right.range.start }
  }

  /// Returns the occurrences of something with a name.
  package func occurrences(of symbol: Symbol) -> [SymbolOccurrence] {
    occurrences.filter { !$0.isImplied && $0.symbol == symbol }
  }
}
