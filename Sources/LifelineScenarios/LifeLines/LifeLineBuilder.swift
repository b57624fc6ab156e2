import LifelineInterpreter
import LifelineModel
import LifelineSource

/// Builds the picture of a run, row by row.
package struct LifeLineBuilder {
  /// A call in a log.
  package struct LoggedCall {
    var line: Int
    /// The text of each argument that the log shows.
    var arguments: [String?]
    var mistake: String?
    /// The index of the promise whose answer comes too late with the call, or can't come in time any more.
    var brokenPromise: Int?

    /// Creates a call.
    /// - Parameters:
    ///   - arguments: The text of each argument; `nil` for one that the log doesn't show.
    ///   - mistake: What is wrong with the call, if anything is.
    ///   - brokenPromise: The index of the promise that has no answer in time, if that is wrong.
    package init(line: Int, arguments: [String?], mistake: String?, breaking brokenPromise: Int? = nil) {
      self.line = line
      self.arguments = arguments
      self.mistake = mistake
      self.brokenPromise = brokenPromise
    }
  }

  /// A step of the run.
  package struct Step {
    /// The stimulus, as the picture shows it.
    package var stimulus: LifeLine.Stimulus
    /// The event that the host sends, if it sends one.
    package var event: ID<Event>?
    /// The number that stands before the row.
    package var number: Int?
    /// The answer of the machine.
    package var reaction: Reaction
    /// The deeds of the machine, in order.
    package var deeds: [RunRecorder.Deed]
    /// The milliseconds that pass in the step; `nil` if the run doesn't tell the time.
    package var elapsed: Int?
    /// Whether the machine ends.
    package var ends = false
    /// The calls that a log shows, by their places among those of the reaction; `nil` if there is no log.
    package var logged: [Int: LoggedCall]?
    /// The number of calls after which the step isn't shown any more; `nil` to show all of it.
    package var callLimit: Int?

    /// Creates a step.
    package init(
      _ stimulus: LifeLine.Stimulus, sending event: ID<Event>? = nil, number: Int? = nil, reaction: Reaction,
      deeds: [RunRecorder.Deed]
    ) {
      self.stimulus = stimulus
      self.event = event
      self.number = number
      self.reaction = reaction
      self.deeds = deeds
    }
  }

  private let machine: Machine
  private let columns: StateColumns
  private let observes: (ID<Callback>) -> Bool
  private let showsChoices: Bool
  private let marksUntaken: (Reaction.UntakenEvent) -> Bool
  /// The indices of the channels with calls that are seen.
  private let observedChannels: Set<Int>
  private var picture: LifeLine
  private var promises: PromiseLinks
  /// The active states that have bars, by column, those outside first.
  private var active: [[ID<State>]]
  private var bars: [[LifeLine.Bar]]
  /// The state whose actions run, for the machine itself and each part.
  private var actors: [ID<State>]

  /// Begins a picture without rows.
  /// - Parameters:
  ///   - past: What is known before the first row. A promise of which that doesn't tell enough doesn't count as broken.
  ///   - judged: The promises whose breaches are marked.
  ///   - marksUntaken: Returns whether an event that its part doesn't take is marked as a mistake.
  ///   - showsChoices: Whether the picture shows what the spec leaves open. What a log has is certain.
  ///   - observes: Returns whether calls of a callback are seen.
  package init(
    of machine: Machine, title: String, subtitle: String, gutterTitle: String = "line",
    showingExpectations: Bool = false,
    knowing past: KnownPast, judging judged: JudgedPromises = .all,
    markingUntaken marksUntaken: @escaping (Reaction.UntakenEvent) -> Bool = { _ in true },
    showingChoices showsChoices: Bool = true,
    observing observes: @escaping (ID<Callback>) -> Bool = { _ in true }
  ) {
    self.machine = machine
    self.observes = observes
    self.showsChoices = showsChoices
    self.marksUntaken = marksUntaken
    let observed = machine.callbacks.indices.filter { observes(ID($0)) }.map { machine.callbacks[$0].channel }
    observedChannels = Set(machine.channels.indices.filter { observed.contains(machine.channels[$0]) })
    columns = .assign(in: machine)
    promises = PromiseLinks(of: machine, knowing: past, judging: judged)
    picture = LifeLine(
      title: title, subtitle: subtitle, gutterTitle: gutterTitle, columns: columns.titles, channels: machine.channels,
      names: machine.localNames, showsExpectations: showingExpectations)
    active = Array(repeating: [], count: columns.titles.count)
    bars = Array(repeating: [], count: columns.titles.count)
    actors = [Machine.root] + machine.parts.map(\.root)
  }

  /// Returns the picture.
  /// - Parameters:
  ///   - verdict: The judgement on the run.
  ///   - remarks: Remarks that stand below the rows.
  package func finish(verdict: LifeLine.Verdict? = nil, remarks: [String] = []) -> LifeLine {
    var picture = picture
    picture.promises = promises.all
    picture.verdict = verdict
    picture.remarks = remarks
    return picture.leavingOutIdleColumns().leavingOutIdleChannels(except: observedChannels).foldingRepetitions()
  }

  // MARK: Rows

  /// Puts the machine into its active states, without any action.
  package mutating func begin(_ name: String, in configuration: IDSet<State>, number: Int? = nil) {
    append(.stimulus(LifeLine.Stimulus(.given, name)), number: number)
    for state in configuration { enter(state) }
  }

  /// Follows a step that has come before the first row, for the promises.
  package mutating func skip(_ step: Step) {
    _ = follow(stimulusOf: step, inRow: nil)
    var callCount = 0
    for deed in step.deeds {
      if case .calls = deed { callCount += 1 }
      if callCount > step.reaction.calls.count { break }
      pass(before: deed, of: step)
      if let letter = deed.letter { _ = promises.follow(letter, inRow: nil) }
    }
    if step.ends { _ = promises.follow(.end, inRow: nil) }
    passRest(of: step)
  }

  /// Adds a step with everything that the machine did.
  package mutating func add(_ step: Step) { add(step, expecting: ExpectedStep()) }

  /// Adds a step beside what is expected of it.
  mutating func add(_ step: Step, expecting expected: ExpectedStep) {
    append(.stimulus(step.stimulus), number: step.number)
    report(follow(stimulusOf: step, inRow: picture.rows.count - 1))
    var calls = step.reaction.calls[...]
    var expectations = AlignedCalls(expected)
    var choices = showsChoices ? CallChoices(of: step.reaction, in: machine) : CallChoices()
    let shown = step.shownDeeds
    for (index, deed) in zip(shown.deeds.indices, shown.deeds) {
      pass(before: deed, of: step)
      var mistakes: [String] = []
      var broken: Int?
      switch deed {
      case .acts(let state): act(state)
      case .enters(let state):
        act(state)
        enter(state)
      case .completesEntry, .elapses: break
      case .exits(let state): exit(state)
      case .calls:
        // A call whose argument can't be computed isn't made.
        guard let call = calls.popFirst() else { continue }
        let index = calls.startIndex - 1
        let logged = step.logged?[index]
        var row = row(
          of: call, isLogged: step.logged.map { $0[index] != nil }, showing: logged?.arguments ?? [],
          choice: choices.made[index])
        row.number = logged?.line
        add(row, of: call.callback, &expectations)
        if let mistake = logged?.mistake {
          mistakes = [mistake]
          broken = logged?.brokenPromise
        }
      case .chooses:
        for call in choices.takeOmitted(afterCalls: calls.startIndex) {
          if case .call(let omitted) = row(of: call, choice: .optional).content { append(.omittedCall(omitted)) }
        }
      case .raises(let event):
        let part = machine.part(of: event)
        append(
          .raised(name: machine.localName(machine.events[event.index].name, of: part), column: column(ofActorIn: part)))
      case .sends(let event, let part):
        if machine.ignores(event, sentTo: part, beforeDeed: index + 1, of: step) { continue }
        let name = machine.localName(machine.events[event.index].name, of: part)
        append(
          .sent(
            name: name, from: column(ofActorIn: machine[part].container), to: columns.column(of: part),
            isTaken: !step.leavesUntaken(event, atDeed: index + 1)))
      case .leavesUntaken(let untaken):
        // The row above is that of the event.
        if marksUntaken(untaken) { report([machine.text(of: untaken)]) }
      case .restarts(let part):
        clear(part)
        append(.restarted(column: columns.column(of: part)))
      case .recalls(let event):
        append(.stimulus(LifeLine.Stimulus(.recalled, machine.events[event.index].name)))
      }
      if let letter = deed.letter {
        let breaches = promises.follow(letter, inRow: picture.rows.count - 1, late: broken)
        mistakes += breaches.filter { !mistakes.contains($0) }
      }
      report(mistakes)
    }
    for missing in expectations.rest { appendMissing(missing) }
    if step.ends, step.callLimit == nil { report(promises.follow(.end, inRow: picture.rows.count - 1)) }
    if let remark = shown.remark { append(.mistake(remark)) }
    if let fault = step.reaction.fault { add(mistake: fault.message) }
    passRest(of: step)
  }

  /// Adds a mistake for each question whose answer is too late already.
  mutating func addOverdue() {
    for words in promises.overdue { add(mistake: words) }
  }

  /// Whether the run breaks a promise so far.
  var breaksPromise: Bool { !promises.overdue.isEmpty || promises.links.contains { $0.outcome == .broken } }

  /// Adds the states in which a machine can't be put, and why.
  mutating func add(impossible beginning: String, number: Int?, mistake: String) {
    append(.stimulus(LifeLine.Stimulus(.given, beginning)), number: number, isWrong: true)
    add(mistake: mistake)
  }

  /// Adds a step that isn't played, with the calls that it expects.
  mutating func addUnplayed(_ stimulus: LifeLine.Stimulus, number: Int?, expecting texts: [String]) {
    var stimulus = stimulus
    stimulus.treatment = .unplayed
    append(.stimulus(stimulus), number: number)
    for text in texts {
      append(.unplayedCall, expectation: LifeLine.Expectation(text: text, agreement: .unknown))
    }
  }

  /// Adds a call of a log that the machine doesn't make.
  package mutating func add(
    misfit name: String, showing arguments: [String], onChannelOf callback: ID<Callback>, number: Int
  ) {
    let part = machine.part(of: callback)
    let call = LifeLine.Call(
      name: name, arguments: arguments, channel: machine.channels.firstIndex(of: machine[callback].channel) ?? 0,
      column: column(ofActorIn: part), isObserved: true)
    append(.call(call), number: number, isWrong: true)
  }

  /// Adds an event of a log that the machine doesn't get.
  package mutating func add(misfit name: String, showing arguments: [String] = [], number: Int) {
    append(.stimulus(LifeLine.Stimulus(.event, name, arguments: arguments)), number: number, isWrong: true)
  }

  /// Adds a remark about a mistake in the last row.
  package mutating func add(mistake: String) { append(.mistake(mistake), isWrong: true) }

  /// Adds the states and values with which the run ends.
  package mutating func add(ending: String, holds: Bool, number: Int? = nil) {
    // The words take the room of the bars, which end above them.
    bars = Array(repeating: [], count: bars.count)
    append(.ending(ending, holds: holds), number: number, isWrong: !holds)
  }

  private mutating func append(
    _ content: LifeLine.Row.Content, number: Int? = nil, expectation: LifeLine.Expectation? = nil, isWrong: Bool = false
  ) {
    picture.rows.append(
      LifeLine.Row(content, number: number, bars: bars, expectation: expectation, isWrong: isWrong))
  }

  // MARK: Calls

  /// Returns the row of a call.
  /// - Parameters:
  ///   - isLogged: Whether a log shows the call; `nil` if there is no log.
  ///   - shown: The texts of the arguments that the log shows.
  private func row(
    of call: Reaction.MadeCall, isLogged: Bool? = nil, showing shown: [String?] = [], choice: LifeLine.Choice? = nil
  ) -> LifeLine.Row {
    let callback = machine[call.callback]
    let shown = LifeLine.Call(
      name: machine.localName(of: call.callback),
      arguments: zip(callback.parameters, call.arguments).enumerated().map { index, argument in
        "\(argument.0.name): \((index < shown.count ? shown[index] : nil) ?? argument.1.description)"
      },
      channel: machine.channels.firstIndex(of: callback.channel) ?? 0,
      column: column(ofActorIn: machine.part(of: call.callback)), isObserved: isLogged ?? observes(call.callback),
      choice: choice)
    return LifeLine.Row(.call(shown), bars: bars)
  }

  /// Adds the row of a call, with what is expected there.
  private mutating func add(_ row: LifeLine.Row, of callback: ID<Callback>, _ expectations: inout AlignedCalls) {
    guard case .call(var call) = row.content else { return }
    var row = row
    if call.isObserved {
      for missing in expectations.takeMissing() { appendMissing(missing) }
      let expected = expectations.take()
      row.expectation = expected.expectation
      call.choice = call.choice ?? (showsChoices ? expected.choice : nil)
      row.content = .call(call)
    }
    if expectations.forbidden.contains(callback) {
      row.expectation = LifeLine.Expectation(text: "never \(call.name)", agreement: .differs)
    }
    row.isWrong = row.expectation?.agreement == .differs
    picture.rows.append(row)
  }

  private mutating func appendMissing(_ text: String) {
    append(.missingCall, expectation: LifeLine.Expectation(text: text, agreement: .differs), isWrong: true)
  }

  // MARK: States

  private mutating func act(_ state: ID<State>) { actors[component(of: machine.part(of: state))] = state }

  private func component(of part: ID<Part>?) -> Int { part.map { $0.index + 1 } ?? 0 }

  private func column(ofActorIn part: ID<Part>?) -> Int { columns.column(of: actors[component(of: part)]) }

  private mutating func enter(_ state: ID<State>) {
    guard columns.shows(state) else { return }
    let column = columns.column(of: state)
    let bar = LifeLine.Bar(
      name: machine[state].name, column: column, level: active[column].count, isComposite: !machine[state].isAtomic)
    active[column].append(state)
    bars[column].append(bar)
    append(.entered(bar))
  }

  private mutating func exit(_ state: ID<State>) {
    let column = columns.column(of: state)
    guard let position = active[column].lastIndex(of: state) else { return }
    active[column].remove(at: position)
    bars[column].remove(at: position)
  }

  /// Removes the bars of a part that is made new, and those of its parts.
  private mutating func clear(_ part: ID<Part>) {
    let root = machine[part].root
    let range = root.index..<root.index + machine[part].machine.states.count
    for column in active.indices {
      for state in active[column] where range.contains(state.index) { exit(state) }
    }
  }

  // MARK: Promises

  private mutating func follow(stimulusOf step: Step, inRow row: Int?) -> [String] {
    guard let event = step.event, step.reaction.treatment != .ignored else { return [] }
    return promises.follow(.happening(.event(event)), inRow: row)
  }

  /// Lets the time pass after which a deed comes, if the run tells it.
  private mutating func pass(before deed: RunRecorder.Deed, of step: Step) {
    if step.elapsed != nil, case .elapses(let milliseconds) = deed { promises.pass(milliseconds) }
  }

  /// Lets the time of a step pass that is left behind its deeds.
  private mutating func passRest(of step: Step) {
    guard let elapsed = step.elapsed else { return }
    let passed = step.deeds.reduce(0) { sum, deed in
      if case .elapses(let milliseconds) = deed { sum + milliseconds } else { sum }
    }
    promises.pass(elapsed - passed)
  }

  private mutating func report(_ breaches: [String]) {
    guard !breaches.isEmpty, let last = picture.rows.indices.last else { return }
    picture.rows[last].isWrong = true
    for breach in breaches { append(.mistake(breach)) }
  }
}

extension LifeLineBuilder.Step {
  /// Returns whether a part hasn't taken an event that was sent to it. It does nothing else with it.
  /// - Parameter index: The number of the deed behind that of sending.
  fileprivate func leavesUntaken(_ event: ID<Event>, atDeed index: Int) -> Bool {
    guard deeds.indices.contains(index), case .leavesUntaken(let untaken) = deeds[index] else { return false }
    return untaken.event == event
  }
}
