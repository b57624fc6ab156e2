import LifelineInterpreter
import LifelineModel
import LifelineSource

/// A test that follows from the machine alone: a way to somewhere, and what is expected there.
package struct DerivedTest: Sendable {
  /// Something that happens to the machine.
  package enum Cause: Hashable, Sendable {
    /// It starts.
    case start
    /// The host changes facts.
    case set([Stimulus.Fact])
    /// The host sends an event.
    case send(ID<Event>, arguments: [Value])
    /// Time passes.
    case wait(milliseconds: Int)
  }

  /// Something that happens, and what is expected of it.
  package struct Step: Sendable {
    /// What happens.
    package var cause: Cause
    /// What the machine does.
    package var reaction: Reaction
    /// The atomic states that are active then.
    package var states: [ID<State>]
    /// The fields that the machine has assigned, with their values, be they the old ones.
    package var changes: [Stimulus.Fact]
  }

  /// The states in which it begins; `nil` where the machine starts.
  package var given: [ID<State>]?
  /// The fields' values at the beginning.
  package var fields: [Value]
  /// What happens first, and is not looked at. The start is not among it.
  package var approach: [Cause] = []
  /// What is looked at.
  package var steps: [Step] = []
  /// How many milliseconds it is to the next deadline after all that; `nil` if no timer runs.
  package var deadline: Int?
  /// The state that it is about.
  package var state: ID<State>
  /// Where that stands what it is about.
  package var range: SourceRange
}

/// A machine that is being led through a test.
struct DerivedRun {
  private var run: Interpreter
  private(set) var test: DerivedTest

  /// Begins where `snapshot` is: before the start, or in states that are entered silently.
  init(_ chart: MachineIndex, from snapshot: Snapshot, state: ID<State>, range: SourceRange) {
    run = Interpreter(chart, at: snapshot)
    run.isObserved = true
    let given = snapshot.configuration.isEmpty ? nil : run.atomicStates
    test = DerivedTest(given: given, fields: snapshot.fields, state: state, range: range)
  }

  /// Lets a stimulus happen, looked at or not.
  mutating func apply(_ stimulus: Stimulus, isExpected: Bool) {
    let facts = stimulus.facts.filter { run.snapshot.fields[$0.field.index] != $0.value }
    for fact in facts { run.set(fact.field, to: fact.value) }
    if !facts.isEmpty { perform(.set(facts), isExpected: isExpected) }
    switch stimulus.kind {
    case .start: perform(.start, isExpected: isExpected)
    case .send(let event, let arguments): perform(.send(event, arguments: arguments), isExpected: isExpected)
    case .elapse, .approach:
      let wait = run.wait(for: stimulus) ?? 0
      // A timer must not elapse before its time.
      let isSplit = isExpected && stimulus.kind == .elapse && wait > 1
      if isSplit { perform(.wait(milliseconds: wait - 1), isExpected: true) }
      if wait > 0 { perform(.wait(milliseconds: isSplit ? 1 : wait), isExpected: isExpected) }
    }
  }

  /// Lets a moment pass if a timer runs, without letting it elapse: one that is armed anew then is not like one that goes
  /// on.
  mutating func passMoment() {
    guard let next = run.snapshot.timers.first, next.remaining > 1 else { return }
    perform(.wait(milliseconds: 1), isExpected: false)
  }

  private mutating func perform(_ cause: DerivedTest.Cause, isExpected: Bool) {
    let fields = run.snapshot.fields
    let reaction: Reaction
    switch cause {
    case .start: reaction = run.start()
    case .set: reaction = Reaction()
    case .send(let event, let arguments): reaction = run.send(event, arguments: arguments)
    case .wait(let milliseconds): reaction = run.advance(byMilliseconds: milliseconds)
    }
    guard isExpected else {
      if cause != .start { test.approach.append(cause) }
      return
    }
    let changes = run.snapshot.fields.indices.filter {
      run.snapshot.fields[$0] != fields[$0] || reaction.observation.assigned.contains(ID($0))
    }.map { Stimulus.Fact(field: ID($0), value: run.snapshot.fields[$0]) }
    test.deadline = run.snapshot.timers.first?.remaining
    test.steps.append(
      DerivedTest.Step(cause: cause, reaction: reaction, states: run.atomicStates, changes: changes))
  }
}
