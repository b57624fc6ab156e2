import LifelineSource

extension SyntaxFault {
  /// What libyaml's riddle means in terms of this language.
  /// - Parameters:
  ///   - innermost: where the collection begins in which the fault is.
  ///   - isExpression: whether an expression is expected there.
  func diagnostic(in text: YAMLText, path: String, innermost: SourcePosition?, isExpression: Bool) -> Diagnostic {
    let offset = text.byteOffset(ofCharacter: place.character)
    let origin = contextPlace.map { text.byteOffset(ofCharacter: $0.character) } ?? offset
    return FaultReading(
      text: text, path: path, fault: self, offset: offset, origin: origin,
      innermost: innermost.map(text.byteOffset(of:)) ?? offset, isExpression: isExpression
    ).diagnostic
  }
}

/// A look at the text around a fault.
struct FaultReading {
  let text: YAMLText
  let path: String
  let fault: SyntaxFault
  /// The byte at which libyaml gave up.
  let offset: Int
  /// The byte at which that begins which it was reading.
  let origin: Int
  /// The byte at which the innermost collection begins that is not complete.
  let innermost: Int
  /// Whether an expression is expected there.
  let isExpression: Bool

  var diagnostic: Diagnostic {
    switch (fault.context, fault.problem) {
    case ("while scanning for the next token", _): return strangeBeginning
    case ("while scanning a simple key", _): return missingColon
    case (_, "block sequence entries are not allowed in this context"): return itemBehindKey
    case (_, "mapping keys are not allowed in this context"): return questionMark
    case (_, "mapping values are not allowed in this context"): return colon
    case ("while scanning an alias", _), ("while scanning an anchor", _): return anchorName
    case ("while scanning a block scalar", "found a tab character where an indentation space is expected"),
      (_, "found a tab character that violates indentation"):
      return tab
    case ("while scanning a block scalar", _): return blockText
    case ("while scanning a quoted scalar", _): return unclosedQuote
    case ("while parsing a quoted scalar", _): return badEscape
    case (_, "found unexpected ':'"): return missingSpace
    case (_, "did not find expected node content"): return missingValue
    case ("while parsing a block mapping", _): return misplacedLine(inList: false, beginningAt: origin)
    case ("while parsing a block collection", _): return misplacedLine(inList: true, beginningAt: origin)
    case ("while parsing a flow sequence", _), ("while parsing a flow mapping", _): return bracket
    case (_, "did not find expected <document start>"): return behindTheEnd
    case _ where fault.mentions("directive") || fault.mentions("%YAML") || fault.mentions("incompatible"):
      return directive
    case _ where fault.mentions("tag"): return tag
    default: return unreadable
    }
  }
}

extension SyntaxFault {
  fileprivate func mentions(_ word: String) -> Bool {
    context.contains(word) || problem.contains(word)
  }
}

// MARK: - Characters

extension FaultReading {
  private var unreadable: Diagnostic {
    finding(.unreadable, "this cannot be read as YAML: \(fault.problem)", at: word(offset))
  }

  private var strangeBeginning: Diagnostic {
    let character = character(offset)
    switch character {
    case "\t": return tab
    case "|", ">": return blockText
    default:
      let name = character == "`" ? "a backtick" : "`\(character)`"
      return finding(
        .reservedCharacter, "a text cannot begin with \(name); put it in quotes",
        at: offset..<end(ofCharacter: offset))
    }
  }

  private var tab: Diagnostic {
    var end = offset
    while text[end] == 0x09 { end += 1 }
    if isFirstInLine(offset) {
      return finding(
        .tab, "a tab indents this line; YAML is indented with spaces", at: offset..<end,
        fix: (offset..<end, String(repeating: "  ", count: end - offset)))
    }
    return finding(
      .tab, "a tab stands here where a space belongs", at: offset..<end, fix: (offset..<end, " "))
  }

