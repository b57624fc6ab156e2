import LifelineAnalysis

/// The last calls of a session. There may be many sessions, so all texts stand in one piece of memory.
struct RecentCalls {
  /// A call that was read not long ago.
  struct Call {
    var place: LogPlace
    var symbol: Int
    /// The name of the callback, as the log has it.
    var name: ArraySlice<UInt8>
    /// The line, which may be cut.
    var line: ArraySlice<UInt8>
    /// The arguments that the line shows.
    var arguments: [String: LoggedValue]
  }

  private struct Entry {
    var place: LogPlace
    var symbol: Int32
    var nameCount: Int16
    var lineCount: Int16

    var count: Int { Int(nameCount) + Int(lineCount) }
  }

  /// The number of calls that are kept.
  static let limit = 16

  private var entries: [Entry] = []
  /// The name and the line of each call.
  private var texts: [UInt8] = []
  /// The arguments of each call; empty if none has any.
  private var arguments: [[String: LoggedValue]] = []

  /// The calls, the oldest first.
  var all: [Call] {
    var end = 0
    return entries.indices.map { index in
      end += entries[index].count
      return call(index, endingAt: end)
    }
  }

  var last: Call? { entries.indices.last.map { call($0, endingAt: texts.count) } }

  /// The symbol of the call that the next one displaces; `nil` if there is room.
  var displaced: Int? { entries.count < Self.limit ? nil : Int(entries[0].symbol) }

  /// Keeps a call instead of the oldest one.
  mutating func keep(
    _ symbol: Int, at place: LogPlace, name: ArraySlice<UInt8>, line: ArraySlice<UInt8>,
    with shown: [String: LoggedValue]
  ) {
    if entries.count == Self.limit {
      texts.removeFirst(entries.removeFirst().count)
      if !arguments.isEmpty { arguments.removeFirst() }
    }
    if !shown.isEmpty || !arguments.isEmpty {
      arguments += repeatElement([:], count: entries.count - arguments.count) + [shown]
    }
    entries.append(
      Entry(place: place, symbol: Int32(symbol), nameCount: Int16(name.count), lineCount: Int16(line.count)))
    texts += name
    texts += line
  }

  private func call(_ index: Int, endingAt end: Int) -> Call {
    let entry = entries[index]
    let lineStart = end - Int(entry.lineCount)
    return Call(
      place: entry.place, symbol: Int(entry.symbol), name: texts[lineStart - Int(entry.nameCount)..<lineStart],
      line: texts[lineStart..<end], arguments: arguments.isEmpty ? [:] : arguments[index])
  }
}
