import LifelineSource

/// An interpretation of a message of libyaml, whose English says little about the mistake in the text.
struct SyntaxRule: Sendable {
  /// A part of libyaml's context or problem.
  private let phrase: String
  private let condition: @Sendable (SyntaxErrorSite) -> Bool
  /// Makes the diagnostic for an error that matches.
  let diagnose: @Sendable (SyntaxErrorSite) -> Diagnostic

  private init(
    _ phrase: String, when condition: @escaping @Sendable (SyntaxErrorSite) -> Bool = { _ in true },
    _ diagnose: @escaping @Sendable (SyntaxErrorSite) -> Diagnostic
  ) {
    self.phrase = phrase
    self.condition = condition
    self.diagnose = diagnose
  }

  /// Returns whether the rule applies to an error.
  func matches(_ site: SyntaxErrorSite) -> Bool {
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
        "`\($0.sign)` begins a block of text, which cannot be between brackets; put the text in quotes")
    },
    .init("while scanning for the next token") {
      let name = $0.sign == "`" ? "a backtick" : "`\($0.sign)`"
      return $0.diagnostic(.reservedCharacter, "a text cannot begin with \(name); put it in quotes")
    },
    .init("mapping keys are not allowed in this context", questionMark),
    .init("while scanning an alias", when: \.isLoneAsterisk) {
      let range = $0.origin..<$0.index
      return $0.diagnostic(
        .anchorName, "`*` repeats a marked value and needs its name; the key for any event is `\"*\"`",
        at: range, fix: (range, "\"*\""))
    },
    .init("while scanning an alias") { anchorName($0, "`*` repeats a marked value") },
    .init("while scanning an anchor", when: { $0.sign == "&" && $0.index == $0.origin + 1 }) {
      let range = $0.origin..<($0.index + 1)
      return $0.diagnostic(
        .anchorName, "`&&` has no meaning in YAML or in an expression; write `and`", at: range,
        fix: (range, $0.text.isSpace(range.upperBound) ? "and" : "and "))
    },
    .init("while scanning an anchor") { anchorName($0, "`&` marks a value") },
    .init("found a tab character", tab),
    .init("equal to 0") {
      $0.diagnostic(
        .blockText, "the number after `\($0.firstSign)` is the indentation of the text and cannot be 0; delete it",
        at: $0.origin..<($0.index + 1))
    },
    .init("while scanning a block scalar") {
      $0.diagnostic(
        .blockText,
        "the text after `\($0.firstSign)` begins on the next line; move it there, or put it in quotes",
        at: $0.lineFromOrigin)
    },
    .init("while scanning a quoted scalar") {
      let isAtMarker = $0.problem.contains("document indicator")
      return $0.diagnostic(
        .unclosedQuote, "this `\($0.firstSign)` has no closing `\($0.firstSign)`; add it",
        at: $0.characterRange($0.origin),
        notes: isAtMarker ? [("the document ends here", $0.index..<($0.index + 3))] : [])
    },
    .init("did not find expected hexdecimal number") {
      let range = $0.numericEscape
      let digits = ["x": 2, "u": 4, "U": 8][$0.text.string(range).dropFirst()] ?? 0
      return $0.diagnostic(
        .badEscape, "`\($0.text.string(range))` must be followed by \(digits) hexadecimal digits", at: range)
    },
    .init("invalid Unicode character escape code") {
      $0.diagnostic(.badEscape, "no character has this number", at: $0.numericEscape)
    },
    .init("while parsing a quoted scalar") {
      let escape = $0.text.string($0.unknownEscape)
      return $0.diagnostic(
        .badEscape, "there is no escape `\(escape)`; between double quotes, write `\\\\` for a backslash",
        at: $0.unknownEscape,
        fix: ($0.unknownEscape, "\\" + escape))
    },
  ]

  // MARK: Keys and values

  private static let keys: [SyntaxRule] = [
    .init("while scanning a simple key", when: { $0.firstSign == "\"" || $0.firstSign == "'" }) {
      $0.diagnostic(
        .missingColon, "no `:` follows this text on its line; a key and its colon must be on the same line",
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
        "no `:` follows `\(line)`; write `key: value`, or indent the line if it continues the text above",
        at: $0.lineFromOrigin)
    },
    .init("found unexpected ':'") { missingSpace($0, behind: $0.index) },
    .init("block sequence entries are not allowed in this context") {
      $0.diagnostic(
        .indentation,
        "a list cannot begin on the line of its key; begin it on the next line, or write `[…]`")
    },
    .init("mapping values are not allowed", when: { $0.keyWithoutColon != nil }, missingColon),
    .init("mapping values are not allowed", when: { $0.startOfValue == $0.firstInLine }) {
      let key = $0.shortened($0.text.string($0.firstInLine..<$0.index))
      return $0.diagnostic(
        .colonInText,
        "this line continues the text above it, which cannot contain `: ` without quotes; put the text in quotes, "
          + "or, if `\(key)` is a key, indent it like the keys around it",
        notes: $0.lineAbove.map { [("the line above", $0)] } ?? [])
    },
    .init("mapping values are not allowed", when: \.hasColonInTitle) { quote($0.startOfKey..<$0.index, at: $0) },
    .init("mapping values are not allowed", colonInValue),
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
      $0.diagnostic(.brackets, "between brackets, commas separate the items; delete the `-`")
    },
    .init("did not find expected node content", when: { $0.sign == ":" }, missingKey),
    .init("did not find expected node content", when: { $0.sign == "?" }, questionMark),
    .init("did not find expected node content", when: { $0.sign == "." }) {
      $0.diagnostic(.unreadable, "`...` ends a document, and none has begun; delete it", at: $0.word)
    },
  ]

  // MARK: Lines of blocks

  private static let lines: [SyntaxRule] = [
    .init("", when: { $0.isInBlock && $0.isFirstInLine && $0.keyWithoutColon != nil }, missingColon),
    .init("", when: { $0.isInBlock && ($0.sign == "]" || $0.sign == "}") }) {
      $0.diagnostic(.brackets, "this `\($0.sign)` closes nothing")
    },
    .init("", when: { $0.isInBlock && $0.sign == "," }) {
      $0.diagnostic(.brackets, "a `,` has no meaning outside of brackets")
    },
    .init("", when: { $0.isInBlock && $0.sign == ":" }, missingKey),
    .init("", when: { $0.isInBlock && !$0.isFirstInLine && $0.quoteBefore == "\"" && $0.closesOtherQuote }) {
      let end = $0.endBefore
      return $0.diagnostic(
        .unclosedQuote, "this quote closes a text that began on a line above, where a closing quote is missing",
        at: (end - 1)..<end)
    },
    .init("", when: { $0.isInBlock && !$0.isFirstInLine && ($0.quoteBefore == "\"" || $0.quoteBefore == "'") }) {
      $0.diagnostic(
        .textBehindValue, "the quoted text ends before this; put the whole text into one pair of quotes", at: $0.word)
    },
    .init("", when: { $0.isInBlock && !$0.isFirstInLine }) {
      $0.diagnostic(
        .textBehindValue, "only a comment can follow a complete value; put the whole text in quotes", at: $0.word)
    },
    .init("", when: { $0.isInBlock && !$0.isInList && $0.isItem && $0.isAligned }) {
      $0.diagnostic(
        .indentation, "this is a list item among the keys of a mapping; a list needs a key of its own",
        notes: $0.blockNotes)
    },
    .init("", when: { $0.isInBlock && $0.isInList && $0.isAligned }) {
      $0.diagnostic(
        .indentation, "the lines around this one are items of a list, but this one does not begin with `- `",
        at: $0.word, notes: $0.blockNotes)
    },
    .init("", when: \.isInBlock) {
      let parts = $0.isInList || $0.isItem ? "items" : "keys"
      return $0.diagnostic(
        .indentation,
        "no line above begins in this column; \(parts) that belong together begin in the same column",
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
    .init("while parsing a flow", when: { $0.sign == ":" }, colonInValue),
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
        "the \($0.format.name) ends before this; the keys of its outermost mapping begin in the same column",
        at: $0.word, notes: [("it begins here", $0.characterRange($0.text.skippingSpace(from: 0)))])
    },
    .init("incompatible") {
      $0.diagnostic(
        .directive, "the file is in another version of YAML than 1.2; delete this line if it can be read as 1.2",
        at: $0.lineFromOrigin
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
  @Sendable private static func tab(_ site: SyntaxErrorSite) -> Diagnostic {
    var end = site.index
    while site.text[end] == "\t" { end += 1 }
    let range = site.index..<end
    let message =
      site.isFirstInLine
      ? "this line is indented with a tab; YAML is indented with spaces" : "this tab must be a space"
    let single: (range: Range<Int>, replacement: String)?
    if site.isFirstInLine {
      single = site.evidentIndentation.map {
        (site.startOfLine(site.index)..<site.firstInLine, String(repeating: " ", count: $0))
      }
    } else {
      single = site.isSpaceEvident(for: range) ? (range, " ") : nil
    }
    guard let all = site.expansion, let change = all.change, all.lineCount > 1 || single == nil else {
      return site.diagnostic(.tab, message, at: range, fix: single)
    }
    let remark = all.lineCount > 1 ? "; tabs indent \(counted(all.lineCount, "line")) of this file" : ""
    var diagnostic = site.diagnostic(.tab, message + remark, at: range, fix: change)
    diagnostic.fixIt?.title = "write spaces in place of all tabs that indent lines"
    return diagnostic
  }

  @Sendable private static func questionMark(_ site: SyntaxErrorSite) -> Diagnostic {
    site.diagnostic(
      .reservedCharacter, "`?` with a space after it begins a key, which cannot be here; put the text in quotes")
  }

  private static func anchorName(_ site: SyntaxErrorSite, _ meaning: String) -> Diagnostic {
    let end = site.text.isSpace(site.index) ? site.index : site.characterRange(site.index).upperBound
    return site.diagnostic(
      .anchorName, "\(meaning), and needs a name of letters, digits, `-` and `_`; put a text in quotes",
      at: site.origin..<max(site.word(at: site.origin).upperBound, end))
  }

  private static func missingSpace(_ site: SyntaxErrorSite, behind colon: Int) -> Diagnostic {
    site.diagnostic(
      .missingColon, "a space is missing after this `:`", at: colon..<(colon + 1),
      fix: ((colon + 1)..<(colon + 1), " "))
  }

  @Sendable private static func missingColon(_ site: SyntaxErrorSite) -> Diagnostic {
    let key = site.keyWithoutColon ?? site.word
    if let colon = key.first(where: { site.text[$0] == ":" }) { return missingSpace(site, behind: colon) }
    return site.diagnostic(
      .missingColon, "no `:` follows `\(site.text.string(key))`; a key needs one even if it has no value",
      at: key, fix: (key.upperBound..<key.upperBound, ":"))
  }

  @Sendable private static func missingKey(_ site: SyntaxErrorSite) -> Diagnostic {
    site.diagnostic(.missingKey, "a key is missing before this `:`")
  }

  /// Returns the diagnostic about a value that goes on behind a second colon. It suggests what is valid there.
  @Sendable private static func colonInValue(_ site: SyntaxErrorSite) -> Diagnostic {
    let range = site.startOfValue..<site.endOfValue
    switch site.kindOfLastValue {
    case .text:
      guard !"\"'*".unicodeScalars.contains(site.text[range.lowerBound]) else {
        return site.diagnostic(
          .colonInText, "the value ends before this `:`; put the whole text into one pair of quotes")
      }
      return quote(range, at: site)
    case .expression:
      return site.diagnostic(.colonInText, "an expression has no `:`; to compare two values, write `==`")
    case .mapping(let name, let keys, _):
      guard let mapping = site.mapping(of: range, keys: keys) else { return nextKey(site) }
      let noun = name.map { " for \($0)" } ?? ""
      return site.diagnostic(
        .colonInText, "a mapping on the line of its key needs braces; write `\(site.shortened(mapping))`\(noun)")
    case .other: return nextKey(site)
    }
  }

  private static func nextKey(_ site: SyntaxErrorSite) -> Diagnostic {
    site.diagnostic(.colonInText, "the value of this key cannot contain `: `; begin a new line for the next key")
  }

  private static func quote(_ range: Range<Int>, at site: SyntaxErrorSite) -> Diagnostic {
    let quoted = site.quoted(site.text.string(range))
    return site.diagnostic(
      .colonInText, "a text without quotes cannot contain `: `; write `\(site.shortened(quoted))`",
      fix: (range, quoted))
  }

  private static func unclosedBracket(_ site: SyntaxErrorSite, opening: Int) -> Diagnostic {
    let sign = site.text.string(site.characterRange(opening))
    return site.diagnostic(
      .brackets, "this `\(sign)` has no closing `\(sign == "[" ? "]" : "}")`", at: site.characterRange(opening),
      notes: site.index < site.text.count ? [("the document ends here", site.word)] : [])
  }

  @Sendable private static func directive(_ site: SyntaxErrorSite) -> Diagnostic {
    site.diagnostic(
      .directive, "a line that begins with `%` is an instruction for the YAML reader; put a key in quotes",
      at: site.lineFromOrigin)
  }
}
