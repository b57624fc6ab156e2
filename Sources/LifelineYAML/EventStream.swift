import CLibYAML
import LifelineSource

/// A position as libyaml counts it, and as diagnostics do.
struct Mark {
  /// The number of characters before the position.
  var index: Int
  var position: SourcePosition

  init(_ mark: yaml_mark_t) {
    index = Int(mark.index)
    position = SourcePosition(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }
}

/// A parsing event of libyaml.
struct Event {
  enum Kind {
    case streamStart
    case streamEnd
    case documentStart
    case documentEnd
    case alias(String)
    case scalar(YAMLScalar)
    case sequenceStart
    case sequenceEnd
    case mappingStart
    case mappingEnd
  }

  var kind: Kind
  var anchor: String?
  var tag: String?
  var start: Mark
  var end: Mark
}

/// The message of libyaml about a text that it can't read.
struct SyntaxError: Error {
  var problem: String
  /// The position at which libyaml gave up.
  var mark: Mark
  var context: String
  /// The beginning of the part that libyaml was reading.
  var contextMark: Mark?
}

/// libyaml's parser for a text in memory. The stream owns the parser and frees it.
struct EventStream: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>

  /// Creates a stream of the events of `text`, which must outlive the stream, or `nil` if there isn't enough memory.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    // libyaml keeps pointers into the parser, so it must not move.
    parser = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    guard yaml_parser_initialize(parser) != 0 else {
      parser.deallocate()
      return nil
    }
    yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  /// Returns the next event. It must not be called after `streamEnd` or after it has thrown an error.
  mutating func next() throws(SyntaxError) -> Event {
    var raw = yaml_event_t()
    guard yaml_parser_parse(parser, &raw) != 0 else { throw syntaxError }
    defer { yaml_event_delete(&raw) }
    let start = Mark(raw.start_mark)
    let end = Mark(raw.end_mark)
    func event(
      _ kind: Event.Kind, _ anchor: UnsafeMutablePointer<yaml_char_t>? = nil,
      _ tag: UnsafeMutablePointer<yaml_char_t>? = nil
    ) -> Event {
      Event(
        kind: kind, anchor: anchor.map { String(cString: $0) }, tag: tag.map { String(cString: $0) },
        start: start, end: end)
    }

    switch raw.type {
    case YAML_STREAM_START_EVENT: return event(.streamStart)
    case YAML_DOCUMENT_START_EVENT: return event(.documentStart)
    case YAML_DOCUMENT_END_EVENT: return event(.documentEnd)
    case YAML_ALIAS_EVENT:
      return event(.alias(raw.data.alias.anchor.map { String(cString: $0) } ?? ""))
    case YAML_SCALAR_EVENT:
      let data = raw.data.scalar
      let text = String(decoding: UnsafeBufferPointer(start: data.value, count: data.length), as: UTF8.self)
      return event(.scalar(YAMLScalar(text, style: style(data.style))), data.anchor, data.tag)
    case YAML_SEQUENCE_START_EVENT:
      return event(.sequenceStart, raw.data.sequence_start.anchor, raw.data.sequence_start.tag)
    case YAML_SEQUENCE_END_EVENT: return event(.sequenceEnd)
    case YAML_MAPPING_START_EVENT:
      return event(.mappingStart, raw.data.mapping_start.anchor, raw.data.mapping_start.tag)
    case YAML_MAPPING_END_EVENT: return event(.mappingEnd)
    default: return event(.streamEnd)
    }
  }

  private var syntaxError: SyntaxError {
    let value = parser.pointee
    return SyntaxError(
      problem: value.problem.map { String(cString: $0) } ?? "out of memory",
      mark: Mark(value.problem_mark),
      context: value.context.map { String(cString: $0) } ?? "",
      contextMark: value.context == nil ? nil : Mark(value.context_mark))
  }
}

private func style(_ style: yaml_scalar_style_t) -> YAMLScalar.Style {
  switch style {
  case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
  case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
  case YAML_LITERAL_SCALAR_STYLE: .literal
  case YAML_FOLDED_SCALAR_STYLE: .folded
  default: .plain
  }
}
