import LifelineModel

extension DerivedTest {
  /// The test as a spec would say it: a scenario that goes where it is, if there is a way to go, and one that follows
  /// it and is looked at.
  func scenarios(in machine: Machine) -> [Scenario] {
    let changed = machine.fields.indices.filter { machine.fields[$0].defaultValue != fields[$0] }
    let first = Scenario(
      name: "", beginning: given.map(Scenario.Beginning.states) ?? .start,
      fields: values(changed.map { Fact(field: ID($0), value: fields[$0]) }),
      observing: Set(machine.channels), range: range)
    let looks = steps.map { looked(at: $0, in: machine) }
    if approach.isEmpty, given != nil || steps.first?.cause == .start {
      var only = first
      only.steps = looks
      return [only]
    }
    var way = first
    way.steps = approach.compactMap { cause in
      happening(cause, expecting: nil, isIgnored: false).map { LifelineModel.Step($0, range: range) }
    }
    let rest = Scenario(
      name: "", beginning: .start, steps: looks, observing: Set(machine.channels), range: range)
    return [way, rest]
  }

  private func looked(at step: Step, in machine: Machine) -> LifelineModel.Step {
    let calls = step.calls.map { call in
      CallPattern.call(
        call.callback, arguments: call.arguments.enumerated().map { ($0.offset, $0.element) }, range: range)
    }
    let kind = happening(
      step.cause, expecting: .sequence(calls), isIgnored: step.treatment == .ignored)
    var outcome: Outcome?
    if step.treatment == .handled {
      outcome = Outcome(
        states: step.states.filter { $0 != Machine.root }.map { ($0, range) }, fields: values(step.changes),
        range: range)
    }
    return LifelineModel.Step(kind ?? .start(expected: .sequence(calls)), outcome: outcome, range: range)
  }

  private func values(_ facts: [Fact]) -> [FieldValue] {
    facts.map { FieldValue(field: $0.field, value: $0.value, range: range) }
  }

  /// Returns the step of a scenario for a cause; `nil` for the start.
  private func happening(
    _ cause: Cause, expecting calls: CallPattern?, isIgnored: Bool
  ) -> LifelineModel.Step.Kind? {
    switch cause {
    case .start: nil
    case .set(let facts): .set(values(facts))
    case .send(let event, let arguments):
      isIgnored ? .ignored(event, arguments: arguments) : .send(event, arguments: arguments, expected: calls)
    case .wait(let milliseconds): .wait(milliseconds: milliseconds, expected: calls)
    }
  }
}
