import LifelineSource

/// An edit of the file that is read, which corrects a mistake.
struct Correction {
  /// The range to replace.
  var range: SourceRange
  /// The text to put there.
  var replacement: String
  /// The edit in words, if the replacement is no good title for it.
  var title: String?

  /// Returns the edit of the file at a path.
  func fixIt(in path: String) -> Diagnostic.FixIt {
    Diagnostic.FixIt(replace: SourceLocation(path: path, range: range), with: replacement, title: title)
  }
}

extension SourceFile {
  /// Returns the text of a range, or `nil` if there is no such range.
  func text(in range: SourceRange) -> String? {
    guard let start = byteOffset(of: range.start), let end = byteOffset(of: range.end), start <= end else { return nil }
    return text(of: start..<end)
  }

  /// Returns the correction that replaces whole lines.
  func replacing(_ numbers: ClosedRange<Int>, with lines: [String], title: String) -> Correction? {
    guard let last = line(numbers.upperBound) else { return nil }
    let end = SourcePosition(line: numbers.upperBound, column: last.unicodeScalars.count + 1)
    let range = SourceRange(SourcePosition(line: numbers.lowerBound, column: 1), end)
    return Correction(range: range, replacement: lines.joined(separator: lineEnd), title: title)
  }

  /// The end of the first line, which those of added lines are like.
  var lineEnd: String {
    guard lineCount > 1, let first = range(ofLine: 1) else { return "\n" }
    return bytes[first.upperBound...].starts(with: [0x0D, 0x0A])
      ? "\r\n" : text(of: first.upperBound..<(first.upperBound + 1))
  }
}
