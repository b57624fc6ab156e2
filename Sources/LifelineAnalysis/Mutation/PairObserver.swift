import LifelineInterpreter
import LifelineModel

/// An observer of a machine and of its mutant, one after the other.
struct PairObserver: InterpreterObserver {
  /// The things on which both reactions depended, arguments of calls included.
  private(set) var observation: Observation
  private var origins = ValueOrigins()

  init(visitLimit: Int) { observation = Observation(visitLimit: visitLimit) }

  /// Returns the origins of the values in the reaction that ended, and begins with the next one.
  mutating func takeOrigins() -> ValueOrigins {
    defer { origins = ValueOrigins() }
    return origins
  }

  var allowsMore: Bool { observation.allowsMore }

  mutating func willCall(_ call: Call) {
    for argument in call.arguments { observation.willEvaluate(argument) }
    origins.calls.append(call)
  }

  mutating func willAssign(_ assignment: Assignment) {
    observation.willAssign(assignment)
    origins.assigned[assignment.field] = assignment.value
  }

  mutating func willEvaluate(_ expression: Expression) { observation.willEvaluate(expression) }
  mutating func didDecide(_ outcome: GuardOutcome) { observation.didDecide(outcome) }
  mutating func willReadLength(of timer: Timer, from field: ID<Field>) {
    observation.willReadLength(of: timer, from: field)
  }
  mutating func didElapse(_ timer: Snapshot.ArmedTimer) { observation.didElapse(timer) }
  mutating func willRestore(_ history: ID<State>) { observation.willRestore(history) }
  mutating func willVisit(_ count: Int) { observation.willVisit(count) }
}

/// The expressions whose values a host sees after a reaction.
struct ValueOrigins {
  /// The calls, in order.
  var calls: [Call] = []
  /// The value that was assigned to each field last.
  var assigned: [ID<Field>: Expression] = [:]

  /// Returns whether two reactions with the same values have the same values for other facts and arguments, too.
  ///
  /// Two expressions with the same range are one, or one that a mutant changed. The comparison tries the values at
  /// which these differ.
  func areAlike(_ other: ValueOrigins, in environment: EnvironmentModel) -> Bool {
    zip(calls, other.calls).allSatisfy { call, otherCall in
      call.range == otherCall.range
        || zip(call.arguments, otherCall.arguments).allSatisfy { $0.hasSameValue(as: $1) }
    }
      && Set(assigned.keys).union(other.assigned.keys).allSatisfy { field in
        switch (assigned[field], other.assigned[field]) {
        case (let value?, let otherValue?): value.range == otherValue.range || value.hasSameValue(as: otherValue)
        case (let value?, nil), (nil, let value?):
          value.literal != nil && environment.roles.roles[field.index] != .irrelevant
        case (nil, nil): true
        }
      }
  }
}

extension Expression {
  /// Returns whether the value is that of `other`, since both are constants that were compared or the same expression.
  fileprivate func hasSameValue(as other: Expression) -> Bool {
    literal != nil && other.literal != nil || canonicalText(of: self) == canonicalText(of: other)
  }
}
