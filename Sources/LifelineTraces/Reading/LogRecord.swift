/// A line of a log, as every form of a log produces it.
struct LogRecord {
  /// The bytes of the line that reports quote, without its end.
  var line: ArraySlice<UInt8>
  /// The bytes of which calls have ranges: those around ``line`` or, in an object, the values of its members.
  var values: [UInt8]
  var place: LogPlace
  /// Whether the ranges of calls are those of bytes in ``line``.
  var isText = false

  /// The beginning of the line.
  var shownLine: ArraySlice<UInt8> { line.beginning(upTo: TraceSession.lineLimit) }

  /// The beginning of the line as text.
  var shownText: String { String(decoding: shownLine, as: UTF8.self) }

  /// Returns the text of a call, which may be cut.
  func shownName(of call: LogCall) -> ArraySlice<UInt8> { values[call.name].beginning(upTo: TraceSession.lineLimit) }

  /// Returns the column of an offset in a line of text; `nil` in an object.
  func column(of offset: Int) -> Int? {
    isText ? String(decoding: values[line.startIndex..<offset], as: UTF8.self).unicodeScalars.count + 1 : nil
  }
}

/// The meaning of a line of a log.
enum LogLine {
  /// A call, an event that is observed, or a state.
  case call(LogCall)
  /// An event that the spec doesn't know.
  case unknownEvent(name: Range<Int>)
  /// An event of the spec that isn't observed.
  case unobservedEvent(name: Range<Int>)
  /// A state of the spec, although states aren't observed.
  case unobservedState
  /// A state that the spec doesn't know.
  case unknownState(name: Range<Int>)
  /// A call of a method that the spec doesn't know.
  case unknownCall(receiver: Range<Int>, name: Range<Int>)
  /// Something else.
  case other
  /// A line that can't be read, with the reason.
  case unreadable(String)
  /// A line of a file that isn't judged, with the reason in the first one.
  case refused(String?)
}

/// A call, an event or a state in a line of a log. The ranges are those of bytes in the line, or in the values of a JSON object.
struct LogCall {
  /// The number of the callbacks that the text of the call may stand for, see ``SelectorTable``, or of the event, see
  /// ``EventNames``.
  var symbol: Int
  /// The text of the call, or the name of the event.
  var name: Range<Int>
  /// The class that the method was called of.
  var receiver: Range<Int>?
  /// The object that the method was called of: its address, or what an object of a log has as its `instance`.
  var address: Range<Int>?
  var time: LogTime?
  /// The name of the session, if a member of an object has it.
  var session: Range<Int>?
  /// The name of the part that makes the call, if a member of an object has it.
  var part: Range<Int>?
  /// The JSON object with the arguments of the call, if a member of an object has it.
  var arguments: Range<Int>?
}
