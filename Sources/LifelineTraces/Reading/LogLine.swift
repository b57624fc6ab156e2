/// The meaning of a line of a log.
enum LogLine {
  /// A call.
  case call(LogCall)
  /// A call of a method that the spec doesn't know.
  case unknownCall(receiver: Range<Int>, name: Range<Int>)
  /// Something else.
  case other
  /// A line that can't be read, with the reason.
  case unreadable(String)
}

/// A call in a line of a log. The ranges are those of bytes in the line, or in the values of a JSON object.
struct LogCall {
  /// The number of the callbacks that the text of the call may stand for, see ``SelectorTable``.
  var symbol: Int
  /// The text of the call.
  var name: Range<Int>
  /// The class that the method was called of.
  var receiver: Range<Int>?
  /// The object that the method was called of.
  var address: Range<Int>?
  var time: LogTime?
}
