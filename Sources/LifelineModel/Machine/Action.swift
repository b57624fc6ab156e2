import LifelineSource

/// An action of a machine.
package indirect enum Action: Sendable {
  /// Makes a callback.
  case call(Call)
  /// Assigns to fields. All values are evaluated before the first field is assigned.
  case set([Assignment], range: SourceRange)
  /// Appends an internal event to the queue.
  case raise(ID<Event>, range: SourceRange)
  /// Makes calls in one of several orders, or only some of them.
  case open(OpenCalls, range: SourceRange)
  /// Runs one list of actions or the other.
  case choose(Expression, then: [Action], else: [Action], range: SourceRange)
  /// Sends events to a part, which handles each there and then, to its rest.
  case send(ID<Part>, [SentEvent], range: SourceRange)
  /// Makes a part new and starts it.
  case restart(ID<Part>, range: SourceRange)

  /// The range of the action in the spec.
  package var range: SourceRange {
    switch self {
    case .call(let call): call.range
    case .set(_, let range), .raise(_, let range), .choose(_, _, _, let range), .open(_, let range): range
    case .send(_, _, let range), .restart(_, let range): range
    }
  }
}

/// An action that makes a callback.
package struct Call: Sendable {
  /// The callback.
  package var callback: ID<Callback>
  /// One argument for each parameter of the callback, evaluated when the call is made.
  package var arguments: [Expression]
  /// The range of the call in the spec.
  package var range: SourceRange

  /// Creates a call.
  package init(callback: ID<Callback>, arguments: [Expression] = [], range: SourceRange) {
    self.callback = callback
    self.arguments = arguments
    self.range = range
  }
}

/// An assignment to a field.
package struct Assignment: Sendable {
  /// The field.
  package var field: ID<Field>
  /// The new value.
  package var value: Expression

  /// Creates the assignment of `value` to `field`.
  package init(field: ID<Field>, value: Expression) {
    self.field = field
    self.value = value
  }
}
