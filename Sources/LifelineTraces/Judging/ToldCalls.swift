import LifelineAnalysis
import LifelineModel

/// The calls of the session that is told as a scenario.
struct ToldCalls {
  private struct Call {
    var symbol: Int
    var place: LogPlace
    var name: String
    var arguments: [String: LoggedValue]
  }

  private var calls: [Call] = []

  /// The number of calls that a scenario may have.
  static let limit = 1_000

  /// Whether no more calls are needed.
  var isFull: Bool { calls.count > Self.limit }

  /// Adds a call with the arguments that its line shows.
  mutating func add(
    _ symbol: Int, at place: LogPlace, name: ArraySlice<UInt8>, with arguments: [String: LoggedValue]
  ) {
    calls.append(
      Call(symbol: symbol, place: place, name: String(decoding: name, as: UTF8.self), arguments: arguments))
  }

  /// Tells the calls up to the first that doesn't fit.
  func tell(
    from start: Observer.State, by stories: inout ArgumentStories, _ observer: inout Observer
  ) -> TraceStory? {
    var state = start
    var symbols: [Int] = []
    var misfit: Call?
    var unexplored: UnexploredStep?
    for call in calls.prefix(Self.limit) {
      unexplored = unexplored ?? observer.unexploredStep(in: state, before: call.symbol)
      guard let next = observer.state(after: call.symbol, in: state) else {
        misfit = call
        break
      }
      state = next
      symbols.append(call.symbol)
    }
    let told = calls.prefix(symbols.count)
    guard
      let shown = stories.story(of: symbols, showing: told.map(\.arguments), from: start, by: observer)
    else { return nil }
    return TraceStory(
      story: shown.story, arguments: shown.arguments, places: told.map(\.place), callCount: symbols.count,
      shown: IDSet(symbols.flatMap { observer.symbols[$0] }),
      misfit: misfit.map { ($0.name, $0.place) }, unexplored: unexplored, isCut: isFull)
  }
}
