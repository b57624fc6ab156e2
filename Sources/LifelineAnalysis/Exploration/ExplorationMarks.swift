import LifelineEngine
import LifelineInterpreter
import LifelineModel

/// The transitions, guards, states and timers that occurred in an exploration, with their first occurrences.
struct ExplorationMarks {
  /// The first occurrence in which each transition was taken.
  var taken: [FlatOccurrence]
  /// For each guard, the first occurrence in which it failed, and the first in which it held.
  var guards: [FlatOccurrence]
  /// The states that were active at some time.
  var entered: BitSet
  /// The states that were exited at some time.
  var exited: BitSet
  /// The histories that remembered states at some time, by their positions.
  var recorded: [Bool]
  /// The histories that were entered while they remembered states, by the indices of the states.
  var restored: BitSet
  /// The timers that elapsed.
  var elapsed: [Bool]

  /// The parent of each state; below zero for a root.
  let parents: [Int]
  let ends: [Int]
  let areParallel: [Bool]
  /// The child of each compound state that is active, and the number of the search that noted it.
  var children: [(state: Int, search: Int)]
  var search = 0
  var active: BitSet

  init(_ program: Program) {
    let machine = program.machine
    taken = Array(repeating: .none, count: machine.transitionCount)
    guards = Array(repeating: .none, count: 2 * program.guards.count)
    entered = BitSet(count: machine.states.count)
    exited = entered
    restored = entered
    active = entered
    recorded = Array(repeating: false, count: program.histories.count)
    elapsed = Array(repeating: false, count: machine.states.reduce(0) { $0 + $1.timers.count })
    parents = machine.states.map { $0.parent?.index ?? -1 }
    ends = machine.states.map { max($0.id.index + 1, $0.subtreeEnd) }
    areParallel = machine.states.map(\.isParallel)
    children = Array(repeating: (0, 0), count: machine.states.count)
  }

  /// Notes the states that are left because an atomic state is entered.
  mutating func enter(_ state: Int) {
    var child = state
    while parents[child] >= 0 {
      let parent = parents[child]
      let other = children[parent]
      if !areParallel[parent] {
        children[parent] = (child, search)
        if other.search == search, other.state != child { leave(other.state) }
      }
      child = parent
    }
  }

  private mutating func leave(_ other: Int) {
    var state = active.first(from: other, below: ends[other])
    while state >= 0 {
      active.remove(state)
      exited.insert(state)
      state = active.first(from: state + 1, below: ends[other])
    }
  }
}

extension Explorer {
  /// Notes what happened in the last reaction, which was one to the choice in a node.
  mutating func noteMarks(in node: Int) {
    for index in engine.taken.indices where marks.taken[engine.taken[index]].isNone {
      marks.taken[engine.taken[index]] = occurrence(in: node)
    }
    for index in engine.guardOutcomes.indices where marks.guards[engine.guardOutcomes[index]].isNone {
      marks.guards[engine.guardOutcomes[index]] = occurrence(in: node)
    }
    for history in engine.restored { marks.restored.insert(history) }
    for timer in engine.elapsed { marks.elapsed[timer] = true }
    noteStates()
  }

  /// Notes the histories that remember states after the last reaction and didn't before.
  mutating func noteHistories() {
    let words = engine.layout.historyWords
    for word in words where engine.row[word] != 0 && engine.origin[word] == 0 {
      marks.recorded[word - words.lowerBound] = true
    }
  }

  /// Notes the states that were entered or left by the last reaction.
  private mutating func noteStates() {
    for word in engine.layout.activeWords {
      let (start, end) = (UInt(bitPattern: engine.origin[word]), engine.active.words[word])
      marks.entered.formUnion(start | end, at: word)
      marks.exited.formUnion(start & ~end, at: word)
    }
    for index in engine.entered.indices {
      var next = engine.entered[index]
      while next >= 0, !engine.active.contains(next) {
        marks.entered.insert(next)
        marks.exited.insert(next)
        next = marks.parents[next]
      }
    }
    // A state that is active in the end may have been left in between.
    if engine.entered.count > 1 { noteStatesLeft() }
  }

  /// Notes the states that are left for others, which exclude them, while atomic states are entered one after the other.
  private mutating func noteStatesLeft() {
    marks.search += 1
    for word in engine.layout.activeWords {
      marks.active.setWord(UInt(bitPattern: engine.origin[word]), at: word)
    }
    let stateCount = marks.parents.count
    var state = marks.active.first(from: 0, below: stateCount)
    while state >= 0 {
      if marks.parents[state] >= 0 { marks.children[marks.parents[state]] = (state, marks.search) }
      state = marks.active.first(from: state + 1, below: stateCount)
    }
    for state in engine.entered {
      marks.enter(state)
      marks.active.insert(state)
    }
  }

  /// The exploration so far.
  var result: Exploration {
    let program = engine.program
    let machine = program.machine
    let store = ConfigurationStore(
      engine: engine, arrivals: arrivals, variants: variants, stimuli: stimuli)
    var outcomes: [Guard: Exploration.FirstResults] = [:]
    for (index, id) in program.guards.enumerated() {
      let results = Exploration.FirstResults(
        holds: store.occurrence(marks.guards[2 * index + 1]), fails: store.occurrence(marks.guards[2 * index]))
      if results.holds != nil || results.fails != nil { outcomes[id] = results }
    }
    let elapsed = marks.elapsed.indices.filter { marks.elapsed[$0] }.map { index in
      let timer = program.timer(index)
      return ElapsedTimer(state: timer.state, index: timer.position)
    }
    return Exploration(
      environment: environment, limit: limit, workLimit: workLimit, nodes: Exploration.Nodes(store: store),
      configurationCount: configurationCount, exploredCount: exploredCount,
      wholeCount: min(exploredCount, firstCutNode ?? exploredCount), omissions: omissions, work: work,
      edges: Exploration.Edges(store: store, flat: edges), nextTimers: nextTimers, ignoredEvents: ignoredEvents,
      traces: Exploration.Traces(lists: traces),
      partTraces: Exploration.PartTraces(lists: partTraces, program: program), bound: bound, isAbandoned: isAbandoned,
      taken: marks.taken.map(store.occurrence), guardOutcomes: outcomes, entered: IDSet(words: marks.entered.words),
      exited: IDSet(words: marks.exited.words),
      recordedHistories: Set(program.histories.enumerated().filter { marks.recorded[$0.offset] }.map(\.element)),
      restoredHistories: Set(machine.states.lazy.map(\.id).filter { marks.restored.contains($0.index) }),
      elapsedTimers: Set(elapsed),
      faults: faults.compactMap { fault, occurrence in
        store.occurrence(occurrence).map { Exploration.ReachedFault(fault: fault, occurrence: $0) }
      })
  }
}
