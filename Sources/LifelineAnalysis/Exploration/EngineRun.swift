import LifelineEngine
import LifelineInterpreter
import LifelineModel

/// A run of the engine, with stimuli as values.
struct EngineRun {
  private var engine: Engine

  /// Begins in a node.
  /// - Parameters:
  ///   - notesEntries: Whether to note the states that a reaction enters.
  ///   - notesStretches: Whether to note the calls of each timer and each transition.
  init(
    of exploration: Exploration, in node: Int, notingEntries notesEntries: Bool = false,
    notingStretches notesStretches: Bool = false
  ) {
    engine = exploration.nodes.store.engine
    engine.load(node)
    engine.visitLimit = .max
    engine.notesEntries = notesEntries
    engine.notesStretches = notesStretches
  }

  /// Goes on in a node.
  mutating func go(to node: Int) { engine.load(node) }

  /// Makes the running timer at a position the next to elapse.
  mutating func hasten(timerAt position: Int) { engine.hasten(timerAt: position) }

  // MARK: The configuration

  var timerCount: Int { engine.timerCount }
  var deferredCount: Int { engine.deferred.count }
  var configuration: IDSet<State> { IDSet(words: engine.active.words) }
  /// Whether the machine has reached its end.
  var isFinished: Bool { engine.finished.contains(0) }

  /// The running timers with the milliseconds that are left of each, the next one to elapse first.
  var timersWithTimeLeft: [(timer: ElapsedTimer, length: Int)] {
    engine.runningTimers.enumerated().map { ($1, engine.timeLeft(at: $0)) }
  }

  // MARK: The last reaction

  /// The transitions that it took, in order.
  var taken: [ID<Transition>] { engine.taken.map { ID($0) } }
  /// The callbacks that it made, in order.
  var calls: [ID<Callback>] { engine.calls.map { ID($0) } }
  var treatment: Treatment { engine.treatment }
  var hasFault: Bool { engine.fault != nil }
  var partOutcomes: [Reaction.PartOutcome] { Engine.partOutcomes(engine.partOutcomes, of: engine.program) }

  /// The states that it entered, in order, if they are noted.
  var entries: [EntryRecorder.Entry] {
    stride(from: 0, to: engine.entries.count, by: 2).map { position in
      EntryRecorder.Entry(state: ID(engine.entries[position]), callCount: engine.entries[position + 1])
    }
  }

  /// Calls `body` with each timer that elapsed and each transition that was taken, and with its calls, if they are noted: up to the rest of
  /// the machine, or to the end of the microstep.
  func forEachStretch(_ body: (Stretch, [ID<Callback>]) -> Void) {
    for position in stride(from: 0, to: engine.stretches.count, by: 3) {
      let cause = engine.stretches[position]
      let calls = engine.calls[engine.stretches[position + 1]..<engine.stretches[position + 2]].map { ID<Callback>($0) }
      if cause.isMultiple(of: 2) {
        body(.transition(ID(cause / 2)), calls)
      } else {
        body(.timer(engine.elapsedTimer(cause / 2)), calls)
      }
    }
  }

  /// A cause of calls inside of a reaction.
  enum Stretch {
    case timer(ElapsedTimer)
    case transition(ID<Transition>)
  }

  /// The work that it took.
  /// - Parameter factCount: The number of facts before the reaction.
  func workOfReaction(factCount: Int) -> Int { engine.workOfReaction(factCount: factCount) }

  /// Applies a stimulus.
  mutating func apply(_ stimulus: Stimulus) {
    for fact in stimulus.facts { engine.fields[fact.field.index] = word(for: fact.value) }
    engine.chosenAlternatives = stimulus.alternatives
    switch stimulus.kind {
    case .start: engine.start()
    case .send(let event, let arguments):
      var words: [Int] = []
      for argument in arguments { words.append(word(for: argument)) }
      engine.send(event.index, arguments: words)
    case .elapse: engine.advance(byMilliseconds: remaining)
    case .approach(let distance): engine.advance(byMilliseconds: max(0, remaining - distance))
    }
  }

  private mutating func word(for value: Value) -> Int { engine.valueTable.word(for: value) }

  private var remaining: Int { engine.timerCount == 0 ? 0 : engine.timeLeft(at: 0) }

  /// Returns whether the last reaction of the engine, what it depended on and what it led to are those of the interpreter.
  mutating func agrees(
    with reaction: Reaction, _ observation: Observation, leadingTo snapshot: Snapshot
  ) -> Bool {
    guard engine.fault == reaction.fault, calls == reaction.calls.map(\.callback),
      taken == reaction.taken.map(\.id), engine.entered == reaction.entered.map(\.index),
      partOutcomes == reaction.partOutcomes, agrees(with: observation)
    else { return false }
    // The treatment and the snapshot have no meaning after a fault.
    return reaction.fault != nil || treatment == reaction.treatment && engine.snapshot() == snapshot
  }

  private func agrees(with observation: Observation) -> Bool {
    let program = engine.program
    let parameters = observation.parameters.compactMap { program.parameterNames.firstIndex(of: $0) }
    return parameters.count == observation.parameters.count && engine.readFields == observation.fields.map(\.index)
      && engine.readParameters.words == BitSet(count: max(1, program.parameterNames.count), parameters).words
      && Set(engine.assignedFields) == Set(observation.assigned.map(\.index))
      && engine.guardOutcomes
        == observation.guards.map { 2 * (program.guards.firstIndex(of: $0.id) ?? -1) + ($0.holds ? 1 : 0) }
      && engine.openCounts == observation.openCounts
      && engine.elapsed.map { engine.elapsedTimer($0) } == observation.elapsedTimers
      && engine.restored == observation.restoredHistories.map(\.index) && engine.visitCount == observation.visitCount
  }
}

extension Engine {
  /// The running timers in the order in which they elapse.
  var runningTimers: [ElapsedTimer] { stride(from: 0, to: timers.count, by: 2).map { elapsedTimer(timers[$0]) } }

  /// Returns the timer with an index in the program.
  fileprivate func elapsedTimer(_ index: Int) -> ElapsedTimer {
    let timer = program.timer(index)
    return ElapsedTimer(state: timer.state, index: timer.position)
  }
}
