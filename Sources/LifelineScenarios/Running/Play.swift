import LifelineInterpreter
import LifelineModel
import LifelineSource

/// One scenario played for one combination of `where`'s values.
package struct Play {
  /// Where it starts.
  package enum Beginning {
    /// As the scenario says, with these values in the fields.
    case own(fields: [Value])
    /// Where the scenario that it follows ended.
    case end(Snapshot)
  }

  private let expectations: Expectations
  private var run: Interpreter
  private var scenario: Scenario {
    _read { yield expectations.scenario }
  }

  /// What is touched, if that is of interest; of a refuted scenario's last step it is not counted.
  package private(set) var trace: Trace?

  /// How many steps were played.
  package private(set) var steps = 0
  /// What has to fail of a refuted scenario, and does.
  private var refutation: Failure?

  /// Where the machine is.
  package var end: Snapshot { run.snapshot }

  /// Prepares to play a scenario that has these expectations.
  package init(_ expectations: Expectations, from beginning: Beginning, trace: Trace? = nil) {
    self.expectations = expectations
    self.trace = trace
    run =
      switch beginning {
      case .own(let fields): Interpreter(expectations.chart, fields: fields)
      case .end(let snapshot): Interpreter(expectations.chart, at: snapshot)
      }
  }

  /// Plays to the end or to the first failure.
  ///
  /// Of a refuted scenario every step but the last must hold; the last, together with `then` and `never`, must
  /// not. A fault refutes nothing.
  package mutating func failure() -> Failure? {
    do throws(Fault) {
      let beginning = try beginningFailure()
      trace?.add(run.snapshot.configuration)
      if let beginning { return beginning }
      for (place, step) in scenario.steps.enumerated() {
        if let failure = try failure(of: step, isLast: place == scenario.steps.count - 1) { return failure }
      }
    } catch {
      return Failure(error, doing: "an expectation", at: scenario.range)
    }
    if let outcome = scenario.outcome,
      let failure = expectations.failure(of: outcome, after: run, "at the end")
    {
      if scenario.refutation == nil { return failure }
      refutation = refutation ?? failure
    }
    guard scenario.refutation != nil, refutation == nil else { return nil }
    return Failure(
      .refutedHolds, "this is refuted, but the machine behaves so", at: scenario.range,
      notes: (scenario.steps.last?.range).map {
        [Failure.Note(message: "the last step, with 'then' and 'never', must fail", range: $0)]
      } ?? [])
  }

  private mutating func beginningFailure() throws(Fault) -> Failure? {
    let range = scenario.beginningRange ?? scenario.range
    switch scenario.beginning {
    case .end:
      return nil
    case .states(let states):
      guard let fault = run.resume(in: states).fault else { return nil }
      if fault.kind == .noConfiguration {
        let names = states.map { "'\(expectations.chart.machine[$0].path)'" }.joined(separator: ", ")
        return Failure(.noConfiguration, "\(names) cannot be active together", at: range)
      }
      return Failure(fault, doing: "'given'", at: range)
    case .start:
      if case .start = scenario.steps.first?.kind { return nil }
      var guards = GuardRecorder()
      let reaction = run.start(observer: &guards)
      trace?.add(reaction, guards: guards.outcomes, in: expectations.chart, looksAtCalls: expectations.observes)
      if let fault = reaction.fault { return Failure(fault, doing: "starting", at: range) }
      return try expectations.failure(
        ofCalls: reaction.calls, .sequence([]), doing: "starting (without a 'start' step)", at: range)
    }
  }

  private mutating func failure(of step: Step, isLast: Bool) throws(Fault) -> Failure? {
    steps += 1
    var guards = GuardRecorder()
    let reaction = run.perform(step, observer: &guards)
    let isRefuted = scenario.refutation != nil
    trace?.add(
      reaction, guards: guards.outcomes, in: expectations.chart, weight: isLast && isRefuted ? 0 : 1,
      looksAtCalls: step.expectedCalls == nil ? { _ in false } : expectations.observes)
    if let fault = reaction.fault {
      return Failure(fault, doing: step.title(in: expectations.chart), at: step.range)
    }
    let failure = try expectations.failure(of: step, reaction: reaction, after: run)
    let forbidden = expectations.neverFailure(
      ofCalls: reaction.calls, doing: step.title(in: expectations.chart), at: step.range)
    guard isRefuted else { return failure ?? forbidden }
    refutation = refutation ?? forbidden
    guard isLast else { return failure }
    refutation = refutation ?? failure
    return nil
  }
}

extension Interpreter {
  /// Lets happen what happens in a step.
  package mutating func perform(_ step: Step, observer: inout some InterpreterObserver) -> Reaction {
    switch step.kind {
    case .start: return start(observer: &observer)
    case .send(let event, let arguments, _), .ignored(let event, let arguments):
      return send(event, arguments: arguments, observer: &observer)
    case .wait(let milliseconds, _): return advance(byMilliseconds: milliseconds, observer: &observer)
    case .set(let fields):
      for field in fields { set(field.field, to: field.value) }
      return Reaction()
    }
  }
}

extension DiagnosticKind {
  package static let refutedHolds = DiagnosticKind(
    "L408", .error, "a refuted claim holds",
    explanation: """
      A scenario with `refuted` keeps a claim that is wrong, so the machine must contradict it: every step \
      but the last holds, and the last, together with `then` and `never`, fails, for every combination of \
      `where`. Here nothing fails.

          the app is told when it is purged:
            refuted: The system sends no message to a suspended app.
            given: suspended
            when: {reclaimMemory: willTerminate}       # must not hold

      Either the claim is right, and `refuted` goes away, or the machine is not what it should be.
      """)
  package static let noConfiguration = DiagnosticKind(
    "L409", .error, "states that cannot be active together",
    explanation: """
      `given` lists several states. Of a state with `states` exactly one child is active, so they must stand \
      in different regions of a state with `regions`, else no machine is ever in all of them.

          given: [running, standing]         # two states of the tape
          given: [running, silent]           # one of the tape, one of the sound

      Name one state of each region; a region that is not named is in its initial state.
      """)
}
