import LifelineSource

/// Reads lines of text that show events and states.
extension TextLine {
  /// Returns the meaning of a line that shows an event: behind the prefix and perhaps an object, `event` and its name, which
  /// may have a class in front.
  /// - Parameter name: Where a pattern has found the name; `nil` to look for the usual form.
  /// - Returns: The meaning; `nil` if the line shows no event.
  static func readEvent(
    _ bytes: [UInt8], in range: Range<Int>, named name: Range<Int>?, _ table: inout SelectorTable, _ events: EventNames
  ) -> LogLine? {
    let (line, start, time, object) = begin(bytes, in: range, &table)
    var receiver: Range<Int>?
    guard let name = name ?? line.eventName(at: start, &receiver) else { return nil }
    switch events.meaning(of: bytes, in: name) {
    case .unobserved: return .unobservedEvent(name: name)
    case .unknown: return .unknownEvent(name: name)
    case .symbol(let symbol): return line.observation(symbol, name, of: receiver, object, at: time)
    }
  }

  /// Returns the meaning of a line that shows a state: behind the prefix and perhaps an object, `state` and its name or path.
  /// - Parameter name: Where a pattern has found the name; `nil` to look for the usual form.
  /// - Returns: The meaning; `nil` if the line shows no state.
  static func readState(
    _ bytes: [UInt8], in range: Range<Int>, named name: Range<Int>?, _ table: inout SelectorTable, _ states: StateNames
  ) -> LogLine? {
    let (line, start, time, object) = begin(bytes, in: range, &table)
    guard let name = name ?? line.word(behind: "state ", at: start) else { return nil }
    if let symbol = states.symbol(of: bytes, in: name) {
      return line.observation(symbol, name, of: nil, object, at: time)
    }
    // A class may stand in front of the name.
    guard let dot = bytes[name].firstIndex(of: UInt8(ascii: ".")), dot > name.lowerBound, dot + 1 < name.upperBound,
      let symbol = states.symbol(of: bytes, in: dot + 1..<name.upperBound)
    else { return .unknownState(name: name) }
    return line.observation(symbol, dot + 1..<name.upperBound, of: name.lowerBound..<dot, object, at: time)
  }

  /// An object in a line, with its end.
  private typealias Object = (name: Range<Int>, address: Range<Int>, end: Int)

  /// Returns a line, where it goes on behind its prefix and an object, and both of these.
  private static func begin(
    _ bytes: [UInt8], in range: Range<Int>, _ table: inout SelectorTable
  ) -> (line: TextLine, start: Int, time: LogTime?, object: Object?) {
    let line = TextLine(bytes, to: range.upperBound)
    var start = bytes.skipBlanks(from: range.lowerBound, to: line.end)
    let time = line.skipPrefix(&start, &table)
    let object = line.object(at: start)
    if let object {
      let isFollowedByColon = line.isByte(":", at: object.end)
      start = bytes.skipBlanks(from: isFollowedByColon ? object.end + 1 : object.end, to: line.end)
    }
    return (line, start, time, object)
  }

  /// Returns an event or a state with what the line says about its receiver.
  private func observation(
    _ symbol: Int, _ name: Range<Int>, of receiver: Range<Int>?, _ object: Object?, at time: LogTime?
  ) -> LogLine? {
    guard case .call(var call) = call(symbol, name) else { return nil }
    if let receiver { call.receiver = receiver }
    if let object { (call.receiver, call.address) = (object.name, object.address) }
    call.time = time
    return .call(call)
  }

  /// Returns the name behind the word `event`.
  /// - Parameter receiver: The class in front of the name, if there is one.
  private func eventName(at start: Int, _ receiver: inout Range<Int>?) -> Range<Int>? {
    guard let name = word(behind: "event ", at: start) else { return nil }
    let (nameStart, nameEnd) = (name.lowerBound, name.upperBound)
    guard let dot = bytes[nameStart..<nameEnd].lastIndex(of: UInt8(ascii: ".")), dot > nameStart, dot + 1 < nameEnd
    else {
      return nameStart..<nameEnd
    }
    receiver = nameStart..<dot
    return dot + 1..<nameEnd
  }

  /// Returns the name behind a word.
  private func word(behind word: StaticString, at start: Int) -> Range<Int>? {
    guard has(word, start) else { return nil }
    let nameStart = bytes.skipBlanks(from: start + word.utf8CodeUnitCount, to: end)
    var nameEnd = typeNameEnd(from: nameStart)
    // A control character belongs to a name that nobody meant, and isn't the end of another.
    if nameEnd < end, isControl(bytes[nameEnd]) { nameEnd = bytes.skip(from: nameEnd, to: end) { !isBlank($0) } }
    return nameStart < nameEnd ? nameStart..<nameEnd : nil
  }
}
