import LifelineSource

/// The columns of a life line in text. They depend on the numbers of regions and channels, and never on names, so that a
/// renamed state moves nothing.
struct TextLayout {
  /// The greatest number of columns.
  static let width = 100
  /// The number of columns of the numbers of lines; 0 without them.
  let gutterWidth: Int
  let hostWidth: Int
  let stateWidth: Int
  let laneSpacing: Int
  let stateColumnCount: Int
  let laneCount: Int

  /// - Parameter greatestNumber: The greatest number of a line; `nil` if no numbers are shown.
  init(stateColumnCount: Int, laneCount: Int, greatestNumber: Int?) {
    self.stateColumnCount = stateColumnCount
    self.laneCount = laneCount
    gutterWidth = greatestNumber.map { max(5, "\($0)".count + 1) } ?? 0
    switch stateColumnCount {
    case ...1: (hostWidth, stateWidth) = (20, 20)
    case 2: (hostWidth, stateWidth) = (18, 15)
    case 3: (hostWidth, stateWidth) = (15, 13)
    case 4: (hostWidth, stateWidth) = (15, 11)
    default: (hostWidth, stateWidth) = (13, max(4, 46 / stateColumnCount))
    }
    laneSpacing = laneCount <= 4 ? 3 : laneCount <= 8 ? 2 : 1
  }

  /// The greatest number of states around one that have a line of their own. Beside the last, there is room for a short name.
  var railLimit: Int { max(3, stateWidth - 8) }
  /// The first column of the names of events.
  var host: Int { gutterWidth }
  /// The number of columns for an event, in front of its arrow.
  var eventWidth: Int { hostWidth - 4 }
  /// Returns the first column of a column of states.
  func state(_ column: Int) -> Int { gutterWidth + hostWidth + column * stateWidth }
  /// Returns the column of a channel's line.
  func lane(_ channel: Int) -> Int { state(stateColumnCount) + channel * laneSpacing }
  /// The first column behind the lines of the channels.
  var lanesEnd: Int { lane(max(0, laneCount - 1)) + 1 }
  /// The column at which the promises of a call begin, unless the call is longer.
  var promise: Int { max(lanesEnd + 8, min(lanesEnd + 25, Self.width - 16)) }

  /// Returns the column of a bar's line.
  func position(of bar: LifeLine.Bar) -> Int { state(bar.column) + min(bar.level, railLimit) }
}