  private var anchorName: Diagnostic {
    let sign = character(origin)
    if sign == "*", offset == origin + 1, text.isSpace(offset) || ":,]}".utf8.contains(text[offset]) {
      return finding(
        .anchorName,
        "`*` repeats what a name marks, and no name follows; the key for any event is written `\"*\"`",
        at: origin..<offset, fix: (origin..<offset, "\"*\""))
    }
    let meaning = sign == "*" ? "repeats what a name marks" : "marks a part of the text with a name"
    return finding(
      .anchorName,
      "`\(sign)` \(meaning), and a name is made of letters, digits, `-` and `_`; put a text in quotes",
      at: origin..<max(word(origin).upperBound, text.isSpace(offset) ? offset : end(ofCharacter: offset)))
  }

  private var tag: Diagnostic {
    let stretch = origin..<text.endOfTag(at: origin)
    let tag = text.string(stretch)
    let negation = isExpression ? Tag.negation(tag) : nil
    return finding(
      .foreignTag, Tag.refusal(tag, isExpression: isExpression), at: stretch, fix: negation.map { (stretch, $0) })
  }

  private var directive: Diagnostic {
    let line = origin..<endOfLine(origin)
    if fault.mentions("incompatible") {
      return finding(
        .directive, "the file says that it is YAML of another version than 1.2; delete this line", at: line)
    }
    return finding(
      .directive, "a line that begins with `%` is an instruction to the YAML reader; put a key in quotes",
      at: line)
  }

  private var blockText: Diagnostic {
    // Within brackets libyaml stops at the sign itself.
    let sign = character(origin)
    if fault.context == "while scanning for the next token" {
      return finding(
        .blockText,
        "`\(sign)` begins a block of text, which cannot stand between brackets; put the text in quotes",
        at: origin..<(origin + 1))
    }
    if fault.mentions("equal to 0") {
      return finding(
        .blockText, "behind `\(sign)` stands how far the text is indented, and that is not 0",
        at: origin..<(offset + 1))
    }
    return finding(
      .blockText, "`\(sign)` begins a block of text, which starts on the next line; put this text in quotes",
      at: origin..<endOfLine(origin))
  }

  private var unclosedQuote: Diagnostic {
    let sign = character(origin)
    return finding(
      .unclosedQuote, "this `\(sign)` has no closing `\(sign)`", at: origin..<(origin + 1),
      notes: fault.mentions("document indicator") ? [("the document ends here", offset..<(offset + 3))] : [])
  }

  private var badEscape: Diagnostic {
    // libyaml stops at the backslash, or behind the letter if the digits are wrong.
    let start = text[offset] == UInt8(ascii: "\\") ? offset : max(origin, offset - 2)
    let stretch = start..<end(ofCharacter: start + 1)
    let escape = text.string(stretch)
    if fault.mentions("hexdecimal") {
      let digits = ["x": 2, "u": 4, "U": 8][escape.dropFirst()] ?? 0
      return finding(.badEscape, "`\(escape)` is followed by \(digits) hexadecimal digits", at: stretch)
    }
    if fault.mentions("invalid Unicode") {
      return finding(.badEscape, "there is no character of this number", at: stretch)
    }
    return finding(
      .badEscape, "`\(escape)` is no escape; a backslash between double quotes is doubled", at: stretch,
      fix: (stretch, "\\" + escape))
  }
}

// MARK: - Keys and values

extension FaultReading {
  private var missingColon: Diagnostic {
    let line = origin..<endOfLine(origin)
    if text[origin] == UInt8(ascii: "\"") || text[origin] == UInt8(ascii: "'") {
      return finding(
        .missingColon, "no `:` follows this text on its line; a key and its colon stand on one line",
        at: line)
    }
    var end = origin
    while end < line.upperBound, text[end] != UInt8(ascii: ":"), !text.isSpace(end) { end += 1 }
    if text[end] == UInt8(ascii: ":"), !text.isSpace(end + 1) {
      return finding(
        .missingColon, "a space is missing behind this `:`", at: end..<(end + 1),
        fix: ((end + 1)..<(end + 1), " "))
    }
    if fault.place.position.line == fault.contextPlace?.position.line {
      return finding(.missingColon, "a key has at most 1,024 characters", at: origin..<end)
    }
    return finding(
      .missingColon,
      "no `:` follows `\(shortened(line))`; write `key: value`, "
        + "or indent the line if it goes on with the text above",
      at: line)
  }

