import LifelineSource

/// Reads a template's text from front to back, once.
struct TemplateParser {
  private let bytes: [UInt8]
  private let path: String
  private var opening = Array("{{".utf8)
  private var closing = Array("}}".utf8)
  private var code: TemplateCode
  /// The stretch of text that is being collected, and its first line.
  private var run = 0..<0
  private var runLineStart = 0
  private var openSections: [OpenSection] = []
  private var diagnostics: [Diagnostic] = []

  /// Faults beyond this many are not looked for: they are of no use to anyone.
  static let faultLimit = 50

  private struct OpenSection {
    var tag: Int
    /// Where its name stands.
    var name: Range<Int>
    var address: Int
    var isInverted: Bool
  }

  init(bytes: [UInt8], path: String) {
    self.bytes = bytes
    self.path = path
    code = TemplateCode(bytes: bytes)
    // About what templates come to, so that few lists are copied while they grow.
    code.lineStarts.reserveCapacity(bytes.count / 32)
    code.instructions.reserveCapacity(bytes.count / 24)
    code.runs.reserveCapacity(bytes.count / 48)
    code.tags.reserveCapacity(bytes.count / 48)
  }

  mutating func parse() throws(TemplateErrors) -> TemplateCode {
    var position = 0
    var isComplete = true
    while let start = bytes.firstIndex(of: opening, from: position) {
      guard diagnostics.count < Self.faultLimit, let tag = scanTag(at: start) else {
        isComplete = false
        break
      }
      let line = tag.sigil.standsAlone ? standaloneLine(of: tag.range) : nil
      collectText(position..<(line?.lowerBound ?? start))
      if line == nil {
        moveRun(to: start)
        beginLineIfNeeded(at: start)
      }
      handle(tag, lineStart: line?.lowerBound)
      position = line?.upperBound ?? tag.range.upperBound
    }
    if isComplete {
      collectText(position..<bytes.count)
      endRun()
      reportOpenSections()
    }
    code.instructions.append(.finish)
    guard diagnostics.isEmpty else { throw TemplateErrors(diagnostics.inSourceOrder()) }
    return code
  }
}

// MARK: - Tags

/// What a tag is for, told by the character behind the opening delimiter.
private enum Sigil {
  case variable, section, inverted, close, partial, comment, delimiters

  init?(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "#"): self = .section
    case UInt8(ascii: "^"): self = .inverted
    case UInt8(ascii: "/"): self = .close
    case UInt8(ascii: ">"): self = .partial
    case UInt8(ascii: "!"): self = .comment
    case UInt8(ascii: "="): self = .delimiters
    case UInt8(ascii: "&"), UInt8(ascii: "{"): self = .variable
    default: return nil
    }
  }

  /// Whether a line with nothing but such a tag is left out of the output.
  var standsAlone: Bool { self != .variable }
}

private struct ScannedTag {
  var sigil: Sigil
  /// The tag with its delimiters.
  var range: Range<Int>
  /// What is inside, without sigil and surrounding whitespace.
  var content: Range<Int>
}

extension TemplateParser {
  /// The tag whose opening delimiter is at `start`; `nil`, with a diagnostic, if it does not end.
  private mutating func scanTag(at start: Int) -> ScannedTag? {
    var contentStart = start + opening.count
    var sigil = Sigil.variable
    var end = closing
    if contentStart < bytes.count, let written = Sigil(bytes[contentStart]) {
      switch bytes[contentStart] {
      case UInt8(ascii: "{"): end.insert(UInt8(ascii: "}"), at: 0)
      case UInt8(ascii: "="): end.insert(UInt8(ascii: "="), at: 0)
      default: break
      }
      sigil = written
      contentStart += 1
    }
    let contentEnd = bytes.firstIndex(of: end, from: contentStart)
    var content = contentStart..<(contentEnd ?? contentStart)
    let isFree = sigil == .comment || sigil == .delimiters
    guard let contentEnd, isFree || bytes.firstIndex(of: opening, in: content) == nil else {
      let range = start..<start + opening.count
      report(.unclosedTag, "this tag does not end: `\(text(end))` is missing", at: range)
      return nil
    }
    while let first = content.first, Byte.isWhitespace(bytes[first]) { content.removeFirst() }
    while let last = content.last, Byte.isWhitespace(bytes[last]) { content.removeLast() }
    return ScannedTag(sigil: sigil, range: start..<contentEnd + end.count, content: content)
  }

