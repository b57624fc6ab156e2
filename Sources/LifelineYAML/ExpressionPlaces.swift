// Where an expression stands: behind `if`, and behind a field in an action's `set`.

extension TreeBuilder {
  /// Whether the value that comes next is an expression.
  var expectsExpression: Bool {
    let top = open.count - 1
    guard top >= 0, case .value(let key, _) = open[top].slot else { return false }
    if key == "if" { return true }
    guard top > 0, case .value("set", _) = open[top - 1].slot else { return false }
    return !isInScenarios
  }

  /// Whether an expression is expected where libyaml gave up. What it has read ahead of the tree is not in `open`.
  func expectsExpression(at fault: SyntaxFault) -> Bool {
    if expectsExpression { return true }
    let offset = text.byteOffset(ofCharacter: (fault.contextPlace ?? fault.place).character)
    guard let key = key(before: offset) else { return false }
    if text.string(key) == "if" { return true }
    guard !isInScenarios, let opening = openBrace(before: key.lowerBound) else { return false }
    return self.key(before: opening).map(text.string) == "set"
  }

  /// In a scenario the host sets fields to values.
  private var isInScenarios: Bool {
    if !open.isEmpty, case .value("scenarios", _) = open[0].slot { true } else { false }
  }

  /// The key whose value begins at `offset`.
  private func key(before offset: Int) -> Range<Int>? {
    var end = offset
    while end > 0, text.isSpace(end - 1) { end -= 1 }
    guard end > 0, text[end - 1] == UInt8(ascii: ":") else { return nil }
    end -= 1
    var start = end
    while start > 0, !text.isSpace(start - 1), !",[]{}".utf8.contains(text[start - 1]) { start -= 1 }
    return start..<end
  }

  /// The `{` before `offset` that is not closed, if it stands in the same line.
  private func openBrace(before offset: Int) -> Int? {
    var index = offset
    var depth = 0
    while index > 0, text[index - 1] != 0x0A {
      index -= 1
      switch text[index] {
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth += 1
      case UInt8(ascii: "{") where depth == 0: return index
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth -= 1
      default: break
      }
    }
    return nil
  }
}
