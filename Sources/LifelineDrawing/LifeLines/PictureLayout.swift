import LifelineSource

/// The places of everything in a picture, in pixels. They depend on the numbers of columns and rows, and never on names.
struct PictureLayout {
  /// The width of a character of the font of names, which is 12 pixels high.
  static let characterWidth = 7.23
  static let margin = 18.0
  static let railSpacing = 7.0
  /// The room for names of calls with their arguments, in characters.
  static let nameColumns = 34
  /// The distance of words about events from the edge of their column.
  static let wordIndent = 21.0
  private static let promiseSpacing = 9.0

  let columnCount: Int
  let channelCount: Int
  let hostWidth: Double
  let stateWidth: Double
  let laneSpacing: Double
  let showsExpectations: Bool
  /// The upper edge of each row, and the lower edge of the last one.
  private(set) var edges: [Double] = []
  /// The lines above the titles of columns.
  private(set) var heading: [HeadingLine] = []
  private let promiseRailCount: Int

  init(of picture: LifeLine, promiseRailCount: Int) {
    columnCount = picture.columns.count
    channelCount = picture.channels.count
    showsExpectations = picture.showsExpectations
    self.promiseRailCount = max(promiseRailCount, 4)
    switch columnCount {
    case ...1: (hostWidth, stateWidth) = (140, 160)
    case 2: (hostWidth, stateWidth) = (124, 120)
    case 3: (hostWidth, stateWidth) = (116, 106)
    default: (hostWidth, stateWidth) = (116, 92)
    }
    laneSpacing = channelCount <= 2 ? 34 : channelCount <= 4 ? 30 : 16
    heading = HeadingLine.wrap(picture, width: width)
    edges = [titleTop + 15 * Double(max(1, picture.channels.count)) + 6]
    for row in picture.rows { edges.append(edges[edges.count - 1] + height(of: row)) }
  }

  private func height(of row: LifeLine.Row) -> Double {
    switch row.content {
    case .stimulus(let stimulus):
      switch stimulus.kind {
      case .wait: return 34
      case .event, .recalled, .given, .start, .set: return 24 + 14 * Double(details(of: stimulus).below.count)
      }
    case .entered(let bar): return bar.isComposite ? 18 : 22
    case .call, .omittedCall, .missingCall, .unplayedCall: return 20
    case .sent, .raised, .restarted: return 20
    case .folded: return 42
    case .mistake(let text): return 15 * Double(max(1, Self.mistakeLines(text).count)) + 3
    case .ending(let text, _): return 11 + 15 * Double(max(1, endingLines(text).count))
    }
  }

  /// Returns the name of a stimulus, and its arguments in lines below.
  func details(of stimulus: LifeLine.Stimulus) -> (first: String, below: [String]) {
    let width = Self.characters(from: host, to: state(0)) - 1
    if stimulus.kind == .set { return stimulus.factLines(beside: width, width: width) }
    return (VisibleText.escaped(stimulus.name), stimulus.arguments.map(VisibleText.escaped).wrappedList(to: width))
  }

  /// Returns the words about the end in lines.
  func endingLines(_ text: String) -> [String] {
    VisibleText.escaped(text).wrapped(to: Self.characters(from: state(0), to: width - Self.margin) - 2)
  }

  /// Returns a remark about a mistake in lines.
  static func mistakeLines(_ text: String) -> [String] { text.wrapped(to: 42) }

  /// The upper edge of the titles of columns, which stand above each other for the channels.
  var titleTop: Double { (heading.last?.y ?? 51) + 19 }

  var numberEnd: Double { Self.margin + 24 }
  var host: Double { Self.margin + 34 }
  func state(_ column: Int) -> Double { host + hostWidth + Double(column) * stateWidth }
  var statesEnd: Double { state(columnCount) - 10 }
  func lane(_ channel: Int) -> Double { statesEnd + 28 + Double(channel) * laneSpacing }
  var lanesEnd: Double { lane(max(0, channelCount - 1)) }
  /// The beginning of the names of a channel's calls.
  func name(_ channel: Int) -> Double { lane(channel) + 15 }
  /// The end of the names of all calls.
  var namesEnd: Double { name(max(0, channelCount - 1)) + Double(Self.nameColumns) * Self.characterWidth }
  /// The beginning of the expected calls.
  var expectation: Double { namesEnd + 20 }
  func promiseRail(_ rail: Int) -> Double { namesEnd + 12 + Double(rail) * Self.promiseSpacing }
  var width: Double {
    showsExpectations
      ? expectation + Double(Self.nameColumns) * Self.characterWidth + Self.margin
      : promiseRail(promiseRailCount) + Self.margin
  }
  /// The upper edge of the remarks below the rows.
  var rowsEnd: Double { edges[edges.count - 1] }

  /// The greatest number of states around one that have a rail. Beside the last, there is room for a short name.
  var railLimit: Int { max(3, Int((stateWidth - 70) / Self.railSpacing)) }

  /// Returns the left edge of a bar.
  func left(of bar: LifeLine.Bar) -> Double {
    state(bar.column) + Double(min(bar.level, railLimit)) * Self.railSpacing
  }

  /// Returns the right edge of a column's bars.
  func right(ofColumn column: Int) -> Double { state(column) + stateWidth - 10 }

  /// Returns the number of characters between two places.
  static func characters(from start: Double, to end: Double) -> Int { max(0, Int((end - start) / characterWidth)) }
}
