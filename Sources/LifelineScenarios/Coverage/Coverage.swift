import LifelineModel
import LifelineSource

/// What a machine's scenarios cover of it, and what they do not.
package struct Coverage: Sendable {
  /// Something that scenarios can cover.
  package struct Item: Hashable, Sendable {
    /// What sort of thing it is.
    package var subject: CoverageSubject
    /// What it is, as the beginning of a sentence: `the state 'active'`.
    package var name: String
    /// What there is to say if it is not covered, with the name before: `is never active`.
    package var complaint: String
    /// Of a guard: the outcome meant.
    package var outcome: Bool?
    /// Where it stands in the spec.
    package var range: SourceRange
    /// How often the scenarios touch it; of a claim, how often it is cited.
    package var count: Int
  }

  /// How much of one subject is covered.
  package struct Figure: Hashable, Sendable {
    /// How many things are.
    package var covered: Int
    /// How many there are.
    package var total: Int

    /// The covered part in per cent, rounded down; of nothing, all is covered.
    package var percent: Int { total == 0 ? 100 : covered * 100 / total }
  }

  /// The machine's name.
  package var machine: String
  /// Where the machine's name stands.
  package var nameRange: SourceRange
  /// The path of its spec.
  package var path: String
  /// All that could be covered, subject by subject, each in document order.
  package var items: [Item] = []
  /// How often the calls in the spec are made, by the place where they stand.
  package var calls: [SourceRange: Int] = [:]

  /// What `recording`, made while the scenarios of `machine` were played, covers.
  package init(of machine: Machine, by recording: Recording) {
    self.machine = machine.name
    nameRange = machine.nameRange
    path = machine.path
    var items = CoverageItems(machine: machine, counts: recording.total.counts)
    items.addStates()
    items.addTransitionsAndGuards()
    items.addCallbacks()
    items.addClaims()
    self.items = CoverageSubject.allCases.flatMap { items.items[$0] ?? [] }
    calls = items.calls
  }

  /// How much of `subject` is covered.
  package func figure(_ subject: CoverageSubject) -> Figure {
    items.reduce(into: Figure(covered: 0, total: 0)) { figure, item in
      guard item.subject == subject else { return }
      figure.total += 1
      if item.count > 0 { figure.covered += 1 }
    }
  }

  /// What is not covered, in source order.
  package var missing: [Item] {
    items.filter { $0.count == 0 }.enumerated()
      .sorted { ($0.element.range, $0.offset) < ($1.element.range, $1.offset) }
      .map(\.element)
  }
}
