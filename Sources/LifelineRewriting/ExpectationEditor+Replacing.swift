import LifelineScenarios
import LifelineSource
import LifelineYAML

extension ExpectationEditor {
  /// Returns a name in the quotes of the name that it replaces.
  func styled(_ new: String, like node: EditableNode) -> String {
    guard case .scalar(let scalar) = node.node.content, node.node.alias == nil,
      new.utf8.allSatisfy({ isIdentifierByte($0) || $0 == UInt8(ascii: ".") })
    else { return new }
    switch scalar.style {
    case .singleQuoted: return "'\(new)'"
    case .doubleQuoted: return "\"\(new)\""
    case .plain, .literal, .folded: return new
    }
  }

  mutating func replace(list node: EditableNode, by new: [NewItem]) throws(UnfixableExpectation) {
    let items = node.items(source)
    guard node.isOwnList else {
      // A node that isn't a list is a list of one item, and the node that an alias stands for is written out.
      let texts = try new.map { (item) throws(UnfixableExpectation) -> String in
        switch item {
        case .new(let text), .old(_, let text?): text
        case .old(let index, nil): try line(of: items[index])
        }
      }
      return try replace(node, by: texts.count == 1 ? texts[0] : ExpectationText.list(texts))
    }
    noteSharing(of: node)
    guard let sequence = SequenceText.locate(node, source) else { throw unknownForm(node) }
    for (index, item) in items.enumerated() {
      let isKept = new.contains { if case .old(index, nil) = $0 { true } else { false } }
      if !isKept, let range = source.bytes(of: item.node.usageRange) { try requireUnshared(range, at: item) }
    }
    guard let written = sequence.text(of: new) else { return try replace(node, by: "[]") }
    edits.append(TextEdit(range: sequence.range, replacement: written))
  }

  /// Returns the text of a node that is written on one line and can stand between brackets.
  private func line(of node: EditableNode) throws(UnfixableExpectation) -> String {
    guard let range = source.bytes(of: node.node.usageRange) else { throw unknownForm(node) }
    let line = source.string(range)
    if case .mapping = node.node.content, node.node.alias == nil, !node.isFlow(source) { throw unknownForm(node) }
    if line.contains(where: \.isNewline) { throw unknownForm(node) }
    return line
  }

  /// Replaces a whole node by `new`, which has one line. The comments in the node stay.
  mutating func replace(_ node: EditableNode, by new: String) throws(UnfixableExpectation) {
    noteSharing(of: node)
    guard var range = source.bytes(of: node.node.usageRange) else { throw unknownForm(node) }
    try requireUnshared(range, at: node)
    let newLine = source.newLine(toColumnOf: range.lowerBound)
    if node.isInFlow || node.isFlow(source) {
      let comments = source.comments(in: range).map { $0 + newLine }.joined()
      let items = new.hasPrefix("[") ? String(new.dropFirst()) : new + "]"
      edits.append(TextEdit(range: range, replacement: comments.isEmpty ? new : "[ " + comments + items))
      return
    }
    if source.string(range).contains(where: \.isNewline) {
      range = range.lowerBound..<source.endOfLine(at: range.upperBound)
    }
    let comments = source.comments(in: range).map { newLine + $0 }.joined()
    guard let key = node.keyRange.flatMap({ source.bytes(of: $0) }), key.upperBound <= range.lowerBound else {
      return edits.append(TextEdit(range: range, replacement: new + comments))
    }
    let between = source.string(key.upperBound..<range.lowerBound)
    if !between.contains(where: \.isNewline) {
      return edits.append(TextEdit(range: range, replacement: new + comments))
    }
    // A value below its key moves to the key's line, before the comments in between.
    guard source.skippingSpace(from: key.upperBound + 1) == range.lowerBound, between.first == ":" else {
      throw unknownForm(node)
    }
    let rest = String(between.dropFirst().reversed().drop { $0.isWhitespace }.reversed())
    edits.append(TextEdit(range: key.upperBound..<range.upperBound, replacement: ": \(new)\(rest)\(comments)"))
  }

  // MARK: Aliases

  mutating func noteSharing(of node: EditableNode) { sharing = sharing ?? node.sharing }

  private func requireUnshared(_ range: Range<Int>, at node: EditableNode) throws(UnfixableExpectation) {
    guard node.node.alias == nil, source.hasShared(in: range) else { return }
    throw UnfixableExpectation(
      "an alias elsewhere repeats a part of this, which would be gone: write the alias out", at: node.node.usageRange
    )
  }

  func unknownForm(_ node: EditableNode) -> UnfixableExpectation {
    UnfixableExpectation("this has a form that can't be rewritten: change it by hand", at: node.node.usageRange)
  }
}
