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
    /// Whether the machine neither handles nor defers the event.
    package var isIgnored: Bool
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

extension LogStory {
  /// Returns the story, or that of the start alone if it has no step.
  package func withStart(of machine: Machine) -> LogStory {
    guard steps.isEmpty else { return self }
    var run = Interpreter(MachineIndex.build(for: machine), fields: beginning)
    let reaction = run.start()
    guard reaction.fault == nil else { return self }
    var result = self
    result.steps = [
      Step(
        facts: [], cause: .start, alternatives: [], calls: reaction.calls, openCalls: reaction.openCalls,
        states: run.atomicStates, taken: reaction.taken.map(\.id), isIgnored: false)
    ]
    return result
  }
}

/// Tells the stories of logs.
package struct StoryTeller: Sendable {
  let automaton: CallAutomaton
  /// For each position, the number of steps of the shortest way there.
  let costs: [Int]
  /// For each position in a step, the first move that leads through it; -1 if there is none.
  let moves: [Int]

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
    var starts: [[AutomatonPlace]] = []
    if state == observer.start {
      starts = [automaton.beginnings.map { AutomatonPlace(0, at: $0) }]
    } else {
      for position in observer.positions(of: state) {
        let cost = costs[Int(position)]
        while starts.count <= cost { starts.append([]) }
        starts[cost].append(AutomatonPlace(0, at: position))
      }
    }
    let items = symbols.map { observer.symbols[$0] }
    var search = AutomatonSearch(
      observer.automaton, reached: ReachedPlaces(itemCount: items.count, positionCount: automaton.count))
    let end = search.find(from: starts, until: { $0.number == items.count }) { item, count, next in
      if items[count].contains(item) { next.append(count + 1) }
      if !observer.owed.contains(item) { next.append(count) }
    }
    guard let path = end.map(search.path) else { return nil }
    return story(from: path.first, of: path.moves.compactMap(automaton.occurrence))
  }

  /// Returns the story of some steps from a position, with the shortest way there before them.
  func story(from position: CallAutomaton.Position, of occurrences: [Exploration.Occurrence]) -> LogStory {
    let approach = approach(to: position)
    var story = automaton.exploration.story(of: approach + occurrences)
    story.explainedFrom = place(of: position, behind: approach.count)
    return story
  }

  /// Returns the place of a position to which some steps lead.
  func place(of position: CallAutomaton.Position, behind count: Int) -> LogStory.Place {
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
    let run = run(path.map(withSmallNumbers))
    let steps = run.steps.map { step in
      let cause: LogStory.Step.Cause =
        switch step.stimulus.kind {
        case .start: .start
        case .send(let event, let arguments): .send(event, arguments: arguments)
        case .elapse, .approach: .wait(milliseconds: step.wait ?? 0)
        }
      return LogStory.Step(
        facts: step.stimulus.facts, cause: cause, alternatives: step.stimulus.alternatives, calls: step.reaction.calls,
        openCalls: step.reaction.openCalls, states: step.states, taken: step.reaction.taken.map(\.id),
        isIgnored: step.reaction.treatment == .ignored)
    }
    return LogStory(beginning: run.beginning.fields, steps: steps)
  }
}
