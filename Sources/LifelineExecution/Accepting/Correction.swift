import LifelineDiagnostics
import LifelineModel

/// What a scenario would have to say to agree with its machine.
public struct Correction: Sendable {
  /// The scenario.
  public var scenario: ID<Scenario>
  /// What starting calls, where no step says it.
  public var start: ExpectedCalls?
  /// What is to be changed in steps, by their places.
  public var steps: [Int: StepCorrection] = [:]
  /// What is to be changed in the scenario's own `then`.
  public var outcome: OutcomeCorrection?

  init(_ scenario: ID<Scenario>) { self.scenario = scenario }

  var isEmpty: Bool { start == nil && steps.isEmpty && outcome == nil }
}

/// What a step would have to say.
public struct StepCorrection: Sendable {
  /// What becomes of the step's event, where the step says the opposite.
  public var isHandled: Bool?
  /// The calls.
  public var calls: CallsCorrection?
  /// The states in `through`.
  public var through: [ListChange<ID<State>>]?
  /// The step's `then`.
  public var outcome: OutcomeCorrection?

  var isEmpty: Bool { isHandled == nil && calls == nil && through == nil && outcome == nil }
}

/// What a `then` would have to say.
public struct OutcomeCorrection: Sendable {
  /// The states; `nil` if they are right.
  public var states: [ListChange<ID<State>>]?
  /// The values that are wrong, by their places among the fields, with the right ones.
  public var fields: [Int: Value] = [:]

  var isEmpty: Bool { states == nil && fields.isEmpty }
}

/// What is expected of calls, corrected.
public enum CallsCorrection: Sendable {
  /// Some items of the list change; what stands alone is the one item of its list.
  case items([ListChange<ExpectedCall>])
  /// Something else stands in the place of all that was expected.
  case whole(ExpectedCalls)
}

/// An item of a list that is to be changed; items that are not mentioned go.
public enum ListChange<Element: Sendable>: Sendable {
  /// The item at this place stays as it is.
  case kept(Int)
  /// Something else takes the place of the item at this place.
  case replaced(Int, Element)
  /// This is new.
  case added(Element)
}

extension ListChange: Equatable where Element: Equatable {}

/// A call as a scenario expects it.
public struct ExpectedCall: Hashable, Sendable {
  /// The callback.
  public var callback: ID<Callback>
  /// The values that are looked at, by the places of their parameters, in the order in which they are written.
  public var arguments: [Argument] = []

  /// A value that is looked at.
  public struct Argument: Hashable, Sendable {
    /// The place of the parameter.
    public var parameter: Int
    /// Its value.
    public var value: Value
  }
}

/// Calls as a scenario expects them: a list, or one of two by a condition over fields of `where`.
public indirect enum ExpectedCalls: Hashable, Sendable {
  /// One after the other.
  case list([ExpectedCall])
  /// The one or the other, by a condition as a spec writes it.
  case choice(condition: String, then: ExpectedCalls, else: ExpectedCalls)
}

/// Why a scenario cannot be made to agree with its machine by changing what it expects.
public struct Incorrigibility: Error, Sendable {
  /// What stands in the way.
  public var message: String
  /// Where.
  public var range: SourceRange

  /// Creates the reason `message`, which lies at `range`.
  public init(message: String, range: SourceRange) {
    self.message = message
    self.range = range
  }
}
