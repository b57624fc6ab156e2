import LifelineSource

/// Reads lines of text: after a prefix with time, process and thread, a line is a call if it begins with one.
struct TextLine {
  let bytes: [UInt8]
  let end: Int

  init(_ bytes: [UInt8], to end: Int) {
    self.bytes = bytes
    self.end = end
  }

  /// Returns the meaning of a line.
  /// - Parameter place: Where a pattern has found the call; `nil` for a call behind the prefix.
  static func read(
    _ bytes: [UInt8], in range: Range<Int>, at place: Range<Int>? = nil, _ table: inout SelectorTable
  ) -> LogLine {
    let line = TextLine(bytes, to: range.upperBound)
    var start = bytes.skipBlanks(from: range.lowerBound, to: line.end)
    let time = line.skipPrefix(&start, &table)
    let found = place.map { TextLine(bytes, to: $0.upperBound).call(at: $0.lowerBound, &table) }
    switch found ?? line.call(at: start, &table) {
    case .call(var call):
      call.time = time
      return .call(call)
    case let other: return other
    }
  }

  /// Returns the meaning of a message, which has no prefix.
  static func readMessage(_ bytes: [UInt8], in range: Range<Int>, _ table: inout SelectorTable) -> LogLine {
    let start = bytes.skipBlanks(from: range.lowerBound, to: range.upperBound)
    return TextLine(bytes, to: range.upperBound).call(at: start, &table)
  }

  func has(_ text: StaticString, _ start: Int) -> Bool { bytes.has(text, at: start, to: end) }

  func isByte(_ character: Unicode.Scalar, at index: Int) -> Bool {
    index < end && bytes[index] == UInt8(ascii: character)
  }

  // MARK: Prefixes

  /// Moves `start` behind the prefix of `NSLog`, `os_log`, `log show` or Logcat, if there is one.
  /// - Returns: The time in it.
  func skipPrefix(_ start: inout Int, _ table: inout SelectorTable) -> LogTime? {
    guard start < end else { return nil }
    if let tagEnd = tagEnd(start) {
      start = bytes.skipBlanks(from: tagEnd, to: end)
      return nil
    }
    let isBracketed = bytes[start] == UInt8(ascii: "[")
    guard isBracketed || isWordByte(bytes[start]) else { return nil }
    var scanner = TimeScanner(from: isBracketed ? start + 1 : start, to: end)
    guard scanner.scan(bytes) else { return nil }
    var index = scanner.offset
    if isBracketed {
      guard isByte("]", at: index) else { return nil }
      index += 1
    }
    if isByte(":", at: index) { index += 1 }
    index = bytes.skipBlanks(from: index, to: end)
    if let columnsEnd = tagEnd(index) ?? logcatEnd(index) {
      start = bytes.skipBlanks(from: columnsEnd, to: end)
    } else {
      start = skipColumns(from: index, &table)
    }
    return scanner.time
  }

  /// Returns the end of `D/Tag:` or `D/Tag( 1234):`, the brief form of Logcat.
  private func tagEnd(_ start: Int) -> Int? {
    guard start + 2 < end, isLevel(bytes[start]), isByte("/", at: start + 1),
      let colon = bytes.firstOffset(of: UInt8(ascii: ":"), from: start + 2, to: min(end, start + 128)),
      colon > start + 2
    else { return nil }
    return columnEnd(colon + 1)
  }

  /// Returns the end of the columns that Android Studio shows behind the time: the numbers of process and thread, and either
  /// the tag, the package and the level, or the package and `D/Tag:`.
  private func logcatEnd(_ start: Int) -> Int? {
    let processEnd = bytes.skip(from: start, to: end, while: isDigit)
    guard processEnd > start, isByte("-", at: processEnd) else { return nil }
    var index = bytes.skip(from: processEnd + 1, to: end, while: isDigit)
    guard index > processEnd + 1 else { return nil }
    if isByte("/", at: index) {
      index = bytes.skip(from: index, to: end) { !isBlank($0) }
      return tagEnd(bytes.skipBlanks(from: index, to: end))
    }
    // A tag may consist of several words.
    let limit = min(end, start + 256)
    while index < limit, isBlank(bytes[index]) {
      let word = bytes.skipBlanks(from: index, to: limit)
      index = bytes.skip(from: word, to: limit) { !isBlank($0) }
      if index == word + 1, isLevel(bytes[word]) { return columnEnd(index) }
    }
    return nil
  }

