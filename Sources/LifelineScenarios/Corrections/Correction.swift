import LifelineModel
import LifelineSource

/// The changes of a scenario's expectations that make it agree with its machine.
package struct Correction: Sendable {
  /// The calls that starting makes, if no step expects them.
  package internal(set) var start: ExpectedCalls?
  /// The changes of steps, by their indices.
  package internal(set) var steps: [Int: StepCorrection] = [:]
  /// The change of the scenario's own `then`.
  package internal(set) var expectedState: ExpectedStateCorrection?

  var isEmpty: Bool { start == nil && steps.isEmpty && expectedState == nil }
}

/// The changes of what a step expects.
package struct StepCorrection: Sendable {
  /// Whether the step's event is handled, if the step expects the opposite.
  package internal(set) var isHandled: Bool?
  package internal(set) var calls: CallsCorrection?
  /// The calls that the machine makes, if the step expects any calls and is to expect these.
  package internal(set) var recordedCalls: ExpectedCalls?
  /// The changes of the states in `through`.
  package internal(set) var through: [ListChange<ID<State>>]?
  /// The change of the step's `then`.
  package internal(set) var expectedState: ExpectedStateCorrection?

  var isEmpty: Bool {
    isHandled == nil && calls == nil && recordedCalls == nil && through == nil && expectedState == nil
  }
}

/// The changes of a `then`.
package struct ExpectedStateCorrection: Sendable {
  /// The changes of the states; `nil` if they are right.
  package internal(set) var states: [ListChange<ID<State>>]?
  /// The right values of fields, by the indices of the fields in `then`.
  package internal(set) var fields: [Int: Value] = [:]

  var isEmpty: Bool { states == nil && fields.isEmpty }
}

/// The change of what is expected of calls.
package enum CallsCorrection: Sendable {
  /// Some items of the list change. A pattern without a list is the one item.
  case items([ListChange<ExpectedCall>])
  /// All expected calls are replaced.
  case whole(ExpectedCalls)
}

/// An item of a changed list. Old items that no change mentions are removed.
package enum ListChange<Element: Sendable>: Sendable {
  /// The old item at this index stays.
  case kept(Int)
  /// The old item at this index is replaced.
  case replaced(Int, Element)
  /// The item is new.
  case added(Element)
}

extension ListChange: Equatable where Element: Equatable {}

/// A call as a scenario expects it.
package struct ExpectedCall: Hashable, Sendable {
  package var callback: ID<Callback>
  /// The expected arguments, in the order in which they are written.
  package internal(set) var arguments: [Argument] = []

  /// An expected argument.
  package struct Argument: Hashable, Sendable {
    /// The index of the parameter.
    package var parameter: Int
    package var value: Value
  }
}

/// Calls as a scenario expects them.
package indirect enum ExpectedCalls: Hashable, Sendable {
  /// One call after the other.
  case list([ExpectedCall])
  /// Such calls, some stretches of which the machine leaves open.
  case open([ExpectedCall], [OpenStretch<ExpectedCall>])
  /// The calls of a branch, by a condition as a spec writes it.
  case choice(condition: String, then: ExpectedCalls, else: ExpectedCalls)
}

extension ExpectedCalls {
  /// Creates the expectation of calls, some stretches of which stay open.
  package init(_ calls: [ExpectedCall], leavingOpen open: [OpenStretch<ExpectedCall>]) {
    self = open.isEmpty ? .list(calls) : .open(calls, open)
  }
}

/// The reason that no change of its expectations makes a scenario agree with its machine.
package struct UnfixableExpectation: Error, Sendable {
  /// The reason, as a sentence without a capital.
  package var message: String
  /// The part of the spec that can't be corrected.
  package var range: SourceRange

  /// Creates a reason.
  package init(_ message: String, at range: SourceRange) {
    self.message = message
    self.range = range
  }

  /// Creates the reason that `scenario` can't begin: `other`, which it follows, has no end.
  init(after other: Scenario, _ scenario: Scenario) {
    self.init(
      "`\(other.name)`, which it follows, does not come to an end", at: scenario.beginningRange ?? scenario.range)
  }

  /// Creates the reason that `subject` isn't the same for all combinations of the values of `where`.
  init(dependsOnCombination subject: String, at range: SourceRange) {
    self.init(
      "\(subject) depends on the values of `where`, which can't be expressed here: split the scenario", at: range)
  }
}