  private var missingSpace: Diagnostic {
    finding(
      .missingColon, "a space is missing behind this `:`", at: offset..<(offset + 1),
      fix: ((offset + 1)..<(offset + 1), " "))
  }

  private var itemBehindKey: Diagnostic {
    finding(
      .indentation,
      "a list cannot begin on the line of its key: begin it on the next line, or write it in `[` and `]`",
      at: offset..<(offset + 1))
  }

  private var questionMark: Diagnostic {
    finding(
      .reservedCharacter,
      "`?` with a space behind it begins a key, which cannot stand here; put the text in quotes",
      at: offset..<(offset + 1))
  }

  /// A `:` where no key can be.
  private var colon: Diagnostic {
    let line = startOfLine(offset)..<endOfLine(offset)
    let first = text.skippingBlanks(from: line.lowerBound)
    let valueStart = startOfValue(before: offset, from: first)
    let isLastInLine = text.skippingBlanks(from: offset + 1) >= line.upperBound
    if isQuotedOrAlias(valueStart) {
      return finding(
        .colonInText,
        "a value cannot be a key as well; put the whole text in quotes, or write a mapping in `{` and `}`",
        at: offset..<(offset + 1))
    }
    if valueStart == first {
      let above = lineAbove(line.lowerBound)
      return finding(
        .colonInText,
        "this line goes on with the text above it, and `: ` cannot stand in a text; put the text in quotes, "
          + "or, if `\(shortened(first..<offset))` is a key, indent it as the keys around it",
        at: offset..<(offset + 1), notes: above.map { [("the line above", $0)] } ?? [])
    }
    let isName = isLastInLine || text[text.skippingBlanks(from: offset + 1)] == UInt8(ascii: "{")
    let stretch = isName ? startOfKey(first)..<offset : valueStart..<line.upperBound
    let quoted = quoted(text.string(stretch))
    return finding(
      .colonInText, "`: ` cannot stand in a text without quotes; write `\(shortened(quoted))`",
      at: offset..<(offset + 1), fix: (stretch, quoted))
  }

  private var missingValue: Diagnostic {
    let isInBrackets = fault.context == "while parsing a flow node"
    if isInBrackets, isAtDocumentsEnd { return unclosedBracket(innermost) }
    let sign = character(offset)
    let stretch = offset..<end(ofCharacter: offset)
    switch sign {
    case "]", "}":
      if isInBrackets { return finding(.brackets, "something is missing before this `\(sign)`", at: stretch) }
      return finding(.brackets, "this `\(sign)` closes nothing; put a text in quotes", at: stretch)
    case ",":
      if isInBrackets { return finding(.brackets, "something is missing before this `,`", at: stretch) }
      return finding(.reservedCharacter, "a text cannot begin with `,`; put it in quotes", at: stretch)
    case "-":
      return finding(
        .brackets, "between brackets, items are separated by commas and have no `-`", at: stretch)
    case ":": return finding(.missingKey, "a key is missing before this `:`", at: stretch)
    case "?": return questionMark
    case "." where !isInBrackets:
      return finding(.unreadable, "`...` ends a document, and none has begun; delete it", at: word(offset))
    default:
      if isInBrackets { return unclosedBracket(innermost) }
      return misplacedLine(inList: text[innermost] == UInt8(ascii: "-"), beginningAt: innermost)
    }
  }
}

// MARK: - Lines and brackets

