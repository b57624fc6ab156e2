import LifelineInterpreter
import LifelineModel
import LifelineScenarios

/// The letters of an exploration's edges, for automata of promises.
struct EdgeLetters {
  /// Sequences of letters, each once.
  private(set) var sequences: [[PromiseAutomaton.Letter]] = []
  /// The index of the sequence of each edge.
  private(set) var numbers: [Int] = []
  /// The states that each edge enters, if entries are among the letters.
  private(set) var entered: [[ID<State>]] = []
  /// The number of all letters of the sequences.
  private(set) var size = 0
  private var known: [[PromiseAutomaton.Letter]: Int] = [:]

  /// Returns the calls, restarts and ends of an exploration's edges.
  static func calls(of exploration: Exploration) -> EdgeLetters {
    var result = EdgeLetters()
    struct Source: Hashable {
      var trace: Int32
      var partTrace: Int32
      var ends: Bool
    }
    var seen: [Source: Int] = [:]
    result.numbers.reserveCapacity(exploration.edges.count)
    for edge in exploration.edges.flat {
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
      seen[source] = result.add(letters)
    }
    return result
  }

  /// Returns all letters of an exploration's edges, for which the reactions run again; `nil` if that takes too much work, or
  /// if several timers may have elapsed on an edge, with different letters.
  static func all(of exploration: Exploration, within budget: inout WorkBudget) -> EdgeLetters? {
    var result = EdgeLetters()
    for edge in exploration.edges {
      let start = exploration.nodes[edge.source].snapshot
      // With timers in any order, an edge doesn't say which of them elapsed. Its calls and its target do.
      let isOpen =
        exploration.environment.timers.elapseInAnyOrder && edge.stimulus.kind == .elapse && start.timers.count > 1
      let beginnings = isOpen ? start.timers.indices.map(start.hastening) : [start]
      let size = exploration.environment.size(of: start) + exploration.traces[edge.trace].count
      guard budget.spend(size * beginnings.count) else { return nil }
      let reactions = Set(beginnings.map { LetteredReaction.run(edge, from: $0, in: exploration) })
      let possible = isOpen ? reactions.filter { $0.fits(edge, in: exploration) } : reactions
      guard possible.count == 1, let reaction = possible.first else { return nil }
      result.entered.append(reaction.entered)
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
    numbers.append(number)
    return number
  }
}

/// The reaction on an edge, as letters.
private struct LetteredReaction: Hashable {
  var letters: [PromiseAutomaton.Letter]
  var entered: [ID<State>]
  private var calls: [Int]
  private var fails: Bool
  private var configuration: IDSet<State>
  private var timers: Set<ElapsedTimer>

  /// Runs the stimulus of an edge from a snapshot of its source.
  static func run(_ edge: Exploration.Edge, from start: Snapshot, in exploration: Exploration) -> LetteredReaction {
    var interpreter = Interpreter(exploration.index, at: start)
    var recorder = EntryRecorder()
    let reaction = interpreter.apply(edge.stimulus, observer: &recorder)
    let letters = LifelineScenarios.letters(
      of: reaction, recorder.entries, sending: edge.stimulus.event,
      ends: edge.target != nil && interpreter.snapshot.isFinished && !start.isFinished)
    return LetteredReaction(
      letters: letters.map(\.letter), entered: recorder.entries.map(\.state),
      calls: reaction.calls.map(\.callback.index), fails: reaction.fault != nil,
      configuration: interpreter.snapshot.configuration, timers: Set(interpreter.snapshot.timers.map(ElapsedTimer.init))
    )
  }

  /// Returns whether this may be the reaction that the edge stands for.
  func fits(_ edge: Exploration.Edge, in exploration: Exploration) -> Bool {
    guard calls == exploration.traces[edge.trace].map(\.index) else { return false }
    guard let target = edge.target else { return fails }
    let after = exploration.nodes[target].snapshot
    return !fails && configuration == after.configuration && timers == Set(after.timers.map(ElapsedTimer.init))
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
