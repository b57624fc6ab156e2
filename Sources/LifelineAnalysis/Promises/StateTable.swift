import LifelineScenarios

/// Values for rows and states of an automaton. Most automata have two states, for which an array is much faster than hashing.
struct StateTable<Value> {
  private struct Key: Hashable {
    var row: Int
    var state: PromiseAutomaton.State
  }

  private var array: [Value?]
  private var dictionary: [Key: Value] = [:]

  /// Creates a table without values.
  init(rowCount: Int, of automaton: PromiseAutomaton) {
    array = automaton.hasTwoStates ? Array(repeating: nil, count: 2 * rowCount) : []
  }

  /// The value of a row and a state; `nil` if there is none.
  subscript(row: Int, state: PromiseAutomaton.State) -> Value? {
    get { array.isEmpty ? dictionary[Key(row: row, state: state)] : array[2 * row + state.number] }
    set {
      if array.isEmpty {
        dictionary[Key(row: row, state: state)] = newValue
      } else {
        array[2 * row + state.number] = newValue
      }
    }
  }
}
