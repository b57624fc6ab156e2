import LifelineSource
import LifelineYAML

extension YAMLDocument {
  /// Returns the edit of a spec that declares a name, behind the declarations that are there; `nil` if there is no plain place.
  package func declaring(_ name: Diagnostic.UndeclaredName) -> Diagnostic.FixIt? {
    guard case .mapping(let entries)? = root?.content else { return nil }
    let section = name.role == .state ? "states" : name.role.rawValue + "s"
    let title = "declare the \(name.role.rawValue) `\(name.name)`"
    func edit(_ position: SourcePosition, _ text: String) -> Diagnostic.FixIt {
      .init(
        replace: SourceLocation(path: source.path, range: SourceRange(position, position)), with: text, title: title)
    }
    guard let entry = entries.first(where: { $0.key == section }), !entry.value.isEmpty else {
      // An empty section stays as it is: its place isn't known to be free.
      guard name.role != .state, !entries.contains(where: { $0.key == section }),
        let next = entries.first(where: { ["states", "regions"].contains($0.key) }), next.keyRange.start.column == 1
      else { return nil }
      return edit(next.keyRange.start, "\(section): [\(name.name)]" + source.lineEnd)
    }
    guard entry.value.alias == nil, let close = source.position(before: entry.value.range.end) else { return nil }
    let isEmpty: Bool
    let last: SourceRange?
    switch entry.value.content {
    case .scalar: return nil
    case .sequence(let items):
      guard name.role != .state || !items.isEmpty else { return nil }
      (isEmpty, last) = (items.isEmpty, items.last?.usageRange)
    case .mapping(let entries): (isEmpty, last) = (entries.isEmpty, entries.last?.extent)
    }
    let isList = if case .sequence = entry.value.content { true } else { false }
    switch source.byte(at: entry.value.range.start) {
    case UInt8(ascii: "["): return edit(close, (isEmpty ? "" : ", ") + name.name)
    case UInt8(ascii: "{"): return edit(close, (isEmpty ? "" : ", ") + name.name + ": {}")
    default:
      guard let last, let block = BlockText(last, in: source), let line = source.line(block.numbers.upperBound) else {
        return nil
      }
      let end = SourcePosition(line: block.numbers.upperBound, column: line.unicodeScalars.count + 1)
      let column = isList ? entry.value.range.start.column - 1 : block.column
      let indent = String(repeating: " ", count: column)
      return edit(end, source.lineEnd + indent + (isList ? "- \(name.name)" : "\(name.name):"))
    }
  }
}

extension SourceFile {
  /// Returns the position of the character before another one on the same line.
  fileprivate func position(before position: SourcePosition) -> SourcePosition? {
    position.column > 1 ? SourcePosition(line: position.line, column: position.column - 1) : nil
  }
}
