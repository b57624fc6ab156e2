import LifelineSource

/// The anchor and the tag before a node.
struct NodeProperties {
  var tag: Tag?
  /// Whether there is an anchor or a tag.
  var isPresent = false
  /// The position of the node itself.
  var start: SourcePosition
}

extension NodeProperties {
  /// Scans the properties of a node.
  ///
  /// libyaml's nodes begin with their properties, and it doesn't tell where these end. Nor does it report the tag `!`
  /// of a scalar. A block mapping begins with its first key, whose properties aren't those of the mapping.
  static func scan(_ event: Event, in text: YAMLText) -> NodeProperties {
    var properties = NodeProperties(start: event.start.position)
    var mayHaveAnchor = event.anchor != nil
    var mayHaveTag = event.tag != nil
    if case .scalar = event.kind { mayHaveTag = true }
    var index = event.start.index
    // An empty scalar ends with its properties; what follows belongs to another node.
    while index < event.end.index {
      let start = index
      switch text[start] {
      case "&" where mayHaveAnchor:
        mayHaveAnchor = false
        index = text.endOfProperty(at: start)
      case "!" where mayHaveTag:
        mayHaveTag = false
        index = text.endOfProperty(at: start)
        let end = text.position(of: index, from: start, at: properties.start)
        properties.tag = Tag(
          name: event.tag, text: text.string(start..<index), range: SourceRange(properties.start, end))
      default: return properties
      }
      properties.isPresent = true
      index = text.skippingSpace(from: index)
      properties.start = text.position(of: index, from: start, at: properties.start)
    }
    return properties
  }
}

extension TreeBuilder {
  /// Applies a tag to a scalar, and reports a tag that doesn't fit or isn't known.
  ///
  /// An unknown tag is read as the beginning of the text that it was meant to be, so that there are no further
  /// diagnostics about a text that nobody wrote.
  mutating func apply(_ tag: Tag, to scalar: inout YAMLScalar, _ range: inout SourceRange, isKey: Bool) {
    guard let core = tag.core else {
      let negation = format.valueKind(path).negation
      let isText = scalar.style == .plain && !isKey
      let expression = isText ? Tag.expression(for: tag.text, negation: negation) : nil
      reportForeign(tag, negation: negation, fix: expression)
      if isText, let beginning = expression ?? Tag.word(of: tag.text), !beginning.isEmpty {
        scalar.text = scalar.text.isEmpty ? beginning : beginning + " " + scalar.text
        range.start = tag.range.start
      }
      return
    }
    guard core.fits(scalar.text) else { return reportUnfit(tag) }
    if core != .str {
      scalar.style = .plain
    } else if scalar.style == .plain {
      scalar.style = .doubleQuoted
    }
  }

  /// Reports the tag of a list or mapping if it doesn't fit or isn't known.
  mutating func check(_ tag: Tag, of node: YAMLNode) {
    switch (tag.core, node.content) {
    case (nil, _): reportForeign(tag, negation: nil, fix: nil)
    case (.seq, .sequence), (.map, .mapping): break
    default: reportUnfit(tag)
    }
  }

  private mutating func reportUnfit(_ tag: Tag) {
    report(
      .unfitTag, "`\(tag.text)` does not fit this value; delete the tag", at: tag.range,
      fixIt: .init(replace: location(tag.range), with: ""))
  }

  private mutating func reportForeign(_ tag: Tag, negation: String?, fix: String?) {
    report(
      .foreignTag, Tag.message(about: tag.text, negation: negation), at: tag.range,
      fixIt: fix.map { .init(replace: location(tag.range), with: $0) })
  }
}