  /// - Parameter lineStart: where the tag's line begins if it has one for itself.
  private mutating func handle(_ tag: ScannedTag, lineStart: Int?) {
    switch tag.sigil {
    case .comment: break
    case .delimiters: setDelimiters(tag)
    case .close: close(tag)
    case .variable:
      if let index = addTag(tag) { emit(.variable(tag: index)) }
    case .partial:
      let indentation = lineStart.map { Array(bytes[$0..<tag.range.lowerBound]) }
      if let index = addTag(tag, indentation: indentation) { emit(.partial(tag: index, target: 0)) }
    case .section, .inverted:
      // A section without a good name is opened all the same, so that its end is not a second fault.
      let index = addTag(tag) ?? addUnnamed(tag)
      let isInverted = tag.sigil == .inverted
      emit(isInverted ? .inverted(tag: index, end: 0) : .section(tag: index, end: 0))
      let address = code.instructions.count - 1
      openSections.append(
        OpenSection(tag: index, name: tag.content, address: address, isInverted: isInverted))
    }
  }

  private mutating func addTag(_ tag: ScannedTag, indentation: [UInt8]? = nil) -> Int? {
    let name = text(tag.content)
    var lookup = Lookup.key(name)
    var isName = isWord(tag.content)
    if tag.sigil != .partial, bytes.firstIndex(of: Byte.dot, in: tag.content) != nil {
      if tag.content.count == 1 {
        lookup = .current
      } else {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        lookup = .path(parts)
        isName = isName && !parts.contains("")
      }
    }
    guard isName else {
      reportName(of: tag)
      return nil
    }
    code.tags.append(Tag(name: name, lookup: lookup, range: tag.range, indentation: indentation))
    return code.tags.count - 1
  }

  private mutating func reportName(of tag: ScannedTag) {
    let name = firstLine(of: tag.content)
    let problem = name.isEmpty ? "this tag names nothing" : "`\(name)` is not a name"
    let advice = "write one name without spaces, or names joined by single dots"
    report(.badTagName, "\(problem): \(advice)", at: tag.range)
  }

  private mutating func addUnnamed(_ tag: ScannedTag) -> Int {
    code.tags.append(Tag(name: text(tag.content), lookup: .current, range: tag.range))
    return code.tags.count - 1
  }

  /// Whether the content has no space inside and does not begin with a sigil, as in `{{ #name}}`.
  private func isWord(_ content: Range<Int>) -> Bool {
    guard let first = content.first, Sigil(bytes[first]) == nil else { return false }
    for index in content where Byte.isWhitespace(bytes[index]) { return false }
    return true
  }

  private mutating func setDelimiters(_ tag: ScannedTag) {
    let parts = bytes[tag.content].split(whereSeparator: Byte.isWhitespace)
    guard parts.count == 2, !bytes[tag.content].contains(UInt8(ascii: "=")) else {
      let example = "write the opening and the closing one with a space between, as in `=<% %>=`"
      report(.badDelimiters, "these are not two delimiters: \(example)", at: tag.range)
      return
    }
    opening = Array(parts[0])
    closing = Array(parts[1])
  }

  private mutating func close(_ tag: ScannedTag) {
    guard !tag.content.isEmpty else {
      reportName(of: tag)
      endSection()
      return
    }
    guard let innermost = openSections.last else {
      let name = firstLine(of: tag.content)
      report(.strayClose, "`\(name)` is closed here, but no section is open", at: tag.range)
      return
    }
    let opened = code.tags[innermost.tag]
    if !bytes[innermost.name].elementsEqual(bytes[tag.content]) {
      let name = text(tag.content)
      let note = Diagnostic.Note("`\(opened.name)` is opened here", at: location(opened.range))
      report(
        .mismatchedClose,
        "`\(firstLine(of: tag.content))` is closed here, but the innermost open section is `\(opened.name)`",
        at: tag.range, notes: [note])
      // Where the name belongs to a section further out, the ones inside it end with it.
      guard let match = openSections.lastIndex(where: { code.tags[$0.tag].name == name }) else { return }
      openSections.removeSubrange((match + 1)...)
    }
    endSection()
  }

