import LifelineInterpreter
import LifelineModel

/// A behavior of the host that explains the items of a log.
package struct LogStory: Sendable {
  /// Something that the host does.
  package struct Step: Sendable {
    package enum Cause: Sendable {
      case start
      case send(ID<Event>, arguments: [Value])
      case wait(milliseconds: Int)
    }

    /// A call that follows from it.
    package typealias Call = Reaction.MadeCall

    /// The fields that the host sets first.
    package var facts: [FieldValue]
    package var cause: Cause
    /// The alternatives that the machine takes of the actions that leave something open.
    package var alternatives: [Int]
    /// The calls that follow from it, those that the log doesn't show included.
    package var calls: [Reaction.MadeCall]
    /// The stretches of these that the machine leaves open.
    package var openCalls: [OpenStretch<Reaction.MadeCall>]
    /// The active atomic states afterwards.
    package var states: [ID<State>]
    /// The transitions that are taken.
    package var taken: [ID<Transition>]
  }

  /// A place in a story, before one of the items that a step may show: its event if logs show that, and its calls.
  package struct Place: Hashable, Sendable {
    package var step: Int
    package var item: Int
  }

  /// The values of the fields before the start.
  package var beginning: [Value]
  package var steps: [Step]
  /// The place behind which the story explains the items. What comes before only leads there.
  package var explainedFrom = Place(step: 0, item: 0)
}

/// Tells the stories of logs.
package struct StoryTeller: Sendable {
  private let automaton: CallAutomaton
  /// For each position, the number of steps of the shortest way there.
  private let costs: [Int]
  /// For each position in a step, the first move that leads through it; -1 if there is none.
  private let moves: [Int]

  /// Creates a teller of stories of a machine's logs.
  package static func make(for automaton: CallAutomaton) -> StoryTeller {
    let exploration = automaton.exploration
    var costs = Array(repeating: 0, count: automaton.count)
    // A node is reached from an earlier one.
    for (index, node) in exploration.nodes.enumerated() {
      if let arrival = node.arrival { costs[index] = costs[arrival.node] + 1 }
    }
    var moves = Array(repeating: -1, count: automaton.count)
    for node in 0..<automaton.nodeCount {
      for index in automaton.entryIndices(of: CallAutomaton.Position(node)) {
        var position = automaton.entries[index]
        // All positions behind a known one are known.
        while !automaton.isResting(position), moves[Int(position)] < 0 {
          moves[Int(position)] = Int(automaton.entryMoves[index])
          costs[Int(position)] = costs[node] + 1
          position = automaton.successor(of: position)
        }
      }
    }
    return StoryTeller(automaton: automaton, costs: costs, moves: moves)
  }

  /// Returns the shortest story of some items: the shortest way to a state of the observer, and from there the shortest
  /// explanation of the items.
  /// - Parameters:
  ///   - symbols: The items, all of which fit.
  ///   - state: The state before the first item.
  /// - Returns: The story; `nil` if nothing explains the items.
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
    var search = StorySearch(observer: observer, items: symbols.map { observer.symbols[$0] })
    guard let path = search.find(from: starts) else { return nil }
    let approach = approach(to: path.first)
    var story = automaton.exploration.story(of: approach + path.moves.compactMap(automaton.occurrence))
    story.explainedFrom = place(of: path.first, behind: approach.count)
    return story
  }

  /// Returns the place of a position to which some steps lead.
  private func place(of position: CallAutomaton.Position, behind count: Int) -> LogStory.Place {
    guard !automaton.isResting(position) else { return LogStory.Place(step: count, item: 0) }
    let move = Int(moves[Int(position)])
    // A step that the machine ignores shows nothing but its event, and a look at a state is no step.
    guard move < automaton.edgeEntries.count else {
      return LogStory.Place(step: automaton.occurrence(ofMove: move) == nil ? count : count - 1, item: 0)
    }
    var item = 0
    var next = automaton.edgeEntries[move]
    while next != position, !automaton.isResting(next) {
      next = automaton.successor(of: next)
      item += 1
    }
    return LogStory.Place(step: count - 1, item: item)
  }

  private func approach(to position: CallAutomaton.Position) -> [Exploration.Occurrence] {
    let exploration = automaton.exploration
    if automaton.isResting(position) { return exploration.path(to: Int(position)) }
    guard let occurrence = automaton.occurrence(ofMove: moves[Int(position)]) else {
      return exploration.path(to: Int(automaton.end(of: position)))
    }
    return exploration.path(to: occurrence.node) + [occurrence]
  }
}