extension FaultReading {
  /// Something where a key or an item of a block is expected.
  private func misplacedLine(inList isList: Bool, beginningAt origin: Int) -> Diagnostic {
    let sign = character(offset)
    let stretch = word(offset)
    switch sign {
    case "]", "}":
      return finding(.brackets, "this `\(sign)` closes nothing", at: offset..<(offset + 1))
    case ",":
      return finding(.brackets, "a `,` separates only between brackets", at: offset..<(offset + 1))
    case ":": return finding(.missingKey, "a key is missing before this `:`", at: offset..<(offset + 1))
    default: break
    }
    guard isFirstInLine(offset) else { return behindValue }
    let what = isList || (sign == "-" && text.isSpace(offset + 1)) ? "items" : "keys"
    let begin = isList ? "the list begins here" : "the mapping begins here"
    let notes = [(begin, origin..<end(ofCharacter: origin))]
    if !isList, sign == "-", text.isSpace(offset + 1), column(offset) == column(origin) {
      return finding(
        .indentation,
        "a list item stands here among the keys of a mapping; a list stands below a key of its own",
        at: offset..<(offset + 1), notes: notes)
    }
    if isList, column(offset) == column(origin) {
      return finding(
        .indentation, "the lines around this one are items of a list, and this one does not begin with `- `",
        at: stretch, notes: notes)
    }
    return finding(
      .indentation,
      "this line is indented like nothing above it; \(what) that belong together begin in the same column",
      at: stretch, notes: notes)
  }

  private var behindValue: Diagnostic {
    var before = offset
    while before > 0, text.isBlank(before - 1) { before -= 1 }
    let sign = before > 0 ? text[before - 1] : 0
    if sign == UInt8(ascii: "\"") || sign == UInt8(ascii: "'") {
      let quotes = (startOfLine(offset)..<before).filter { text[$0] == sign }.count
      if quotes % 2 == 1, sign == UInt8(ascii: "\"") {
        return finding(
          .unclosedQuote,
          "this quote closes a text that begins on a line above; a closing quote is missing there",
          at: (before - 1)..<before)
      }
      return finding(
        .textBehindValue, "the quoted text ends before this; put the whole text into one pair of quotes",
        at: word(offset))
    }
    return finding(
      .textBehindValue,
      "nothing but a comment may follow the value before this; put the whole text in quotes",
      at: word(offset))
  }

  private var bracket: Diagnostic {
    let isList = fault.context == "while parsing a flow sequence"
    let (opening, closing) = isList ? ("[", "]") : ("{", "}")
    let opened = origin..<(origin + 1)
    let notes = [("`\(opening)` opens it here", opened)]
    let what = isList ? "list" : "mapping"
    let sign = character(offset)
    if isAtDocumentsEnd { return unclosedBracket(origin) }
    if sign == "]" || sign == "}" {
      return finding(
        .brackets, "`\(sign)` does not close a \(what); write `\(closing)`", at: offset..<(offset + 1),
        notes: notes, fix: (offset..<(offset + 1), closing))
    }
    let line = startOfLine(offset)..<endOfLine(offset)
    let first = text.skippingBlanks(from: line.lowerBound)
    if line.lowerBound > origin, startOfValue(before: offset, from: first) == first {
      return finding(
        .brackets, "a `,` or the closing `\(closing)` of a \(what) is missing before this line",
        at: first..<max(offset, end(ofCharacter: first)), notes: notes)
    }
    if sign == ":" {
      return finding(
        .colonInText, "`: ` cannot stand in a text without quotes; put the text in quotes",
        at: offset..<(offset + 1))
    }
    return finding(
      .brackets, "a `,` or the closing `\(closing)` of a \(what) is missing before this", at: word(offset),
      notes: notes)
  }

  private func unclosedBracket(_ offset: Int) -> Diagnostic {
    let opening = character(offset)
    let closing = opening == "[" ? "]" : "}"
    return finding(
      .brackets, "this `\(opening)` has no closing `\(closing)`", at: offset..<end(ofCharacter: offset),
      notes: self.offset < text.bytes.count ? [("the document ends here", word(self.offset))] : [])
  }

  private var behindTheEnd: Diagnostic {
    if let above = lineAbove(startOfLine(offset)), text.string(above) == "..." {
      return finding(.secondDocument, TreeBuilder.secondDocument, at: word(offset))
    }
    let first = text.skippingSpace(from: 0)
    return finding(
      .indentation,
      "the spec has ended before this; the keys of its outermost mapping begin in the same column",
      at: word(offset), notes: [("it begins here", first..<end(ofCharacter: first))])
  }
}
