import LifelineInterpreter
import LifelineModel

/// A scenario that was made from what a machine did, and isn't in any spec yet.
package struct RecordedScenario: Hashable, Sendable {
  /// A step with everything that the machine did.
  package enum Step: Hashable, Sendable {
    case send(ID<Event>, arguments: [Value], expected: ExpectedCalls)
    case ignored(ID<Event>, arguments: [Value])
    case wait(milliseconds: Int, expected: ExpectedCalls)
    case set([FieldValue])
  }

  /// The name under which a spec gets the scenario.
  package var name: String
  /// The situation in which the machine begins.
  package var beginning: SimulationSession.Beginning
  /// The calls that starting makes; none if the machine doesn't start.
  package var start: ExpectedCalls
  /// The steps after the beginning, in order.
  package var steps: [Step]
  /// The atomic states at the end.
  package var states: [ID<State>]
  /// The fields that the machine has changed, with their values at the end.
  package var fields: [FieldValue]
}

extension SimulationSession {
  /// Returns the moments since the last beginning as a scenario. It expects the calls on the channels that the machine's
  /// scenarios observe.
  package func record(named name: String) -> RecordedScenario {
    var scenario = RecordedScenario(
      name: name, beginning: beginning, start: .list([]), steps: [],
      states: Interpreter(index, at: current.after).atomicStates, fields: [])
    var hostValues = machine.fields.map(\.defaultValue)
    for moment in run {
      let calls = expectedCalls(of: moment.reaction)
      switch moment.stimulus {
      case .begin(let beginning):
        scenario.start = calls
        for given in beginning.fields { hostValues[given.field.index] = given.value }
      case .send(let event, let arguments) where moment.reaction.treatment == .ignored:
        scenario.steps.append(.ignored(event, arguments: arguments))
      case .send(let event, let arguments):
        scenario.steps.append(.send(event, arguments: arguments, expected: calls))
      case .wait(let milliseconds):
        scenario.steps.append(.wait(milliseconds: milliseconds, expected: calls))
      case .set(let facts):
        scenario.steps.append(.set(facts))
        for fact in facts { hostValues[fact.field.index] = fact.value }
      }
    }
    scenario.fields = current.after.fields.enumerated().compactMap { index, value in
      value == hostValues[index] || !value.canBeWritten ? nil : FieldValue(field: ID(index), value: value)
    }
    return scenario
  }

  /// Returns the observed calls with those arguments that a spec has values for, and with everything that the machine leaves open.
  private func expectedCalls(of reaction: Reaction) -> ExpectedCalls {
    func expected(_ call: Reaction.MadeCall) -> ExpectedCall {
      let arguments = call.arguments.enumerated().filter(\.element.canBeWritten)
      return ExpectedCall(
        callback: call.callback, arguments: arguments.map { .init(parameter: $0.offset, value: $0.element) })
    }
    let (calls, open) = OpenStretch.filter(reaction.calls, leavingOpen: reaction.openCalls) {
      machine.observing.contains(machine[$0.callback].channel)
    }
    return ExpectedCalls(calls.map(expected), leavingOpen: open.map { $0.map(expected) })
  }
}

extension Value {
  /// Whether a scenario can contain the value. A length of time that was computed may be zero or less.
  fileprivate var canBeWritten: Bool {
    switch self {
    case .duration(let milliseconds): milliseconds > 0
    case .double(let number): number.isFinite
    case .bool, .int, .string, .named, .opaque: true
    }
  }
}
