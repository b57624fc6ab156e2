import LifelineModel
import LifelineSource

/// The parts of a machine that its scenarios cover, and those that they don't.
package struct Coverage: Sendable {
  /// Something that scenarios can cover.
  package struct Item: Hashable, Sendable {
    package var subject: CoverageSubject
    /// The name as the subject of a sentence, such as ``the state `active` ``.
    package var name: String
    /// The rest of the sentence if it isn't covered, such as `is never active`.
    package var complaint: String
    /// The result of the guard that the item is about, if it is about one.
    package var outcome: Bool?
    /// The range in the spec.
    package var range: SourceRange
    /// The number of times that scenarios touch it; of a claim, the number of its citations.
    package var count: Int
  }

  /// The covered share of one subject.
  package struct Figure: Hashable, Sendable {
    package var covered: Int
    package var total: Int

    /// The covered share in per cent, rounded down; 100 if there is nothing to cover.
    package var percent: Int { total == 0 ? 100 : covered * 100 / total }
  }

  /// The name of the machine.
  package var machine: String
  package var nameRange: SourceRange
  /// The path of the machine's spec.
  package var path: String
  /// Everything that can be covered, subject by subject, each in document order.
  package var items: [Item]
  /// The number of times that the call in a range of the spec is made.
  package var calls: [SourceRange: Int]

  /// Returns the covered share of `subject`.
  package func figure(_ subject: CoverageSubject) -> Figure {
    let items = items.filter { $0.subject == subject }
    return Figure(covered: items.count { $0.count > 0 }, total: items.count)
  }

  /// The items that aren't covered, in source order.
  package var missing: [Item] {
    items.filter { $0.count == 0 }.enumerated()
      .sorted { ($0.element.range, $0.offset) < ($1.element.range, $1.offset) }
      .map(\.element)
  }
}

/// Measures the coverage of `machine` by a recording of its scenarios.
package func measureCoverage(of machine: Machine, by recording: ScenarioRecording) -> Coverage {
  var list = CoverageItems(machine: machine, counts: recording.total.counts)
  list.addStates()
  list.addTransitionsAndGuards()
  list.addCallbacks()
  list.addPromises()
  list.addClaims()
  return Coverage(
    machine: machine.name, nameRange: machine.nameRange, path: machine.path,
    items: CoverageSubject.allCases.flatMap { list.items[$0] ?? [] }, calls: list.calls)
}
