import LifelineModel

/// The states that a microstep enters: `computeEntrySet` of SCXML 1.0, appendix D.
struct EntrySet: Sendable {
  var states: BitSet
  /// The compound states whose `initial` decides which child is entered.
  var defaultEntries: BitSet
  /// The history pseudo-states that are entered.
  var histories: BitSet
  /// The history that remembers nothing and whose actions run, plus one, by its parent.
  private var defaultContents: [Int]
  private var parentsWithContents: [Int] = []

  init(stateCount: Int) {
    states = BitSet(count: stateCount)
    defaultEntries = BitSet(count: stateCount)
    histories = BitSet(count: stateCount)
    defaultContents = Array(repeating: 0, count: stateCount)
  }

  mutating func removeAll() {
    states.removeAll()
    defaultEntries.removeAll()
    histories.removeAll()
    for parent in parentsWithContents { defaultContents[parent] = 0 }
    parentsWithContents.empty()
  }

  mutating func setDefaultContent(of parent: Int, to history: Int) {
    defaultContents[parent] = history + 1
    parentsWithContents.append(parent)
  }

  /// Returns the history whose actions run when its parent is entered; a number below zero if there is none.
  func defaultContent(of parent: Int) -> Int { defaultContents[parent] - 1 }
}

extension Engine {
  /// Adds the states that a transition to some targets in a domain enters.
  mutating func addStatesToEnter(_ targets: Span, inside domain: Int) {
    addTargets(targets, below: domain, remembering: true)
    // SCXML's document is never parallel. The root may be, and a transition may exit all its regions.
    if program.states[domain].parent < 0, program.states[domain].kind == .parallel {
      addMissingRegions(of: domain, remembering: true)
    }
  }

  private mutating func addTargets(_ targets: Span, below ancestor: Int, remembering: Bool) {
    for position in targets.range { addDescendantsToEnter(Int(program.indexLists[position]), remembering: remembering) }
    for position in targets.range {
      addAncestorsToEnter(of: Int(program.indexLists[position]), below: ancestor, remembering: remembering)
    }
  }

  /// Adds a state and those in it that are entered by default.
  /// - Parameter remembering: Whether histories remember anything.
  mutating func addDescendantsToEnter(_ state: Int, remembering: Bool) {
    let entry = program.states[state]
    switch entry.kind {
    case .atomic, .final: entrySet.states.insert(state)
    case .compound:
      entrySet.states.insert(state)
      if entrySet.defaultEntries.contains(state) { return }
      entrySet.defaultEntries.insert(state)
      addTargets(entry.initialTargets, below: state, remembering: remembering)
    case .parallel:
      if entrySet.states.contains(state) { return }
      entrySet.states.insert(state)
      addMissingRegions(of: state, remembering: remembering)
    case .shallowHistory, .deepHistory:
      if entrySet.histories.contains(state) { return }
      entrySet.histories.insert(state)
      let parent = Int(entry.parent)
      let memory = remembering ? history[Int(program.historyPositions[state])] : 0
      if memory == 0 {
        entrySet.setDefaultContent(of: parent, to: state)
        return addTargets(entry.initialTargets, below: parent, remembering: remembering)
      }
      let remembered = wordLists.range(of: memory - 1)
      for position in remembered { addDescendantsToEnter(wordLists[word: position], remembering: remembering) }
      for position in remembered {
        addAncestorsToEnter(of: wordLists[word: position], below: parent, remembering: remembering)
      }
    }
  }

  private mutating func addAncestorsToEnter(of state: Int, below limit: Int, remembering: Bool) {
    var next = Int(program.states[state].parent)
    while next >= 0, next != limit {
      if !entrySet.states.contains(next) {
        entrySet.states.insert(next)
        if program.states[next].kind == .parallel { addMissingRegions(of: next, remembering: remembering) }
      }
      next = Int(program.states[next].parent)
    }
  }

  /// Adds the regions of a parallel state in which no state has been added yet.
  private mutating func addMissingRegions(of state: Int, remembering: Bool) {
    for position in program.states[state].children.range {
      let region = Int(program.indexLists[position])
      if entrySet.states.first(from: region + 1, below: Int(program.states[region].end)) < 0 {
        addDescendantsToEnter(region, remembering: remembering)
      }
    }
  }

  /// Notes the histories that are entered while they remember states.
  mutating func noteRestoredHistories() {
    var state = entrySet.histories.first(from: 0, below: program.states.count)
    while state >= 0 {
      if history[Int(program.historyPositions[state])] != 0 { restored.append(state) }
      state = entrySet.histories.first(from: state + 1, below: program.states.count)
    }
  }
}
