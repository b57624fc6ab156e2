import LifelineInterpreter
import LifelineModel

/// Small numbers for stories, in the places of very large ones that an exploration tries because a computation may fail with them.
///
/// A step shows only the numbers in its own node. A field that nothing compares may have another one in a run, and a sum with it may
/// leave 64 bits.
extension Exploration {
  /// The magnitude above which a number is large.
  private static let largeNumber = 1 << 40
  /// The numbers that are tried in the places of large ones.
  private static let smallNumbers = [0, 1, 2, 10, 1_000, -1, -2, -10, -1_000]

  /// Returns an occurrence in which the host sends and sets small numbers, as far as the machine does the same with them.
  func withSmallNumbers(_ occurrence: Occurrence) -> Occurrence {
    var result = occurrence
    if case .send(let event, var arguments) = occurrence.stimulus.kind {
      for place in arguments.indices where arguments[place].isLarge(beyond: Self.largeNumber) {
        let type = machine[event].parameters[place].type
        result = result.trying(Self.smallNumbers, as: type, doingTheSameIn: self) { number, stimulus in
          arguments[place] = number
          stimulus.kind = .send(event, arguments: arguments)
        }
        if case .send(_, let chosen) = result.stimulus.kind { arguments = chosen }
      }
    }
    for place in occurrence.stimulus.facts.indices
    where occurrence.stimulus.facts[place].value.isLarge(beyond: Self.largeNumber) {
      let field = machine[occurrence.stimulus.facts[place].field]
      let numbers = Self.smallNumbers.filter { field.bounds?.contains($0) ?? true }
      result = result.trying(numbers, as: field.type, doingTheSameIn: self) { number, stimulus in
        stimulus.facts[place].value = number
      }
    }
    return result
  }
}

extension Exploration.Occurrence {
  /// Returns the first change by one of some numbers with which the machine does the same; without any, the occurrence.
  fileprivate func trying(
    _ numbers: [Int], as type: ValueType, doingTheSameIn exploration: Exploration,
    _ change: (Value, inout Stimulus) -> Void
  ) -> Exploration.Occurrence {
    let wanted = exploration.outcome(of: self)
    for number in numbers where type != .duration || number > 0 {
      var other = self
      change(Value(number, as: type), &other.stimulus)
      if exploration.outcome(of: other) == wanted { return other }
    }
    return self
  }
}

extension Exploration {
  /// The things that a step does and that a story or its continuation depends on.
  fileprivate struct Outcome: Equatable {
    var calls: [ID<Callback>]
    var taken: [ID<Transition>]
    var hasFault: Bool
    var treatment: Treatment
    var identity: EnvironmentModel.Identity
  }

  fileprivate func outcome(of occurrence: Occurrence) -> Outcome {
    var run = Interpreter(index, at: nodes[occurrence.node].snapshot)
    var observer = NoObserver()
    let reaction = run.apply(occurrence.stimulus, observer: &observer)
    return Outcome(
      calls: reaction.calls.map(\.callback), taken: reaction.taken.map(\.id), hasFault: reaction.fault != nil,
      treatment: reaction.treatment, identity: environment.identity(of: run.snapshot))
  }
}

extension Value {
  fileprivate func isLarge(beyond limit: Int) -> Bool { number.map { $0.magnitude > limit } ?? false }
}
