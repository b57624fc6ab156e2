import LifelineModel

// The effort of playing a scenario and of writing it as a test. A unit is a step, or something that a step is given or
// expects.

extension Scenario {
  /// The number of steps, values, and expectations.
  var size: Int {
    steps.reduce(0) { $0 + $1.size } + fields.count + givenStates.count + never.count + (expectedState?.size ?? 0)
  }
}

extension Step {
  /// The number of things that the step does and expects.
  var size: Int {
    stimulationSize + (expectedCalls?.size ?? 0) + (through?.count ?? 0) + (expectedState?.size ?? 0)
  }

  /// The number of things that the step does.
  var stimulationSize: Int {
    switch kind {
    case .send(_, let arguments, _), .ignored(_, let arguments): 1 + arguments.count
    case .set(let values): 1 + values.count
    case .start, .wait: 1
    }
  }
}

extension CallPattern {
  /// The number of calls and arguments. A pattern without calls, such as `[]`, counts as one.
  fileprivate var size: Int {
    if case .call(_, let arguments, _) = self { return 1 + arguments.count }
    return max(1, parts.reduce(0) { $0 + $1.size })
  }
}

extension ExpectedState {
  /// The number of states and values.
  fileprivate var size: Int { states.count + fields.count }
}
