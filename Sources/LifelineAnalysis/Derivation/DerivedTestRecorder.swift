import LifelineInterpreter
import LifelineModel
import LifelineSource

/// Runs a machine and records what happens as a test.
struct DerivedTestRecorder {
  private var run: Interpreter
  private(set) var test: DerivedTest
  /// The work that was done.
  private(set) var work = 0
  /// Whether one of the expected steps ends in a fault, or the host sets a field to a value outside of its range.
  private(set) var hasFault = false

  /// Begins in `snapshot`: before the start, or in states that are entered silently.
  init(_ index: MachineIndex, from snapshot: Snapshot, state: ID<State>, range: SourceRange) {
    run = Interpreter(index, at: snapshot)
    let given = snapshot.configuration.isEmpty ? nil : run.atomicStates
    test = DerivedTest(given: given, fields: snapshot.fields, state: state, range: range)
    hasFault = !zip(index.machine.fields, snapshot.fields).allSatisfy { $0.allows($1) }
  }

  /// Applies a stimulus.
  /// - Parameter isExpected: Whether the test expects the reaction.
  mutating func apply(_ stimulus: Stimulus, isExpected: Bool) {
    let facts = stimulus.facts.filter { run.snapshot.fields[$0.field.index] != $0.value }
    for fact in facts {
      run.set(fact.field, to: fact.value)
      hasFault = hasFault || !run.index.machine[fact.field].allows(fact.value)
    }
    if !facts.isEmpty { perform(.set(facts), isExpected: isExpected) }
    switch stimulus.kind {
    case .start: perform(.start, isExpected: isExpected)
    case .send(let event, let arguments): perform(.send(event, arguments: arguments), isExpected: isExpected)
    case .elapse, .approach:
      let wait = run.wait(for: stimulus) ?? 0
      // Expect also that a timer doesn't elapse too early.
      let isSplit = isExpected && stimulus.kind == .elapse && wait > 1
      if isSplit { perform(.wait(milliseconds: wait - 1), isExpected: true) }
      if wait > 0 { perform(.wait(milliseconds: isSplit ? 1 : wait), isExpected: isExpected) }
    }
  }

  /// Waits a millisecond if no timer elapses meanwhile, so that a timer that goes on differs from one that starts anew.
  mutating func passMoment() {
    guard let next = run.snapshot.timers.first, next.remaining > 1 else { return }
    perform(.wait(milliseconds: 1), isExpected: false)
  }

  private mutating func perform(_ cause: DerivedTest.Cause, isExpected: Bool) {
    let fields = run.snapshot.fields
    var observation = Observation()
    let reaction: Reaction
    switch cause {
    case .start: reaction = run.start(observer: &observation)
    case .set: reaction = Reaction()
    case .send(let event, let arguments): reaction = run.send(event, arguments: arguments, observer: &observation)
    case .wait(let milliseconds): reaction = run.advance(byMilliseconds: milliseconds, observer: &observation)
    }
    work += 16 + observation.visitCount + fields.count
    func expected(_ call: Reaction.MadeCall) -> DerivedTest.Call {
      DerivedTest.Call(callback: call.callback, arguments: call.arguments)
    }
    let made = DerivedTest.Calls(reaction.calls.map(expected), leavingOpen: reaction.openCalls.map { $0.map(expected) })
    guard isExpected else {
      if cause == .start {
        test.startCalls = made
      } else {
        test.approach.append(cause)
        test.approachCalls.append(made)
      }
      return
    }
    let changes = run.snapshot.fields.indices.filter {
      run.snapshot.fields[$0] != fields[$0] || observation.assigned.contains(ID($0))
    }.map { FieldValue(field: ID($0), value: run.snapshot.fields[$0]) }
    test.deadline = run.snapshot.timers.first?.remaining
    hasFault = hasFault || reaction.fault != nil
    test.steps.append(
      DerivedTest.ExpectedReaction(
        cause: cause, treatment: reaction.treatment, calls: made.calls, openCalls: made.open, states: run.atomicStates,
        changes: changes))
  }
}

extension DerivedTest {
  /// The number of stimuli and expectations.
  var size: Int { approach.count + steps.reduce(0) { $0 + 1 + $1.calls.count + $1.states.count + $1.changes.count } }
}
