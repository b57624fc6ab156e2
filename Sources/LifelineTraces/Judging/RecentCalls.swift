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

  /// The calls, the oldest first.
  var all: [Call] {
    var end = 0
    return entries.map { entry in
      end += entry.count
      return call(entry, endingAt: end)
    }
  }

  var last: Call? { entries.last.map { call($0, endingAt: texts.count) } }

  /// The symbol of the call that the next one displaces; `nil` if there is room.
  var displaced: Int? { entries.count < Self.limit ? nil : Int(entries[0].symbol) }

  /// Keeps a call instead of the oldest one.
  mutating func keep(_ symbol: Int, at place: LogPlace, name: ArraySlice<UInt8>, line: ArraySlice<UInt8>) {
    if entries.count == Self.limit { texts.removeFirst(entries.removeFirst().count) }
    entries.append(
      Entry(place: place, symbol: Int32(symbol), nameCount: Int16(name.count), lineCount: Int16(line.count)))
    texts += name
    texts += line
  }

  private func call(_ entry: Entry, endingAt end: Int) -> Call {
    let lineStart = end - Int(entry.lineCount)
    return Call(
      place: entry.place, symbol: Int(entry.symbol), name: texts[lineStart - Int(entry.nameCount)..<lineStart],
      line: texts[lineStart..<end])
  }
}
