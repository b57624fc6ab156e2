import LifelineSource

extension LifeLine {
  /// The number of columns of states that a picture has room for.
  private static let columnLimit = 5

  /// Returns the picture without the columns whose states don't change, if there are too many columns.
  func leavingOutIdleColumns() -> LifeLine {
    guard columns.count > Self.columnLimit else { return self }
    let start = rows.firstIndex(where: \.isStepOfHost) ?? rows.count
    guard start > 0 else { return self }
    let first = rows[start - 1].bars
    let changing = columns.indices.filter { column in
      rows[start...].contains { !$0.isEnding && $0.bars[column] != first[column] || $0.mentions(column) }
    }
    return changing.isEmpty || changing.count == columns.count ? self : keeping(changing)
  }

  /// The number of channels of which each has a line, whether it is used or not.
  private static let channelLimit = 4

  /// Returns the picture without the channels that have no calls and aren't watched, if there are many channels.
  func leavingOutIdleChannels(except watched: Set<Int>) -> LifeLine {
    guard channels.count > Self.channelLimit else { return self }
    var used = watched
    for row in rows { if let call = row.content.shownCall { used.insert(call.channel) } }
    let kept = used.sorted()
    var picture = self
    picture.channels = kept.map { channels[$0] }
    for (index, row) in rows.enumerated() {
      picture.rows[index].content = row.content.mapCall { call in
        call.channel = kept.firstIndex(of: call.channel) ?? 0
      }
    }
    return picture
  }

  private func keeping(_ kept: [Int]) -> LifeLine {
    var numbers: [Int: Int] = [:]
    for (number, column) in kept.enumerated() { numbers[column] = number }
    func moved(_ bar: Bar) -> Bar? {
      numbers[bar.column].map { Bar(name: bar.name, column: $0, level: bar.level, isComposite: bar.isComposite) }
    }
    var picture = self
    picture.columns = kept.map { columns[$0] }
    var rowNumbers: [Int: Int] = [:]
    picture.rows = []
    for (index, row) in rows.enumerated() {
      var row = row
      row.bars = kept.map { row.bars[$0].compactMap(moved) }
      switch row.content {
      case .entered(let bar):
        guard let bar = moved(bar) else { continue }
        row.content = .entered(bar)
      case .call, .omittedCall:
        row.content = row.content.mapCall { call in call.column = numbers[call.column] ?? 0 }
      case .sent(let name, let from, let to, let isTaken):
        row.content = .sent(name: name, from: numbers[from] ?? 0, to: numbers[to] ?? 0, isTaken: isTaken)
      case .raised(let name, let column): row.content = .raised(name: name, column: numbers[column] ?? 0)
      case .restarted(let column): row.content = .restarted(column: numbers[column] ?? 0)
      default: break
      }
      rowNumbers[index] = picture.rows.count
      picture.rows.append(row)
    }
    picture.movePromises(to: rowNumbers)
    let left = columns.indices.filter { numbers[$0] == nil }.map { columns[$0] }
    picture.remarks.append("states that don't change are left out: \(left.joined(separator: ", "))")
    return picture
  }
}

extension LifeLine.Row {
  /// Whether the states of a column do something in the row.
  fileprivate func mentions(_ column: Int) -> Bool {
    switch content {
    case .call(let call), .omittedCall(let call): call.column == column
    case .sent(_, let from, let to, _): from == column || to == column
    case .raised(_, let raising): raising == column
    case .restarted(let restarted): restarted == column
    case .stimulus, .entered, .missingCall, .unplayedCall, .mistake, .folded, .ending: false
    }
  }
}

extension LifeLine.Row.Content {
  /// The call that the row shows, made or not; `nil` if it shows none.
  fileprivate var shownCall: LifeLine.Call? {
    switch self {
    case .call(let call), .omittedCall(let call): call
    default: nil
    }
  }

  /// Returns the same content with the call changed, if there is one.
  fileprivate func mapCall(_ change: (inout LifeLine.Call) -> Void) -> LifeLine.Row.Content {
    guard var call = shownCall else { return self }
    change(&call)
    if case .omittedCall = self { return .omittedCall(call) }
    return .call(call)
  }
}
