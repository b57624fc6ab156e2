import LifelineModel
import LifelineSource

/// What a scenario would have to say to agree with its machine.
package struct Correction: Sendable {
  /// The scenario.
  package var scenario: ID<Scenario>
  /// What starting calls, where no step says it.
  package var start: ExpectedCalls?
  /// What is to be changed in steps, by their places.
  package var steps: [Int: StepCorrection] = [:]
  /// What is to be changed in the scenario's own `then`.
  package var outcome: OutcomeCorrection?

  package init(_ scenario: ID<Scenario>) { self.scenario = scenario }

  package var isEmpty: Bool { start == nil && steps.isEmpty && outcome == nil }
}

/// What a step would have to say.
package struct StepCorrection: Sendable {
  /// What becomes of the step's event, where the step says the opposite.
  package var isHandled: Bool?
  /// The calls.
  package var calls: CallsCorrection?
  /// The states in `through`.
  package var through: [ListChange<ID<State>>]?
  /// The step's `then`.
  package var outcome: OutcomeCorrection?

  package var isEmpty: Bool { isHandled == nil && calls == nil && through == nil && outcome == nil }
}

/// What a `then` would have to say.
package struct OutcomeCorrection: Sendable {
  /// The states; `nil` if they are right.
  package var states: [ListChange<ID<State>>]?
  /// The values that are wrong, by their places among the fields, with the right ones.
  package var fields: [Int: Value] = [:]

  package var isEmpty: Bool { states == nil && fields.isEmpty }
}

/// What is expected of calls, corrected.
package enum CallsCorrection: Sendable {
  /// Some items of the list change; what stands alone is the one item of its list.
  case items([ListChange<ExpectedCall>])
  /// Something else stands in the place of all that was expected.
  case whole(ExpectedCalls)
}

/// An item of a list that is to be changed; items that are not mentioned go.
package enum ListChange<Element: Sendable>: Sendable {
  /// The item at this place stays as it is.
  case kept(Int)
  /// Something else takes the place of the item at this place.
  case replaced(Int, Element)
  /// This is new.
  case added(Element)
}

extension ListChange: Equatable where Element: Equatable {}

/// A call as a scenario expects it.
package struct ExpectedCall: Hashable, Sendable {
  /// The callback.
  package var callback: ID<Callback>
  /// The values that are looked at, by the places of their parameters, in the order in which they are written.
  package var arguments: [Argument] = []

  /// A value that is looked at.
  package struct Argument: Hashable, Sendable {
    /// The place of the parameter.
    package var parameter: Int
    /// Its value.
    package var value: Value
  }
}

/// Calls as a scenario expects them: a list, or one of two by a condition over fields of `where`.
package indirect enum ExpectedCalls: Hashable, Sendable {
  /// One after the other.
  case list([ExpectedCall])
  /// The one or the other, by a condition as a spec writes it.
  case choice(condition: String, then: ExpectedCalls, else: ExpectedCalls)
}

/// Why a scenario cannot be made to agree with its machine by changing what it expects.
package struct Incorrigibility: Error, Sendable {
  /// What stands in the way.
  package var message: String
  /// Where.
  package var range: SourceRange

  /// Creates the reason `message`, which lies at `range`.
  package init(message: String, range: SourceRange) {
    self.message = message
    self.range = range
  }
}
