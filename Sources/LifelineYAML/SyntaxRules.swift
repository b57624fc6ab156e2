import LifelineSource

/// An interpretation of a message of libyaml, whose English says little about the mistake in the text.
struct SyntaxRule: Sendable {
  /// A part of libyaml's context or problem.
  private let phrase: String
  private let condition: @Sendable (FaultSite) -> Bool
  /// Makes the diagnostic for a fault that matches.
  let diagnose: @Sendable (FaultSite) -> Diagnostic

  private init(
    _ phrase: String, when condition: @escaping @Sendable (FaultSite) -> Bool = { _ in true },
    _ diagnose: @escaping @Sendable (FaultSite) -> Diagnostic
  ) {
    self.phrase = phrase
    self.condition = condition
    self.diagnose = diagnose
  }

  /// Returns whether the rule applies to a fault.
  func matches(_ site: FaultSite) -> Bool {
    (site.context.contains(phrase) || site.problem.contains(phrase)) && condition(site)
  }

  /// All rules. The first one that matches applies.
  static let all = tokens + keys + lines + brackets + document

  // MARK: Tokens

  private static let tokens: [SyntaxRule] = [
    .init("while scanning for the next token", when: { $0.sign == "\t" }, tab),
    .init("while scanning for the next token", when: { $0.sign == "|" || $0.sign == ">" }) {
      $0.diagnostic(
        .blockText,
        "`\($0.sign)` begins a block of text, which cannot stand between brackets; put the text in quotes")
    },
    .init("while scanning for the next token") {
      let name = $0.sign == "`" ? "a backtick" : "`\($0.sign)`"
      return $0.diagnostic(.reservedCharacter, "a text cannot begin with \(name); put it in quotes")
    },
    .init("mapping keys are not allowed in this context", questionMark),
    .init("while scanning an alias", when: \.isLoneAsterisk) {
      let range = $0.origin..<$0.index
      return $0.diagnostic(
        .anchorName, "`*` repeats a marked value, and no name follows; the key for any event is written `\"*\"`",
        at: range, fix: (range, "\"*\""))
    },
    .init("while scanning an alias") { anchorName($0, "`*` repeats a marked value") },
    .init("while scanning an anchor") { anchorName($0, "`&` marks a value with a name") },
    .init("found a tab character", tab),
    .init("equal to 0") {
      $0.diagnostic(
        .blockText, "the number behind `\($0.firstSign)` is the indentation of the text, which cannot be 0",
        at: $0.origin..<($0.index + 1))
    },
    .init("while scanning a block scalar") {
      $0.diagnostic(
        .blockText,
        "`\($0.firstSign)` begins a block of text, which starts on the next line; put this text in quotes",
        at: $0.lineFromOrigin)
    },
    .init("while scanning a quoted scalar") {
      let isAtMarker = $0.problem.contains("document indicator")
      return $0.diagnostic(
        .unclosedQuote, "this `\($0.firstSign)` has no closing `\($0.firstSign)`", at: $0.characterRange($0.origin),
        notes: isAtMarker ? [("the document ends here", $0.index..<($0.index + 3))] : [])
    },
    .init("did not find expected hexdecimal number") {
      let range = $0.escape
      let digits = ["x": 2, "u": 4, "U": 8][$0.text.string(range).dropFirst()] ?? 0
      return $0.diagnostic(
        .badEscape, "`\($0.text.string(range))` must be followed by \(digits) hexadecimal digits", at: range)
    },
    .init("invalid Unicode character escape code") {
      $0.diagnostic(.badEscape, "there is no character with this number", at: $0.escape)
    },
    .init("while parsing a quoted scalar") {
      let escape = $0.text.string($0.escape)
      return $0.diagnostic(
        .badEscape, "`\(escape)` is no escape; a backslash between double quotes is doubled", at: $0.escape,
        fix: ($0.escape, "\\" + escape))
    },
  ]

  // MARK: Keys and values

