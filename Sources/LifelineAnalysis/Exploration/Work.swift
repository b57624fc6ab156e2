import LifelineEngine
import LifelineInterpreter
import LifelineModel

// Work is counted, not timed, so that the same machine gives the same answer on every computer. A unit is about the time
// that it takes to visit an active state, and about the memory of a word.

extension EnvironmentModel {
  /// Returns the work that it takes to apply a stimulus and to find out what the reaction depends on.
  func work(of stimulus: Stimulus, causing reaction: Reaction, _ observation: Observation) -> Int {
    let facts = observation.fields.count * (1 + stimulus.facts.count)
    return 16 + observation.visitCount + reaction.calls.count + observation.guards.count + facts
  }

  /// Returns the work that it takes to copy, to compare or to keep a snapshot.
  func size(of snapshot: Snapshot) -> Int {
    emptySize + snapshot.deferredEvents.count + 6 * snapshot.timers.count
  }

  /// The same of a snapshot without deferred events and running timers.
  var emptySize: Int { machine.states.count / UInt.bitWidth + machine.fields.count + 8 }
}

extension Engine {
  /// The work that the last reaction took.
  /// - Parameter factCount: The number of facts before the reaction.
  func workOfReaction(factCount: Int) -> Int {
    16 + visitCount + calls.count + guardOutcomes.count + readFields.count * (1 + factCount)
  }
}

/// The thing of which a search would take too much.
enum Shortage: CaseIterable {
  case work
  case memory

  /// The object of a sentence that says that the search isn't made.
  var words: String {
    switch self {
    case .work: "too much work (`--limit`)"
    case .memory: "too much memory, which `--limit` doesn't change"
    }
  }
}

/// The work that is left for a computation. None is left once nobody wants the result any more.
struct WorkBudget {
  private var left: Int
  /// Returns whether somebody still wants the result.
  let isWanted: @Sendable () -> Bool
  /// The work that is left when that is asked again.
  private var nextQuestion: Int
  /// The number of steps without work since that was asked.
  private var stepCount = 0

  /// The work between two questions, which takes a few milliseconds.
  private static let questionDistance = 1 << 16

  /// Creates a budget.
  /// - Parameter isWanted: Returns whether somebody still wants the result.
  init(_ limit: Int, whileWanted isWanted: @escaping @Sendable () -> Bool = { true }) {
    left = limit
    nextQuestion = limit
    self.isWanted = isWanted
  }

  var isExhausted: Bool { left < 0 }

  /// The number of visits after which a reaction would exhaust the budget.
  var visitLimit: Int { max(0, left) }

  /// Takes work off the budget.
  /// - Returns: Whether that was left.
  @discardableResult
  mutating func spend(_ work: Int) -> Bool {
    if !isExhausted {
      left -= work
      if left < nextQuestion { ask() }
    }
    return !isExhausted
  }

  /// Counts a step of a computation that costs nothing, since it takes as long as something that was paid before.
  /// - Returns: Whether somebody still wants the result.
  mutating func passStep() -> Bool {
    stepCount += 1
    if stepCount >= Self.questionDistance { ask() }
    return !isExhausted
  }

  private mutating func ask() {
    stepCount = 0
    nextQuestion = left - Self.questionDistance
    if !isWanted() { left = -1 }
  }
}
