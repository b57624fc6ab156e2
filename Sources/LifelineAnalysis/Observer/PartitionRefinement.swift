/// Finds the coarsest classes of a graph's nodes in which nodes of one class have equal signatures.
///
/// A node is looked at again only after a node behind it has changed its class. When a class is split, its largest part keeps
/// the number, so that no node changes its class often (J. Hopcroft, "An n log n algorithm for minimizing states in a
/// finite automaton", 1971).
/// - Parameters:
///   - kinds: A number for each node. Nodes with different numbers are never in one class.
///   - predecessors: For each node the nodes whose signatures contain its class.
///   - signature: Returns what the classes of the nodes behind a node mean for that node.
/// - Returns: The class of each node; the classes are numbered from zero.
func findClasses(
  of kinds: [Int32], predecessors: [[Int32]], signature: (_ node: Int, _ classes: [Int32]) -> [Int32]
) -> [Int32] {
  var partition = Partition(kinds)
  var pending = Set(kinds.indices.map(Int32.init))
  while !pending.isEmpty {
    // All signatures are of the same classes, so that a node which isn't pending still has the one it had.
    var parts: [Int32: [[Int32]: [Int32]]] = [:]
    for node in pending.sorted() {
      let own = partition.classes[Int(node)]
      parts[own, default: [:]][signature(Int(node), partition.classes), default: []].append(node)
    }
    pending = []
    for (number, parts) in parts.sorted(by: { $0.key < $1.key }) {
      let lists = parts.values.sorted { $0[0] < $1[0] }
      for node in partition.split(number, into: lists) { pending.formUnion(predecessors[Int(node)]) }
    }
  }
  return partition.classes
}

/// The classes of nodes, and the nodes of classes.
private struct Partition {
  private(set) var classes: [Int32]
  private var members: [Set<Int32>] = []

  init(_ kinds: [Int32]) {
    var numbers: [Int32: Int32] = [:]
    classes = kinds.map { kind in
      let number = numbers[kind] ?? Int32(numbers.count)
      numbers[kind] = number
      return number
    }
    members = Array(repeating: [], count: numbers.count)
    for (node, number) in classes.enumerated() { members[Int(number)].insert(Int32(node)) }
  }

  /// Splits a class into some of its nodes, in several parts, and all others.
  /// - Returns: The nodes that have another class now.
  mutating func split(_ number: Int32, into parts: [[Int32]]) -> [Int32] {
    for part in parts { members[Int(number)].subtract(part) }
    let others = members[Int(number)].sorted()
    var parts = others.isEmpty ? parts : parts + [others]
    let largest = parts.indices.max { parts[$0].count < parts[$1].count } ?? 0
    members[Int(number)] = Set(parts.remove(at: largest))
    for part in parts {
      for node in part { classes[Int(node)] = Int32(members.count) }
      members.append(Set(part))
    }
    return parts.flatMap(\.self)
  }
}
