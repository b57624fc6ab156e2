import LifelineSource

/// An example of the behavior that the spec promises.
package struct Scenario: Sendable {
  /// The beginning of a scenario.
  package enum Beginning: Sendable {
    /// The machine starts.
    case start
    /// The machine is put into these states without running actions. Regions without a named state are in their initial
    /// state.
    case states([ID<State>])
    /// The end of another scenario.
    case end(of: ID<Scenario>)
  }

  /// The values that a field takes one after the other.
  package struct Variation: Sendable {
    /// The field.
    package var field: ID<Field>
    /// The values; at least one.
    package var values: [Value]
    /// The range of each value in the spec.
    package var ranges: [SourceRange]

    /// Creates the variation of `field` over `values`.
    package init(field: ID<Field>, values: [Value], ranges: [SourceRange]) {
      self.field = field
      self.values = values
      self.ranges = ranges
    }
  }

  /// States that `where` adds to those in which the machine is put.
  package struct AddedStates: Sendable {
    /// The states, in different regions.
    package var states: [ID<State>]
    /// The range in the spec.
    package var range: SourceRange

    /// Creates the list of `states`.
    package init(states: [ID<State>], range: SourceRange) {
      self.states = states
      self.range = range
    }
  }

  /// The name: any text on one line.
  package var name: String
  /// The documentation of the scenario.
  package var documentation: Documentation
  /// The beginning.
  package var beginning: Beginning
  /// The range of the beginning in the spec; `nil` if the spec doesn't mention it.
  package var beginningRange: SourceRange?
  /// The values at the beginning of fields that don't have their defaults; empty for a scenario that follows another.
  package var fields: [FieldEntry]
  /// The variations. The scenario holds for each combination of their values. A scenario that follows another has those of
  /// the first scenario of the chain.
  package var variations: [Variation]
  /// The lists of states that `where` adds to the beginning, one after the other; empty if it names no states. A scenario
  /// that follows another has those of the first scenario of the chain.
  package var addedStates: [AddedStates]
  /// The steps.
  package var steps: [Step]
  /// The expected state at the end.
  package var expectedState: ExpectedState?
  /// The callbacks that no step may make, whatever their channel.
  package var never: [ID<Callback>]
  /// The channels whose calls are expected.
  package var observing: Set<String>
  /// The reason that the claim is wrong; `nil` for a scenario that holds.
  package var refutation: String?
  /// Whether the scenario pins down what no source promises.
  package var isDecision: Bool
  /// The range of the name in the spec.
  package var range: SourceRange

  /// The states of `given`.
  package var givenStates: [ID<State>] {
    if case .states(let states) = beginning { states } else { [] }
  }

  /// The values of fields with which the scenario begins, those of all combinations included.
  package var givenValues: [(field: ID<Field>, value: Value)] {
    fields.map { ($0.field, $0.value) }
      + variations.flatMap { variation in variation.values.map { (variation.field, $0) } }
  }

  /// The number of combinations of what `where` varies.
  package var combinationCount: Int { variations.reduce(max(1, addedStates.count)) { $0 * $1.values.count } }

  /// Creates a scenario.
  package init(
    name: String, documentation: Documentation = Documentation(), beginning: Beginning = .start,
    beginningRange: SourceRange? = nil, fields: [FieldEntry] = [], variations: [Variation] = [],
    addedStates: [AddedStates] = [], steps: [Step] = [], expectedState: ExpectedState? = nil,
    never: [ID<Callback>] = [], observing: Set<String> = [],
    refutation: String? = nil, isDecision: Bool = false, range: SourceRange
  ) {
    self.name = name
    self.documentation = documentation
    self.beginning = beginning
    self.beginningRange = beginningRange
    self.fields = fields
    self.variations = variations
    self.addedStates = addedStates
    self.steps = steps
    self.expectedState = expectedState
    self.never = never
    self.observing = observing
    self.refutation = refutation
    self.isDecision = isDecision
    self.range = range
  }
}

/// The expected state of a step or of a scenario.
package struct ExpectedState: Sendable {
  /// The states that are active, atomic or not.
  package var states: [(state: ID<State>, range: SourceRange)]
  /// The values of fields.
  package var fields: [FieldEntry]
  /// The range in the spec.
  package var range: SourceRange

  /// Creates an expected state.
  package init(states: [(state: ID<State>, range: SourceRange)], fields: [FieldEntry], range: SourceRange) {
    self.states = states
    self.fields = fields
    self.range = range
  }
}

extension Machine {
  /// Returns the states that `where` adds to a beginning, as a spec writes them.
  package func text(of added: Scenario.AddedStates) -> String {
    let paths = added.states.map { self[$0].path }
    return paths.count == 1 ? paths[0] : "[\(paths.joined(separator: ", "))]"
  }

  /// Returns a combination of `where` as a spec writes it, without braces.
  package func text(ofCombination values: [FieldValue], adding added: Scenario.AddedStates?) -> String {
    let state = added.map { ["state: " + text(of: $0)] } ?? []
    return (state + values.map { "\(self[$0.field].name): \($0.value)" }).joined(separator: ", ")
  }
}
