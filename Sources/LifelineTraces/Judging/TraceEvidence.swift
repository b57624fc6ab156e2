import LifelineAnalysis
import LifelineModel
import LifelineScenarios

/// The states and transitions of a machine that logs show, and the calls that follow each other in them.
struct TraceEvidence: Sendable {
  /// A call in a state of the observer.
  private struct Move: Hashable {
    var state: Observer.State
    var symbol: Int
  }

  private(set) var evidence: LogEvidence
  private(set) var orders: Set<CallOrder> = []
  /// Whether a session began with the start of the machine.
  private var hasStart = false
  /// The calls whose evidence was added.
  private var known: Set<Move> = []
  /// The last owed call of each session.
  private var last: [Int: ID<Callback>] = [:]

  init(_ automaton: CallAutomaton, workLimit: Int = LogEvidence.workLimit) {
    evidence = LogEvidence.make(for: automaton, workLimit: workLimit)
  }

  /// Adds what a call of a session shows.
  /// - Parameter isCertain: Whether only what was explored can explain the session.
  mutating func note(
    _ symbol: Int, from state: Observer.State, in session: Int, _ observer: Observer, isCertain: Bool = true
  ) {
    if isCertain, known.insert(Move(state: state, symbol: symbol)).inserted {
      evidence.note(symbol, in: state, of: observer)
    }
    let items = observer.symbols[symbol]
    guard items.contains(where: observer.owed.contains) else { return }
    // Nobody knows which call a line of several meanings is.
    guard items.count == 1 else { return interrupt(session) }
    guard case .call(let callback) = observer.machine.item(items[0]) else { return }
    if let first = last.updateValue(callback, forKey: session) {
      orders.insert(CallOrder(first: first, second: callback))
    }
  }

  /// Adds what a session shows because it begins with the start of the machine.
  mutating func noteStart(_ observer: Observer) {
    if hasStart { return }
    hasStart = true
    evidence.noteStart(of: observer)
  }

  /// Begins anew with a session, whose next call needn't follow from the last one.
  mutating func interrupt(_ session: Int) { last[session] = nil }

  /// Forgets which calls were added, because the states of the observer get other numbers.
  mutating func forgetStates() { known = [] }
}
