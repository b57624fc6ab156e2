import LifelineSource
import LifelineYAML

extension YAMLDocument {
  /// Returns the edits of a spec of which each declares a name that is used at a position, behind the declarations that are there. A state
  /// that is named inside of another one may be meant beside it, or outside of all states. There is no edit without a plain place.
  package func declaring(_ name: Diagnostic.UndeclaredName, usedAt position: SourcePosition) -> [Diagnostic.FixIt] {
    let inner = name.role == .state ? siblings(at: position) : nil
    return [
      inner.flatMap { adding(name, to: $0.states, title: "declare the state `\(name.name)` beside `\($0.sibling)`") },
      declaring(name),
    ].compactMap(\.self)
  }

  /// Returns the mapping of the states among which a state at a position is, with the name of that state, if another state contains
  /// them. The `initial` of a state names one of its children.
  private func siblings(at position: SourcePosition) -> (states: YAMLNode, sibling: String)? {
    var result: (states: YAMLNode, sibling: String)?
    var state = root
    var depth = 0
    // Each step goes one state deeper.
    while case .mapping(let keys)? = state?.content,
      let states = keys.first(where: { ["states", "regions"].contains($0.key) }), states.value.alias == nil,
      case .mapping(let children) = states.value.content
    {
      if depth > 0, let first = children.first, keys.contains(where: { $0.key == "initial" && $0.contains(position) }) {
        return (states.value, first.key)
      }
      guard let child = children.first(where: { $0.contains(position) }) else { break }
      if depth > 0, states.key == "states" { result = (states.value, child.key) }
      depth += 1
      state = child.value.alias == nil ? child.value : nil
    }
    return result
  }

  /// Returns the edit of a spec that declares a name at the top level.
  private func declaring(_ name: Diagnostic.UndeclaredName) -> Diagnostic.FixIt? {
    guard case .mapping(let entries)? = root?.content else { return nil }
    let section = name.role == .state ? "states" : name.role.rawValue + "s"
    let title = "declare the \(name.role.rawValue) `\(name.name)`"
    guard let entry = entries.first(where: { $0.key == section }), !entry.value.isEmpty else {
      // An empty section stays as it is: its place isn't known to be free.
      guard name.role != .state, !entries.contains(where: { $0.key == section }),
        let next = entries.first(where: { ["states", "regions"].contains($0.key) }), next.keyRange.start.column == 1
      else { return nil }
      return insert("\(section): [\(name.name)]" + source.lineEnd, at: next.keyRange.start, title)
    }
    return adding(name, to: entry.value, title: title)
  }

  private func insert(_ text: String, at position: SourcePosition, _ title: String) -> Diagnostic.FixIt {
    .init(replace: SourceLocation(path: source.path, range: SourceRange(position, position)), with: text, title: title)
  }

  /// Returns the edit that adds a name to a list or a mapping of declarations.
  private func adding(_ name: Diagnostic.UndeclaredName, to section: YAMLNode, title: String) -> Diagnostic.FixIt? {
    guard section.alias == nil, let close = source.position(before: section.range.end) else { return nil }
    let isEmpty: Bool
    let last: SourceRange?
    switch section.content {
    case .scalar: return nil
    case .sequence(let items):
      guard name.role != .state || !items.isEmpty else { return nil }
      (isEmpty, last) = (items.isEmpty, items.last?.usageRange)
    case .mapping(let entries): (isEmpty, last) = (entries.isEmpty, entries.last?.extent)
    }
    let isList = if case .sequence = section.content { true } else { false }
    switch source.byte(at: section.range.start) {
    case UInt8(ascii: "["): return insert((isEmpty ? "" : ", ") + name.name, at: close, title)
    case UInt8(ascii: "{"): return insert((isEmpty ? "" : ", ") + name.name + ": {}", at: close, title)
    default:
      guard let last, let block = BlockText(last, in: source), let line = source.line(block.numbers.upperBound) else {
        return nil
      }
      let end = SourcePosition(line: block.numbers.upperBound, column: line.unicodeScalars.count + 1)
      let column = isList ? section.range.start.column - 1 : block.column
      let indent = String(repeating: " ", count: column)
      return insert(source.lineEnd + indent + (isList ? "- \(name.name)" : "\(name.name):"), at: end, title)
    }
  }
}

extension SourceFile {
  /// Returns the position of the character before another one on the same line.
  fileprivate func position(before position: SourcePosition) -> SourcePosition? {
    position.column > 1 ? SourcePosition(line: position.line, column: position.column - 1) : nil
  }
}

extension YAMLEntry {
  /// Whether a position is in the key or the value.
  fileprivate func contains(_ position: SourcePosition) -> Bool { extent.start <= position && position <= extent.end }
}
