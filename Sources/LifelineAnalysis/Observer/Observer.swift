import LifelineModel

/// The configurations in which a machine may be, given the items of a log so far.
///
/// A state of the observer is the set of all positions that explain a log. It is closed under everything that a log doesn't
/// show: the time, the facts, and events and calls that nobody has to log. An item moves the set, and if nothing
/// is left of it, no behavior of the machine explains the log.
///
/// States are made when a log first needs them, and kept up to a limit.
package struct Observer {
  /// The number of a state, valid until the next ``forgetStates(except:)``.
  package typealias State = Int32

  /// The number of states after which most are forgotten.
  package static let stateLimit = 65_536
  /// The number of positions in all states after which most are forgotten.
  private static let positionLimit = 50_000_000

  /// The lists of items that lines of logs may stand for. A line is any item of its list.
  package let symbols: [[ID<LogItem>]]
  package let automaton: CallAutomaton
  /// The items that must all be in a log.
  package let owed: IDSet<LogItem>
  /// The symbols, and behind them the single items that no symbol stands for alone.
  private let letters: [[ID<LogItem>]]
  /// For each item the letter that stands for it alone.
  private let lettersOfItems: [ID<LogItem>: Int]
  private(set) var sets: PositionSets
  private var contents: [[CallAutomaton.Position]] = []
  /// For each state the items that can come next.
  private var expectations: [IDSet<LogItem>] = []
  /// For each state whether the machine may do something there that wasn't explored and that no line shows; empty if everything was
  /// explored.
  private var areUnexplored: [Bool] = []
  /// For each state the events that logs show and after which the machine may do something that wasn't explored.
  private var unexploredEvents: [IDSet<LogItem>] = []
  private var numbers: [PositionList: State] = [:]
  /// For each state and letter the next state, or one of the two numbers below.
  private var transitions: [State] = []
  private var positionCount = 0
  private var limit: Int
  private var positionLimit = Observer.positionLimit
  private let fixedValues: FixedValues

  private static let unknown: State = -1
  private static let none: State = -2

  /// The state before the start of a machine.
  package private(set) var start: State = 0
  /// The state of an observer that doesn't know what came before; made when it is first asked for.
  private var knownAnywhere: State?

  /// Creates an observer.
  /// - Parameters:
  ///   - owed: The items that must all be in a log. Others may be missing, but if they come they must fit.
  ///   - symbols: The lists of items that lines of logs may stand for; `nil` for the single items.
  ///   - merges: Whether one position stands for all with the same future. Then the sets are smaller, but only say what can come.
  package init(
    _ automaton: CallAutomaton, owed: IDSet<LogItem>, symbols: [[ID<LogItem>]]? = nil,
    stateLimit limit: Int = Observer.stateLimit, mergingEqualFutures merges: Bool = false
  ) {
    self.automaton = automaton
    self.owed = owed
    let items = automaton.shownItems.map { [$0] }
    let symbols = symbols ?? items
    self.symbols = symbols
    letters = symbols + items.filter { !symbols.contains($0) }
    lettersOfItems = Dictionary(
      letters.enumerated().compactMap { index, items in items.count == 1 ? (items[0], index) : nil },
      uniquingKeysWith: { first, _ in first })
    self.limit = limit
    sets = PositionSets(automaton, owed: owed, merging: merges ? .find(in: automaton) : nil)
    fixedValues = FixedValues(automaton)
    start = state(of: sets.closure(of: automaton.beginnings))
  }

  package var machine: Machine { automaton.machine }

  /// Returns an observer of the same logs that doesn't tell positions with the same future apart.
  package func mergingEqualFutures() -> Observer {
    Observer(automaton, owed: owed, symbols: symbols, mergingEqualFutures: true)
  }

  /// Returns the state in which the machine may be at some positions.
  package mutating func state(at positions: [CallAutomaton.Position]) -> State {
    state(of: sets.closure(of: positions))
  }

  /// Returns the state of an observer that doesn't know what came before.
  package mutating func anywhere() -> State {
    if let state = knownAnywhere { return state }
    let state = state(of: sets.closure(of: automaton.all))
    knownAnywhere = state
    return state
  }

  /// Returns the state after a line of a log; `nil` if nothing that the line stands for can come.
  package mutating func state(after symbol: Int, in state: State) -> State? {
    self.state(afterLetter: symbol, in: state)
  }

  /// Returns the state after an item; `nil` if it can't come.
  mutating func state(after item: ID<LogItem>, in state: State) -> State? {
    lettersOfItems[item].flatMap { self.state(afterLetter: $0, in: state) }
  }

  private mutating func state(afterLetter letter: Int, in state: State) -> State? {
    let place = Int(state) * letters.count + letter
    let known = transitions[place]
    if known >= 0 { return known }
    if known == Self.none { return nil }
    let set = sets.set(after: letters[letter], in: contents[Int(state)])
    let next = set.isEmpty ? Self.none : self.state(of: set)
    transitions[place] = next
    return next == Self.none ? nil : next
  }

  /// Returns the positions of a state.
  package func positions(of state: State) -> [CallAutomaton.Position] { contents[Int(state)] }

  /// Returns the items that can come next.
  package func expected(in state: State) -> IDSet<LogItem> { expectations[Int(state)] }

  /// Returns whether a log may end in a state: not in the middle of a step.
  package func isResting(in state: State) -> Bool { sets.isResting(contents[Int(state)]) }

  /// Returns whether the machine may have ended for good in a state, so that nothing else comes.
  package func mayHaveEnded(in state: State) -> Bool {
    contents[Int(state)].contains { position in
      automaton.isResting(position) && automaton.exploration.nodes[Int(position)].snapshot.isFinished
    }
  }

  /// Returns whether the machine may do something between a state and a line that wasn't explored, or with the event of the line.
  package func leavesOut(in state: State, before symbol: Int) -> Bool {
    guard !areUnexplored.isEmpty else { return false }
    let events = unexploredEvents[Int(state)]
    return areUnexplored[Int(state)] || !events.isEmpty && isAnywhere(state)
      || symbols[symbol].contains(where: events.contains)
  }

  /// Returns whether nobody knows what came before a state, so that the machine may also be within a step that wasn't explored.
  private func isAnywhere(_ state: State) -> Bool { state == knownAnywhere }

  /// Returns the first thing that wasn't explored between a state and a line, or of what the line's event may do; `nil` if
  /// everything was.
  package func unexploredStep(in state: State, before symbol: Int) -> UnexploredStep? {
    guard leavesOut(in: state, before: symbol) else { return nil }
    let exploration = automaton.exploration
    return contents[Int(state)].lazy.filter(automaton.isResting).compactMap { node in
      exploration.unexploredStep(in: Int(node)) { event in
        isAnywhere(state) || !automaton.events.contains(event)
          || symbols[symbol].contains(machine.id(of: .event(event)))
      }
    }.first
  }

  /// Returns the shortest list of owed items that end the step in which a log stands; `nil` if the log may end there.
  package func itemsLeft(in state: State) -> [ID<LogItem>]? {
    if isResting(in: state) { return nil }
    return contents[Int(state)].lazy.map { automaton.rest(of: $0).items.filter(sets.isOwed) }
      .min { $0.count < $1.count }
  }

  /// The number of states that are known.
  package var stateCount: Int { contents.count }

  /// Whether so many states are known that most should be forgotten.
  package var isFull: Bool { contents.count > limit || positionCount > positionLimit }

  /// Forgets all states but the start and some that are still needed.
  /// - Returns: The new numbers of those states, by their old ones.
  package mutating func forgetStates(except needed: Set<State>) -> [State: State] {
    let kept = needed.sorted().map { ($0, contents[Int($0)]) }
    let first = contents[Int(start)]
    contents = []
    expectations = []
    areUnexplored = []
    unexploredEvents = []
    numbers = [:]
    transitions = []
    positionCount = 0
    start = state(of: first)
    let result = Dictionary(uniqueKeysWithValues: kept.map { ($0.0, state(of: $0.1)) })
    knownAnywhere = knownAnywhere.flatMap { result[$0] }
    // If almost all are needed, to forget the few others again and again would take longer than to keep them.
    limit = max(limit, 2 * contents.count)
    positionLimit = max(positionLimit, 2 * positionCount)
    return result
  }

  private mutating func state(of set: [CallAutomaton.Position]) -> State {
    let list = PositionList(positions: set)
    if let number = numbers[list] { return number }
    let number = State(contents.count)
    numbers[list] = number
    contents.append(set)
    expectations.append(sets.expected(in: set))
    if !automaton.exploration.isComplete {
      areUnexplored.append(set.contains(where: automaton.leavesOut))
      let events = set.filter(automaton.isResting).flatMap { automaton.exploration.eventsLeftOut(in: Int($0)) }
      unexploredEvents.append(IDSet(events.map { machine.id(of: .event($0)) }))
    }
    positionCount += set.count
    transitions += repeatElement(Self.unknown, count: letters.count)
    return number
  }
}

/// A list of positions, which is hashed as a whole rather than position by position.
private struct PositionList: Hashable {
  let positions: [CallAutomaton.Position]

  func hash(into hasher: inout Hasher) { positions.withUnsafeBytes { hasher.combine(bytes: $0) } }
}

extension Machine {
  /// The calls on the channels that the spec observes, and the events that it observes.
  package var observedItems: IDSet<LogItem> { IDSet(calls: observedCallbacks, events: observedEvents, of: self) }
}

extension Observer {
  /// The fixed fields that may have several values, those with the most first.
  package var openFixedFields: [ID<Field>] {
    zip(fixedValues.fields, fixedValues.possible).filter { $0.1.count > 1 }.sorted { $0.1.count > $1.1.count }.map(\.0)
  }

  /// Returns the fixed fields of which only some values explain a log, with these values.
  package func fixedValues(in state: State) -> [(field: ID<Field>, values: [Value])] {
    guard !fixedValues.fields.isEmpty else { return [] }
    let lists = fixedValues.lists(in: positions(of: state).map(automaton.end))
    return zip(fixedValues.fields, zip(lists, fixedValues.possible)).compactMap { field, values in
      values.0.count < values.1.count ? (field, values.0) : nil
    }
  }
}
