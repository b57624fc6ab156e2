import LifelineAnalysis
import LifelineModel

/// The verdicts that follow from the last states of logs.
struct FinalStates {
  /// The verdict on a log that ends in a state.
  struct Verdict {
    var verdict: TraceVerdict
    var expected: [ID<LogItem>]
    var itemsLeft: [ID<LogItem>]
    var fixedValues: [(field: ID<Field>, values: [Value])]
  }

  private let observer: Observer
  private let options: TraceOptions
  private var known: [Observer.State: Verdict] = [:]
  /// The states of logs from the start, if they were needed.
  private var fromStart: LogsFromStart?

  init(_ observer: Observer, _ options: TraceOptions) {
    self.observer = observer
    self.options = options
  }

  /// Whether no log was compared with only part of the logs from the start.
  var isStartKnown: Bool { fromStart?.isComplete ?? true }

  /// Returns the verdict on a log without violations that ends in a state.
  mutating func verdict(in state: Observer.State) -> Verdict {
    if let verdict = known[state] { return verdict }
    let verdict = find(state)
    known[state] = verdict
    return verdict
  }

  private mutating func find(_ state: Observer.State) -> Verdict {
    var result = Verdict(
      verdict: .conforms, expected: observer.expected(in: state).filter { !observer.machine.isState($0) },
      itemsLeft: [],
      fixedValues: observer.fixedValues(in: state))
    if let left = observer.itemsLeft(in: state) {
      result.verdict = .unfinished
      result.itemsLeft = left
    } else if options.beginsAnywhere, options.findsInconclusive {
      let logs = fromStart ?? LogsFromStart.find(for: observer, limit: options.startLimit)
      fromStart = logs
      if !logs.contain(observer.positions(of: state)) { result.verdict = .inconclusive }
    }
    return result
  }
}
