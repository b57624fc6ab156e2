import LifelineAnalysis
import LifelineInterpreter
import LifelineModel
import LifelineScenarios
import LifelineSource

/// Shows a simulation as lines of text.
struct SimulationText {
  let session: SimulationSession
  let samples: ParameterSamples

  private static let rowLimit = 40
  private static let sampleLimit = 32
  private static let outcomeLimit = 4
  private static let valueLength = 60

  private var machine: Machine { session.machine }
  private var now: Snapshot { session.current.after }

  // MARK: Moments

  /// Returns the line about what happened last.
  var lastStep: String {
    let moment = session.current
    let title = title(of: moment.stimulus)
    switch moment.stimulus {
    case .set: return title
    case .begin(let beginning) where !beginning.states.isEmpty: return title
    case .send where moment.reaction.treatment == .ignored: return "\(title): not handled"
    case .send where moment.reaction.treatment == .deferred: return "\(title): deferred"
    case .begin, .send, .wait: return "\(title): \(list(moment.reaction.calls.map(text)))"
    }
  }

  /// Returns a stimulus as the user would type it.
  func title(of stimulus: SimulationSession.Stimulus) -> String {
    switch stimulus {
    case .begin(let beginning):
      let states = beginning.states.map { machine[$0].path }
      let words = states + beginning.fields.map(text)
      return beginning.states.isEmpty && words.isEmpty ? "start" : "given " + words.joined(separator: " ")
    case .send(let event, let arguments): return title(of: event, arguments)
    case .wait(let milliseconds): return "wait \(Value.duration(milliseconds: milliseconds))"
    case .set(let facts): return "set " + facts.map(text).joined(separator: " ")
    }
  }

  private func title(of event: ID<Event>, _ arguments: [Value]) -> String {
    let event = machine[event]
    let isCommand = simulationCommands.contains { $0.name == event.name }
    let words = zip(event.parameters, arguments).map { "\($0.name)=\(text($1))" }
    return ([isCommand ? "send \(event.name)" : event.name] + words).joined(separator: " ")
  }

  private func text(_ call: Reaction.MadeCall) -> String {
    let callback = machine[call.callback]
    let arguments = zip(callback.parameters, call.arguments).map { "\($0.name): \(text($1))" }
    let isObserved = machine.observing.contains(callback.channel)
    return callback.name + (arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")
      + (isObserved ? "" : " on \(callback.channel)")
  }

  private func text(_ fact: FieldValue) -> String { "\(machine[fact.field].name)=\(text(fact.value))" }

  private func text(_ value: Value) -> String { value.description.shortened(to: Self.valueLength) }

  private func list(_ items: [String]) -> String { "[\(items.joined(separator: ", "))]" }

  // MARK: The situation

  /// Returns the lines about the states, the facts, and what each event would do.
  var situation: [String] {
    var lines = ["in \(activeStates(in: now).map { machine[$0].path }.joined(separator: ", "))"]
    if !machine.fields.isEmpty {
      let fields = zip(machine.fields, now.fields).map { field, value in
        let remarks = [field.isPrivate ? "private" : field.isFixed ? "fixed" : nil, field.boundsText].compactMap(\.self)
        return "\(field.name)=\(text(value))" + (remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))")
      }
      lines.append("  facts: \(abridged(fields).joined(separator: ", "))")
    }
    if !now.deferredEvents.isEmpty {
      lines.append("  deferred: \(now.deferredEvents.map { machine[$0].name }.joined(separator: ", "))")
    }
    if session.current.time != 0 {
      let time = session.current.time.map { "\(Value.duration(milliseconds: $0))" } ?? "more than 292 million years"
      lines.append("  time: \(time)")
    }
    let promises = FollowedPromises.follow(session)
    lines += promises.brokenLast.map { "  broken: \(text($0))" }
    lines += promises.open.map { "  owed: \(text($0))" }
    return lines + (now.isFinished ? ["  The machine has ended, and handles nothing more."] : menu)
  }

  private func text(_ open: OpenAnswers) -> String {
    let since = open.askedAt.flatMap { asked in
      session.current.time.map { "\(Value.duration(milliseconds: $0 - asked))" }
    }
    let age = since.map { $0 == "0s" || $0 == "0ms" ? "" : ", asked \($0) ago" } ?? ""
    let end = open.isLate ? ", which is too late" : ""
    return "\(machine.text(of: open.promise)), for \(machine.name(of: open.promise.subject))\(age)\(end)"
  }

  private func text(_ promise: Promise) -> String {
    "\(machine.name(of: promise.subject)) \(promise.key) \(machine.text(of: promise))"
  }

  /// The lines about what each event would do, and how long timers run.
  private var menu: [String] {
    var rows: [(title: String, outcome: String)] = []
    var ignored: [String] = []
    for (index, event) in machine.declared.events.enumerated() where !event.isInternal {
      let found = rowsOf(ID(index))
      if found.isEmpty { ignored.append(title(of: ID(index), [])) } else { rows += found }
    }
    rows += timerRows
    let shown = rows.prefix(Self.rowLimit)
    let width = shown.map { columns($0.title) }.filter { $0 <= 32 }.max() ?? 0
    var lines = shown.map { row in
      "  " + row.title + String(repeating: " ", count: max(0, width - columns(row.title))) + "  " + row.outcome
    }
    if rows.count > shown.count { lines.append("  … and \(rows.count - shown.count) more") }
    if !ignored.isEmpty { lines.append("  not handled: \(abridged(ignored).joined(separator: ", "))") }
    return lines
  }

