import LifelineSource

/// A step of a scenario.
package struct Step: Sendable {
  /// The stimulus of a step, with the calls that are expected. Without expected calls, any calls are fine.
  package enum Kind: Sendable {
    /// The machine starts. This is the first step of a scenario that begins with the start, and no other.
    case start(expected: CallPattern)
    /// The event is sent with one value for each parameter, and is handled or deferred.
    case send(ID<Event>, arguments: [Value], expected: CallPattern?)
    /// The event is sent with one value for each parameter, and is neither handled nor deferred.
    case ignored(ID<Event>, arguments: [Value])
    /// Time passes.
    case wait(milliseconds: Int, expected: CallPattern?)
    /// The host changes fields.
    case set([FieldEntry])
  }

  /// The stimulus.
  package var kind: Kind
  /// The atomic states that are expected to be entered, in order; `nil` for no expectation.
  package var through: [ID<State>]?
  /// The range of the value of `through` in the spec.
  package var throughRange: SourceRange?
  /// The expected state.
  package var expectedState: ExpectedState?
  /// The range of the step's key (the name of the event, `wait` and so on) in the spec.
  package var range: SourceRange

  /// Creates a step.
  package init(
    _ kind: Kind, through: [ID<State>]? = nil, throughRange: SourceRange? = nil, expectedState: ExpectedState? = nil,
    range: SourceRange
  ) {
    self.kind = kind
    self.through = through
    self.throughRange = throughRange
    self.expectedState = expectedState
    self.range = range
  }
}

/// A pattern of calls, similar to a regular expression.
package indirect enum CallPattern: Sendable {
  /// One call. The listed arguments, by index of the parameter, must have these values.
  case call(ID<Callback>, arguments: [(parameter: Int, value: Value)], range: SourceRange)
  /// One pattern after the other; no calls if there is no pattern.
  case sequence([CallPattern])
  /// All patterns in some order, the calls of each without others between them.
  case anyOrder([CallPattern])
  /// All patterns, each of which matches some of the calls in their order: the calls of one may come between those of
  /// another. No two patterns have a callback in common.
  case interleaved([CallPattern])
  /// The pattern or no calls.
  case optional(CallPattern)
  /// The pattern one or more times.
  case repeated(CallPattern)
  /// One of the patterns.
  case oneOf([CallPattern])
  /// One pattern or the other, depending on a condition over fields that `where` varies.
  case choose(Expression, then: CallPattern, else: CallPattern)
}

extension Step {
  /// The pattern of the expected calls, if the step expects any.
  package var expectedCalls: CallPattern? {
    switch kind {
    case .start(let expected): expected
    case .send(_, _, let expected), .wait(_, let expected): expected
    case .ignored, .set: nil
    }
  }

  /// The event that the step sends, if it sends one.
  package var sentEvent: ID<Event>? {
    switch kind {
    case .send(let event, _, _), .ignored(let event, _): event
    case .start, .wait, .set: nil
    }
  }
}

extension CallPattern {
  /// The patterns that the pattern consists of; none for a call.
  package var parts: [CallPattern] {
    switch self {
    case .call: []
    case .sequence(let items), .anyOrder(let items), .interleaved(let items), .oneOf(let items): items
    case .optional(let item), .repeated(let item): [item]
    case .choose(_, let then, let otherwise): [then, otherwise]
    }
  }
}
