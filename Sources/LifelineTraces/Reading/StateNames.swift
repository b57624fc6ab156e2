import LifelineAnalysis
import LifelineModel

/// The names by which logs know the states in which a machine is: their paths, and the bare names that only one state has.
struct StateNames: Sendable {
  /// The states that logs may name.
  let items: [ID<LogItem>]
  /// The names, for suggestions.
  let names: [String]
  private var symbols = ByteTable()
  /// The names and paths of all states, if logs show none.
  private let unobserved: Set<String>

  /// Collects the names of a machine's states.
  /// - Parameters:
  ///   - areShown: Whether logs show states.
  ///   - firstSymbol: The number of the symbols that calls and events have.
  init(of machine: Machine, areShown: Bool, behind firstSymbol: Int) {
    let states = areShown ? machine.observableStates : []
    unobserved = areShown ? [] : Set(machine.observableStates.flatMap { [machine[$0].path, machine[$0].name] })
    items = states.map { machine.id(of: .state($0)) }
    let counts = Dictionary(states.map { (machine[$0].name, 1) }, uniquingKeysWith: +)
    names = states.map { machine[$0].path }
    for (index, state) in states.enumerated() where counts[machine[state].name] == 1 {
      symbols.set(firstSymbol + index, for: machine[state].name)
    }
    // A path is always the state that it spells.
    for (index, name) in names.enumerated() { symbols.set(firstSymbol + index, for: name) }
  }

  /// Whether logs show no states.
  var isEmpty: Bool { items.isEmpty }

  /// Returns whether a name is that of a state of the machine, of which logs show none.
  func isUnobserved(_ text: [UInt8], in range: Range<Int>) -> Bool {
    isEmpty && unobserved.contains(String(decoding: text[range], as: UTF8.self))
  }

  /// Returns the symbol of a name; `nil` if no state has it.
  func symbol(of text: [UInt8], in range: Range<Int>) -> Int? { symbols.number(of: text, in: range) }
}
