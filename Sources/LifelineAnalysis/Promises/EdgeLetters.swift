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

  /// Returns all letters of an exploration's edges, for which the reactions run again; `nil` if that takes too much work.
  static func all(of exploration: Exploration, within budget: inout WorkBudget) -> EdgeLetters? {
    // With timers in any order, an edge doesn't say which of them elapsed.
    if exploration.environment.timers.elapseInAnyOrder { return nil }
    var result = EdgeLetters()
    for edge in exploration.edges {
      let start = exploration.nodes[edge.source].snapshot
      guard budget.spend(exploration.environment.size(of: start) + exploration.traces[edge.trace].count) else {
        return nil
      }
      var interpreter = Interpreter(exploration.index, at: start)
      var recorder = EntryRecorder()
      let reaction = interpreter.apply(edge.stimulus, observer: &recorder)
      let letters = LifelineScenarios.letters(
        of: reaction, recorder.entries, sending: edge.stimulus.event,
        ends: edge.target != nil && interpreter.snapshot.isFinished && !start.isFinished)
      result.entered.append(recorder.entries.map(\.state))
      _ = result.add(letters.map(\.letter))
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

extension Stimulus {
  /// The event that the host sends; `nil` for something else.
  var event: ID<Event>? {
    if case .send(let event, _) = kind { event } else { nil }
  }
}
