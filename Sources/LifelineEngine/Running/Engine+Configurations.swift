import LifelineInterpreter
import LifelineModel

/// The known configurations, and those of the machine as rows of words.
extension Engine {
  /// Puts the machine into a known configuration.
  package mutating func load(_ row: Int) {
    table.copy(row, to: &origin)
    reload()
  }

  /// Puts the machine into the configuration that was loaded last.
  package mutating func reload() {
    for index in 0..<layout.activeCount { active.setWord(UInt(bitPattern: origin[index]), at: index) }
    for index in 0..<layout.finishedCount {
      finished.setWord(UInt(bitPattern: origin[layout.finished + index]), at: index)
    }
    for index in 0..<layout.historyCount { history[index] = origin[layout.histories + index] }
    for index in 0..<layout.fieldCount { fields[index] = origin[layout.fields + index] }
    wordLists.copy(origin[layout.deferred], to: &deferred)
    wordLists.copy(origin[layout.timers], to: &timers)
  }

  /// Writes the configuration of the machine into ``row``, except for what distinguishes its timers.
  /// - Returns: The index of the list of running timers.
  package mutating func save() -> Int {
    for index in 0..<layout.activeCount { row[index] = Int(bitPattern: active.words[index]) }
    for index in 0..<layout.finishedCount { row[layout.finished + index] = Int(bitPattern: finished.words[index]) }
    for index in 0..<layout.historyCount { row[layout.histories + index] = history[index] }
    row[layout.deferred] = wordLists.intern(deferred)
    for index in 0..<layout.memories.count {
      let memory = layout.memories[index]
      let word = fields[memory.field]
      row[layout.timerClass + 1 + index] =
        memory.bounds.map { min(max(word, $0.lowerBound), $0.upperBound) } ?? word
    }
    row[layout.timers] = wordLists.intern(timers)
    for index in 0..<layout.fieldCount { row[layout.fields + index] = fields[index] }
    return row[layout.timers]
  }

  /// Completes ``row`` with what distinguishes its timers.
  /// - Returns: The hash of the row, and the known configuration that nothing distinguishes from it.
  package mutating func findRow(timerClass: Int) -> (hash: UInt32, known: Int?) {
    row[layout.timerClass] = timerClass
    let hash = table.hash(of: row)
    return (hash, table.index(of: row, hash: hash))
  }

  /// Adds ``row`` to the known configurations, and returns its index.
  /// - Parameter isVariant: Whether nothing distinguishes it from another one.
  package mutating func addRow(_ hash: UInt32, isVariant: Bool) -> Int {
    table.append(row, hash: hash, isVariant: isVariant)
  }

  /// The number of words that the known configurations take.
  package var wordCount: Int { table.wordCount + wordLists.wordCount }

  /// Returns the snapshot that a row stands for.
  package func snapshot(_ row: Int) -> Snapshot { snapshot { table[row, $0] } }

  /// Returns the snapshot of the configuration in which the machine is.
  package mutating func snapshot() -> Snapshot {
    _ = save()
    return snapshot { row[$0] }
  }

  /// Returns the snapshot that the words of a row stand for.
  private func snapshot(_ word: (Int) -> Int) -> Snapshot {
    let fields = program.machine.fields.enumerated().map { index, field in
      valueTable.value(word(layout.fields + index), as: field.type)
    }
    var history = IDMap<State, [ID<State>]>()
    for (index, state) in program.histories.enumerated() {
      let memory = word(layout.histories + index)
      if memory != 0 { history[state] = wordLists[memory - 1].map { ID($0) } }
    }
    var finished = IDSet<State>()
    for (index, component) in program.components.enumerated() {
      let word = UInt(bitPattern: word(layout.finished + index / UInt.bitWidth))
      if word & 1 << UInt(index % UInt.bitWidth) != 0 { finished.insert(ID(Int(component.root))) }
    }
    return Snapshot(
      configuration: IDSet(words: layout.activeWords.map { UInt(bitPattern: word($0)) }), fields: fields,
      history: history, timers: armedTimers(inList: word(layout.timers)),
      deferredEvents: events(inList: word(layout.deferred)), finished: finished)
  }

  /// Returns the active states of a row.
  package func configuration(_ row: Int) -> IDSet<State> {
    IDSet(words: layout.activeWords.map { UInt(bitPattern: table[row, $0]) })
  }

  /// Returns whether the machine itself has reached its end in a row.
  package func isFinished(_ row: Int) -> Bool { table[row, layout.finished] & 1 != 0 }

  /// Returns the deferred events in a list.
  package func events(inList list: Int) -> [ID<Event>] { wordLists[list].map { ID($0) } }

  /// Returns the running timers in a list.
  package func armedTimers(inList list: Int) -> [Snapshot.ArmedTimer] {
    let words = wordLists[list]
    return (0..<words.count / 2).map { position in
      let timer = program.timer(words[2 * position])
      return Snapshot.ArmedTimer(state: timer.state, index: timer.position, remaining: words[2 * position + 1])
    }
  }
}
