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
  /// The index of the lengths with which each edge arms timers among different lists, if some are known.
  private var lengthNumbers: [Int32] = []
  private var armedLengths = ListTable()
  /// The greatest length that is known of each timer.
  private var greatestLengths: [ElapsedTimer: Int] = [:]
  /// The greatest length with which the only timer that runs in each node may have been armed, if it is known.
  private var runningLengths: [Int] = []
  /// The number of all letters of the sequences.
  private(set) var size = 0
  private var known: [[PromiseAutomaton.Letter]: Int] = [:]

  /// Returns the index of the sequence of an edge.
  func number(of edge: Int) -> Int { Int(numbers[edge]) }

  /// Returns the states that an edge enters, if entries are among the letters.
  func entered(on edge: Int) -> [ID<State>] { enteredStates[Int(enteredNumbers[edge])].map { ID($0) } }

  /// Returns the length with which an edge arms a timer, if entries are among the letters; `nil` if it isn't known.
  func length(of timer: ElapsedTimer, armedOn edge: Int) -> Int? {
    if lengthNumbers.isEmpty || lengthNumbers[edge] == 0 { return nil }
    let lengths = armedLengths[Int(lengthNumbers[edge])]
    return stride(from: 0, to: lengths.count, by: 3).first {
      lengths[$0] == timer.state.index && lengths[$0 + 1] == timer.index
    }.map { lengths[$0 + 2] }
  }

  /// Returns the greatest length with which a timer that runs in a node may have been armed, if entries are among the letters and
  /// everything was explored; `nil` if it isn't known.
  func greatestLength(of timer: ElapsedTimer, runningIn node: Int) -> Int? {
    guard let greatest = greatestLengths[timer] else { return nil }
    return runningLengths.isEmpty ? greatest : runningLengths[node]
  }

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
    let lengthFields = exploration.machine.computedLengths
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
      if !lengthFields.isEmpty {
        // Nothing is left of the timers after a fault.
        let entered = edge.target == nil ? [] : Set(reaction.entered)
        result.addLengths(run.lengths(ofTimersIn: entered, from: lengthFields, in: exploration.machine))
      }
    }
    if !lengthFields.isEmpty, !exploration.environment.timers.isContested {
      result.findRunningLengths(in: exploration, within: &budget)
    }
    return result
  }

  /// Finds the lengths with which timers were armed, if at most one runs at a time.
  private mutating func findRunningLengths(in exploration: Exploration, within budget: inout WorkBudget) {
    var lengths = [Int](repeating: 0, count: exploration.nodes.count)
    for _ in 0..<Self.lengthRoundLimit {
      guard budget.spend(exploration.edges.count) else { return }
      var isStable = true
      for (number, edge) in exploration.edges.flat.enumerated() where edge.target >= 0 {
        let list = armedLengths.range(of: Int(lengthNumbers[number]))
        // A timer that an edge doesn't arm ran before. The number has no meaning for timers of other lengths.
        let length = list.isEmpty ? lengths[Int(edge.source)] : armedLengths[word: list.upperBound - 1]
        guard length > lengths[Int(edge.target)] else { continue }
        lengths[Int(edge.target)] = length
        isStable = false
      }
      if isStable {
        runningLengths = lengths
        return
      }
    }
  }

  /// The number of times that the edges are followed to find lengths.
  private static let lengthRoundLimit = 16

  private mutating func addLengths(_ lengths: [(timer: ElapsedTimer, length: Int)]) {
    let list = lengths.flatMap { [$0.timer.state.index, $0.timer.index, $0.length] }
    lengthNumbers.append(Int32(armedLengths.intern(list)))
    for (timer, length) in lengths { greatestLengths[timer] = max(length, greatestLengths[timer] ?? 0) }
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

extension EngineRun {
  /// Returns the lengths of running timers that the last reaction armed. No time has passed since then.
  /// - Parameters:
  ///   - entered: The states that it entered.
  ///   - fields: The fields that hold lengths.
  fileprivate func lengths(
    ofTimersIn entered: Set<ID<State>>, from fields: Set<ID<Field>>, in machine: Machine
  ) -> [(timer: ElapsedTimer, length: Int)] {
    timersWithTimeLeft.filter { timer, _ in
      guard entered.contains(timer.state), case .field(let field) = machine[timer.state].timers[timer.index].length
      else { return false }
      return fields.contains(field)
    }
  }
}
