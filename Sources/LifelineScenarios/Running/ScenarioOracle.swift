import LifelineInterpreter
import LifelineModel
import LifelineSource

/// Compares the reactions of a machine with the expectations of a scenario, for one combination of the values of
/// `where`.
package struct ScenarioOracle: Sendable {
  let index: MachineIndex
  let scenario: Scenario
  /// The values of the fields for the conditions in patterns.
  let fields: [Value]

  /// The states in which the scenario, or the first that it follows, begins; empty if the machine starts.
  let givenStates: [ID<State>]
  /// The active states at that beginning, if `where` varies them: for the conditions in patterns.
  let configuration: IDSet<State>

  /// Whether failures tell in detail what is otherwise than expected.
  private var explains = true

  /// The same oracle, whose failures give no details: that there is one is enough.
  package var withoutExplanations: ScenarioOracle {
    var oracle = self
    oracle.explains = false
    return oracle
  }

  /// Creates the oracle of `scenario` for one combination.
  init(
    _ scenario: Scenario, index: MachineIndex, fields: [Value], givenStates: [ID<State>],
    configuration: IDSet<State> = IDSet()
  ) {
    self.index = index
    self.scenario = scenario
    self.fields = fields
    self.givenStates = givenStates
    self.configuration = configuration
  }

  var machine: Machine { index.machine }

  /// Returns the first expectation of `step` that doesn't hold, apart from `never`.
  func failure(of step: Step, reaction: Reaction, after: Interpreter) -> Failure? {
    if let failure = handlingFailure(of: step, reaction: reaction, after: after) { return failure }
    var title: String { step.title(in: machine) }
    if let failure = untakenFailure(in: reaction, doing: title, at: step.range) { return failure }
    if let expected = step.expectedCalls,
      let failure = failure(ofCalls: reaction.calls, expected, doing: title, at: step.range)
    {
      return failure
    }
    if let through = step.through, through != reaction.entered {
      let alignment = align(expected: through.map(path), actual: reaction.entered.map(path))
      return Failure(
        .otherStatesEntered, "\(title) enters other states than `through` says", at: step.throughRange ?? step.range,
        details: alignment.formatLines())
    }
    return step.expectedState.flatMap { failure(of: $0, after: after, "after \(title)") }
  }

  /// Returns the failure by the first event that the reaction sends to a part which doesn't take it.
  func untakenFailure(
    in reaction: Reaction, doing activity: @autoclosure () -> String, at range: SourceRange
  ) -> Failure? {
    guard let event = reaction.untaken.first else { return nil }
    return Failure(
      .untaken, "\(activity()): \(machine.text(of: event))", at: range,
      notes: [Failure.Note(message: "the event is sent here", range: event.range, part: event.sender)])
  }

  // MARK: Calls

  /// Returns whether the scenario observes the channel of `callback`.
  func observes(_ callback: ID<Callback>) -> Bool { scenario.observing.contains(machine[callback].channel) }

  /// Returns the calls on channels that the scenario observes.
  func observed(_ calls: [Reaction.MadeCall]) -> [Reaction.MadeCall] { calls.filter { observes($0.callback) } }

  /// Returns the calls on channels that the scenario observes, with everything that the machine leaves open of them.
  func openCalls(of reaction: Reaction) -> (calls: [Reaction.MadeCall], open: [OpenStretch<Reaction.MadeCall>]) {
    OpenStretch.filter(reaction.calls, leavingOpen: reaction.openCalls) { observes($0.callback) }
  }

  /// Returns a matcher of observed calls to `expected`.
  func matcher(_ expected: CallPattern, _ observed: [Reaction.MadeCall]) throws(Fault) -> CallMatcher {
    let evaluator = Evaluator(machine: machine.name, fields: fields, configuration: configuration)
    return try CallMatcher.prepare(expected, calls: observed, in: machine, evaluator: evaluator)
  }

  /// Returns the failure of the observed ones among `calls` to match `expected`, or of evaluating `expected`.
  func failure(
    ofCalls calls: [Reaction.MadeCall], _ expected: CallPattern, doing activity: @autoclosure () -> String,
    at range: SourceRange
  ) -> Failure? {
    let observed = observed(calls)
    var matcher: CallMatcher
    do throws(Fault) {
      matcher = try self.matcher(expected, observed)
    } catch {
      return Failure(error, doing: "an expectation", at: scenario.range)
    }
    if matcher.matches() { return nil }
    guard explains else { return Failure(.otherCalls, "", at: range) }
    let activity = activity()
    let texts = (0..<matcher.itemCount).map { matcher.text(ofItem: $0) }
    let alignment = align(expected: texts, actual: observed.map { callText($0, in: machine) }) {
      matcher.ends(ofItem: $0, from: $1)
    }
    let notes = alignment.firstUnexpected.map { index in
      let callback = observed[index].callback
      return [
        Failure.Note(
          message: "`\(machine[callback].name)` is called here", range: observed[index].range,
          part: machine.part(of: callback))
      ]
    }
    let message =
      if texts.isEmpty {
        "\(activity) is expected to call nothing, but makes \(counted(observed.count, "call"))"
      } else if observed.isEmpty {
        "\(activity) calls nothing, but calls are expected"
      } else {
        "\(activity) makes other calls than expected"
      }
    return Failure(.otherCalls, message, at: range, details: alignment.formatLines(), notes: notes ?? [])
  }

  /// Returns the failure by the first of the calls of a step that the scenario's `never` lists.
  func forbiddenCallFailure(in calls: [Reaction.MadeCall], of step: Step) -> Failure? {
    guard let call = calls.first(where: { scenario.never.contains($0.callback) }) else { return nil }
    let name = machine[call.callback].name
    return Failure(
      .forbiddenCall, "\(step.title(in: machine)) calls `\(name)`, which the scenario's `never` rules out",
      at: step.range,
      notes: [
        Failure.Note(message: "`\(name)` is called here", range: call.range, part: machine.part(of: call.callback))
      ])
  }

  // MARK: States and fields

  /// Returns the first part of `expectedState` that doesn't hold.
  func failure(
    of expectedState: ExpectedState, after: Interpreter, _ moment: @autoclosure () -> String
  ) -> Failure? {
    if let missing = expectedState.states.first(where: { !after.isActive($0.state) }) {
      return Failure(
        .otherResult, "\(moment()), `\(path(missing.state))` is not active; active: \(activeText(after))",
        at: missing.range)
    }
    for expected in expectedState.fields {
      let value = after.snapshot.fields[expected.field.index]
      if value == expected.value { continue }
      return Failure(
        .otherResult, "\(moment()), `\(machine[expected.field].name)` is \(value) and not \(expected.value)",
        at: expected.range)
    }
    return nil
  }

  /// Returns the failure of the step's event to be handled, or to be ignored.
  func handlingFailure(of step: Step, reaction: Reaction, after: Interpreter) -> Failure? {
    switch step.kind {
    case .send(let event, _, _) where reaction.treatment == .ignored:
      let reason =
        after.snapshot.isFinished ? "the machine is finished" : "no transition takes it in \(activeText(after))"
      return Failure(
        .notHandled, "`\(machine[event].name)` is not handled: \(reason)", at: step.range,
        notes: after.atomicStates.filter { machine.declares($0) }.prefix(4).map {
          Failure.Note(message: "`\(path($0))` is active", range: machine[$0].range)
        })
    case .ignored(let event, _) where reaction.treatment == .handled:
      return Failure(
        .handled, "`\(machine[event].name)` is expected to be ignored, but is handled", at: step.range,
        notes: reaction.taken.prefix(1).map { Failure.Note(message: "this transition takes it", range: $0.range) })
    case .ignored(let event, _) where reaction.treatment == .deferred:
      let deferrals = after.snapshot.configuration.flatMap { machine[$0].deferred }.filter { $0.event == event }
      return Failure(
        .handled, "`\(machine[event].name)` is expected to be ignored, but is deferred", at: step.range,
        notes: deferrals.prefix(1).map { Failure.Note(message: "it is deferred here", range: $0.range) })
    case .start, .send, .ignored, .wait, .set:
      return nil
    }
  }

  private func path(_ state: ID<State>) -> String { machine[state].path }

  private func activeText(_ interpreter: Interpreter) -> String {
    let paths = interpreter.atomicStates.map { "`\(path($0))`" }
    return paths.isEmpty ? "no state" : paths.joined(separator: ", ")
  }
}

extension Machine {
  /// Returns a sentence about an event that a part doesn't take.
  package func text(of untaken: Reaction.UntakenEvent) -> String {
    let states = untaken.states.map { "`\(self[$0].path)`" }
    let place = states.isEmpty ? "" : " in \(states.joined(separator: ", "))"
    return "`\(self[untaken.event].name)` is sent, but `\(self[untaken.part].name)` doesn't take it\(place)"
  }
}

extension Step {
  /// Whether the step makes calls and says nothing about them.
  var acceptsAnyCalls: Bool {
    switch kind {
    case .send(_, _, let expected), .wait(_, let expected): expected == nil
    case .start, .ignored, .set: false
    }
  }

  /// Returns the activity of the host in the step, as the subject of a sentence.
  func title(in machine: Machine) -> String {
    switch kind {
    case .start: "starting"
    case .send(let event, _, _), .ignored(let event, _): "`\(machine[event].name)`"
    case .wait(let milliseconds, _): "waiting \(Value.duration(milliseconds: milliseconds))"
    case .set(let fields): "setting " + fields.map { "`\(machine[$0.field].name)`" }.joined(separator: ", ")
    }
  }
}
