import LifelineSource

extension Template {
  /// Parses a template.
  ///
  /// - Parameter path: The path that messages show; the name with the extension `mustache` by default.
  /// - Throws: All syntax errors, in source order.
  static func parse(name: String, path: String? = nil, text: String) throws(TemplateErrors) -> Template {
    let path = path ?? "\(name).mustache"
    let bytes = Array(text.utf8)
    var parser = TemplateParser(path: path, scanner: TagScanner(bytes: bytes))
    let instructions = try parser.parse()
    return Template(name: name, path: path, bytes: bytes, instructions: instructions)
  }
}

/// Parses a template's text from front to back.
private struct TemplateParser {
  let path: String
  var scanner: TagScanner
  private var instructions: [Instruction] = []
  private var openSections: [OpenSection] = []
  private var diagnostics: [Diagnostic] = []

  /// A section whose end hasn't been found yet.
  private struct OpenSection {
    var tag: Tag
    var address: Int
    var isInverted: Bool
  }

  init(path: String, scanner: TagScanner) {
    self.path = path
    self.scanner = scanner
  }

  mutating func parse() throws(TemplateErrors) -> [Instruction] {
    var position = 0
    while diagnostics.count < TemplateErrors.limit, let result = scanner.nextTag(from: position) {
      switch result {
      case .unclosed(let range, let missing):
        report(.unclosedTag, "this tag has no end; `\(missing)` is missing", at: range)
        throw TemplateErrors(diagnostics.inSourceOrder())
      case .tag(let tag):
        let line = tag.sigil.standsAlone ? scanner.standaloneLine(of: tag.range) : nil
        addText(position..<(line?.lowerBound ?? tag.range.lowerBound))
        if line == nil, scanner.isLineStart(tag.range.lowerBound) {
          let start = tag.range.lowerBound
          instructions.append(.text(start..<start, lineStarts: [start]))
        }
        add(tag, lineStart: line?.lowerBound)
        position = line?.upperBound ?? tag.range.upperBound
      }
    }
    if diagnostics.count < TemplateErrors.limit {
      addText(position..<scanner.bytes.count)
      reportOpenSections()
    }
    guard diagnostics.isEmpty else { throw TemplateErrors(diagnostics.inSourceOrder()) }
    return instructions
  }

  private mutating func addText(_ range: Range<Int>) {
    if !range.isEmpty { instructions.append(.text(range, lineStarts: scanner.lineStarts(in: range))) }
  }

  /// Adds the instruction of a tag.
  ///
  /// - Parameter lineStart: The position at which the tag's line begins, if the tag has the line for itself.
  private mutating func add(_ tag: ScannedTag, lineStart: Int?) {
    switch tag.sigil {
    case .comment: break
    case .delimiters: setDelimiters(tag)
    case .close: close(tag)
    case .variable:
      if let tag = named(tag) { instructions.append(.variable(tag)) }
    case .partial:
      let indentation = lineStart.map { Array(scanner.bytes[$0..<tag.range.lowerBound]) }
      if let tag = named(tag) { instructions.append(.partial(tag, indentation: indentation)) }
    case .section, .inverted:
      // A section with a bad name is opened, too, so that its end isn't a second error.
      let isInverted = tag.sigil == .inverted
      let opened = named(tag) ?? Tag(name: scanner.text(tag.content), range: tag.range)
      openSections.append(OpenSection(tag: opened, address: instructions.count, isInverted: isInverted))
      instructions.append(isInverted ? .inverted(opened, end: 0) : .section(opened, end: 0))
    }
  }

  /// Returns a tag with its name, or `nil`, with a diagnostic, if what it holds is not a name.
  private mutating func named(_ tag: ScannedTag) -> Tag? {
    let name = scanner.text(tag.content)
    let isPath = tag.sigil != .partial && name != "."
    let hasEmptyPart = name.split(separator: ".", omittingEmptySubsequences: false).contains("")
    guard scanner.isWord(tag.content), !(isPath && hasEmptyPart) else {
      reportName(of: tag)
      return nil
    }
    return Tag(name: name, range: tag.range)
  }

  private mutating func setDelimiters(_ tag: ScannedTag) {
    let content = scanner.bytes[tag.content]
    let parts = content.split(whereSeparator: Byte.isWhitespace)
    guard parts.count == 2, !content.contains(UInt8(ascii: "=")) else {
      let example = "write an opening and a closing one with a space between them, such as `{{=<% %>=}}`"
      report(.badDelimiters, "these are not two delimiters; \(example)", at: tag.range)
      return
    }
    scanner.opening = Array(parts[0])
    scanner.closing = Array(parts[1])
  }
}

// MARK: - Ends of sections

extension TemplateParser {
  private mutating func close(_ tag: ScannedTag) {
    guard !tag.content.isEmpty else {
      reportName(of: tag)
      endSection()
      return
    }
    let name = scanner.text(tag.content)
    guard let opened = openSections.last?.tag else {
      report(.strayClose, "this tag closes `\(firstLine(of: tag))`, but no section is open", at: tag.range)
      return
    }
    if !opened.name.utf8.elementsEqual(name.utf8) {
      let note = Diagnostic.Note("`\(firstLine(of: opened.name))` is opened here", at: location(opened.range))
      report(
        .mismatchedClose,
        "this tag closes `\(firstLine(of: tag))`, but the innermost open section is `\(firstLine(of: opened.name))`",
        at: tag.range, notes: [note])
      // If the name belongs to an outer section, the sections inside end with it.
      guard let match = openSections.lastIndex(where: { $0.tag.name == name }) else { return }
      openSections.removeSubrange((match + 1)...)
    }
    endSection()
  }

  private mutating func endSection() {
    guard let section = openSections.popLast() else { return }
    if !section.isInverted { instructions.append(.endSection) }
    let end = instructions.count
    instructions[section.address] =
      section.isInverted ? .inverted(section.tag, end: end) : .section(section.tag, end: end)
  }

  private mutating func reportOpenSections() {
    for section in openSections.prefix(TemplateErrors.limit) {
      let name = firstLine(of: section.tag.name)
      report(
        .unclosedSection, "the section `\(name)` is not closed; `{{/\(name)}}` is missing", at: section.tag.range)
    }
  }
}

// MARK: - Diagnostics

extension TemplateParser {
  private mutating func reportName(of tag: ScannedTag) {
    let name = firstLine(of: tag)
    let problem = name.isEmpty ? "this tag has no name" : "`\(name)` is not a name"
    report(
      .badTagName, "\(problem); write a name without spaces, or names joined by single dots", at: tag.range)
  }

  /// Returns the beginning of a tag's content, because a message takes one line.
  private func firstLine(of tag: ScannedTag) -> Substring { firstLine(of: scanner.text(tag.content)) }

  private func firstLine(of name: String) -> Substring { name.prefix { !$0.isNewline } }

  private func location(_ range: Range<Int>) -> SourceLocation {
    sourceLocation(of: range, in: scanner.bytes, path: path)
  }

  private mutating func report(
    _ kind: DiagnosticKind, _ message: String, at range: Range<Int>, notes: [Diagnostic.Note] = []
  ) {
    diagnostics.append(Diagnostic(kind, message, at: location(range), notes: notes))
  }
}
