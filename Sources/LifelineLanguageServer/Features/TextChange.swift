import LifelineSource
import LifelineWorkspace

extension FileChange {
  /// Returns the edit of the lines in which another text differs; `nil` if none does.
  static func make(to bytes: [UInt8], of spec: EditedSpec) -> FileChange? {
    let source = spec.reading.source
    let (old, new) = (source.lines, SourceFile(path: "", text: String(decoding: bytes, as: UTF8.self)).lines)
    let first = zip(old, new).prefix { $0 == $1 }.count
    let last = zip(old.dropFirst(first).reversed(), new.dropFirst(first).reversed()).prefix { $0 == $1 }.count
    if first == old.count, first == new.count { return nil }
    let range = SourceRange(
      SourcePosition(line: first + 1, column: 1), SourcePosition(line: old.count - last + 1, column: 1))
    let end = old.count - last >= source.lineCount ? source.endPosition : range.end
    return FileChange(
      spec: spec,
      edits: [
        .init(range: SourceRange(range.start, end), replacement: new[first..<new.count - last].joined())
      ])
  }
}

extension SourceFile {
  /// The lines with their ends.
  fileprivate var lines: [String] {
    (1...lineCount).map { number in
      let start = range(ofLine: number)?.lowerBound ?? 0
      let end = number < lineCount ? range(ofLine: number + 1)?.lowerBound ?? start : bytes.count
      return text(of: start..<end)
    }
  }

  fileprivate var endPosition: SourcePosition { position(ofByte: bytes.count) }
}