extension Exploration {
  /// Returns the story of a path from a beginning.
  func story(of path: [Occurrence]) -> LogStory {
    let run = run(path)
    let steps = run.steps.map { step in
      let cause: LogStory.Step.Cause =
        switch step.stimulus.kind {
        case .start: .start
        case .send(let event, let arguments): .send(event, arguments: arguments)
        case .elapse, .approach: .wait(milliseconds: step.wait ?? 0)
        }
      return LogStory.Step(
        facts: step.stimulus.facts, cause: cause, alternatives: step.stimulus.alternatives, calls: step.reaction.calls,
        openCalls: step.reaction.openCalls, states: step.states, taken: step.reaction.taken.map(\.id))
    }
    return LogStory(beginning: run.beginning.fields, steps: steps)
  }
}

/// A search for the explanation of items with the fewest steps.
private struct StorySearch {
  /// A position behind some items, on a way there.
  struct Place {
    /// The number of items before the place.
    var item: Int32
    var position: CallAutomaton.Position
    /// The index of the place before this one; -1 at the beginning.
    var origin: Int32 = -1
    /// The move that leads here; -1 if this place is in the same step as the one before.
    var move: Int32 = -1
  }

  let automaton: CallAutomaton
  let owed: IDSet<LogItem>
  let items: [[ID<LogItem>]]
  /// The places that were reached, by the shortest ways there.
  private var places: [Place] = []
  private var reached: ReachedPlaces

  init(observer: Observer, items: [[ID<LogItem>]]) {
    automaton = observer.automaton
    owed = observer.owed
    self.items = items
    reached = ReachedPlaces(itemCount: items.count, positionCount: automaton.count)
  }

  /// Returns where the shortest explanation begins, and its moves.
  /// - Parameter starts: The positions at which it may begin, by the number of steps that lead there.
  mutating func find(from starts: [[CallAutomaton.Position]]) -> (first: CallAutomaton.Position, moves: [Int])? {
    var stepCount = 0
    var later: [Place] = []
    while stepCount < starts.count || !later.isEmpty {
      var level = stepCount < starts.count ? starts[stepCount].map { Place(item: 0, position: $0) } : []
      level += later
      later = []
      var next = 0
      while next < level.count {
        let place = level[next]
        next += 1
        guard reached.insert(place.position, behind: Int(place.item)) else { continue }
        if place.item == items.count { return path(to: place) }
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
    guard let item = automaton.item(at: place.position) else {
      for index in automaton.entryIndices(of: place.position) {
        let entry = automaton.entries[index]
        guard !reached.contains(entry, behind: Int(place.item)) else { continue }
        later.append(
          Place(item: place.item, position: entry, origin: origin, move: automaton.entryMoves[index]))
      }
      return
    }
    let successor = automaton.successor(of: place.position)
    if items[Int(place.item)].contains(item) {
      level.append(Place(item: place.item + 1, position: successor, origin: origin))
    }
    if !owed.contains(item) {
      level.append(Place(item: place.item, position: successor, origin: origin))
    }
  }

  private func path(to last: Place) -> (first: CallAutomaton.Position, moves: [Int]) {
    var moves: [Int] = []
    var place = last
    while place.origin >= 0 {
      if place.move >= 0 { moves.append(Int(place.move)) }
      place = places[Int(place.origin)]
    }
    return (place.position, moves.reversed())
  }
}
