import LifelineAnalysis
import LifelineModel
import LifelineSource

/// The violations of logs. A log may have one on each line, so of those that nobody gets to see nothing is kept.
struct ViolationRecords {
  /// An explanation of the calls before a violation, and the edits after which it is none.
  struct Explanation {
    var story: LogStory?
    var repair: [LogEdit]?
  }

  private struct ExplanationKey: Hashable {
    var before: Observer.State
    var symbols: [Int]
  }

  /// The number of all violations.
  private(set) var count = 0
  /// Those that are kept.
  private(set) var kept: [TraceViolation] = []
  /// The indices of those that are reported.
  private var reportedIndices: [Int] = []
  private var explanations: [ExplanationKey: Explanation] = [:]
  private let teller: StoryTeller

  /// The number of explanations that are remembered.
  private static let explanationLimit = 1_000

  init(_ teller: StoryTeller) { self.teller = teller }

  /// Those that are reported.
  var reported: [TraceViolation] { reportedIndices.map { kept[$0] } }

  /// Whether the next violation is reported.
  var hasRoom: Bool { reportedIndices.count < DiagnosticList.limit }

  /// Counts a violation.
  mutating func note() { count += 1 }

  /// Keeps a violation, and reports it if there is room.
  /// - Returns: Its index.
  mutating func add(_ violation: TraceViolation) -> Int {
    if hasRoom { reportedIndices.append(kept.count) }
    kept.append(violation)
    return kept.count - 1
  }

  /// Explains the calls but the last, and repairs them all.
  mutating func explain(_ symbols: [Int], from before: Observer.State, by observer: inout Observer) -> Explanation {
    let key = ExplanationKey(before: before, symbols: symbols)
    if let known = explanations[key] { return known }
    let explanation = Explanation(
      story: teller.story(of: Array(symbols.dropLast()), from: before, by: observer),
      repair: observer.repair(symbols, from: before))
    if explanations.count >= Self.explanationLimit { explanations = [:] }
    explanations[key] = explanation
    return explanation
  }

  /// Forgets the explanations, because the states of the observer get other numbers.
  mutating func forgetStates() { explanations = [:] }
}
