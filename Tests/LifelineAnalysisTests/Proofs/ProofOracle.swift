import LifelineModel
import TestSupport

@testable import LifelineAnalysis
@testable import LifelineInterpreter

/// Everything that a machine does within a number of steps, for concrete numbers: a search that knows nothing of
/// partitions, abstractions of time or roles of fields.
struct ProofOracle {
  /// The number of steps to the first call that breaks each promise, by the name of the callback. The start is one step.
  private(set) var brokenAfter: [String: Int] = [:]
  private(set) var entered: Set<ID<State>> = []
  private(set) var taken: Set<ID<Transition>> = []
  private(set) var results: [Guard: Set<Bool>] = [:]
  private(set) var elapsed: Set<ElapsedTimer> = []
  /// Whether a reaction didn't end.
  private(set) var hasEndlessLoop = false
  /// Whether an action set a field to a value outside of its range.
  private(set) var hasLeftRange = false
  /// Whether nothing was left to do within the steps.
  private(set) var isExhausted = true

  private let index: MachineIndex
  private let domain: ProofDomain
  private let depthLimit: Int
  private let reactionLimit: Int
  private var reactionCount = 0
  /// The callbacks of which one is needed, by the callback that needs them.
  private let needs: [(callback: ID<Callback>, needed: Set<ID<Callback>>)]

  /// A machine at rest, and which promises are met there.
  private struct Position: Hashable {
    var snapshot: Snapshot
    var met: [Bool]
  }

  /// Searches a machine, and returns what was found.
  /// - Parameters:
  ///   - depth: The number of steps.
  ///   - reactions: The number of reactions after which the search ends, when all that can follow from a position has been
  ///     tried.
  static func search(_ machine: Machine, _ domain: ProofDomain, depth: Int, reactions: Int) -> ProofOracle {
    let needs = machine.promises.compactMap { promise in
      promise.callback.map { ($0, Set(promise.callbacks.map(\.callback))) }
    }
    var oracle = ProofOracle(
      index: MachineIndex.build(for: machine), domain: domain, depthLimit: depth, reactionLimit: reactions, needs: needs
    )
    oracle.run()
    return oracle
  }

  private var machine: Machine { index.machine }

  private mutating func run() {
    let unmet = needs.map { _ in false }
    var level = domain.beginnings(of: machine).map { Position(snapshot: Snapshot(fields: $0), met: unmet) }
    var known = Set(level)
    for depth in 1...depthLimit {
      var next: [Position] = []
      for position in level {
        guard reactionCount < reactionLimit else {
          isExhausted = false
          return
        }
        next += reactions(from: position, depth: depth).filter { known.insert($0).inserted }
      }
      level = next
    }
    isExhausted = level.isEmpty
  }

  /// Returns where the host can lead a machine in one step, and notes what happens on the way.
  private mutating func reactions(from position: Position, depth: Int) -> [Position] {
    var result: [Position] = []
    for facts in domain.facts(of: machine, in: position.snapshot) {
      var ready = Interpreter(index, at: position.snapshot)
      for fact in facts { ready.set(fact.field, to: fact.value) }
      for stimulus in domain.stimuli(of: machine, in: position.snapshot) {
        var run = ready
        var observation = Observation()
        let reaction: Reaction
        switch stimulus {
        case .start: reaction = run.start(observer: &observation)
        case .send(let event, let arguments):
          reaction = run.send(event, arguments: arguments, observer: &observation)
        case .wait(let milliseconds):
          reaction = run.advance(byMilliseconds: milliseconds, observer: &observation)
        }
        reactionCount += 1
        for calls in reaction.callSequences {
          var met = position.met
          note(calls, &met, depth: depth)
          if reaction.fault == nil { result.append(Position(snapshot: run.snapshot, met: met)) }
        }
        note(reaction, observation)
      }
    }
    return result
  }

  private mutating func note(_ calls: [Reaction.MadeCall], _ met: inout [Bool], depth: Int) {
    for call in calls.map(\.callback) {
      for (number, promise) in needs.enumerated() {
        if call == promise.callback {
          let name = machine[call].name
          if !met[number], brokenAfter[name] == nil { brokenAfter[name] = depth }
          met[number] = false
        }
        if promise.needed.contains(call) { met[number] = true }
      }
    }
  }