  private static let keys: [SyntaxRule] = [
    .init("while scanning a simple key", when: { $0.firstSign == "\"" || $0.firstSign == "'" }) {
      $0.diagnostic(
        .missingColon, "no `:` follows this text on its line; a key and its colon stand on one line",
        at: $0.lineFromOrigin)
    },
    .init(
      "while scanning a simple key",
      when: { $0.text[$0.endOfKey] == ":" && !$0.text.isSpace($0.endOfKey + 1) },
      { missingSpace($0, behind: $0.endOfKey) }),
    .init("while scanning a simple key", when: \.isOnOneLine) {
      $0.diagnostic(.missingColon, "a key has at most 1,024 characters", at: $0.origin..<$0.endOfKey)
    },
    .init("while scanning a simple key") {
      let line = $0.shortened($0.text.string($0.lineFromOrigin))
      return $0.diagnostic(
        .missingColon,
        "no `:` follows `\(line)`; write `key: value`, or indent the line if it goes on with the text above",
        at: $0.lineFromOrigin)
    },
    .init("found unexpected ':'") { missingSpace($0, behind: $0.index) },
    .init("block sequence entries are not allowed in this context") {
      $0.diagnostic(
        .indentation,
        "a list cannot begin on the line of its key: begin it on the next line, or write it in `[` and `]`")
    },
    .init("mapping values are not allowed", when: { "\"'*".unicodeScalars.contains($0.text[$0.startOfValue]) }) {
      $0.diagnostic(
        .colonInText,
        "a value cannot be a key as well; put the whole text in quotes, or write a mapping in `{` and `}`")
    },
    .init("mapping values are not allowed", when: { $0.startOfValue == $0.firstInLine }) {
      let key = $0.shortened($0.text.string($0.firstInLine..<$0.index))
      return $0.diagnostic(
        .colonInText,
        "this line goes on with the text above it, and `: ` cannot stand in a text; put the text in quotes, "
          + "or, if `\(key)` is a key, indent it as the keys around it",
        notes: $0.lineAbove.map { [("the line above", $0)] } ?? [])
    },
    .init("mapping values are not allowed", when: \.endsInColon) { quote($0.startOfKey..<$0.index, at: $0) },
    .init("mapping values are not allowed", when: { $0.word(at: $0.startOfValue).upperBound == $0.index }) {
      let value = $0.text.string($0.startOfValue..<$0.endOfLine($0.index))
      return $0.diagnostic(
        .colonInText,
        "`: ` cannot stand in a text without quotes; write `\($0.shortened($0.quoted(value)))` for a text, "
          + "or `{\($0.shortened(value))}` for a mapping")
    },
    .init("mapping values are not allowed") { quote($0.startOfValue..<$0.endOfLine($0.index), at: $0) },
    .init("did not find expected node content", when: \.isUnclosed, { unclosedBracket($0, opening: $0.innermost) }),
    .init("did not find expected node content", when: { $0.isInBrackets && "]},".contains($0.sign) }) {
      $0.diagnostic(.brackets, "something is missing before this `\($0.sign)`")
    },
    .init("did not find expected node content", when: { $0.sign == "]" || $0.sign == "}" }) {
      $0.diagnostic(.brackets, "this `\($0.sign)` closes nothing; put a text in quotes")
    },
    .init("did not find expected node content", when: { $0.sign == "," }) {
      $0.diagnostic(.reservedCharacter, "a text cannot begin with `,`; put it in quotes")
    },
    .init("did not find expected node content", when: { $0.sign == "-" }) {
      $0.diagnostic(.brackets, "between brackets, items are separated by commas and have no `-`")
    },
    .init("did not find expected node content", when: { $0.sign == ":" }, missingKey),
    .init("did not find expected node content", when: { $0.sign == "?" }, questionMark),
    .init("did not find expected node content", when: { $0.sign == "." }) {
      $0.diagnostic(.unreadable, "`...` ends a document, and none has begun; delete it", at: $0.word)
    },
  ]

  // MARK: Lines of blocks

  private static let lines: [SyntaxRule] = [
    .init("", when: { $0.isInBlock && ($0.sign == "]" || $0.sign == "}") }) {
      $0.diagnostic(.brackets, "this `\($0.sign)` closes nothing")
    },
    .init("", when: { $0.isInBlock && $0.sign == "," }) {
      $0.diagnostic(.brackets, "a `,` separates only between brackets")
    },
    .init("", when: { $0.isInBlock && $0.sign == ":" }, missingKey),
    .init("", when: { $0.isInBlock && !$0.isFirstInLine && $0.quoteBefore == "\"" && $0.closesOtherQuote }) {
      let end = $0.endBefore
      return $0.diagnostic(
        .unclosedQuote, "this quote closes a text that begins on a line above; a closing quote is missing there",
        at: (end - 1)..<end)
    },
    .init("", when: { $0.isInBlock && !$0.isFirstInLine && ($0.quoteBefore == "\"" || $0.quoteBefore == "'") }) {
      $0.diagnostic(
        .textBehindValue, "the quoted text ends before this; put the whole text into one pair of quotes", at: $0.word)
    },
    .init("", when: { $0.isInBlock && !$0.isFirstInLine }) {
      $0.diagnostic(
        .textBehindValue, "only a comment may follow the value before this; put the whole text in quotes", at: $0.word)
    },
    .init("", when: { $0.isInBlock && !$0.isInList && $0.isItem && $0.isAligned }) {
      $0.diagnostic(
        .indentation, "a list item stands here among the keys of a mapping; a list stands below a key of its own",
        notes: $0.blockNotes)
    },
    .init("", when: { $0.isInBlock && $0.isInList && $0.isAligned }) {
      $0.diagnostic(
        .indentation, "the lines around this one are items of a list, and this one does not begin with `- `",
        at: $0.word, notes: $0.blockNotes)
    },
    .init("", when: \.isInBlock) {
      let parts = $0.isInList || $0.isItem ? "items" : "keys"
      return $0.diagnostic(
        .indentation,
        "the indentation of this line matches nothing above it; \(parts) that belong together begin in the same column",
        at: $0.word, notes: $0.blockNotes)
    },
  ]

