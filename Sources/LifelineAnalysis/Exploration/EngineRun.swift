import LifelineEngine
import LifelineInterpreter
import LifelineModel

/// A run of the engine, with stimuli as values.
struct EngineRun {
  private var engine: Engine

  /// Begins in a node.
  init(of exploration: Exploration, in node: Int) {
    engine = exploration.nodes.store.engine
    engine.load(node)
    engine.visitLimit = .max
  }

  /// Goes on in a node.
  mutating func go(to node: Int) { engine.load(node) }

  /// The transitions that the last reaction took, in order.
  var taken: [ID<Transition>] { engine.taken.map { ID($0) } }

  /// The work that the last reaction took.
  /// - Parameter factCount: The number of facts before the reaction.
  func workOfReaction(factCount: Int) -> Int { engine.workOfReaction(factCount: factCount) }

  /// Applies a stimulus.
  mutating func apply(_ stimulus: Stimulus) {
    for fact in stimulus.facts { engine.fields[fact.field.index] = word(for: fact.value) }
    engine.alternatives = stimulus.alternatives
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

  private mutating func word(for value: Value) -> Int { engine.values.word(for: value) }

  private var remaining: Int { engine.timers.isEmpty ? 0 : engine.timers[1] }

  /// Returns whether the last reaction of the engine, and what it led to, are those of the interpreter.
  func agrees(with reaction: Reaction, leadingTo snapshot: Snapshot) -> Bool {
    guard engine.fault == reaction.fault, engine.calls == reaction.calls.map(\.callback.index),
      engine.taken == reaction.taken.map(\.id.index)
    else { return false }
    // The snapshot after a fault has no meaning.
    if reaction.fault != nil { return true }
    let fields = engine.program.machine.fields
    return IDSet(words: engine.active.words) == snapshot.configuration
      && zip(fields, engine.fields).map { engine.values.value($1, as: $0.type) } == snapshot.fields
      && stride(from: 1, to: engine.timers.count, by: 2).map { engine.timers[$0] } == snapshot.timers.map(\.remaining)
      && engine.deferred == snapshot.deferredEvents.map(\.index)
  }
}
