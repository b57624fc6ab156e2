import LifelineAnalysis
import LifelineModel
import LifelineSource

/// The violations of logs. A log may have one on each line, so of those that nobody gets to see nothing is kept.
struct ViolationRecords {
  /// An explanation of the calls before a violation, and the edits after which it is none.
  private struct Explanation {
    var story: StoryArguments?
    var repair: [LogEdit]?
  }

  private struct ExplanationKey: Hashable {
    var before: Observer.State
    var symbols: [Int]
    /// The arguments of the calls before the last; empty if none has any.
    var arguments: [[String: LoggedValue]]
    /// Whether the last call fits by its name, and only its arguments are wrong.
    var lastFitsByName: Bool
  }

  /// The number of all violations.
  private(set) var count = 0
  /// Those that are kept.
  private(set) var kept: [TraceViolation] = []
  /// The indices of those that are reported.
  private var reportedIndices: [Int] = []
  private var explanations: [ExplanationKey: Explanation] = [:]
  /// An observer for repairs, with smaller sets. It is made when there are many violations.
  private var repairer: Observer?
  /// Its states, by those of the observer of the logs.
  private var statesOfRepairer: [Observer.State: Observer.State] = [:]
  private var repairCount = 0

  /// The number of repairs before it is worth while to find positions with the same future.
  private static let plainRepairLimit = 8

  /// The number of explanations that are remembered.
  private static let explanationLimit = 1_000

  /// Those that are reported.
  var reported: [TraceViolation] { reportedIndices.map { kept[$0] } }

  /// Counts a call that doesn't fit, and keeps it if somebody gets to see it.
  /// - Parameters:
  ///   - wrong: The arguments that are wrong; `nil` if the call can't come with any.
  ///   - describesFirst: Whether the first violation of each session is kept.
  mutating func add(
    _ call: LogCall, showing arguments: [String: LoggedValue], in record: LogRecord, with wrong: [WrongArgument]?,
    of session: inout TraceSession, by observer: inout Observer, telling stories: inout ArgumentStories,
    describingFirst describesFirst: Bool
  ) {
    count += 1
    let isFirst = !session.isViolated
    session.isViolated = true
    let isReported = reportedIndices.count < DiagnosticList.limit
    guard isReported || isFirst && describesFirst else { return }
    func shown(_ recent: RecentCalls.Call) -> TraceViolation.Call {
      TraceViolation.Call(
        place: recent.place, name: String(decoding: recent.name, as: UTF8.self),
        text: isReported ? String(decoding: recent.line, as: UTF8.self) : "",
        items: observer.symbols[recent.symbol], arguments: recent.arguments)
    }
    let recent = session.recent.all
    let shownArguments = recent.map(\.arguments)
    let key = ExplanationKey(
      before: session.before, symbols: recent.map(\.symbol) + [call.symbol],
      arguments: shownArguments.allSatisfy(\.isEmpty) ? [] : shownArguments,
      lastFitsByName: wrong.map { !$0.isEmpty } ?? false)
    let explanation = explain(key, by: &observer, telling: &stories)
    let name = String(decoding: record.shownName(of: call), as: UTF8.self)
    let last = TraceViolation.Call(
      place: record.place, name: name, text: isReported ? record.shownText : "",
      items: observer.symbols[call.symbol], arguments: arguments)
    let column = record.column(of: call.name.lowerBound)
    let violation = TraceViolation(
      misfit: session.misfit.map(shown), calls: recent.map(shown) + [last],
      range: record.place.range(from: column ?? 1, length: column == nil ? 1 : name.unicodeScalars.count),
      items: observer.symbols[call.symbol], receiver: session.receiver,
      expected: expected(insteadOf: observer.symbols[call.symbol], in: session.state, by: observer),
      story: isReported ? explanation.story?.story : nil,
      loggedStory: isReported ? explanation.story?.loggedStory : nil,
      // The calls are in order.
      repair: wrong == nil ? explanation.repair : nil, wrongArguments: wrong,
      // A log may begin with many events, because the machine ignores them.
      isBeginning: session.callCount > 1 && observer.machine.lineKind(of: observer.symbols[call.symbol]) == .call
        && observer.state(after: call.symbol, in: observer.start) != nil,
      fixedValues: observer.fixedValues(in: session.state))
    if isFirst { session.firstViolation = kept.count }
    if isReported { reportedIndices.append(kept.count) }
    kept.append(violation)
  }

  /// Returns what could have come: the states without others inside of them instead of a state, calls and events instead of
  /// anything else.
  private func expected(
    insteadOf items: [ID<LogItem>], in state: Observer.State, by observer: Observer
  ) -> [ID<LogItem>] {
    let machine = observer.machine
    let expected = Array(observer.expected(in: state))
    let states = expected.filter { item in
      if case .state(let state) = machine.item(item) { machine[state].isAtomic } else { false }
    }
    // Within a step, the machine isn't looked at.
    return items.allSatisfy(machine.isState) && !states.isEmpty ? states : expected.filter { !machine.isState($0) }
  }

  /// Explains the calls but the last, and repairs them all.
  private mutating func explain(
    _ key: ExplanationKey, by observer: inout Observer, telling stories: inout ArgumentStories
  ) -> Explanation {
    if let known = explanations[key] { return known }
    let symbols = Array(key.symbols.dropLast())
    let arguments = key.arguments.isEmpty ? symbols.map { _ in [:] } : key.arguments
    var story: StoryArguments?
    if key.lastFitsByName {
      // The story ends in the step that makes the call with other arguments.
      story = stories.story(of: key.symbols, showing: arguments + [[:]], from: key.before, by: observer)
    }
    let explanation = Explanation(
      story: story ?? stories.story(of: symbols, showing: arguments, from: key.before, by: observer),
      repair: repair(key.symbols, from: key.before, by: &observer))
    if explanations.count >= Self.explanationLimit { explanations = [:] }
    explanations[key] = explanation
    return explanation
  }

  private mutating func repair(
    _ symbols: [Int], from before: Observer.State, by observer: inout Observer
  ) -> [LogEdit]? {
    repairCount += 1
    if repairCount <= Self.plainRepairLimit { return observer.repair(symbols, from: before) }
    var repairer = self.repairer ?? observer.mergingEqualFutures()
    self.repairer = nil
    if repairer.isFull {
      _ = repairer.forgetStates(except: [])
      statesOfRepairer = [:]
    }
    let state = statesOfRepairer[before] ?? repairer.state(at: observer.positions(of: before))
    statesOfRepairer[before] = state
    let repair = repairer.repair(symbols, from: state)
    self.repairer = repairer
    return repair
  }

  /// Forgets the explanations, because the states of the observer get other numbers.
  mutating func forgetStates() {
    explanations = [:]
    statesOfRepairer = [:]
  }
}
