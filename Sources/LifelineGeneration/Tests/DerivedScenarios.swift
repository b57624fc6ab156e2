import LifelineModel

extension DerivedTest {
  /// Returns the test as scenarios, each of which follows the one before it. The last one has the expectations. If the
  /// machine first has to be driven to the state of the test, another scenario does that.
  func scenarios(in machine: Machine) -> [Scenario] {
    let changed = machine.fields.indices.filter { machine.fields[$0].defaultValue != fields[$0] }
    let channels = Set(machine.channels)
    let checks = steps.map { checkedStep(for: $0, in: machine) }
    var first = Scenario(
      name: "", beginning: given.map(Scenario.Beginning.states) ?? .start,
      fields: values(changed.map { FieldValue(field: ID($0), value: fields[$0]) }), observing: channels, range: range)
    if approach.isEmpty, given != nil || steps.first?.cause == .start {
      first.steps = checks
      return [first]
    }
    let start = given == nil ? [Step(.start(expected: pattern(of: startCalls)), range: range)] : []
    first.steps =
      start
      + approach.enumerated().compactMap { index, cause in
        let calls = index < approachCalls.count ? pattern(of: approachCalls[index]) : nil
        return kind(cause, expecting: calls, isIgnored: false).map { Step($0, range: range) }
      }
    return [first, Scenario(name: "", beginning: .start, steps: checks, observing: channels, range: range)]
  }

  /// Returns a step that expects the calls of `step`, and its states and changes if it was handled.
  private func checkedStep(for step: ExpectedReaction, in machine: Machine) -> Step {
    let calls = pattern(of: Calls(step.calls, leavingOpen: step.openCalls))
    let expectedState = ExpectedState(
      states: step.states.filter { machine[$0].parent != nil }.map { ($0, range) }, fields: values(step.changes),
      range: range)
    return Step(
      kind(step.cause, expecting: calls, isIgnored: step.treatment == .ignored) ?? .start(expected: calls),
      expectedState: step.treatment == .handled ? expectedState : nil, range: range)
  }

  private func pattern(of calls: Calls) -> CallPattern {
    .sequence(
      CallPattern.patterns(of: calls.calls, leavingOpen: calls.open) { call in
        .call(call.callback, arguments: call.arguments.enumerated().map { ($0.offset, $0.element) }, range: range)
      })
  }

  private func values(_ facts: [FieldValue]) -> [FieldEntry] {
    facts.map { FieldEntry(field: $0.field, value: $0.value, range: range) }
  }

  /// Returns the kind of a scenario's step for a cause; `nil` for the start.
  private func kind(_ cause: Cause, expecting calls: CallPattern?, isIgnored: Bool) -> Step.Kind? {
    switch cause {
    case .start: nil
    case .set(let facts): .set(values(facts))
    case .send(let event, let arguments):
      isIgnored ? .ignored(event, arguments: arguments) : .send(event, arguments: arguments, expected: calls)
    case .wait(let milliseconds): .wait(milliseconds: milliseconds, expected: calls)
    }
  }
}
