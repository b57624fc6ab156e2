/// A picture of one run of a machine, as a value that is text and shapes for whoever draws it.
///
/// Time goes downward, in rows. The active states are bars beside the calls, so that a reader sees which state held when a
/// call was made. The columns depend on the machine and not on the run, so that another step at the end changes no row
/// above it.
package struct LifeLine: Hashable, Sendable {
  /// The judgement on the run.
  package struct Verdict: Hashable, Sendable {
    /// Whether the run is as it should be.
    package var holds: Bool
    /// The judgement in words.
    package var text: String

    /// Creates a judgement.
    package init(holds: Bool, text: String) {
      self.holds = holds
      self.text = text
    }
  }

  /// The name of the run.
  package var title: String
  /// The machine, and the place in the spec or the log.
  package var subtitle: String
  /// The judgement on the run; `nil` if nobody judged it.
  package var verdict: Verdict?
  /// The word above the numbers of the rows, such as `line`.
  package var gutterTitle: String
  /// The titles of the columns of states: a region or a part each.
  package var columns: [String]
  /// The names of the channels, in the order of the machine.
  package var channels: [String]
  /// The names of all states, events and callbacks of the machine, from which a shortened name has to differ.
  package var names: [String]
  /// Whether the calls that are expected stand beside those that are made.
  package var showsExpectations: Bool
  /// Everything that happens, in order.
  package var rows: [Row]
  /// The promises that the run uses, breaks or leaves open.
  package var promises: [KeptPromise]
  /// Remarks that stand below the rows.
  package var remarks: [String]

  /// Creates a picture without rows.
  package init(
    title: String, subtitle: String, verdict: Verdict? = nil, gutterTitle: String = "line", columns: [String],
    channels: [String], names: [String] = [], showsExpectations: Bool = false
  ) {
    self.title = title
    self.subtitle = subtitle
    self.verdict = verdict
    self.gutterTitle = gutterTitle
    self.columns = columns
    self.channels = channels
    self.names = names
    self.showsExpectations = showsExpectations
    rows = []
    promises = []
    remarks = []
  }
}

extension LifeLine {
  /// A promise as far as a run shows it.
  package struct KeptPromise: Hashable, Sendable {
    /// The key of a promise in the language.
    package enum Kind: String, CaseIterable, Sendable {
      case needs, onlyAfter, between, answeredBy
    }

    /// The state of the promise at the end of the run.
    package enum Outcome: String, CaseIterable, Sendable {
      case kept, owed, broken
    }

    /// The key of the promise.
    package var kind: Kind
    /// The state of the promise.
    package var outcome: Outcome
    /// The row of the call that supplies, opens or asks; `nil` if it isn't in the run.
    package var supplier: Int?
    /// The row of the call that needs it, lies in it, or answers; `nil` if it hasn't come.
    package var user: Int?
    /// The name of what supplies, opens or asks; for a promise that is owed, of what is to come.
    package var name: String

    /// Creates a promise between two rows.
    package init(kind: Kind, outcome: Outcome, supplier: Int?, user: Int?, name: String) {
      self.kind = kind
      self.outcome = outcome
      self.supplier = supplier
      self.user = user
      self.name = name
    }
  }
}
