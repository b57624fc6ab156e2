import LifelineInterpreter
import LifelineModel

/// A behavior of the host that explains the calls of a log.
package struct LogStory: Sendable {
  /// Something that the host does.
  package struct Step: Sendable {
    package enum Cause: Sendable {
      case start
      case send(ID<Event>, arguments: [Value])
      case wait(milliseconds: Int)
    }

    /// The fields that the host sets first.
    package var facts: [FieldValue]
    package var cause: Cause
    /// The calls that follow from it, those that the log doesn't show included.
    package var calls: [Reaction.MadeCall]
    /// The active atomic states afterwards.
    package var states: [ID<State>]
    /// The transitions that are taken.
    package var taken: [ID<Transition>]
  }

  /// The values of the fields before the start.
  package var beginning: [Value]
  package var steps: [Step]
}

/// Tells the stories of logs.
package struct StoryTeller: Sendable {
  private let automaton: CallAutomaton
  /// For each node, the number of steps of the shortest way there.
  private let depths: [Int]
  /// For each position in a step, the first edge that leads through it; -1 if there is none.
  private let edges: [Int]
  /// The first edge that leaves each node.
  private let edgeStarts: [Int]

  /// Creates a teller of stories of a machine's logs.
  package static func make(for automaton: CallAutomaton) -> StoryTeller {
    let exploration = automaton.exploration
    var depths = Array(repeating: 0, count: exploration.nodes.count)
    // A node is reached from an earlier one.
    for (index, node) in exploration.nodes.enumerated() {
      if let arrival = node.arrival { depths[index] = depths[arrival.node] + 1 }
    }
    var edges = Array(repeating: -1, count: automaton.count)
    for (index, entry) in automaton.edgeEntries.enumerated() where entry >= 0 {
      var position = entry
      // All positions behind a known one are known.
      while !automaton.isResting(position), edges[Int(position)] < 0 {
        edges[Int(position)] = index
        position = automaton.successor(of: position)
      }
    }
    var edgeStarts = Array(repeating: exploration.edges.count, count: exploration.nodes.count + 1)
    for (index, edge) in exploration.edges.enumerated().reversed() { edgeStarts[edge.source] = index }
    for node in exploration.nodes.indices.reversed() {
      edgeStarts[node] = min(edgeStarts[node], edgeStarts[node + 1])
    }
    return StoryTeller(automaton: automaton, depths: depths, edges: edges, edgeStarts: edgeStarts)
  }

  /// Returns the shortest story of some calls: the shortest way to a state of the observer, and from there the shortest
  /// explanation of the calls.
  /// - Parameters:
  ///   - symbols: The calls, all of which fit.
  ///   - state: The state before the first call.
  /// - Returns: The story; `nil` if nothing explains the calls.
  package func story(of symbols: [Int], from state: Observer.State, by observer: Observer) -> LogStory? {
    var search = StorySearch(
      observer: observer, calls: symbols.map { observer.symbols[$0] }, firstEdges: edgeStarts)
    if state == observer.start {
      for beginning in automaton.beginnings { search.begin(at: beginning, cost: 0) }
    } else {
      for position in observer.positions(of: state) { search.begin(at: position, cost: cost(of: position)) }
    }
    guard let path = search.find() else { return nil }
    return tell(approach(to: path.first) + path.edges.map(occurrence))
  }

  /// Returns the number of steps that lead to a position.
  private func cost(of position: CallAutomaton.Position) -> Int {
    if automaton.isResting(position) { return depths[Int(position)] }
    return depths[automaton.exploration.edges[edges[Int(position)]].source] + 1
  }

  private func approach(to position: CallAutomaton.Position) -> [Exploration.Occurrence] {
    let exploration = automaton.exploration
    if automaton.isResting(position) { return exploration.path(to: Int(position)) }
    let edge = edges[Int(position)]
    return exploration.path(to: exploration.edges[edge].source) + [occurrence(edge)]
  }

  private func occurrence(_ edge: Int) -> Exploration.Occurrence {
    let edge = automaton.exploration.edges[edge]
    return Exploration.Occurrence(node: edge.source, stimulus: edge.stimulus)
  }

  private func tell(_ path: [Exploration.Occurrence]) -> LogStory {
    let run = automaton.exploration.run(path)
    let steps = run.steps.map { step in
      let cause: LogStory.Step.Cause =
        switch step.stimulus.kind {
        case .start: .start
        case .send(let event, let arguments): .send(event, arguments: arguments)
        case .elapse, .approach: .wait(milliseconds: step.wait ?? 0)
        }
      return LogStory.Step(
        facts: step.stimulus.facts, cause: cause, calls: step.reaction.calls, states: step.states,
        taken: step.reaction.taken.map(\.id))
    }
    return LogStory(beginning: run.beginning.fields, steps: steps)
  }
}

/// A search for the explanation of calls with the fewest steps.
private struct StorySearch {
  /// A position behind some calls.
  struct Place: Hashable {
    var call: Int
    var position: CallAutomaton.Position
  }

  let observer: Observer
  let calls: [[ID<Callback>]]
  /// The first edge that leaves each node.
  let firstEdges: [Int]
  private var costs: [Place: Int] = [:]
  private var arrivals: [Place: (from: Place, edge: Int?)] = [:]
  private var queue = PriorityQueue<Place>()

  init(observer: Observer, calls: [[ID<Callback>]], firstEdges: [Int]) {
    self.observer = observer
    self.calls = calls
    self.firstEdges = firstEdges
  }

  mutating func begin(at position: CallAutomaton.Position, cost: Int) {
    let place = Place(call: 0, position: position)
    costs[place] = cost
    queue.add(place, cost: cost)
  }

  /// Returns where the shortest explanation begins, and its edges.
  mutating func find() -> (first: CallAutomaton.Position, edges: [Int])? {
    let automaton = observer.automaton
    while let (cost, place) = queue.popFirst() {
      if place.call == calls.count { return path(to: place) }
      guard costs[place] == cost else { continue }
      guard let call = automaton.call(at: place.position) else {
        let node = Int(place.position)
        for edge in firstEdges[node]..<firstEdges[node + 1] where automaton.edgeEntries[edge] >= 0 {
          add(Place(call: place.call, position: automaton.edgeEntries[edge]), from: place, edge, cost + 1)
        }
        continue
      }
      let successor = automaton.successor(of: place.position)
      if calls[place.call].contains(call) {
        add(Place(call: place.call + 1, position: successor), from: place, nil, cost)
      }
      if !observer.owed.contains(call) { add(Place(call: place.call, position: successor), from: place, nil, cost) }
    }
    return nil
  }

  private mutating func add(_ place: Place, from origin: Place, _ edge: Int?, _ cost: Int) {
    guard cost < costs[place] ?? .max else { return }
    costs[place] = cost
    arrivals[place] = (origin, edge)
    queue.add(place, cost: cost)
  }

  private func path(to place: Place) -> (first: CallAutomaton.Position, edges: [Int]) {
    var edges: [Int] = []
    var place = place
    while let arrival = arrivals[place] {
      if let edge = arrival.edge { edges.append(edge) }
      place = arrival.from
    }
    return (place.position, edges.reversed())
  }
}
