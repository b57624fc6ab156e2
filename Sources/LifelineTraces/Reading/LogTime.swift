import LifelineSource

/// A time in a log. Only times of one kind can be compared.
struct LogTime {
  enum Kind {
    /// A moment, with its date.
    case moment
    /// A moment of a year that the log doesn't name.
    case timeOfYear
    /// A time of a day that the log doesn't name.
    case timeOfDay
    /// A number of which the log doesn't say what it counts.
    case number

    /// The seconds after which the times begin anew, if they do.
    fileprivate var period: Double? {
      switch self {
      case .moment, .number: nil
      case .timeOfYear: 366 * 86_400
      case .timeOfDay: 86_400
      }
    }
  }

  var kind: Kind
  /// The seconds since a common beginning.
  var seconds: Double

  /// Returns whether this time is before `other`. A time that is more than half a day, or half a year, earlier is one of
  /// the next day or year if the log doesn't name that.
  func isBefore(_ other: LogTime) -> Bool {
    guard kind == other.kind, seconds < other.seconds else { return false }
    return kind.period.map { other.seconds - seconds <= $0 / 2 } ?? true
  }
}

extension LogTime {
  /// Whether times of this kind say how long something took.
  var isComparable: Bool { kind != .number }

  /// Returns the milliseconds that have passed since another time; `nil` if the log doesn't tell. Numbers may count anything, and
  /// times that begin anew are compared up to half of their period.
  func milliseconds(since other: LogTime) -> Int? {
    guard kind == other.kind, isComparable else { return nil }
    var passed = seconds - other.seconds
    if let period = kind.period, passed < -period / 2 { passed += period }
    return Int(exactly: (passed * 1_000).rounded())
  }
}

/// Returns the days from 1970 to a date of the Gregorian calendar.
func days(year: Int, month: Int, day: Int) -> Int {
  // Years begin in March here, so that a leap day is the last one.
  let year = month <= 2 ? year - 1 : year
  let era = (year >= 0 ? year : year - 399) / 400
  let yearOfEra = year - era * 400
  let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
  return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
}

/// Reads dates and times at the head of a line.
struct TimeScanner {
  private let end: Int
  private(set) var offset: Int
  private var day: Int?
  private var hasYear = false
  private var seconds: Double?

  /// Creates a scanner of the bytes from `offset` to `end`.
  init(from offset: Int, to end: Int) {
    self.offset = offset
    self.end = end
  }

  /// The time; `nil` if there is none.
  var time: LogTime? {
    guard let seconds else { return nil }
    let kind: LogTime.Kind = day == nil ? .timeOfDay : hasYear ? .moment : .timeOfYear
    return LogTime(kind: kind, seconds: Double(day ?? 0) * 86_400 + seconds)
  }

  /// Reads a date, a time, or a date and a time.
  /// - Returns: Whether there is a time.
  mutating func scan(_ bytes: [UInt8]) -> Bool {
    var index = offset
    if let (date, isWhole, next) = Self.date(bytes, index, end) {
      day = date
      hasYear = isWhole
      index = next
      guard index < end, isBlank(bytes[index]) || bytes[index] == UInt8(ascii: "T") else { return false }
      index = isBlank(bytes[index]) ? bytes.skipBlanks(from: index, to: end) : index + 1
    }
    guard let (time, next) = Self.time(bytes, index, end) else { return false }
    // A word isn't cut.
    guard next == end || !isWordByte(bytes[next]) else { return false }
    seconds = time
    offset = next
    return true
  }

  /// Returns the number that `count` digits spell out.
  private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int, _ end: Int) -> Int? {
    guard start + count <= end else { return nil }
    var result = 0
    for index in start..<start + count {
      guard isDigit(bytes[index]) else { return nil }
      result = result * 10 + Int(bytes[index] - UInt8(ascii: "0"))
    }
    return result
  }

  /// Returns the day of `2026-10-31`, `2026/10/31`, `10-31` or `Oct 31`.
  private static func date(_ bytes: [UInt8], _ start: Int, _ end: Int) -> (day: Int, hasYear: Bool, end: Int)? {
    func isSeparator(_ index: Int) -> Bool {
      index < end && (bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "/"))
    }
    if let year = number(bytes, start, 4, end), isSeparator(start + 4), let month = number(bytes, start + 5, 2, end),
      isSeparator(start + 7), let day = number(bytes, start + 8, 2, end), (1...12).contains(month)
    {
      return (days(year: year, month: month, day: day), true, start + 10)
    }
    if let month = number(bytes, start, 2, end), isSeparator(start + 2), let day = number(bytes, start + 3, 2, end),
      (1...12).contains(month)
    {
      return (days(year: 1972, month: month, day: day), false, start + 5)
    }
    guard start + 6 <= end, bytes[start + 3] == UInt8(ascii: " "), let month = month(bytes, start) else { return nil }
    let isShort = bytes[start + 4] == UInt8(ascii: " ")
    guard let day = number(bytes, start + (isShort ? 5 : 4), isShort ? 1 : 2, end) else { return nil }
    return (days(year: 1972, month: month, day: day), false, start + 6)
  }

  private static func month(_ bytes: [UInt8], _ start: Int) -> Int? {
    let names: [StaticString] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    return names.firstIndex { bytes.has($0, at: start, to: start + 3) }.map { $0 + 1 }
  }

  /// Returns the seconds of `12:34:56`, with a fraction and a distance from UTC if they are there.
  private static func time(_ bytes: [UInt8], _ start: Int, _ end: Int) -> (seconds: Double, end: Int)? {
    let colon = UInt8(ascii: ":")
    guard let hour = number(bytes, start, 2, end), start + 8 <= end, bytes[start + 2] == colon,
      let minute = number(bytes, start + 3, 2, end), bytes[start + 5] == colon,
      let second = number(bytes, start + 6, 2, end)
    else { return nil }
    var seconds = Double(hour * 3_600 + minute * 60 + second)
    var index = start + 8
    if index + 1 < end, bytes[index] == UInt8(ascii: ".") || bytes[index] == UInt8(ascii: ","),
      isDigit(bytes[index + 1])
    {
      index += 1
      var (fraction, unit) = (0, 1)
      while index < end, isDigit(bytes[index]) {
        if unit < 1_000_000_000 {
          fraction = fraction * 10 + Int(bytes[index] - UInt8(ascii: "0"))
          unit *= 10
        }
        index += 1
      }
      seconds += Double(fraction) / Double(unit)
    }
    if index < end, bytes[index] == UInt8(ascii: "Z") { return (seconds, index + 1) }
    guard index < end, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-"),
      let hours = number(bytes, index + 1, 2, end)
    else { return (seconds, index) }
    let sign = bytes[index] == UInt8(ascii: "+") ? -1.0 : 1.0
    index += 3
    if index < end, bytes[index] == colon { index += 1 }
    let minutes = number(bytes, index, 2, end)
    return (seconds + sign * Double(hours * 3_600 + (minutes ?? 0) * 60), minutes == nil ? index : index + 2)
  }
}
