import LifelineModel

/// The text of a monitor's table.
///
/// A row is a character that says whether the machine can be at rest, followed by two digits of base 64 for each callback and event. A
/// digit above 63 in the second place means that the call can't come. Between them, a character for each six events to which
/// answers are promised says which of these the machine can't ignore.
enum TableText {
  static let digitOffset = 36
  static let none = 1 << 12

  static func rowLength(of table: MonitorTable) -> Int { firstColumn(of: table) + 2 * table.columnCount }

  /// Returns the number of characters before the digits.
  static func firstColumn(of table: MonitorTable) -> Int { 1 + (table.askingEvents.count + 5) / 6 }

  static func row(_ state: Int, of table: MonitorTable) -> String {
    var digits = [table.isResting(in: state) ? 1 : 0]
    for first in stride(from: 0, to: table.askingEvents.count, by: 6) {
      digits.append(Int(table.flags(in: state) >> UInt64(first) & 63))
    }
    for column in 0..<table.columnCount {
      let next = table.state(afterColumn: column, in: state) ?? none
      digits += [next % 64, next / 64]
    }
    return text(digits)
  }

  /// Returns the two digits of a state's number.
  static func number(_ state: Int) -> String { text([state % 64, state / 64]) }

  /// Returns the three digits of a greater number.
  static func longNumber(_ number: Int) -> String { text([number % 64, number / 64 % 64, number / 4_096]) }

  private static func text(_ digits: [Int]) -> String {
    String(decoding: digits.map { UInt8(digitOffset + $0) }, as: UTF8.self)
  }
}
