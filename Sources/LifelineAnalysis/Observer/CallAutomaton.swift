import LifelineEngine
import LifelineInterpreter
import LifelineModel

/// The calls of an explored machine as a nondeterministic automaton.
///
/// Its states are positions: a machine that rests in an explored node, or one in the middle of a step, with the calls that
/// are left of the step. What the host does is a move without a call, and so is everything else that a log doesn't show.
package struct CallAutomaton: Sendable {
  /// The number of a position. Those at rest have the numbers of their nodes; those in steps follow.
  package typealias Position = Int32

  let exploration: Exploration
  /// The next call of each position that is in a step.
  private let calls: [ID<Callback>]
  /// The position behind that call.
  private let successors: [Position]
  /// The node in which the step of that call ends.
  private let ends: [Position]
  /// For each node, where the positions begin that a step leads to before its first call.
  private let entryStarts: [Int]
  let entries: [Position]
  /// For each of these positions, the first edge that leads there from its node.
  let entryEdges: [Int32]
  /// For each edge of the exploration, where its step begins; -1 for edges that are left out.
  let edgeEntries: [Position]
  /// The nodes before the start.
  let beginnings: [Position]
  /// The positions that a log may begin with if nobody knows what came before.
  let all: [Position]

  package var machine: Machine { exploration.machine }
  var nodeCount: Int { exploration.nodes.count }
  /// The number of all positions.
  var count: Int { nodeCount + calls.count }

  /// Returns whether the machine rests in a position.
  func isResting(_ position: Position) -> Bool { position < nodeCount }

  /// Returns the next call of a position; `nil` if the machine rests there.
  func call(at position: Position) -> ID<Callback>? {
    isResting(position) ? nil : calls[Int(position) - nodeCount]
  }

  /// Returns the position behind the next call of one that is in a step.
  func successor(of position: Position) -> Position { successors[Int(position) - nodeCount] }

  /// Returns the positions to which steps lead from a node, before their first calls, each once.
  func entries(of node: Position) -> ArraySlice<Position> { entries[entryIndices(of: node)] }

  /// Returns the indices of these positions in ``entries``, in the order of their first edges.
  func entryIndices(of node: Position) -> Range<Int> { entryStarts[Int(node)]..<entryStarts[Int(node) + 1] }

  /// Returns the node in which a machine rests at a position, or at the end of the step there.
  func end(of position: Position) -> Position { isResting(position) ? position : ends[Int(position) - nodeCount] }

  /// Returns the calls that are left of the step at a position, and the node in which it ends.
  func rest(of position: Position) -> (calls: [ID<Callback>], node: Position) {
    var calls: [ID<Callback>] = []
    var position = position
    while let call = call(at: position) {
      calls.append(call)
      position = successor(of: position)
    }
    return (calls, position)
  }

  /// Makes the automaton of an explored machine.
  /// - Parameter given: Values of fixed fields. Configurations with other values are left out.
  package static func make(from exploration: Exploration, given: [FieldValue] = []) -> CallAutomaton {
    var maker = Maker(exploration, given: given)
    maker.addSteps()
    return maker.automaton
  }

  private struct Maker {
    let exploration: Exploration
    private let isIncluded: [Bool]
    private var entryStarts: [Int] = []
    private var entries: [Position] = []
    private var entryEdges: [Int32] = []
    /// For each position the last node from which a step led there.
    private var lastSources: [Int32]
    private var edgeEntries: [Position] = []
    private var calls: [ID<Callback>] = []
    private var successors: [Position] = []
    private var ends: [Position] = []
    /// The next call of each position in a step and the position behind it, as lists in the order of these positions.
    private var known = ListTable()
    /// The positions before the first calls of steps.
    private var starts: [Position] = []
    /// The trace and the target of each of these, as lists in the same order.
    private var startKeys = ListTable()
    private var key = [0, 0]

    init(_ exploration: Exploration, given: [FieldValue]) {
      self.exploration = exploration
      let environment = exploration.environment
      let decisive = environment.decisive(given)
      isIncluded =
        decisive.isEmpty
        ? Array(repeating: true, count: exploration.nodes.count)
        : exploration.nodes.map { node in decisive.allSatisfy { environment.has($0, in: node) } }
      lastSources = Array(repeating: -1, count: exploration.nodes.count)
    }

    mutating func addSteps() {
      edgeEntries.reserveCapacity(exploration.edges.count)
      for (index, edge) in exploration.edges.flat.enumerated() {
        while entryStarts.count <= edge.source { entryStarts.append(entries.count) }
        // Nothing follows a fault, and generated code traps there.
        guard edge.target >= 0, isIncluded[Int(edge.source)] else {
          edgeEntries.append(-1)
          continue
        }
        let entry = start(of: Int(edge.trace), to: edge.target)
        edgeEntries.append(entry)
        // A step that changes nothing and calls nothing leads nowhere new.
        guard entry != edge.source, lastSources[Int(entry)] != edge.source else { continue }
        lastSources[Int(entry)] = edge.source
        entries.append(entry)
        entryEdges.append(Int32(index))
      }
      while entryStarts.count <= exploration.nodes.count { entryStarts.append(entries.count) }
    }

    private mutating func start(of trace: Int, to target: Position) -> Position {
      if exploration.traces[trace].isEmpty { return target }
      key[0] = trace
      key[1] = Int(target)
      let index = startKeys.intern(key) - 1
      if index < starts.count { return starts[index] }
      var position = target
      for call in exploration.traces[trace].reversed() { position = self.position(before: call, position) }
      starts.append(position)
      return position
    }

    private mutating func position(before call: ID<Callback>, _ successor: Position) -> Position {
      key[0] = call.index
      key[1] = Int(successor)
      let index = known.intern(key) - 1
      let nodeCount = exploration.nodes.count
      let position = Position(nodeCount + index)
      if index < calls.count { return position }
      calls.append(call)
      successors.append(successor)
      ends.append(Int(successor) < nodeCount ? successor : ends[Int(successor) - nodeCount])
      lastSources.append(-1)
      return position
    }

    var automaton: CallAutomaton {
      let nodes = exploration.nodes.indices.filter { isIncluded[$0] }.map(Position.init)
      let inSteps = calls.indices.map { Position($0 + exploration.nodes.count) }
      return CallAutomaton(
        exploration: exploration, calls: calls, successors: successors, ends: ends, entryStarts: entryStarts,
        entries: entries, entryEdges: entryEdges, edgeEntries: edgeEntries,
        beginnings: nodes.filter { exploration.nodes[Int($0)].isBeginning }, all: nodes + inSteps)
    }
  }
}
