import LifelineSource

/// A test that follows from the machine alone: stimuli that lead to a configuration, and the expected reactions there.
package struct DerivedTest: Sendable {
  /// A stimulus of a test.
  package enum Cause: Hashable, Sendable {
    /// The machine starts.
    case start
    /// The host changes facts.
    case set([FieldValue])
    /// The host sends an event.
    case send(ID<Event>, arguments: [Value])
    /// Time passes.
    case wait(milliseconds: Int)
  }

  /// An expected call, with a value for each parameter.
  package struct Call: Hashable, Sendable {
    package var callback: ID<Callback>
    package var arguments: [Value]

    package init(callback: ID<Callback>, arguments: [Value]) {
      self.callback = callback
      self.arguments = arguments
    }
  }

  /// The calls of a reaction.
  package struct Calls: Sendable {
    package var calls: [Call]
    /// The stretches that the machine leaves open.
    package var open: [OpenStretch<Call>]

    package init(_ calls: [Call], leavingOpen open: [OpenStretch<Call>]) {
      self.calls = calls
      self.open = open
    }
  }

  /// A stimulus and the expected reaction.
  package struct ExpectedReaction: Sendable {
    package var cause: Cause
    package var treatment: Treatment
    package var calls: [Call]
    /// The stretches of the calls that the machine leaves open.
    package var openCalls: [OpenStretch<Call>]
    /// The atomic states that are active then.
    package var states: [ID<State>]
    /// The fields that the machine has assigned, with their values, which may be the old ones.
    package var changes: [FieldValue]

    package init(
      cause: Cause, treatment: Treatment, calls: [Call], openCalls: [OpenStretch<Call>] = [], states: [ID<State>],
      changes: [FieldValue]
    ) {
      self.cause = cause
      self.treatment = treatment
      self.calls = calls
      self.openCalls = openCalls
      self.states = states
      self.changes = changes
    }
  }

  /// The states in which the test begins; `nil` if the machine starts.
  package var given: [ID<State>]?
  /// The values of all fields at the beginning.
  package var fields: [Value]
  /// The stimuli before the first step, which have no expectations. The start isn't among them.
  package var approach: [Cause] = []
  /// The calls of each stimulus before the first step, for tests that have to wait for them.
  package var approachCalls: [Calls] = []
  /// The calls of the start, if no step expects them.
  package var startCalls = Calls([], leavingOpen: [])
  /// The stimuli whose reactions are expected.
  package var steps: [ExpectedReaction] = []
  /// The time to the next deadline after the last step, in milliseconds; `nil` if no timer runs.
  package var deadline: Int?
  /// The state that the test is about.
  package var state: ID<State>
  /// The range of the transition, the guard or the state that the test is about, in the spec.
  package var range: SourceRange

  /// Creates a test without steps.
  package init(given: [ID<State>]?, fields: [Value], state: ID<State>, range: SourceRange) {
    self.given = given
    self.fields = fields
    self.state = state
    self.range = range
  }
}

/// The tests that follow from a machine, and the parts that they leave out.
package struct DerivedTests: Sendable {
  /// A part of the spec that no test reaches.
  package struct Gap: Hashable, Sendable {
    /// A description of the untested part, and the reason.
    package var message: String
    /// The range in the spec.
    package var range: SourceRange

    package init(message: String, range: SourceRange) {
      self.message = message
      self.range = range
    }
  }

  /// The tests, in the order in which they were derived.
  package var tests: [DerivedTest]
  /// The gaps, in source order.
  package var gaps: [Gap]

  package init(tests: [DerivedTest] = [], gaps: [Gap] = []) {
    self.tests = tests
    self.gaps = gaps
  }
}
