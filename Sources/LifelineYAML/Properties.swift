import LifelineSource

/// The anchor and the tag before a node.
struct Properties {
  var tag: Tag?
  /// Whether there is an anchor or a tag.
  var isThere: Bool
  /// Where the node itself begins.
  var start: SourcePosition
}

extension TreeBuilder {
  /// The properties of a node: libyaml lets a node begin at them, and does not say where they end.
  func properties(of event: Event) -> Properties {
    var mayHaveProperties = event.anchor != nil || event.tag != nil
    if !mayHaveProperties, text.mayHaveTags {
      mayHaveProperties = text[text.byteOffset(ofCharacter: event.start.character)] == UInt8(ascii: "!")
    }
    guard mayHaveProperties else { return Properties(isThere: false, start: event.start.position) }
    var offset = text.byteOffset(ofCharacter: event.start.character)
    // A block mapping begins where its first key begins, whose properties are not the mapping's. Of a scalar
    // libyaml does not report the tag `!`.
    var mayHaveAnchor = event.anchor != nil
    var mayHaveTag = event.tag != nil
    if case .scalar = event.kind { mayHaveTag = true }
    var properties = Properties(isThere: false, start: event.start.position)
    // An empty scalar ends with its properties; what follows them is another node's.
    let end = text.byteOffset(ofCharacter: event.end.character)
    while offset < end {
      let start = offset
      switch text[start] {
      case UInt8(ascii: "&") where mayHaveAnchor:
        mayHaveAnchor = false
        offset = text.endOfProperty(at: start)
      case UInt8(ascii: "!") where mayHaveTag:
        mayHaveTag = false
        offset = text.endOfProperty(at: start)
        let range = SourceRange(
          properties.start, text.position(ofByte: offset, from: start, at: properties.start))
        properties.tag = Tag(name: event.tag, text: text.string(start..<offset), range: range)
      default: return properties
      }
      properties.isThere = true
      offset = text.skippingSpace(from: offset)
      // Counted from here and not from the line's start, so that a long line takes linear time.
      properties.start = text.position(ofByte: offset, from: start, at: properties.start)
    }
    return properties
  }

  /// The end of what a block of text says; libyaml's is where the next token begins.
  func contentEnd(before end: Mark) -> SourcePosition {
    var offset = text.byteOffset(ofCharacter: end.character)
    while offset > 0, text.isSpace(offset - 1) { offset -= 1 }
    return text.position(ofByte: offset)
  }

  /// Reads a scalar as its tag says, and reports a tag that does not fit or is not known.
  mutating func apply(_ tag: Tag, to scalar: inout YAMLScalar, _ range: inout SourceRange, isKey: Bool) {
    guard let core = tag.core else {
      let isExpression = expectsExpression
      let isText = scalar.style == .plain && !isKey
      let negation = isText && isExpression ? Tag.negation(tag.text) : nil
      refuse(tag, negation, isExpression: isExpression)
      // Read as it was meant, so that nothing is said of a text that nobody wrote.
      if isText, let words = negation ?? Tag.word(tag.text).map(String.init), !words.isEmpty {
        scalar.text = scalar.text.isEmpty ? words : words + " " + scalar.text
        range.start = tag.range.start
      }
      return
    }
    guard core.fits(scalar.text) else {
      let message = "`\(tag.text)` does not fit this value; delete the tag"
      return report(.unfitTag, message, at: tag.range, fixIt: .init(replace: location(tag.range), with: ""))
    }
    if core != .str {
      scalar.style = .plain
    } else if scalar.style == .plain {
      scalar.style = .doubleQuoted
    }
  }

  /// Reports the tag of a list or mapping if it does not fit or is not known.
  mutating func check(_ tag: Tag, of node: YAMLNode) {
    switch (tag.core, node.content) {
    case (nil, _): refuse(tag, nil, isExpression: false)
    case (.seq, .sequence), (.map, .mapping): break
    default:
      report(
        .unfitTag, "`\(tag.text)` does not fit this value; delete the tag", at: tag.range,
        fixIt: .init(replace: location(tag.range), with: ""))
    }
  }

  private mutating func refuse(_ tag: Tag, _ negation: String?, isExpression: Bool) {
    report(
      .foreignTag, Tag.refusal(tag.text, isExpression: isExpression), at: tag.range,
      fixIt: negation.map { .init(replace: location(tag.range), with: $0) })
  }
}
