import LifelineSource

/// Collects the names of a spec while the passes of a reader resolve them.
///
/// The passes know what a name means, so the index never differs from what the spec says. It's only made for editors.
final class SymbolRecorder {
  private struct Key: Hashable {
    var role: Symbol.Role
    var owner: String
    var name: String
  }

  private struct Mention {
    var key: Key
    var range: SourceRange
    var isExact: Bool
    var isDeclaration = false
    var isImplied = false
    /// The declaration, if it stands in another file.
    var foreign: SourceLocation?
  }

  private let source: SourceFile
  private var mentions: [Mention] = []
  private var declarations: [Key: SourceRange] = [:]

  init(_ source: SourceFile) { self.source = source }

  /// Records the declaration of a name.
  func declare(_ role: Symbol.Role, _ name: String, owner: String = "", at range: SourceRange) {
    let key = Key(role: role, owner: owner, name: name)
    let exact = exactRange(of: name, in: range)
    if declarations[key] == nil { declarations[key] = exact ?? range }
    mentions.append(Mention(key: key, range: exact ?? range, isExact: exact != nil, isDeclaration: true))
  }

  /// Records the use of a name.
  /// - Parameters:
  ///   - whole: The text in the range, if the name is only a part of it.
  ///   - offset: The number of characters in front of the name in that text.
  ///   - foreign: The declaration, if it stands in another file.
  func use(
    _ role: Symbol.Role, _ name: String, owner: String = "", at range: SourceRange, in whole: String? = nil,
    offset: Int = 0, isImplied: Bool = false, foreign: SourceLocation? = nil
  ) {
    let exact = exactRange(of: whole ?? name, in: range)
      .map { $0.slice(offset: offset, length: name.unicodeScalars.count) }
    mentions.append(
      Mention(
        key: Key(role: role, owner: owner, name: name), range: isImplied ? range : exact ?? range,
        isExact: exact != nil, isImplied: isImplied, foreign: foreign))
  }

  /// Returns the range of `name` in the text at `range`, which may have quotes or other words around it.
  private func exactRange(of name: String, in range: SourceRange) -> SourceRange? {
    guard range.start.line == range.end.line, !name.isEmpty,
      let text = source.text(from: range.start, count: range.end.column - range.start.column)
    else { return nil }
    if text.unicodeScalars.elementsEqual(name.unicodeScalars) { return range }
    let (scalars, wanted) = (Array(text.unicodeScalars), Array(name.unicodeScalars))
    guard scalars.count >= wanted.count else { return nil }
    // In `in(i)`, the last one is meant.
    let start = (0...scalars.count - wanted.count).last { scalars[$0..<$0 + wanted.count].elementsEqual(wanted) }
    return start.map { range.slice(offset: $0, length: wanted.count) }
  }

  /// Returns the index of everything that was recorded.
  func makeIndex() -> SymbolIndex {
    let declaredEvents = Set(mentions.filter { $0.isDeclaration && $0.key.role == .event }.map(\.key.name))
    // An event that nothing declares is where it is named first.
    for mention in mentions
    where mention.foreign == nil && mention.key.role == .event
      && !declaredEvents.contains(mention.key.name)
    {
      declarations[mention.key] = min(declarations[mention.key] ?? mention.range, mention.range)
    }
    let path = source.path
    let occurrences = mentions.map { mention in
      let location = mention.foreign ?? SourceLocation(path: path, range: declarations[mention.key])
      return SymbolOccurrence(
        symbol: Symbol(mention.key.role, mention.key.name, owner: mention.key.owner, location: location),
        range: mention.range, isExact: mention.isExact, isDeclaration: mention.isDeclaration,
        isImplied: mention.isImplied)
    }
    let sorted = occurrences.sorted {
      ($0.range, $0.symbol.location, $0.isDeclaration ? 0 : 1, $0.isImplied ? 1 : 0)
        < ($1.range, $1.symbol.location, $1.isDeclaration ? 0 : 1, $1.isImplied ? 1 : 0)
    }
    // A value that is read twice, such as that of an anchor, is recorded twice.
    return SymbolIndex(
      occurrences: sorted.indices.filter { $0 == 0 || sorted[$0] != sorted[$0 - 1] }.map { sorted[$0] })
  }
}
