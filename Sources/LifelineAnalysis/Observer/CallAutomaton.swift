import LifelineEngine
import LifelineInterpreter
import LifelineModel

/// The calls of an explored machine, and the events that logs show, as a nondeterministic automaton.
///
/// Its states are positions: a machine that rests in an explored node, or one in the middle of a step, with the items that
/// are left of the step. A step begins with its event if logs show that, and its calls follow. Everything else that the host
/// does is a move without an item.
///
/// An automaton is large and never changes, so the values that need one share it.
package final class CallAutomaton: Sendable {
  /// The number of a position. Those at rest have the numbers of their nodes; those in steps follow.
  package typealias Position = Int32

  package let exploration: Exploration
  let nodeCount: Int
  /// The events that logs show.
  package let events: IDSet<Event>
  /// Whether logs show the states in which the machine is.
  package let showsStates: Bool
  /// The callbacks of the items behind those of the machine, which tell calls apart by their arguments.
  let labels: [ID<Callback>]
  /// The next item of each position that is in a step.
  private let items: [ID<LogItem>]
  /// The position behind that item.
  private let successors: [Position]
  /// The node in which the step of that item ends.
  private let ends: [Position]
  /// For each node, where the positions begin that a step leads to before its first item.
  private let entryStarts: [Int]
  let entries: [Position]
  /// For each of these positions, the first move that leads there from its node: the index of an edge, or behind all of
  /// them that of one of ``ignoredMoves``.
  let entryMoves: [Int32]
  /// The moves that lead back to their nodes: events that logs show and the machine ignores, and `nil` where somebody looks at
  /// a state.
  let ignoredMoves: [(node: Position, event: ID<Event>?)]
  /// For each edge of the exploration, where its step begins; -1 for edges that are left out.
  let edgeEntries: [Position]
  /// The nodes before the start.
  let beginnings: [Position]
  /// Whether the machine can begin with the given values.
  package var canBegin: Bool { !beginnings.isEmpty }
  /// The positions that a log may begin with if nobody knows what came before.
  let all: [Position]

  package var machine: Machine { exploration.machine }
  /// The number of all positions.
  var count: Int { nodeCount + items.count }

  /// The items that a log may show, in their order.
  package var shownItems: [ID<LogItem>] {
    machine.callbacks.indices.map { ID($0) } + events.map { machine.id(of: .event($0)) }
      + (showsStates ? machine.observableStates : []).map { machine.id(of: .state($0)) }
  }

  /// Returns whether the machine rests in a position.
  func isResting(_ position: Position) -> Bool { position < nodeCount }

  /// Returns the next item of a position; `nil` if the machine rests there.
  func item(at position: Position) -> ID<LogItem>? {
    isResting(position) ? nil : items[Int(position) - nodeCount]
  }

  /// Returns the position behind the next item of one that is in a step.
  func successor(of position: Position) -> Position { successors[Int(position) - nodeCount] }

  /// Returns the positions to which steps lead from a node, before their first items, each once.
  func entries(of node: Position) -> ArraySlice<Position> { entries[entryIndices(of: node)] }

  /// Returns the indices of these positions in ``entries``, in the order of their first moves.
  func entryIndices(of node: Position) -> Range<Int> { entryStarts[Int(node)]..<entryStarts[Int(node) + 1] }

  /// Returns the node in which a machine rests at a position, or at the end of the step there.
  func end(of position: Position) -> Position { isResting(position) ? position : ends[Int(position) - nodeCount] }

  /// Returns whether the machine may do something at a position that wasn't explored, besides what begins with an event that the log
  /// shows.
  func leavesOut(at position: Position) -> Bool {
    isResting(position) && exploration.leavesOut(in: Int(position)) { !events.contains($0) }
  }

  /// Returns the items that are left of the step at a position, and the node in which it ends.
  func rest(of position: Position) -> (items: [ID<LogItem>], node: Position) {
    var items: [ID<LogItem>] = []
    var position = position
    while let item = item(at: position) {
      items.append(item)
      position = successor(of: position)
    }
    return (items, position)
  }

  /// Returns what the host does in a move; `nil` if somebody only looks at a state.
  func occurrence(ofMove move: Int) -> Exploration.Occurrence? {
    let edges = exploration.edges
    if move < edges.count { return edges[move].occurrence }
    let (node, ignored) = ignoredMoves[move - edges.count]
    guard let event = ignored else { return nil }
    var stimulus = Stimulus(
      .send(event, arguments: exploration.environment.values.parameters[event.index].compactMap(\.first)))
    _ = exploration.environment.forEachSuccessor(of: exploration.nodes[Int(node)].snapshot) { successor in
      guard case .send(let sent, _) = successor.stimulus.kind, sent == event, successor.reaction.treatment == .ignored
      else {
        return true
      }
      stimulus = successor.stimulus
      return false
    }
    return Exploration.Occurrence(node: Int(node), stimulus: stimulus)
  }

  /// Makes the automaton of an explored machine.
  /// - Parameters:
  ///   - given: Values of fixed fields. Configurations with other values are left out.
  ///   - events: The events that logs show.
  ///   - showsStates: Whether logs show states.
  package static func make(
    from exploration: Exploration, given: [FieldValue] = [], showing events: IDSet<Event> = IDSet<Event>(),
    showsStates: Bool = false, hiding hidden: IDSet<Callback> = IDSet<Callback>()
  ) -> CallAutomaton {
    var maker = Maker(exploration, given: given, showing: events, showsStates: showsStates, hiding: hidden)
    maker.addSteps()
    return CallAutomaton(maker)
  }

  /// Returns the automaton with labels in the places of calls.
  func labelled(by labels: CallLabels, hiding hidden: IDSet<Callback>) -> CallAutomaton {
    var maker = Maker(exploration, given: [], showing: events, showsStates: false, hiding: hidden, steps: labels.steps)
    maker.addSteps()
    return CallAutomaton(maker)
  }

  /// Returns the automaton with other items in its steps.
  /// - Parameter given: The values of fixed fields with which the automaton was made.
  func withSteps(_ steps: StepLists, given: [FieldValue]) -> CallAutomaton {
    var maker = Maker(
      exploration, given: given, showing: events, showsStates: showsStates, hiding: IDSet<Callback>(), steps: steps)
    maker.addSteps()
    return CallAutomaton(maker)
  }

  private init(_ maker: Maker) {
    let nodes = maker.exploration.nodes
    let included = nodes.indices.filter { maker.isIncluded[$0] }.map(Position.init)
    exploration = maker.exploration
    nodeCount = nodes.count
    events = maker.events
    showsStates = maker.showsStates
    labels = maker.steps?.labels ?? []
    items = maker.items
    successors = maker.successors
    ends = maker.ends
    entryStarts = maker.entryStarts
    entries = maker.entries
    entryMoves = maker.entryMoves
    ignoredMoves = maker.ignoredMoves
    edgeEntries = maker.edgeEntries
    beginnings = included.filter { nodes[Int($0)].isBeginning }
    all = included + items.indices.map { Position($0 + nodes.count) }
  }

  private struct Maker {
    let exploration: Exploration
    let events: IDSet<Event>
    let showsStates: Bool
    let steps: StepLists?
    /// The calls that are in no step.
    private let hidden: IDSet<Callback>
    let isIncluded: [Bool]
    private(set) var entryStarts: [Int] = []
    private(set) var entries: [Position] = []
    private(set) var entryMoves: [Int32] = []
    private(set) var ignoredMoves: [(node: Position, event: ID<Event>?)] = []
    /// For each position the last node from which a step led there.
    private var lastSources: [Int32]
    private(set) var edgeEntries: [Position] = []
    private(set) var items: [ID<LogItem>] = []
    private(set) var successors: [Position] = []
    private(set) var ends: [Position] = []
    /// The next item of each position in a step and the position behind it, as lists in the order of these positions.
    private var known = ListTable()
    /// The positions before the first calls of steps.
    private var starts: [Position] = []
    /// The trace and the target of each of these, as lists in the same order.
    private var startKeys = ListTable()
    private var key = [0, 0]

    init(
      _ exploration: Exploration, given: [FieldValue], showing events: IDSet<Event>, showsStates: Bool,
      hiding hidden: IDSet<Callback>, steps: StepLists? = nil
    ) {
      self.hidden = hidden
      self.exploration = exploration
      self.steps = steps
      self.events = events
      self.showsStates = showsStates
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
      let shown = shownItems
      for (index, edge) in exploration.edges.flat.enumerated() {
        beginNodes(upTo: Int(edge.source))
        // Nothing follows a fault, and generated code traps there.
        guard edge.target >= 0, isIncluded[Int(edge.source)] else {
          edgeEntries.append(-1)
          continue
        }
        let list = steps.map { Int($0.listsOfEdges[index]) } ?? -1
        var entry = list < 0 ? start(of: Int(edge.trace), to: edge.target) : start(ofList: list, to: edge.target)
        if let item = shown[Int(edge.stimulus)] { entry = position(before: item, entry) }
        edgeEntries.append(entry)
        add(entry, of: edge.source, by: index)
      }
      beginNodes(upTo: exploration.nodes.count)
    }

    /// For each stimulus, the event with which its step begins in a log; `nil` if logs don't show it.
    private var shownItems: [ID<LogItem>?] {
      let stimuli = exploration.nodes.store.stimuli
      return stimuli.indices.map { index in
        guard let event = stimuli.event(at: index), events.contains(event) else { return nil }
        return exploration.machine.id(of: .event(event))
      }
    }

    /// Ends the moves of the last node, and begins those of others.
    private mutating func beginNodes(upTo last: Int) {
      while entryStarts.count <= last {
        if let node = entryStarts.indices.last { addIgnoredEvents(of: node) }
        entryStarts.append(entries.count)
      }
    }

    private mutating func add(_ entry: Position, of node: Position, by move: Int) {
      // A step that changes nothing and shows nothing leads nowhere new.
      guard entry != node, lastSources[Int(entry)] != node else { return }
      lastSources[Int(entry)] = node
      entries.append(entry)
      entryMoves.append(Int32(move))
    }

    private mutating func addIgnoredEvents(of node: Int) {
      guard isIncluded[node] else { return }
      for event in events where exploration.ignoredEvents.contains(event, in: node) {
        addReturn(to: node, by: .event(event))
      }
      guard showsStates else { return }
      let machine = exploration.machine
      for state in exploration.nodes[node].snapshot.configuration where machine[state].parent != nil {
        addReturn(to: node, by: .state(state))
      }
    }

    /// Adds a move that leads back to its node.
    private mutating func addReturn(to node: Int, by item: LogItem) {
      let entry = position(before: exploration.machine.id(of: item), Position(node))
      add(entry, of: Position(node), by: exploration.edges.count + ignoredMoves.count)
      if case .event(let event) = item {
        ignoredMoves.append((Position(node), event))
      } else {
        ignoredMoves.append((Position(node), nil))
      }
    }

    private mutating func start(of trace: Int, to target: Position) -> Position {
      if exploration.traces.isEmpty(at: trace) { return target }
      key[0] = trace
      key[1] = Int(target)
      let index = startKeys.intern(key) - 1
      if index < starts.count { return starts[index] }
      var position = target
      for call in exploration.traces[trace].reversed() where !hidden.contains(call) {
        position = self.position(before: ID(call), position)
      }
      starts.append(position)
      return position
    }

    /// Returns where a step with items of its own begins. Equal rests of lists have equal positions.
    private mutating func start(ofList list: Int, to target: Position) -> Position {
      (steps?.lists[list] ?? []).reversed().filter { item in
        item.index >= exploration.machine.callbacks.count || !hidden.contains(ID(item.index))
      }.reduce(target) { position(before: $1, $0) }
    }

    private mutating func position(before item: ID<LogItem>, _ successor: Position) -> Position {
      key[0] = item.index
      key[1] = Int(successor)
      let index = known.intern(key) - 1
      let nodeCount = exploration.nodes.count
      let position = Position(nodeCount + index)
      if index < items.count { return position }
      items.append(item)
      successors.append(successor)
      ends.append(Int(successor) < nodeCount ? successor : ends[Int(successor) - nodeCount])
      lastSources.append(-1)
      return position
    }
  }
}
