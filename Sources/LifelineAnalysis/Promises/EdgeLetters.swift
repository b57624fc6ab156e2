import LifelineEngine
import LifelineInterpreter
import LifelineModel
import LifelineScenarios

/// The letters of an exploration's edges, for automata of promises.
struct EdgeLetters {
  /// Sequences of letters, each once.
  private(set) var sequences: [[PromiseAutomaton.Letter]] = []
  /// The index of the sequence of each edge.
  private var numbers: [Int32] = []
  /// The index of the states that each edge enters among different lists, if entries are among the letters.
  private var enteredNumbers: [Int32] = []
  private var enteredStates = ListTable()
  /// The number of all letters of the sequences.
  private(set) var size = 0
  private var known: [[PromiseAutomaton.Letter]: Int] = [:]

  /// Returns the index of the sequence of an edge.
  func number(of edge: Int) -> Int { Int(numbers[edge]) }

  /// Returns the states that an edge enters, if entries are among the letters.
  func entered(on edge: Int) -> [ID<State>] { enteredStates[Int(enteredNumbers[edge])].map { ID($0) } }

  /// Returns the calls, restarts and ends of an exploration's edges; those of the first ones if nobody wants them any more.
  static func calls(of exploration: Exploration, within budget: inout WorkBudget) -> EdgeLetters {
    var result = EdgeLetters()
    struct Source: Hashable {
      var trace: Int32
      var partTrace: Int32
      var ends: Bool
    }
    var seen: [Source: Int32] = [:]
    result.numbers.reserveCapacity(exploration.edges.count)
    for edge in exploration.edges.flat {
      guard budget.passStep() else { break }
      let ends = edge.target >= 0 && exploration.nodes[Int(edge.target)].isFinished
      let source = Source(trace: edge.trace, partTrace: edge.partTrace, ends: ends)
      if let number = seen[source] {
        result.numbers.append(number)
        continue
      }
      var letters = exploration.traces[Int(edge.trace)].map { PromiseAutomaton.Letter.happening(.call($0)) }
      let outcomes = edge.partTrace < 0 ? [] : exploration.partTraces[Int(edge.partTrace)]
      for case .restarted(let part, let count) in outcomes.reversed() { letters.insert(.restart(part), at: count) }
      if ends { letters.append(.end) }
      seen[source] = Int32(result.add(letters))
    }
    return result
  }

  /// Returns all letters of an exploration's edges, for which the reactions run again; `nil` if that takes too much work.
  static func all(of exploration: Exploration, within budget: inout WorkBudget) -> EdgeLetters? {
    var result = EdgeLetters()
    var run = EngineRun(of: exploration, in: 0, notingEntries: true)
    let isInAnyOrder = exploration.environment.timers.elapseInAnyOrder
    let emptySize = exploration.environment.emptySize
    for (number, edge) in exploration.edges.enumerated() {
      run.go(to: edge.source)
      let timerCount = run.timerCount
      let size = emptySize + run.deferredCount + 6 * timerCount + exploration.traces.count(at: edge.trace)
      guard budget.spend(size) else { return nil }
      // Several timers may lead to the same node with the same calls, and enter different states.
      if isInAnyOrder, edge.stimulus.kind == .elapse, timerCount > 1 {
        run.hasten(timerAt: Int(exploration.nextTimers[number]))
      }
      let reaction = LetteredReaction.run(edge, in: exploration, by: &run)
      result.enteredNumbers.append(Int32(result.enteredStates.intern(reaction.entered.map(\.index))))
      _ = result.add(reaction.letters)
    }
    return result
  }

  private mutating func add(_ letters: [PromiseAutomaton.Letter]) -> Int {
    let number = known[letters] ?? sequences.count
    if number == sequences.count {
      known[letters] = number
      sequences.append(letters)
      size += 1 + letters.count
    }
    numbers.append(Int32(number))
    return number
  }
}

/// The reaction on an edge, as letters.
private struct LetteredReaction {
  var letters: [PromiseAutomaton.Letter]
  var entered: [ID<State>]

  /// Runs the stimulus of an edge from the configuration in which a run is.
  static func run(_ edge: Exploration.Edge, in exploration: Exploration, by run: inout EngineRun) -> LetteredReaction {
    run.apply(edge.stimulus)
    let entries = run.entries
    let letters = LifelineScenarios.letters(
      of: run.calls, run.partOutcomes, entries, handling: edge.stimulus.event,
      ends: edge.target != nil && run.isFinished)
    return LetteredReaction(letters: letters.map(\.letter), entered: entries.map(\.state))
  }
}

extension ElapsedTimer {
  /// Creates the key of a running timer.
  init(_ timer: Snapshot.ArmedTimer) { self.init(state: timer.state, index: timer.index) }
}

extension Stimulus {
  /// The event that the host sends; `nil` for something else.
  var event: ID<Event>? {
    if case .send(let event, _) = kind { event } else { nil }
  }
}
