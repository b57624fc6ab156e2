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
  /// For each position, the number of steps of the shortest way there.
  private let costs: [Int]
  /// For each position in a step, the first edge that leads through it; -1 if there is none.
  private let edges: [Int]

  /// Creates a teller of stories of a machine's logs.
  package static func make(for automaton: CallAutomaton) -> StoryTeller {
    let exploration = automaton.exploration
    var costs = Array(repeating: 0, count: automaton.count)
    // A node is reached from an earlier one.
    for (index, node) in exploration.nodes.enumerated() {
      if let arrival = node.arrival { costs[index] = costs[arrival.node] + 1 }
    }
    var edges = Array(repeating: -1, count: automaton.count)
    for (index, entry) in automaton.edgeEntries.enumerated() where entry >= 0 {
      var position = entry
      // All positions behind a known one are known.
      while !automaton.isResting(position), edges[Int(position)] < 0 {
        edges[Int(position)] = index
        costs[Int(position)] = costs[exploration.edges[index].source] + 1
        position = automaton.successor(of: position)
      }
    }
    return StoryTeller(automaton: automaton, costs: costs, edges: edges)
  }

  /// Returns the shortest story of some calls: the shortest way to a state of the observer, and from there the shortest
  /// explanation of the calls.
  /// - Parameters:
  ///   - symbols: The calls, all of which fit.
  ///   - state: The state before the first call.
  /// - Returns: The story; `nil` if nothing explains the calls.
  package func story(of symbols: [Int], from state: Observer.State, by observer: Observer) -> LogStory? {
    var starts: [[CallAutomaton.Position]] = []
    if state == observer.start {
      starts = [automaton.beginnings]
    } else {
      for position in observer.positions(of: state) {
        let cost = costs[Int(position)]
        while starts.count <= cost { starts.append([]) }
        starts[cost].append(position)
      }
    }
    var search = StorySearch(observer: observer, calls: symbols.map { observer.symbols[$0] })
    guard let path = search.find(from: starts) else { return nil }
    return tell(approach(to: path.first) + path.edges.map(occurrence))
  }

  private func approach(to position: CallAutomaton.Position) -> [Exploration.Occurrence] {
    let exploration = automaton.exploration
    if automaton.isResting(position) { return exploration.path(to: Int(position)) }
    let edge = edges[Int(position)]
    return exploration.path(to: exploration.edges[edge].source) + [occurrence(edge)]
  }

  private func occurrence(_ edge: Int) -> Exploration.Occurrence {
    automaton.exploration.edges[edge].occurrence
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
  /// A position behind some calls, on a way there.
  struct Place {
    var call: Int32
    var position: CallAutomaton.Position
    /// The index of the place before this one; -1 at the beginning.
    var origin: Int32 = -1
    /// The edge of the step that leads here; -1 if this place is in the same step as the one before.
    var edge: Int32 = -1
  }

  let automaton: CallAutomaton
  let owed: IDSet<Callback>
  let calls: [[ID<Callback>]]
  /// The places that were reached, by the shortest ways there.
  private var places: [Place] = []
  private var reached: ReachedPlaces

  init(observer: Observer, calls: [[ID<Callback>]]) {
    automaton = observer.automaton
    owed = observer.owed
    self.calls = calls
    reached = ReachedPlaces(callCount: calls.count, positionCount: automaton.count)
  }

  /// Returns where the shortest explanation begins, and its edges.
  /// - Parameter starts: The positions at which it may begin, by the number of steps that lead there.
  mutating func find(from starts: [[CallAutomaton.Position]]) -> (first: CallAutomaton.Position, edges: [Int])? {
    var stepCount = 0
    var later: [Place] = []
    while stepCount < starts.count || !later.isEmpty {
      var level = stepCount < starts.count ? starts[stepCount].map { Place(call: 0, position: $0) } : []
      level += later
      later = []
      var next = 0
      while next < level.count {
        let place = level[next]
        next += 1
        guard reached.insert(place.position, behind: Int(place.call)) else { continue }
        if place.call == calls.count { return path(to: place) }
        places.append(place)
        follow(place, &level, &later)
      }
      stepCount += 1
    }
    return nil
  }

  /// Adds the places behind the last one: to those with as many steps, or to those with one more.
  private func follow(_ place: Place, _ level: inout [Place], _ later: inout [Place]) {
    let origin = Int32(places.count - 1)
    guard let call = automaton.call(at: place.position) else {
      for index in automaton.entryIndices(of: place.position) {
        let entry = automaton.entries[index]
        guard !reached.contains(entry, behind: Int(place.call)) else { continue }
        later.append(
          Place(call: place.call, position: entry, origin: origin, edge: automaton.entryEdges[index]))
      }
      return
    }
    let successor = automaton.successor(of: place.position)
    if calls[Int(place.call)].contains(call) {
      level.append(Place(call: place.call + 1, position: successor, origin: origin))
    }
    if !owed.contains(call) {
      level.append(Place(call: place.call, position: successor, origin: origin))
    }
  }

  private func path(to last: Place) -> (first: CallAutomaton.Position, edges: [Int]) {
    var edges: [Int] = []
    var place = last
    while place.origin >= 0 {
      if place.edge >= 0 { edges.append(Int(place.edge)) }
      place = places[Int(place.origin)]
    }
    return (place.position, edges.reversed())
  }
}