  /// Returns what an event would do, for each group of arguments that makes a difference; nothing if it isn't handled.
  private func rowsOf(_ event: ID<Event>) -> [(title: String, outcome: String)] {
    let trials = samples.arguments(of: event, in: now, limit: Self.sampleLimit).map { arguments in
      (
        arguments: arguments,
        result: Result { () throws(SimulationFailure) in
          try session.attempt(.send(event, arguments: arguments))
        }
      )
    }
    let copies = copiedFields(
      of: trials.compactMap { trial in (try? trial.result.get()).map { (trial.arguments, $0.after) } })
    var groups: [(outcome: String, arguments: [Value])] = []
    for trial in trials {
      let outcome = outcome(of: trial.result, copying: event, copies) ?? "not handled"
      if !groups.contains(where: { $0.outcome == outcome }) { groups.append((outcome, trial.arguments)) }
    }
    if groups.count == 1, groups[0].outcome == "not handled" { return [] }
    if groups.count == 1 {
      let placeholders = machine[event].parameters.map { " \($0.name)=…" }.joined()
      return [(title(of: event, []) + placeholders, groups[0].outcome)]
    }
    let rows = groups.prefix(Self.outcomeLimit).map { (title(of: event, $0.arguments), $0.outcome) }
    return groups.count > rows.count
      ? rows + [(title(of: event, []) + " …", counted(groups.count - rows.count, "more outcome"))] : rows
  }

  /// Returns the fields that get the value of a parameter, whatever that is, with the positions of the parameters.
  private func copiedFields(of trials: [(arguments: [Value], after: Snapshot)]) -> [Int: Int] {
    guard let parameterCount = trials.first?.arguments.count else { return [:] }
    var copies: [Int: Int] = [:]
    for field in machine.fields.indices {
      let changes = trials.filter { $0.after.fields[field] != now.fields[field] }
      copies[field] = (0..<parameterCount).first { parameter in
        Set(changes.map { $0.arguments[parameter] }).count > 1
          && changes.allSatisfy { $0.after.fields[field] == $0.arguments[parameter] }
      }
    }
    return copies
  }

  private var timerRows: [(title: String, outcome: String)] {
    var times: [Int] = []
    for timer in now.timers where !times.contains(timer.remaining) { times.append(timer.remaining) }
    return times.prefix(Self.rowLimit).map { time in
      let stimulus = SimulationSession.Stimulus.wait(milliseconds: time)
      let result = Result { () throws(SimulationFailure) in try session.attempt(stimulus) }
      return (title(of: stimulus), outcome(of: result) ?? "stays")
    }
  }

  /// Returns what would happen; `nil` if an event isn't handled or a timer does nothing.
  /// - Parameter copies: The fields that get the values of parameters of the event, by the positions of these.
  private func outcome(
    of result: Result<SimulationSession.Moment, SimulationFailure>, copying event: ID<Event>? = nil,
    _ copies: [Int: Int] = [:]
  ) -> String? {
    let moment: SimulationSession.Moment
    switch result {
    case .success(let success): moment = success
    case .failure(let failure): return "fails: \(failure.message)"
    }
    switch moment.reaction.treatment {
    case .ignored: return nil
    case .deferred: return "is deferred"
    case .handled: break
    }
    let calls = moment.reaction.calls.map { machine[$0.callback].name }.joined(separator: ", ")
    let facts = machine.fields.indices.compactMap { index -> String? in
      let value = moment.after.fields[index]
      let parameter = event.flatMap { event in copies[index].map { machine[event].parameters[$0].name } }
      // A copied value may be the one that the field has already.
      if value == now.fields[index], parameter == nil || !isArgument(value, of: moment, at: copies[index]) {
        return nil
      }
      return "\(machine.fields[index].name)=\(parameter ?? text(value))"
    }
    return target(of: moment) + (calls.isEmpty ? "" : ": \(calls)")
      + (facts.isEmpty ? "" : "  (\(facts.joined(separator: ", ")))")
      + (moment.after.isFinished && !now.isFinished ? "  (the end)" : "")
  }

  private func isArgument(_ value: Value, of moment: SimulationSession.Moment, at position: Int?) -> Bool {
    guard case .send(_, let arguments) = moment.stimulus, let position else { return false }
    return arguments[position] == value
  }

  /// Returns the atomic states that become active, or are entered again.
  private func target(of moment: SimulationSession.Moment) -> String {
    let before = Set(activeStates(in: now))
    var states = activeStates(in: moment.after).filter { !before.contains($0) }
    if states.isEmpty { states = moment.reaction.entered.filter { moment.after.configuration.contains($0) } }
    return states.isEmpty ? "stays" : "→ " + states.map { machine[$0].path }.joined(separator: ", ")
  }

  private func activeStates(in snapshot: Snapshot) -> [ID<State>] {
    Interpreter(session.index, at: snapshot).atomicStates
  }

  private func abridged(_ items: [String]) -> [String] {
    items.count <= Self.rowLimit ? items : items.prefix(Self.rowLimit) + ["… and \(items.count - Self.rowLimit) more"]
  }

  private func columns(_ text: String) -> Int { text.reduce(0) { $0 + VisibleText.width($1) } }
}
