import LifelineModel

/// What a reaction depended on and passed through, beyond what the host sees. It is collected only where
/// ``Interpreter/isObserved`` asks for it: playing does without.
package struct Observation: Sendable {
  /// A timer that came to its deadline.
  package struct FiredTimer: Hashable, Sendable {
    /// The state that it stands in.
    package var state: ID<State>
    /// Its place among the state's timers.
    package var index: Int

    package init(state: ID<State>, index: Int) {
      self.state = state
      self.index = index
    }
  }

  /// The fields that conditions, assignments and timers looked at, each once, in the order of the first look.
  package var fields: [ID<Field>] = []
  /// The names of the event's parameters that conditions and assignments looked at, likewise.
  package var parameters: [String] = []
  /// The fields that were assigned, to whatever value.
  package var assigned: Set<ID<Field>> = []
  /// The timers that came to their deadlines, whether a transition was taken or not.
  package var firedTimers: [FiredTimer] = []
  /// The history pseudo-states that were entered while they remembered something.
  package var recalled: [ID<State>] = []

  package mutating func look(at field: ID<Field>) {
    if !fields.contains(field) { fields.append(field) }
  }

  /// Nothing that was looked at.
  package init() {}

  /// Notes all that `expression` mentions, looked at or not: `and` and `or` may end early.
  package mutating func look(at expression: Expression) {
    for variable in expression.variables {
      switch variable {
      case .field(let field): look(at: field)
      case .parameter(let name): if !parameters.contains(name) { parameters.append(name) }
      }
    }
  }
}
