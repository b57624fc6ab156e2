import LifelineEngine
import LifelineInterpreter
import LifelineModel

/// The configurations that an exploration found, as flat data.
final class ConfigurationStore: Sendable {
  /// The engine that knows the configurations.
  let engine: Engine
  let arrivals: [FlatOccurrence]
  /// The nodes that have the same identity as an earlier one.
  let variants: Set<Int>
  /// The stimuli that edges and occurrences mention.
  let stimuli: StimulusTable

  init(engine: Engine, arrivals: [FlatOccurrence], variants: Set<Int>, stimuli: StimulusTable) {
    self.engine = engine
    self.arrivals = arrivals
    self.variants = variants
    self.stimuli = stimuli
  }

  var table: ConfigurationTable { engine.table }
  var layout: Layout { engine.layout }

  /// Returns a stimulus as values, which are made anew each time: kept, they would take many times the memory of the words.
  func stimulus(_ index: Int32) -> Stimulus { stimuli.stimulus(at: Int(index), of: engine) }

  func occurrence(_ flat: FlatOccurrence) -> Exploration.Occurrence? {
    flat.isNone ? nil : Exploration.Occurrence(node: Int(flat.node), stimulus: stimulus(flat.stimulus))
  }
}

/// A stimulus in a node, both as indices.
struct FlatOccurrence: Sendable {
  var node: Int32
  var stimulus: Int32

  static let none = FlatOccurrence(node: -1, stimulus: -1)

  var isNone: Bool { node < 0 }
}

extension Exploration {
  /// The nodes of an exploration.
  struct Nodes: RandomAccessCollection, Sendable {
    let store: ConfigurationStore

    var startIndex: Int { 0 }
    var endIndex: Int { store.arrivals.count }
    // Without optimization, the standard library's own takes long.
    var count: Int { store.arrivals.count }

    subscript(index: Int) -> Node { Node(store: store, index: index) }
  }

  /// A snapshot that can be reached.
  struct Node: Sendable {
    fileprivate let store: ConfigurationStore
    fileprivate let index: Int

    /// The first of the snapshots that count as this node.
    var snapshot: Snapshot { store.engine.snapshot(index) }

    /// The active states.
    var configuration: IDSet<State> { store.engine.configuration(index) }

    /// The running timers.
    var timers: [Snapshot.ArmedTimer] {
      store.engine.armedTimers(inList: store.engine.table[index, store.engine.layout.timers])
    }

    /// The occurrence that led to the node first; `nil` if the machine hasn't started.
    var arrival: Occurrence? { store.occurrence(store.arrivals[index]) }

    /// Whether the machine hasn't started.
    var isBeginning: Bool { store.arrivals[index].isNone }

    /// Whether an earlier node has the same identity, and only the timers have less time left here.
    var isVariant: Bool { store.variants.contains(index) }

    /// Whether the machine has reached its end.
    var isFinished: Bool { store.engine.isFinished(index) }

    /// Returns the value of a field.
    subscript(field: ID<Field>) -> Value {
      store.engine.valueTable.value(
        store.engine.table[index, store.engine.layout.fields + field.index],
        as: store.engine.program.machine.fields[field.index].type)
    }
  }

  /// The edges of an exploration.
  struct Edges: RandomAccessCollection, Sendable {
    let store: ConfigurationStore
    let flat: EdgeTable

    var startIndex: Int { 0 }
    var endIndex: Int { flat.count }

    /// Returns whether the machine takes the first alternative of everything that is left open on an edge.
    func takesFirstAlternatives(_ index: Int) -> Bool {
      store.stimulus(flat[index].stimulus).alternatives.isEmpty
    }

    /// Returns the node to which an edge leads; `nil` after a fault.
    func target(of index: Int) -> Int? { flat[index].target < 0 ? nil : Int(flat[index].target) }

    subscript(index: Int) -> Edge {
      let edge = flat[index]
      return Edge(
        source: Int(edge.source), stimulus: store.stimulus(edge.stimulus),
        target: edge.target < 0 ? nil : Int(edge.target), trace: Int(edge.trace),
        partTrace: edge.partTrace < 0 ? nil : Int(edge.partTrace))
    }
  }

  /// The edges that leave each node.
  struct EdgesByNode: RandomAccessCollection, Sendable {
    private let edges: Edges
    /// The index of the first edge that leaves each node or one behind it.
    private let starts: [Int32]

    fileprivate init(_ edges: Edges, nodeCount: Int) {
      self.edges = edges
      var starts: [Int32] = []
      starts.reserveCapacity(nodeCount + 1)
      for (index, edge) in edges.flat.enumerated() {
        while starts.count <= edge.source { starts.append(Int32(index)) }
      }
      while starts.count <= nodeCount { starts.append(Int32(edges.count)) }
      self.starts = starts
    }

    var startIndex: Int { 0 }
    var endIndex: Int { starts.count - 1 }

    /// Returns the indices of the edges that leave a node.
    func indices(of node: Int) -> Range<Int> { Int(starts[node])..<Int(starts[node + 1]) }

    /// Returns the edge with an index in any of the slices.
    func edge(_ index: Int) -> Edge { edges[index] }

    subscript(node: Int) -> Slice<Edges> { edges[indices(of: node)] }
  }

  /// Returns the edges that leave each node.
  func edgesByNode() -> EdgesByNode { EdgesByNode(edges, nodeCount: nodes.count) }

  /// Returns the edges that leave each node and lead to another or the same.
  func edgesWithTargetsByNode() -> EdgesByNode {
    var flat = EdgeTable()
    for edge in edges.flat where edge.target >= 0 { flat.append(edge) }
    return EdgesByNode(Edges(store: nodes.store, flat: flat), nodeCount: nodes.count)
  }

  /// The nodes in which the machine hasn't started.
  var beginnings: [Int] { nodes.indices.filter { nodes.store.arrivals[$0].isNone } }

  /// Returns the shortest path to a node from a node in which the machine hasn't started.
  func path(to node: Int) -> [Occurrence] {
    var path: [Occurrence] = []
    var next = nodes[node].arrival
    while let occurrence = next {
      path.append(occurrence)
      next = nodes[occurrence.node].arrival
    }
    return path.reversed()
  }

  /// The states that are active while the machine is at rest.
  var restingStates: IDSet<State> {
    IDSet(words: nodes.store.table.union(in: nodes.store.layout.activeWords))
  }
}
