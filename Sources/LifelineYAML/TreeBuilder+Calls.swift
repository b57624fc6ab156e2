import LifelineSource

extension TreeBuilder {
  /// Takes a key that is the rest of a call such as `min(a, b)`, or of a type such as `Dictionary<A, B>`. Between braces, its comma ends
  /// the text, so what follows reads like a key without a value.
  /// - Returns: Whether the key is such a rest.
  mutating func takeRestOfCall(_ scalar: YAMLScalar, _ range: SourceRange, _ event: Event) -> Bool {
    let next = text[text.skippingSpace(from: event.end.index)]
    let previous = text.skippingSpaceBackwards(from: event.start.index) - 1
    guard scalar.style == .plain, next == "," || next == "}", previous >= 0, text[previous] == "," else { return false }
    return open[open.count - 1].continueCall(of: format.functions, with: scalar.text, at: range)
  }

  /// Reports the calls and the types in the innermost collection that a comma cuts.
  mutating func reportCutCalls() {
    for value in open.last?.cutValues ?? [] {
      guard case .scalar(let scalar) = value.content else { continue }
      let text = scalar.text
      let quoted = text.contains("\"") ? "'" + text.replacing("'", with: "''") + "'" : "\"\(text)\""
      report(
        .cutCall,
        "between braces, the comma of this \(text.isGenericType ? "type" : "call") ends the text; put it in quotes",
        at: value.range,
        fixIt: .init(replace: location(value.range), with: quoted))
    }
  }
}

extension OpenCollection {
  /// The values that were continued behind a comma.
  var cutValues: [YAMLNode] { cutEntries.map { entries[$0].value } }

  /// Continues the value of the last entry with `text` if it contains a call of one of `functions` whose parenthesis isn't closed, or is a
  /// generic type whose `<` isn't.
  /// - Returns: Whether it does.
  mutating func continueCall(of functions: [String], with text: String, at range: SourceRange) -> Bool {
    guard let last = entries.indices.last, case .scalar(var scalar) = entries[last].value.content,
      scalar.style == .plain
    else { return false }
    let isCut = cutEntries.last == last
    let isType = scalar.text.isGenericType
    if !isCut { unclosedBrackets = isType || scalar.text.calls(oneOf: functions) ? scalar.text.unclosed(isType) : 0 }
    guard unclosedBrackets > 0 else { return false }
    if !isCut { cutEntries.append(last) }
    unclosedBrackets += text.unclosed(isType)
    scalar.text += ", " + text
    entries[last].value = YAMLNode(
      .scalar(scalar), range: SourceRange(entries[last].value.range.start, range.end))
    end = max(end, range.end)
    slot = .omitted(range)
    return true
  }
}

extension String {
  /// Returns the number of parentheses, or of `<` in a type, that the text opens and doesn't close.
  fileprivate func unclosed(_ isType: Bool) -> Int {
    let (opening, closing) = isType ? (UInt8(ascii: "<"), UInt8(ascii: ">")) : (UInt8(ascii: "("), UInt8(ascii: ")"))
    return utf8.reduce(0) { $0 + ($1 == opening ? 1 : $1 == closing ? -1 : 0) }
  }

  /// Whether the text begins as a generic type does: with a name with a capital, and a `<` right behind it. A comparison has a space there.
  fileprivate var isGenericType: Bool {
    let name = prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    return name.first?.isUppercase == true && dropFirst(name.count).first == "<"
  }

  /// Returns whether the text contains the name of a function with a parenthesis behind it.
  fileprivate func calls(oneOf functions: [String]) -> Bool {
    split(separator: "(", omittingEmptySubsequences: false).dropLast().contains { part in
      let word = part.reversed().drop(while: \.isWhitespace)
        .prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
      return functions.contains(String(word.reversed()))
    }
  }
}
