import LifelineInterpreter
import LifelineModel
import LifelineSource

/// Holds what a machine did to what a scenario says of it, for one combination of `where`'s values. It never changes; it
/// is a class only so that a play and what it asks share it.
package final class Expectations: Sendable {
  package let chart: MachineIndex
  package let scenario: Scenario
  /// The fields' values by which the conditions in patterns are computed: those of `where`.
  private let facts: [Value]

  /// Prepares to hold runs of the machine to `scenario`, with these values in the fields.
  package init(_ scenario: Scenario, chart: MachineIndex, facts: [Value]) {
    self.chart = chart
    self.scenario = scenario
    self.facts = facts
  }

  private var machine: Machine { chart.machine }

  /// What is wrong with `reaction` to `step`, after which the machine is `after`: the first that does not hold.
  /// `never` is looked at elsewhere.
  package func failure(of step: Step, reaction: Reaction, after: Interpreter) throws(Fault) -> Failure? {
    if let failure = outcomeFailure(of: step, reaction: reaction, after: after) { return failure }
    if let expected = step.expectedCalls,
      let failure = try failure(
        ofCalls: reaction.calls, expected, doing: step.title(in: chart), at: step.range)
    {
      return failure
    }
    if let through = step.through, through != reaction.entered {
      let alignment = Alignment(expected: through.map(path), actual: reaction.entered.map(path))
      return Failure(
        .otherStatesEntered, "\(step.title(in: chart)) enters other states than 'through' says",
        at: step.throughRange ?? step.range, details: alignment.lines)
    }
    if let outcome = step.outcome {
      return failure(of: outcome, after: after, "after \(step.title(in: chart))")
    }
    return nil
  }

  /// Whether expectations speak of `callback`.
  package func observes(_ callback: ID<Callback>) -> Bool { scenario.observing.contains(machine[callback].channel) }

  /// Those of `calls` that expectations speak of.
  package func observed(_ calls: [Reaction.MadeCall]) -> [Reaction.MadeCall] {
    calls.filter { observes($0.callback) }
  }

  /// What holds the observed calls to `expected`.
  package func matcher(_ expected: CallPattern, _ observed: [Reaction.MadeCall]) throws(Fault) -> CallMatcher {
    let evaluator = Evaluator(machine: machine.name, fields: facts)
    return try CallMatcher(expected, calls: observed, in: machine, evaluator: evaluator)
  }

  /// What is wrong with the observed ones of `calls`.
  package func failure(
    ofCalls calls: [Reaction.MadeCall], _ expected: CallPattern, doing what: @autoclosure () -> String,
    at range: SourceRange
  ) throws(Fault) -> Failure? {
    let observed = observed(calls)
    if expected.isPlainly(observed) { return nil }
    var matcher = try matcher(expected, observed)
    if matcher.matches() { return nil }
    let texts = (0..<matcher.itemCount).map { matcher.text(ofItem: $0) }
    let alignment = Alignment(
      expected: texts, actual: observed.map { callText($0, in: machine) },
      ends: { matcher.ends(ofItem: $0, from: $1) })
    let unexpected = alignment.firstUnexpected.map { observed[$0] }
    let notes = unexpected.map { call in
      [Failure.Note(message: "'\(machine[call.callback].name)' is called here", range: call.range)]
    }
    let message =
      if texts.isEmpty {
        "\(what()) is expected to call nothing, but makes \(counted(observed.count, "call"))"
      } else if observed.isEmpty {
        "\(what()) calls nothing, but calls are expected"
      } else {
        "\(what()) makes other calls than expected"
      }
    return Failure(.otherCalls, message, at: range, details: alignment.lines, notes: notes ?? [])
  }

  /// The first of `calls` that the scenario says is never made.
  package func neverFailure(
    ofCalls calls: [Reaction.MadeCall], doing what: @autoclosure () -> String, at range: SourceRange
  ) -> Failure? {
    guard !scenario.never.isEmpty, let call = calls.first(where: { scenario.never.contains($0.callback) })
    else { return nil }
    let name = machine[call.callback].name
    return Failure(
      .forbiddenCall, "\(what()) calls '\(name)', which the scenario's 'never' rules out", at: range,
      notes: [Failure.Note(message: "'\(name)' is called here", range: call.range)])
  }

  /// What of `outcome` is not so.
  package func failure(
    of outcome: Outcome, after: Interpreter, _ moment: @autoclosure () -> String
  ) -> Failure? {
    if let missing = outcome.states.first(where: { !after.isActive($0.state) }) {
      return Failure(
        .otherOutcome, "\(moment()), '\(path(missing.state))' is not active; active: \(activeText(after))",
        at: missing.range)
    }
    for expected in outcome.fields {
      let value = after.snapshot.fields[expected.field.index]
      guard value != expected.value else { continue }
      let name = machine[expected.field].name
      return Failure(
        .otherOutcome, "\(moment()), '\(name)' is \(value) and not \(expected.value)", at: expected.range)
    }
    return nil
  }

  /// What is wrong with what became of the step's event.
  private func outcomeFailure(of step: Step, reaction: Reaction, after: Interpreter) -> Failure? {
    switch step.kind {
    case .start, .wait, .set:
      return nil
    case .send(let event, _, _):
      guard reaction.outcome == .ignored else { return nil }
      let name = machine[event].name
      let notes = after.atomicStates.prefix(4).map {
        Failure.Note(message: "'\(path($0))' is active", range: machine[$0].range)
      }
      let reason =
        after.snapshot.isFinished
        ? "the machine is finished" : "nothing takes it in \(activeText(after))"
      return Failure(
        .notHandled, "'\(name)' is not handled: \(reason)", at: step.range, notes: Array(notes))
    case .ignored(let event, _):
      let name = machine[event].name
      switch reaction.outcome {
      case .ignored:
        return nil
      case .handled:
        let notes = reaction.taken.prefix(1).map {
          Failure.Note(message: "this transition takes it", range: $0.range)
        }
        return Failure(
          .handled, "'\(name)' is to be ignored, but is handled", at: step.range, notes: Array(notes))
      case .deferred:
        let notes = after.snapshot.configuration
          .flatMap { machine[$0].deferred.filter { $0.event == event } }.prefix(1)
          .map { Failure.Note(message: "it is deferred here", range: $0.range) }
        return Failure(
          .handled, "'\(name)' is to be ignored, but is kept for later", at: step.range, notes: Array(notes))
      }
    }
  }

  private func path(_ state: ID<State>) -> String { machine[state].path }

  private func activeText(_ run: Interpreter) -> String {
    let paths = run.atomicStates.map { "'\(path($0))'" }
    return paths.isEmpty ? "no state" : paths.joined(separator: ", ")
  }
}

