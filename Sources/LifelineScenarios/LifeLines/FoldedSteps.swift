import LifelineSource

extension LifeLine {
  /// Returns the picture with repetitions of the same steps folded: the first one is shown, and a row counts the others.
  ///
  /// A step in which something is wrong isn't folded, and neither is the end.
  func foldingRepetitions() -> LifeLine {
    let steps = findSteps()
    let repetitions = Repetition.find(in: describe(steps))
    guard !repetitions.isEmpty else { return self }
    var picture = self
    picture.rows = []
    var moved: [Int: Int] = [:]
    var next = 0
    for repetition in repetitions {
      let first = steps[repetition.start].lowerBound
      let shown = steps[repetition.start + repetition.stepCount].lowerBound
      let end = steps[repetition.end - 1].upperBound
      for row in next..<shown {
        moved[row] = picture.rows.count
        picture.rows.append(rows[row])
      }
      for row in shown..<end { moved[row] = picture.rows.count }
      let callCount = rows[first..<shown].count { if case .call = $0.content { true } else { false } }
      picture.rows.append(
        Row(.folded(repetition, callCount: callCount * repetition.count), bars: rows[end - 1].bars))
      next = end
    }
    for row in next..<rows.count {
      moved[row] = picture.rows.count
      picture.rows.append(rows[row])
    }
    picture.movePromises(to: moved)
    return picture
  }

  /// Returns the rows of each step. What comes before the first step of the host is a step as well, and so is each row of
  /// the end.
  private func findSteps() -> [Range<Int>] {
    let starts = rows.indices.filter { $0 == 0 || rows[$0].isStepOfHost || rows[$0].isEnding }
    return zip(starts, starts.dropFirst() + [rows.count]).map { $0..<$1 }
  }

  /// Returns everything that happens in each step; `nil` for a step that isn't folded.
  private func describe(_ steps: [Range<Int>]) -> [[Happening]?] {
    let ends = Dictionary(grouping: promises.filter { $0.user != nil }) { $0.user ?? 0 }
    return steps.map { step in
      guard !rows[step].contains(where: { $0.isWrong || $0.isEnding }) else { return nil }
      return step.map { Happening(rows[$0], ending: ends[$0] ?? []) }
    }
  }

  /// Lets promises begin and end at the rows to which theirs have moved, and leaves out those that are kept within one.
  mutating func movePromises(to rows: [Int: Int]) {
    promises = promises.compactMap { promise in
      var promise = promise
      promise.supplier = promise.supplier.flatMap { rows[$0] }
      promise.user = promise.user.flatMap { rows[$0] }
      return promise.outcome == .kept && promise.supplier != nil && promise.supplier == promise.user ? nil : promise
    }
  }
}

/// A row without its number, and the promises that end at it without the rows in which they begin.
private struct Happening: Hashable {
  var row: LifeLine.Row
  var promises: [LifeLine.KeptPromise]

  init(_ row: LifeLine.Row, ending promises: [LifeLine.KeptPromise]) {
    self.row = row
    self.row.number = nil
    self.promises = promises.map { promise in
      LifeLine.KeptPromise(
        kind: promise.kind, outcome: promise.outcome, supplier: nil, user: nil, name: promise.name)
    }
  }
}

extension LifeLine.Row {
  /// Whether the host does something in the row after the beginning.
  var isStepOfHost: Bool {
    guard case .stimulus(let stimulus) = content else { return false }
    return stimulus.kind != .given && stimulus.kind != .start
  }

  var isEnding: Bool {
    if case .ending = content { true } else { false }
  }
}
