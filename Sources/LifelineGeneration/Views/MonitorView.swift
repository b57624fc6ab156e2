import LifelineModel
import LifelineTemplating

/// The monitor of a machine.
struct MonitorView: TemplateView {
  var name: String
  var violationType: String
  var recentCallsType: String
  var table: MonitorTable
  var locations: [String]

  static let keys: ViewKeys<Self> = [
    "monitorType": .text(\.name, "The monitor's type."),
    "violationType": .text(\.violationType, "The type of violations inside the monitor."),
    "recentCallsType": .text(\.recentCallsType, "The private type of the last calls."),
    "recentCount": .text({ String(128 / $0.callBits) }, "The number of the last calls that a monitor keeps."),
    "callBits": .text({ String($0.callBits) }, "The number of bits for one of these calls."),
    "callMask": .text({ String(1 << $0.callBits - 1) }, "The number with so many bits set."),
    "upperShift": .text({ String(64 - $0.callBits) }, "The position of the uppermost of these calls in 64 bits."),
    "start": .text({ String($0.table.start) }, "The state before the machine starts."),
    "anywhere": .text({ String($0.table.anywhere) }, "The state without knowledge of what came before."),
    "none": .text({ _ in String(TableText.none) }, "The number that stands in the table for a call that can't come."),
    "digitOffset": .text({ _ in String(TableText.digitOffset) }, "The character of the digit zero, as a number."),
    "rowLength": .text({ String(TableText.rowLength(of: $0.table)) }, "The number of characters of a row."),
    "rows": .texts({ view in (0..<view.table.stateCount).map { TableText.row($0, of: view.table) } }, "The rows."),
    "locations": .texts(\.locations, "For each callback, where the spec declares it, as a string literal."),
  ]

  private var callBits: Int { table.callbackCount < 1 << 8 ? 8 : 16 }
}

/// The text of a monitor's table.
///
/// A row is a character that says whether the machine can be at rest, followed by two digits of base 64 for each callback. A
/// digit above 63 in the second place means that the call can't come.
private enum TableText {
  static let digitOffset = 36
  static let none = 1 << 12

  static func rowLength(of table: MonitorTable) -> Int { 1 + 2 * table.callbackCount }

  static func row(_ state: Int, of table: MonitorTable) -> String {
    var digits = [table.isResting(in: state) ? 1 : 0]
    for callback in 0..<table.callbackCount {
      let next = table.state(after: ID(callback), in: state) ?? none
      digits += [next % 64, next / 64]
    }
    return String(decoding: digits.map { UInt8(digitOffset + $0) }, as: UTF8.self)
  }
}

extension DeclarationViews {
  /// Returns the monitor that follows `table`.
  func makeMonitor(_ table: MonitorTable) -> MonitorView {
    MonitorView(
      name: names.monitor, violationType: typeInMonitor("Violation"), recentCallsType: typeInMonitor("RecentCalls"),
      table: table,
      locations: context.whole.callbacks.indices.map { index in
        let file = context.whole.part(of: ID<Callback>(index)).map { Self.fileName(context.whole[$0].path) }
        let line = context.whole.callbacks[index].range.start.line
        return SwiftText.stringLiteral("\(file ?? options.specName):\(line)")
      })
  }

  private static func fileName(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Returns the name of a type in the monitor, which must not hide a machine of its name.
  private func typeInMonitor(_ name: String) -> String { machine.name == name ? "Monitor\(name)" : name }
}