extension Step {
  /// The calls expected; `nil` expects nothing of them.
  package var expectedCalls: CallPattern? {
    switch kind {
    case .start(let expected): expected
    case .send(_, _, let expected), .wait(_, let expected): expected
    case .ignored, .set: nil
    }
  }

  /// What happens in the step, as the subject of a sentence.
  package func title(in chart: MachineIndex) -> String {
    let machine = chart.machine
    return switch kind {
    case .start: "starting"
    case .send(let event, _, _), .ignored(let event, _): "'\(machine[event].name)'"
    case .wait(let milliseconds, _): "waiting \(Value.duration(milliseconds: milliseconds))"
    case .set(let fields): "setting " + fields.map { "'\(machine[$0.field].name)'" }.joined(separator: ", ")
    }
  }
}

extension DiagnosticKind {
  package static let otherCalls = DiagnosticKind(
    "L402", .error, "other calls than expected",
    explanation: """
      The machine makes other callbacks in this step, or in another order, than the scenario promises. The \
      two columns show both, with a `!` where they differ; the note points at the action that made the first \
      call nobody expected. Only the channels that the scenario observes are looked at (`observing`).

          active: {exit: willResignActive, on: {pressHome: {to: background, do: didEnterBackground}}}
          …
          when: {pressHome: [didEnterBackground, willResignActive]}      # exits come first

      Either the states or the scenario must change. Where the order, or a call, is left open on purpose, \
      write a pattern: `anyOrder`, `optional`, `repeat`, `oneOf`.
      """)
  package static let notHandled = DiagnosticKind(
    "L403", .error, "an event is not handled",
    explanation: """
      The scenario sends an event that no active state takes or defers, so nothing happens, and the host is \
      told so.

          states: {closed: {on: {open: ajar}}, ajar: {}}
          scenarios:
            opening twice: {given: ajar, when: {open: []}}         # ignored: open

      Add a transition, or write `ignored: event` if that nothing happens is what is to be promised. An \
      event that is taken without any effect is `event: {}` in the state's `on`.
      """)
  package static let handled = DiagnosticKind(
    "L404", .error, "an event is handled that is to be ignored",
    explanation: """
      The step says `ignored`, but a transition takes the event or a state defers it; the note points at it.

          states: {ajar: {on: {open: {}}}}
          scenarios:
            opening twice: {given: ajar, when: {ignored: open}}    # open: []

      Remove the transition, or promise that the event is taken and calls nothing: `event: []`.
      """)
  package static let forbiddenCall = DiagnosticKind(
    "L405", .error, "a call that is never to be made",
    explanation: """
      One of the scenario's steps makes a callback that the scenario lists in `never`. `never` counts \
      callbacks of every channel, observed or not.

          purged while suspended:
            given: suspended
            when: {reclaimMemory: []}
            never: willTerminate             # but the exit of `suspended` calls it

      Either the machine is not to make the call, or the promise goes too far.
      """)
  package static let otherStatesEntered = DiagnosticKind(
    "L406", .error, "other states are entered",
    explanation: """
      `through` lists every atomic state that is entered in the step, in order, those that are left again at \
      once and the last one included. The two columns show both lists, with a `!` where they differ.

          launch: [willFinishLaunching, didBecomeActive]
          through: active                    # [inactive, active]

      Correct the list, or the transitions. Without `through` nothing is said of the states in between.
      """)
  package static let otherOutcome = DiagnosticKind(
    "L407", .error, "another end than expected",
    explanation: """
      After the step, or at the end of the scenario, a state that `then` names is not active or a field has \
      another value. The columns show what is so.

          given: active
          when: {pressHome: willResignActive}
          then: {state: background, sessions: 1}

      Correct what is expected, or what the machine does. `then` may name compound states, and only what it \
      names is looked at.
      """)
}
