import LifelineDiagnostics
import LifelineModel

/// What a machine's scenarios cover of it, and what they do not.
public struct Coverage: Sendable {
  /// Something that scenarios can cover.
  public struct Item: Hashable, Sendable {
    /// What sort of thing it is.
    public var subject: CoverageSubject
    /// What it is, as the beginning of a sentence: `the state 'active'`.
    public var name: String
    /// What there is to say if it is not covered, with the name before: `is never active`.
    public var complaint: String
    /// Of a guard: the outcome meant.
    public var outcome: Bool?
    /// Where it stands in the spec.
    public var range: SourceRange
    /// How often the scenarios touch it; of a claim, how often it is cited.
    public var count: Int
  }

  /// How much of one subject is covered.
  public struct Figure: Hashable, Sendable {
    /// How many things are.
    public var covered: Int
    /// How many there are.
    public var total: Int

    /// The covered part in per cent, rounded down; of nothing, all is covered.
    public var percent: Int { total == 0 ? 100 : covered * 100 / total }
  }

  /// The machine's name.
  public var machine: String
  /// Where the machine's name stands.
  public var nameRange: SourceRange
  /// The path of its spec.
  public var path: String
  /// All that could be covered, subject by subject, each in document order.
  public var items: [Item] = []
  /// How often the calls in the spec are made, by the place where they stand.
  public var calls: [SourceRange: Int] = [:]

  /// What `recording`, made while the scenarios of `machine` were played, covers.
  public init(of machine: Machine, by recording: Recording) {
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
  public func figure(_ subject: CoverageSubject) -> Figure {
    items.reduce(into: Figure(covered: 0, total: 0)) { figure, item in
      guard item.subject == subject else { return }
      figure.total += 1
      if item.count > 0 { figure.covered += 1 }
    }
  }

  /// What is not covered, in source order.
  public var missing: [Item] {
    items.filter { $0.count == 0 }.enumerated()
      .sorted { ($0.element.range, $0.offset) < ($1.element.range, $1.offset) }
      .map(\.element)
  }
}
