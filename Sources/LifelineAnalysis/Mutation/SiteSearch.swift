import LifelineEngine
import LifelineInterpreter
import LifelineModel

extension Exploration {
  /// Returns the explored nodes in which something that may happen covers each of some sites, ascending.
  ///
  /// Two snapshots that differ only in the time of their timers count as one.
  func nodes(covering sites: Set<Mutant.Site>) -> [Mutant.Site: [Int]] {
    if sites.isEmpty { return [:] }
    var result: [Mutant.Site: [Int]] = [:]
    var explorer = Explorer(visiting: self)
    var covered = CoveredSites(of: explorer.engine.program)
    for node in 0..<exploredCount where !nodes[node].isVariant {
      covered.removeAll()
      explorer.engine.load(node)
      covered.addConfiguration(of: explorer.engine)
      explorer.visit(node) { covered.addReaction(of: $0.engine) }
      for site in sites where covered.contains(site) { result[site, default: []].append(node) }
    }
    return result
  }
}

/// The states, transitions and guards that the reactions in a node cover.
struct CoveredSites {
  private var states: BitSet
  private var transitions: BitSet
  private var guards: BitSet
  private let parents: [Int]
  private let guardIndices: [Guard: Int]

  /// Creates an empty set of sites of a program.
  init(of program: Program) {
    let machine = program.machine
    states = BitSet(count: machine.states.count)
    transitions = BitSet(count: max(1, machine.transitionCount))
    guards = BitSet(count: max(1, program.guards.count))
    parents = machine.states.map { $0.parent?.index ?? -1 }
    guardIndices = Dictionary(uniqueKeysWithValues: program.guards.enumerated().map { ($1, $0) })
  }

  mutating func removeAll() {
    states.removeAll()
    transitions.removeAll()
    guards.removeAll()
  }

  /// Adds the states in which an engine is.
  mutating func addConfiguration(of engine: Engine) { states.formUnion(engine.active) }

  /// Adds what the last reaction of an engine covered.
  mutating func addReaction(of engine: Engine) {
    for state in engine.entered {
      var next = state
      while next >= 0 {
        states.insert(next)
        next = parents[next]
      }
    }
    for transition in engine.taken { transitions.insert(transition) }
    for outcome in engine.guardOutcomes { guards.insert(outcome / 2) }
    addConfiguration(of: engine)
  }

  func contains(_ site: Mutant.Site) -> Bool {
    switch site {
    case .state(let state): states.contains(state.index)
    case .transition(let transition): transitions.contains(transition.index)
    case .condition(let id): guardIndices[id].map { guards.contains($0) } ?? false
    case .anything: false
    }
  }
}