  // MARK: Brackets

  private static let brackets: [SyntaxRule] = [
    .init("while parsing a flow", when: \.isAtEnd, { unclosedBracket($0, opening: $0.origin) }),
    .init("while parsing a flow", when: { $0.sign == "]" || $0.sign == "}" }) {
      $0.diagnostic(
        .brackets, "`\($0.sign)` does not close a \($0.collection); write `\($0.closingBracket)`",
        notes: $0.bracketNotes, fix: ($0.characterRange($0.index), $0.closingBracket))
    },
    .init("while parsing a flow", when: { $0.startOfLine($0.index) > $0.origin && $0.startOfValue == $0.firstInLine }) {
      let first = $0.firstInLine
      return $0.diagnostic(
        .brackets, "a `,` or the closing `\($0.closingBracket)` of a \($0.collection) is missing before this line",
        at: first..<max($0.index, first + 1), notes: $0.bracketNotes)
    },
    .init("while parsing a flow", when: { $0.sign == ":" }) {
      $0.diagnostic(.colonInText, "`: ` cannot stand in a text without quotes; put the text in quotes")
    },
    .init("while parsing a flow") {
      $0.diagnostic(
        .brackets, "a `,` or the closing `\($0.closingBracket)` of a \($0.collection) is missing before this",
        at: $0.word, notes: $0.bracketNotes)
    },
  ]

  // MARK: The document

  private static let document: [SyntaxRule] = [
    .init("<document start>", when: { site in site.lineAbove.map { site.text.string($0) == "..." } ?? false }) {
      $0.diagnostic(.secondDocument, $0.format.secondDocumentMessage, at: $0.word)
    },
    .init("<document start>") {
      $0.diagnostic(
        .indentation,
        "the \($0.format.name) has ended before this; the keys of its outermost mapping begin in the same column",
        at: $0.word, notes: [("it begins here", $0.characterRange($0.text.skippingSpace(from: 0)))])
    },
    .init("incompatible") {
      $0.diagnostic(
        .directive, "the file says that it is YAML of another version than 1.2; delete this line", at: $0.lineFromOrigin
      )
    },
    .init("%YAML", directive),
    .init("directive", directive),
    .init("tag") {
      let range = $0.origin..<$0.text.endOfTag(at: $0.origin)
      let tag = $0.text.string(range)
      return $0.diagnostic(
        .foreignTag, Tag.message(about: tag, negation: $0.negation), at: range,
        fix: Tag.expression(for: tag, negation: $0.negation).map { (range, $0) })
    },
  ]
}

// MARK: - Diagnostics of several rules

extension SyntaxRule {
  @Sendable private static func tab(_ site: FaultSite) -> Diagnostic {
    var end = site.index
    while site.text[end] == "\t" { end += 1 }
    let range = site.index..<end
    if site.isFirstInLine {
      return site.diagnostic(
        .tab, "a tab indents this line; YAML is indented with spaces", at: range,
        fix: (range, String(repeating: "  ", count: range.count)))
    }
    return site.diagnostic(.tab, "a tab stands here where a space belongs", at: range, fix: (range, " "))
  }

  @Sendable private static func questionMark(_ site: FaultSite) -> Diagnostic {
    site.diagnostic(
      .reservedCharacter, "`?` with a space behind it begins a key, which cannot stand here; put the text in quotes")
  }

