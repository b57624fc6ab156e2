import LifelineEngine
import LifelineModel

/// The values of the fixed fields that the machine distinguishes, in all nodes.
struct FixedValues: Sendable {
  let fields: [ID<Field>]
  /// For each field the values before the start.
  private(set) var possible: [[Value]] = []
  /// For each node the number of the values that all fields have there.
  private var numbers: [Int] = []
  /// The different values, by their numbers.
  private var combinations: [[Value]] = []

  init(_ automaton: CallAutomaton) {
    let exploration = automaton.exploration
    fields = exploration.environment.roles.memory.filter { automaton.machine[$0].isFixed }
    guard !fields.isEmpty else { return }
    let store = exploration.nodes.store
    let positions = fields.map { store.layout.fields + $0.index }
    var known = ListTable()
    var words = fields.map { _ in 0 }
    numbers.reserveCapacity(exploration.nodes.count)
    for node in exploration.nodes.indices {
      for (index, position) in positions.enumerated() { words[index] = store.table[node, position] }
      // The empty list has the first number.
      let number = known.intern(words) - 1
      if number == combinations.count { combinations.append(fields.map { exploration.nodes[node][$0] }) }
      numbers.append(number)
    }
    possible = lists(in: automaton.beginnings)
  }

  /// Returns the different values of each field in some nodes, in the order of their first nodes.
  func lists(in nodes: [CallAutomaton.Position]) -> [[Value]] {
    // Nodes are many, and combinations few.
    var first = Array(repeating: CallAutomaton.Position.max, count: combinations.count)
    for node in nodes { first[numbers[Int(node)]] = min(first[numbers[Int(node)]], node) }
    let found = first.indices.filter { first[$0] < .max }.sorted { first[$0] < first[$1] }
    return fields.indices.map { field in
      var seen: Set<Value> = []
      return found.map { combinations[$0][field] }.filter { seen.insert($0).inserted }
    }
  }
}