  /// Returns whether a byte is the letter of a level in Logcat.
  private func isLevel(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "V", "D", "I", "W", "E", "F", "A": true
    default: false
    }
  }

  /// Returns the offset behind the columns of numbers, processes and categories that follow a time.
  private func skipColumns(from start: Int, _ table: inout SelectorTable) -> Int {
    var index = start
    // A process stands behind its own number and that of its thread, or has them in brackets.
    var numbers = 0
    var hasOwner = false
    while index < end, !has("-[", index), !has("+[", index), object(at: index) == nil {
      var next: Int?
      if has("0x", index) {
        next = columnEnd(bytes.skip(from: index + 2, to: end, while: isHexadecimal))
        if next != nil { numbers = 2 }
      } else if isDigit(bytes[index]) {
        next = columnEnd(bytes.skip(from: index, to: end, while: isDigit))
        if next != nil { numbers += 1 }
      } else {
        next = bracketsEnd(index) ?? typeEnd(index)
        if next == nil, !hasOwner {
          hasOwner = true
          next = (numbers >= 2 ? titleEnd(index) : nil) ?? processEnd(index)
          // The text of a call may look like a process, too.
          if next != nil, !isProcessNumber(behind: index), isCall(at: index, &table) { next = nil }
        }
      }
      guard let next else { return index }
      index = bytes.skipBlanks(from: next, to: end)
    }
    return index
  }

  /// Returns whether a bracket follows the first word, as in `App[123]`.
  private func isProcessNumber(behind start: Int) -> Bool {
    isByte("[", at: bytes.skip(from: start, to: end, while: isWordByte))
  }

  private func isCall(at start: Int, _ table: inout SelectorTable) -> Bool {
    if case .call = name(at: start, &table) { true } else { false }
  }

  private func columnEnd(_ index: Int) -> Int? { index < end && isBlank(bytes[index]) ? index : nil }

  /// Returns the end of `My App[123:4567]`, with a host before it and a level behind it if they are there.
  private func processEnd(_ start: Int) -> Int? {
    guard let open = bytes.firstOffset(of: UInt8(ascii: "["), from: start + 1, to: min(end, start + 128)),
      // The bracket of a method isn't that of a process.
      !isByte("-", at: open - 1), !isByte("+", at: open - 1)
    else { return nil }
    var index = bytes.skip(from: open + 1, to: end, while: isDigit)
    guard index > open + 1 else { return nil }
    if isByte(":", at: index) { index = bytes.skip(from: index + 1, to: end, while: isHexadecimal) }
    guard isByte("]", at: index) else { return nil }
    index += 1
    if isByte(":", at: index) { index += 1 }
    return columnEnd(index)
  }

  /// Returns the end of `[subsystem:category]`, `(library)` or `<Notice>:`.
  private func bracketsEnd(_ start: Int) -> Int? {
    let close: UInt8
    switch Unicode.Scalar(bytes[start]) {
    case "[": close = UInt8(ascii: "]")
    case "(": close = UInt8(ascii: ")")
    case "<": close = UInt8(ascii: ">")
    default: return nil
    }
    guard var index = bytes.firstOffset(of: close, from: start, to: min(end, start + 256)) else { return nil }
    index += 1
    if isByte(":", at: index) { index += 1 }
    return columnEnd(index)
  }

  /// The types of messages, as `log show` and other tools print them.
  private static let types = ByteTable([
    "Default", "Info", "Debug", "Error", "Fault", "Activity", "Df", "Db", "Er", "Ft", "A", "D", "E", "F", "I", "V",
    "W", "TRACE", "DEBUG", "INFO", "NOTICE", "WARNING", "ERROR", "FAULT",
  ])

  /// Returns the end of the type of a message.
  private func typeEnd(_ start: Int) -> Int? {
    let typeEnd = bytes.skip(from: start, to: end) { isCapital($0) || isSmallLetter($0) }
    guard Self.types.number(of: bytes, in: start..<typeEnd) != nil else { return nil }
    return columnEnd(isByte(":", at: typeEnd) ? typeEnd + 1 : typeEnd)
  }

  /// Returns the end of the name of a process with a colon, as it stands behind a thread.
  private func titleEnd(_ start: Int) -> Int? {
    guard let colon = bytes.firstOffset(of: UInt8(ascii: ":"), from: start, to: min(end, start + 128)) else {
      return nil
    }
    return columnEnd(colon + 1)
  }

  // MARK: Calls

  private func call(at start: Int, _ table: inout SelectorTable) -> LogLine {
    guard start < end else { return .other }
    if has("-[", start) || has("+[", start) { return method(at: start, &table) }
    guard let object = object(at: start) else { return name(at: start, &table) }
    let nameStart = bytes.skipBlanks(from: isByte(":", at: object.end) ? object.end + 1 : object.end, to: end)
    guard nameStart > object.end, nameStart < end, case .call(var call) = name(at: nameStart, &table) else {
      return .other
    }
    (call.receiver, call.address) = (object.name, object.address)
    return .call(call)
  }

  /// Reads `-[Class selector]`.
  private func method(at start: Int, _ table: inout SelectorTable) -> LogLine {
    var index = start + 2
    let receiver: Range<Int>
    var address: Range<Int>?
    if let object = object(at: index) {
      (receiver, address, index) = (object.name, object.address, object.end)
    } else {
      let nameEnd = typeNameEnd(from: index)
      receiver = index..<nameEnd
      index = nameEnd
      // A category.
      if isByte("(", at: index) {
        guard let close = bytes.firstOffset(of: UInt8(ascii: ")"), from: index, to: end) else { return .other }
        index = close + 1
      }
    }
    guard !receiver.isEmpty, index < end, isBlank(bytes[index]) else { return .other }
    let nameStart = bytes.skipBlanks(from: index, to: end)
    guard let close = bytes.firstOffset(of: UInt8(ascii: "]"), from: nameStart, to: end) else { return .other }
    var nameEnd = close
    while nameEnd > nameStart, isBlank(bytes[nameEnd - 1]) { nameEnd -= 1 }
    let name = nameStart..<nameEnd
    guard !name.isEmpty else { return .other }
    guard let symbol = table.symbol(of: bytes, in: name) else { return .unknownCall(receiver: receiver, name: name) }
    if address == nil { address = self.address(behind: close + 1) }
    return .call(LogCall(symbol: symbol, name: name, receiver: receiver, address: address))
  }

  /// Returns the end of the name of a type, such as `App.Screen` or `Hosting<App.Screen>`.
  func typeNameEnd(from start: Int) -> Int {
    var index = start
    while true {
      index = bytes.skip(from: index, to: end) { isWordByte($0) || $0 == UInt8(ascii: ".") }
      guard index > start, isByte("<", at: index), let argumentsEnd = argumentsEnd(from: index) else { return index }
      index = argumentsEnd
    }
  }

  /// Returns the end of the arguments of a generic type; `nil` if its brackets have no ends.
  private func argumentsEnd(from start: Int) -> Int? {
    var depth = 0
    for index in start..<end {
      if bytes[index] == UInt8(ascii: "<") { depth += 1 }
      if bytes[index] == UInt8(ascii: ">"), bytes[index - 1] != UInt8(ascii: "-") { depth -= 1 }
      if depth == 0 { return index + 1 }
    }
    return nil
  }

  /// Reads `<Class: 0x7f8b>`.
  func object(at start: Int) -> (name: Range<Int>, address: Range<Int>, end: Int)? {
    guard isByte("<", at: start) else { return nil }
    let nameEnd = typeNameEnd(from: start + 1)
    guard nameEnd > start + 1, isByte(":", at: nameEnd) else { return nil }
    let addressStart = bytes.skipBlanks(from: nameEnd + 1, to: end)
    guard has("0x", addressStart) else { return nil }
    let addressEnd = bytes.skip(from: addressStart + 2, to: end, while: isHexadecimal)
    guard addressEnd > addressStart + 2, isByte(">", at: addressEnd) else { return nil }
    return (start + 1..<nameEnd, addressStart..<addressEnd, addressEnd + 1)
  }

  /// Returns the call of a name without a class, with the object that follows it, as in `viewDidLoad() <Screen: 0x7f8b>`.
  func call(_ symbol: Int, _ name: Range<Int>) -> LogLine {
    var index = name.upperBound
    if isByte(":", at: index) { index += 1 }
    let object = object(at: bytes.skipBlanks(from: index, to: end))
    return .call(LogCall(symbol: symbol, name: name, receiver: object?.name, address: object?.address))
  }

  /// Returns the address that follows a call.
  private func address(behind start: Int) -> Range<Int>? {
    var index = bytes.skipBlanks(from: start, to: end)
    if isByte(":", at: index) { index = bytes.skipBlanks(from: index + 1, to: end) }
    if let object = object(at: index) { return object.address }
    guard has("0x", index) else { return nil }
    let addressEnd = bytes.skip(from: index + 2, to: end, while: isHexadecimal)
    return addressEnd > index + 2 ? index..<addressEnd : nil
  }

  /// Reads `Class.name`, or a name or selector alone.
  private func name(at start: Int, _ table: inout SelectorTable) -> LogLine {
    if let phrase = table.phrase(in: bytes, from: start, to: end) {
      return call(phrase.symbol, start..<phrase.end)
    }
    var wordEnd = typeNameEnd(from: start)
    var tokenEnd = wordEnd
    if isByte("(", at: wordEnd) {
      let labelsEnd = bytes.skip(from: wordEnd + 1, to: end) { isWordByte($0) || $0 == UInt8(ascii: ":") }
      if isByte(")", at: labelsEnd) { tokenEnd = labelsEnd + 1 }
    } else if isByte(":", at: wordEnd) {
      tokenEnd = bytes.skip(from: wordEnd, to: end) { isWordByte($0) || $0 == UInt8(ascii: ":") }
    } else {
      // The end of a sentence.
      while wordEnd > start, bytes[wordEnd - 1] == UInt8(ascii: ".") { wordEnd -= 1 }
      tokenEnd = wordEnd
    }
    guard tokenEnd > start else { return .other }
    if let symbol = table.symbol(of: bytes, in: start..<tokenEnd) { return call(symbol, start..<tokenEnd) }
    guard let dot = bytes[start..<wordEnd].lastIndex(of: UInt8(ascii: ".")), dot > start, dot + 1 < wordEnd,
      bytes[wordEnd - 1] != UInt8(ascii: ">")
    else { return .other }
    let name = dot + 1..<tokenEnd
    if let phrase = table.phrase(in: bytes, from: name.lowerBound, to: end) {
      return .call(LogCall(symbol: phrase.symbol, name: name.lowerBound..<phrase.end, receiver: start..<dot))
    }
    if let symbol = table.symbol(of: bytes, in: name) {
      return .call(
        LogCall(symbol: symbol, name: name, receiver: start..<dot, address: address(behind: tokenEnd)))
    }
    // The name of a file has a dot, too, but no labels.
    let isWhole = bytes.skipBlanks(from: tokenEnd, to: end) == end
    return isByte(")", at: tokenEnd - 1) || isWhole ? .unknownCall(receiver: start..<dot, name: name) : .other
  }
}