  private mutating func note(_ reaction: Reaction, _ observation: Observation) {
    for state in reaction.entered { entered.formUnion([state] + machine.ancestors(of: state)) }
    taken.formUnion(reaction.taken.map(\.id))
    for decided in observation.guards { results[decided.id, default: []].insert(decided.holds) }
    elapsed.formUnion(observation.elapsedTimers)
    if reaction.fault?.kind == .endlessMacrostep { hasEndlessLoop = true }
    if reaction.fault?.leavesRange == true { hasLeftRange = true }
  }
}

/// Everything that a host may do, with concrete numbers.
struct ProofDomain {
  /// Something that the host does, after it may have changed facts.
  enum Stimulus {
    case start
    case send(ID<Event>, [Value])
    case wait(Int)
  }

  /// The numbers of what has no range.
  var numbers: [Int]
  /// Whether also of a range only these numbers and its ends are tried.
  var samplesRanges = false
  /// Whether the host also stops waiting before a timer elapses.
  var stopsEarly: Bool

  /// Returns the values of all fields before the start, in all combinations of those that the host chooses.
  func beginnings(of machine: Machine) -> [[Value]] {
    CartesianProduct(
      machine.fields.map { field in field.isFixed ? values(field.type, within: field.bounds) : [field.defaultValue] }
    ).map { $0 }
  }

  /// Returns the combinations of facts that the host can set, the one without any included.
  func facts(of machine: Machine, in snapshot: Snapshot) -> [[FieldValue]] {
    let facts = machine.fields.indices.filter { !machine.fields[$0].isFixed && !machine.fields[$0].isPrivate }
    let options = facts.map { index in
      let field = machine.fields[index]
      return Set(values(field.type, within: field.bounds) + [snapshot.fields[index]]).map {
        FieldValue(field: ID(index), value: $0)
      }
    }
    return options.reduce([[]]) { lists, values in lists.flatMap { list in values.map { list + [$0] } } }
  }

  /// Returns what the host can do.
  func stimuli(of machine: Machine, in snapshot: Snapshot) -> [Stimulus] {
    if snapshot.configuration.isEmpty { return [.start] }
    if snapshot.isFinished { return [] }
    var result: [Stimulus] = []
    for (index, event) in machine.events.enumerated() where !event.isInternal {
      var lists: [[Value]] = [[]]
      // An event that no active state names is ignored, whatever its arguments are.
      let isNamed = snapshot.configuration.contains { state in
        let state = machine[state]
        return !state.onAny.isEmpty || state.on.contains { $0.event.index == index }
          || state.deferred.contains { $0.event.index == index }
      }
      for parameter in event.parameters {
        guard isNamed else {
          lists = lists.map { $0 + values(parameter.type, within: nil).prefix(1) }
          continue
        }
        lists = lists.flatMap { list in values(parameter.type, within: nil).map { list + [$0] } }
      }
      result += lists.map { .send(ID(index), $0) }
    }
    if let next = snapshot.timers.first {
      result.append(.wait(next.remaining))
      if stopsEarly, next.remaining > 1 { result += (1..<next.remaining).map { .wait($0) } }
    }
    return result
  }

  private func whole(within bounds: ClosedRange<Int>?) -> [Int] {
    guard let bounds else { return numbers }
    if !samplesRanges { return Array(bounds) }
    return Set(numbers.filter(bounds.contains) + [bounds.lowerBound, bounds.upperBound]).sorted()
  }

  private func values(_ type: ValueType, within bounds: ClosedRange<Int>?) -> [Value] {
    switch type {
    case .bool: [.bool(false), .bool(true)]
    case .cases(_, let names), .declared(_, let names): names.map { .named($0) }
    case .int: whole(within: bounds).map { .int($0) }
    case .duration: whole(within: bounds ?? 1...(numbers.max() ?? 1)).map { .duration(milliseconds: $0) }
    case .double: [0, 0.5, 0.75, 1, 1.5, .nan].map { .double($0) }
    case .string: ["", "a", "b", "c"].map { .string($0) }
    case .opaque: ["sample", "other"].map { .opaque($0) }
    }
  }
}
