import LifelineModel
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

extension DeclarationUsing {
  /// Records the use of a name that may begin with the names of parts.
  func recordUse(of role: Symbol.Role, _ name: String, at range: SourceRange) {
    guard let symbols = diagnostics.symbols else { return }
    guard name.contains("."), declarations.partOfPath(name) != nil else {
      return symbols.use(role, name, at: range)
    }
    let names = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard var walk = recordParts(names, of: name, at: range) else { return }
    let machine = walk.machine
    let rest = names[walk.count...].joined(separator: ".")
    func use(_ declaration: SourceRange?, owner: String = "") {
      guard let declaration, walk.count < names.count else { return }
      symbols.use(
        role, names[walk.count], owner: owner, at: range, in: name, offset: walk.offset,
        foreign: SourceLocation(path: machine.path, range: declaration))
      walk.offset += names[walk.count].unicodeScalars.count + 1
      walk.count += 1
    }
    switch role {
    case .field: use(machine.ownFields.first { $0.name == rest }?.range)
    case .callback: use(machine.ownCallbacks.first { $0.name == rest }?.range)
    case .event: use(machine.ownEvents.first { $0.name == rest }?.range)
    case .state:
      let states = machine.ownStates.filter { $0.path == rest || $0.path.hasSuffix("." + rest) }
      guard let state = states.first(where: { $0.path == rest }) ?? (states.count == 1 ? states.first : nil) else {
        return
      }
      for state in machine.lineage(of: state, count: names.count - walk.count) { use(state.range, owner: state.path) }
    default: break
    }
  }

  /// Records the uses of the parts that a path begins with.
  /// - Returns: The machine of the last of them, and the number of names and characters in front of the rest.
  private func recordParts(
    _ names: [String], of path: String, at range: SourceRange
  ) -> (machine: Machine, count: Int, offset: Int)? {
    guard let symbols = diagnostics.symbols, let id = declarations.partNames[names[0]] else { return nil }
    symbols.use(.part, names[0], at: range, in: path)
    var walk = (machine: declarations[id].machine, count: 1, offset: names[0].unicodeScalars.count + 1)
    while walk.count < names.count, let inner = walk.machine.ownParts.first(where: { $0.name == names[walk.count] }) {
      symbols.use(
        .part, names[walk.count], at: range, in: path, offset: walk.offset,
        foreign: SourceLocation(path: walk.machine.path, range: inner.range))
      walk = (inner.machine, walk.count + 1, walk.offset + inner.name.unicodeScalars.count + 1)
    }
    return walk
  }

  /// Records the use of a part by its path, such as `left.bell`.
  func recordUse(ofPart path: String, at range: SourceRange, in whole: String? = nil) {
    _ = recordParts(path.split(separator: ".").map(String.init), of: whole ?? path, at: range)
  }

  /// Records the use of what belongs to a part, by its name alone.
  func recordUse(of role: Symbol.Role, _ name: String, ofPart part: String, at range: SourceRange) {
    guard let symbols = diagnostics.symbols else { return }
    let names = part.split(separator: ".").map(String.init)
    guard let first = names.first, let id = declarations.partNames[first] else { return }
    var machine = declarations[id].machine
    for name in names.dropFirst() {
      guard let inner = machine.ownParts.first(where: { $0.name == name }) else { return }
      machine = inner.machine
    }
    let declaration: SourceRange? =
      switch role {
      case .part: machine.ownParts.first { $0.name == name }?.range
      case .callback: machine.ownCallbacks.first { $0.name == name }?.range
      case .event: machine.ownEvents.first { $0.name == name }?.range
      case .field: machine.ownFields.first { $0.name == name }?.range
      default: nil
      }
    guard let declaration else { return }
    symbols.use(role, name, at: range, foreign: SourceLocation(path: machine.path, range: declaration))
  }

  /// Records the use of a case of a type.
  func recordCase(_ name: String, of type: ValueType, at range: SourceRange) {
    switch type {
    case .cases(let owner, _), .declared(let owner, _):
      diagnostics.symbols?.use(.enumCase, name, owner: owner, at: range)
    default: break
    }
  }
}

extension Machine {
  /// Returns a state and its ancestors, outermost first.
  fileprivate func lineage(of state: State, count: Int) -> [State] {
    var result = [state]
    while result.count < count, let parent = result[0].parent { result.insert(self[parent], at: 0) }
    return result
  }
}

extension StateUsing {
  /// Records the use of a state of the machine itself by a reference such as `foreground.active`.
  func recordUse(of state: ID<State>, as reference: String, at range: SourceRange) {
    guard let symbols = diagnostics.symbols else { return }
    guard state.index < tree.ownCount else { return recordUse(of: .state, reference, at: range) }
    let names = reference.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    var lineage = [tree[state]]
    while lineage.count < names.count, let parent = lineage[0].parent { lineage.insert(tree[parent], at: 0) }
    var offset = 0
    for (name, state) in zip(names, lineage) {
      symbols.use(.state, name, owner: state.path, at: range, in: reference, offset: offset)
      offset += name.unicodeScalars.count + 1
    }
  }
}

/// Returns the identifiers in the text of a type, with their offsets.
func wordsOfType(_ text: String) -> [(name: String, offset: Int)] {
  var result: [(name: String, offset: Int)] = []
  for (offset, scalar) in text.unicodeScalars.enumerated() {
    guard scalar == "_" || scalar == "." || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    else { continue }
    if let last = result.last, last.offset + last.name.unicodeScalars.count == offset {
      result[result.count - 1].name.unicodeScalars.append(scalar)
    } else {
      result.append((String(scalar), offset))
    }
  }
  return result
}