  private static func anchorName(_ site: FaultSite, _ meaning: String) -> Diagnostic {
    let end = site.text.isSpace(site.index) ? site.index : site.characterRange(site.index).upperBound
    return site.diagnostic(
      .anchorName, "\(meaning), and a name is made of letters, digits, `-` and `_`; put a text in quotes",
      at: site.origin..<max(site.word(at: site.origin).upperBound, end))
  }

  private static func missingSpace(_ site: FaultSite, behind colon: Int) -> Diagnostic {
    site.diagnostic(
      .missingColon, "a space is missing behind this `:`", at: colon..<(colon + 1),
      fix: ((colon + 1)..<(colon + 1), " "))
  }

  @Sendable private static func missingKey(_ site: FaultSite) -> Diagnostic {
    site.diagnostic(.missingKey, "a key is missing before this `:`")
  }

  private static func quote(_ range: Range<Int>, at site: FaultSite) -> Diagnostic {
    let quoted = site.quoted(site.text.string(range))
    return site.diagnostic(
      .colonInText, "`: ` cannot stand in a text without quotes; write `\(site.shortened(quoted))`",
      fix: (range, quoted))
  }

  private static func unclosedBracket(_ site: FaultSite, opening: Int) -> Diagnostic {
    let sign = site.text.string(site.characterRange(opening))
    return site.diagnostic(
      .brackets, "this `\(sign)` has no closing `\(sign == "[" ? "]" : "}")`", at: site.characterRange(opening),
      notes: site.index < site.text.count ? [("the document ends here", site.word)] : [])
  }

  @Sendable private static func directive(_ site: FaultSite) -> Diagnostic {
    site.diagnostic(
      .directive, "a line that begins with `%` is an instruction to the YAML reader; put a key in quotes",
      at: site.lineFromOrigin)
  }
}

// MARK: - Conditions

extension FaultSite {
  /// Whether a `*` is meant as the key for any event.
  fileprivate var isLoneAsterisk: Bool {
    index == origin + 1 && (text.isSpace(index) || ":,]}".unicodeScalars.contains(text[index]))
  }

  /// The escape at which libyaml gave up. It stops at the backslash, or behind the letter if the digits are wrong.
  fileprivate var escape: Range<Int> {
    let start = text[index] == "\\" ? index : max(origin, index - 2)
    return start..<min(start + 2, text.count)
  }

  /// Whether the colon at which libyaml gave up ends the line, or a mapping in brackets follows it.
  fileprivate var endsInColon: Bool {
    let next = text.skippingBlanks(from: index + 1)
    return next >= endOfLine(index) || text[next] == "{"
  }

  fileprivate var isInBrackets: Bool { context == "while parsing a flow node" }

  /// Whether the innermost collection is in brackets and lacks its end.
  fileprivate var isUnclosed: Bool { isInBrackets && (isAtEnd || !"]},-:?".contains(sign)) }

  /// Whether a key or an item of a block is expected.
  fileprivate var isInBlock: Bool {
    context == "while parsing a block mapping" || context == "while parsing a block collection"
      || problem == "did not find expected node content"
  }

  /// The beginning of the block in which a key or an item is expected.
  private var blockStart: Int { problem == "did not find expected node content" ? innermost : origin }

  fileprivate var isInList: Bool {
    context == "while parsing a block collection"
      || (context != "while parsing a block mapping" && text[innermost] == "-")
  }

  fileprivate var isItem: Bool { sign == "-" && text.isSpace(index + 1) }

  fileprivate var isAligned: Bool { column(index) == column(blockStart) }

  fileprivate var blockNotes: [(message: String, range: Range<Int>)] {
    [(isInList ? "the list begins here" : "the mapping begins here", characterRange(blockStart))]
  }

  /// The end of the text before the position on its line.
  fileprivate var endBefore: Int {
    var end = index
    while end > 0, text.isBlank(end - 1) { end -= 1 }
    return end
  }

  fileprivate var quoteBefore: String { endBefore > 0 ? text.string(characterRange(endBefore - 1)) : "" }

  /// Whether the quote before the position has no other half on its line.
  fileprivate var closesOtherQuote: Bool {
    (startOfLine(index)..<endBefore).count { text[$0] == text[endBefore - 1] } % 2 == 1
  }

  private var isFlowSequence: Bool { context == "while parsing a flow sequence" }

  /// The noun for the collection in brackets.
  fileprivate var collection: String { isFlowSequence ? "list" : "mapping" }

  fileprivate var closingBracket: String { isFlowSequence ? "]" : "}" }

  fileprivate var bracketNotes: [(message: String, range: Range<Int>)] {
    [("`\(isFlowSequence ? "[" : "{")` opens it here", characterRange(origin))]
  }
}