  private mutating func endSection() {
    guard let section = openSections.popLast() else { return }
    endRun()
    if section.isInverted {
      code.instructions[section.address] = .inverted(tag: section.tag, end: code.instructions.count)
    } else {
      code.instructions.append(.endSection)
      code.instructions[section.address] = .section(tag: section.tag, end: code.instructions.count)
    }
  }

  private mutating func reportOpenSections() {
    for section in openSections.prefix(Self.faultLimit) {
      let tag = code.tags[section.tag]
      report(
        .unclosedSection, "the section `\(tag.name)` is not closed: a tag `/\(tag.name)` is missing",
        at: tag.range)
    }
  }
}

// MARK: - Text

extension TemplateParser {
  /// The whole line of a tag that has it for itself, with its end; `nil` if it shares the line.
  private func standaloneLine(of tag: Range<Int>) -> Range<Int>? {
    var start = tag.lowerBound
    while start > 0, Byte.isBlank(bytes[start - 1]) { start -= 1 }
    guard start == 0 || bytes[start - 1] == Byte.lineFeed else { return nil }
    var end = tag.upperBound
    while end < bytes.count, Byte.isBlank(bytes[end]) { end += 1 }
    if end == bytes.count { return start..<end }
    if bytes[end] == Byte.lineFeed { return start..<end + 1 }
    let isReturn = bytes[end] == Byte.carriageReturn && bytes.has(Byte.lineFeed, at: end + 1)
    return isReturn ? start..<end + 2 : nil
  }

  /// Adds a stretch of the template to the current run. Lines that are not empty are noted as such.
  private mutating func collectText(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    moveRun(to: range.lowerBound)
    run = run.lowerBound..<range.upperBound
    var position = range.lowerBound
    while position < range.upperBound {
      let isEmptyLine =
        bytes[position] == Byte.lineFeed
        || (bytes[position] == Byte.carriageReturn && bytes.has(Byte.lineFeed, at: position + 1))
      if !isEmptyLine { beginLineIfNeeded(at: position) }
      guard let end = bytes.firstIndex(of: Byte.lineFeed, in: position..<range.upperBound) else { return }
      position = end + 1
    }
  }

  /// Notes that a line begins at `position` of the template, if one does.
  private mutating func beginLineIfNeeded(at position: Int) {
    guard position == 0 || bytes[position - 1] == Byte.lineFeed else { return }
    code.lineStarts.append(position)
  }

  /// Ends the current run unless it lasts to `position`: a line that a tag has for itself is left out.
  private mutating func moveRun(to position: Int) {
    guard run.upperBound != position else { return }
    endRun()
    run = position..<position
  }

  private mutating func endRun() {
    let lines = runLineStart..<code.lineStarts.count
    defer {
      run = run.upperBound..<run.upperBound
      runLineStart = lines.upperBound
    }
    guard !run.isEmpty || !lines.isEmpty else { return }
    code.instructions.append(.text(run: code.runs.count))
    code.runs.append(TextRun(bytes: run, lineStarts: lines))
  }

  private mutating func emit(_ instruction: Instruction) {
    endRun()
    code.instructions.append(instruction)
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// A tag's content as messages show it, which take one line.
  private func firstLine(of range: Range<Int>) -> Substring { text(range).prefix { !$0.isNewline } }

  private func location(_ range: Range<Int>) -> SourceLocation {
    sourceLocation(of: range, in: bytes, path: path)
  }

  private mutating func report(
    _ kind: DiagnosticKind, _ message: String, at range: Range<Int>, notes: [Diagnostic.Note] = []
  ) {
    diagnostics.append(Diagnostic(kind, message, at: location(range), notes: notes))
  }
}
