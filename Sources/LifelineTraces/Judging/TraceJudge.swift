import LifelineAnalysis
import LifelineModel
import LifelineSource

/// Holds logs against a machine, line by line.
package struct TraceJudge {
  package let machine: Machine
  package let options: TraceOptions
  private(set) var observer: Observer
  var stories: ArgumentStories
  private var reader: LogReader
  private var receivers: PartReceivers
  private(set) var table: SessionTable
  private var findings = LogFindings()
  private(set) var violations = ViolationRecords()
  /// Whether any call had each symbol.
  private var areSeen: [Bool]
  /// The number of symbols that stand for calls. The others stand for events.
  private let callSymbolCount: Int
  /// The number of symbols that stand for calls and events. The others stand for states.
  private let itemSymbolCount: Int
  private var toldCalls = ToldCalls()
  private var shown: TraceEvidence?
  private let promises: SessionAnswers.Promises
  /// The promises that need more than calls.
  private var runs: RunAnswers
  /// The judge of arguments; made when a log first shows some.
  private var values: ValueJudge?
  /// The lines that break promises of answers, as far as they are kept.
  private var answerViolations: [AnswerViolation] = []
  /// The indices of those that are reported, and the number of all of them.
  private var reportedAnswerViolations: [Int] = []
  private var answerViolationCount = 0
  /// The session to draw, with its number in the table; `nil` unless the first violation breaks the promise of an answer.
  private(set) var drawnAnswer: DrawnSession?
  /// The promises of a time that some questions can't be held to.
  private var untimedPromises: Set<Int> = []
  /// Whether promises that need more than calls weren't followed in some session.
  private var leavesRunsUnjudged = false

  /// Whether the rest of the logs needn't be read.
  package private(set) var isDone = false

  /// Creates a judge of the logs of an explored machine.
  ///
  /// The options have the owed calls and the given values with which the model was made.
  package init(_ model: TraceModel, options: TraceOptions) {
    let automaton = model.automaton
    machine = automaton.machine
    self.options = options
    let selectors = SelectorTable.make(for: machine, assigned: Set(options.receivers.map(\.part)))
    let events = EventNames(of: automaton.machine, showing: automaton.events, behind: selectors.symbols.count)
    let states = StateNames(
      of: automaton.machine, areShown: automaton.showsStates, behind: selectors.symbols.count + events.items.count)
    reader = LogReader(
      selectors, events, states, eventPattern: options.eventPattern, statePattern: options.statePattern,
      callPattern: options.callPattern, key: options.key, format: options.format,
      keepsArguments: automaton.machine.hasArguments(showing: automaton.events))
    let owed = IDSet(calls: options.owed, events: automaton.events, of: automaton.machine)
    let symbols = selectors.symbols.map { $0.map { ID<LogItem>($0) } } + (events.items + states.items).map { [$0] }
    observer = Observer(automaton, owed: owed, symbols: symbols, stateLimit: options.stateLimit)
    areSeen = Array(repeating: false, count: symbols.count)
    callSymbolCount = selectors.symbols.count
    itemSymbolCount = callSymbolCount + events.items.count
    receivers = PartReceivers(options.receivers, of: machine)
    table = SessionTable(options, hasParts: !machine.parts.isEmpty)
    stories = ArgumentStories(StoryTeller.make(for: automaton), given: options.given)
    promises = model.promises
    runs = .make(for: model, beside: observer, stateLimit: options.stateLimit)
    if options.recordsCoverage { shown = TraceEvidence(automaton) }
  }

  // MARK: Lines

  /// Begins with another file.
  package mutating func beginFile(_ path: String) {
    findings.beginFile(path)
    reader.beginFile()
  }

  /// Counts a line that is too long to be a call.
  package mutating func skipLine(number: Int) { findings.noteLongLine(number) }

  /// Adds an error that stopped the reading of a file.
  package mutating func add(_ diagnostic: Diagnostic) { findings.addFault(diagnostic) }

  /// Reads a line.
  /// - Parameters:
  ///   - range: The range of the line, without its end.
  ///   - number: The number of the line in its file, counted from 1.
  /// - Returns: Whether to go on with the next line.
  @discardableResult
  package mutating func readLine(_ bytes: [UInt8], in range: Range<Int>, number: Int) -> Bool {
    let (record, meaning) = reader.read(bytes, in: range, number: number)
    switch meaning {
    case .call(let call): judge(call, in: record)
    case .unknownCall(let receiver, let name): findings.noteUnknownCall(of: receiver, name, in: record)
    case .unknownState(let name): findings.noteUnknownState(record.values[name], in: record)
    case .unknownEvent(let name): findings.noteUnknownEvent(record.values[name], in: record)
    case .unobservedEvent(let name): findings.noteUnobservedEvent(record.values[name], at: record.place)
    case .unobservedState: findings.noteUnobservedState(at: record.place)
    case .other: findings.noteOther(record, reader.table)
    case .unreadable(let reason): findings.noteUnreadable(record, because: reason)
    case .refused(let reason?): findings.refuse(record.place.file, because: reason)
    case .refused(nil): break
    }
    return !isDone
  }

  // MARK: Calls

  private mutating func judge(_ call: LogCall, in record: LogRecord) {
    guard let symbol = symbol(of: call, in: record) else { return findings.noteOtherLine() }
    if let receiver = call.receiver { findings.unknownCalls.noteKnown(record.values, in: receiver) }
    // Most calls have been seen, and a test is cheaper than a write.
    if !areSeen[symbol] { areSeen[symbol] = true }
    findings.noteCall(in: record.place.file)
    if symbol >= callSymbolCount, symbol < itemSymbolCount { findings.noteEvent(in: record.place.file) }
    var number = table.number(
      of: call, in: record, path: findings.files[record.place.file],
      beginningIn: options.beginsAnywhere ? observer.anywhere() : observer.start)
    if table.key.isUnsearched { findings.noteUnsearchedKey(options.key ?? "", at: record.place) }
    guard !table.sessions[number].isIgnored else { return }
    if beginsLife(symbol, of: number) { number = table.addLife(after: number, in: observer.start) }
    if symbol < callSymbolCount {
      table.sessions[number].callCount += 1
    } else if symbol < itemSymbolCount {
      table.sessions[number].eventCount += 1
    } else {
      table.sessions[number].stateCount += 1
    }
    if let time = call.time { check(time, of: number, in: record) }
    let name = record.shownName(of: call)
    if options.keepsCalls, !table.sessions[number].isLaterLife, !toldCalls.isFull {
      toldCalls.add(symbol, at: record.place, name: name, with: arguments(of: call, symbol, in: record))
    }
    if table.sessions[number].isUnjudged { return }
    let state = table.sessions[number].state
    noteUnexplored(before: symbol, in: state, of: number)
    let next = observer.state(after: symbol, in: state)
    var arguments: [String: LoggedValue] = [:]
    var wrong: [WrongArgument]?
    // Most logs show no arguments, and nothing is to be done for them.
    if call.arguments != nil || table.sessions[number].hasValues {
      arguments = self.arguments(of: call, symbol, in: record)
      if next != nil { wrong = followValues(symbol, arguments, of: number, in: record) }
    }
    if let next, wrong == nil {
      if state == observer.start { shown?.noteStart(observer) }
      shown?.note(
        symbol, from: state, in: number, observer, isCertain: table.sessions[number].unexplored == nil)
      if let displaced = table.sessions[number].recent.displaced,
        // The state was made before, so this looks it up.
        let before = observer.state(after: displaced, in: table.sessions[number].before)
      {
        table.sessions[number].before = before
      }
      table.sessions[number].state = next
      table.sessions[number].recent.keep(
        symbol, at: record.place, name: name, line: record.shownLine, with: arguments)
      followAnswers(symbol, call, in: record, of: number)
    } else if let unexplored = table.sessions[number].unexplored {
      table.sessions[number].isUnjudged = true
      shown?.interrupt(number)
      if table.sessions[number].last == nil {
        table.sessions[number].recent.keep(
          symbol, at: record.place, name: name, line: record.shownLine, with: arguments)
        table.sessions[number].setAside()
      }
      findings.noteUnjudgedLine(
        symbol < itemSymbolCount
          ? "`\(String(decoding: name, as: UTF8.self))` can come here"
          : "the machine can be in `\(String(decoding: name, as: UTF8.self))` here",
        because: unexplored, in: record)
    } else {
      if options.stopsAtFirst { isDone = true }
      var misfit = call
      misfit.symbol = symbol
      violations.add(
        misfit, showing: arguments, in: record, with: wrong, of: &table.sessions[number], by: &observer,
        telling: &stories, describingFirst: options.describesAll)
      shown?.interrupt(number)
      let anywhere = observer.anywhere()
      noteUnexplored(before: symbol, in: anywhere, of: number)
      table.sessions[number].begin(in: anywhere)
      table.sessions[number].recent.keep(
        symbol, at: record.place, name: name, line: record.shownLine, with: arguments)
      if let next = observer.state(after: symbol, in: anywhere) {
        table.sessions[number].state = next
        // No question is known to be open before it, so it breaks no promise.
        _ = followCalls(symbol, call, in: record, of: number)
        runs.restart(
          with: symbol, observer.symbols[symbol], at: record.place, call.time, in: &table.sessions[number].runs,
          machine: machine)
        if !arguments.isEmpty {
          values?.restart(with: symbol, arguments, in: &table.sessions[number], from: anywhere, by: observer)
        }
      } else {
        // No behavior at all makes this call, so the next ones are judged without it.
        table.sessions[number].setAside()
      }
    }
    if observer.isFull { forgetStates() }
  }

  /// Notes what may explain a line, and the lines after it, and wasn't explored.
  private mutating func noteUnexplored(before symbol: Int, in state: Observer.State, of number: Int) {
    if observer.leavesOut(in: state, before: symbol), table.sessions[number].unexplored == nil {
      table.sessions[number].unexplored = observer.unexploredStep(in: state, before: symbol)
    }
  }

  /// Returns the arguments of a call or an event that the spec knows, and notes the others.
  private mutating func arguments(
    of call: LogCall, _ symbol: Int, in record: LogRecord
  ) -> [String: LoggedValue] {
    guard let range = call.arguments else { return [:] }
    let items = observer.symbols[symbol]
    let known = items.flatMap { machine.parameters(of: $0) }
    return ArgumentText.read(record.values, in: range).filter { name, _ in
      if known.contains(where: { $0.name == name }) { return true }
      findings.unknownCalls.addArgument(name, of: items[0], at: record.place)
      return false
    }
  }

  /// Follows the values of a call or an event that fits by its name.
  /// - Returns: The arguments that are wrong, or none if the call can't come with the values before it; `nil` if it fits.
  private mutating func followValues(
    _ symbol: Int, _ arguments: [String: LoggedValue], of number: Int, in record: LogRecord
  ) -> [WrongArgument]? {
    if arguments.isEmpty, !table.sessions[number].hasValues { return nil }
    if values == nil { values = ValueJudge(observer, given: options.given) }
    let wrong = values?.follow(
      symbol, with: arguments, in: &table.sessions[number], by: observer, isFromStart: !options.beginsAnywhere)
    if case .unknown = table.sessions[number].values { findings.noteUnfollowedValues(in: record, hintAtValues) }
    return wrong
  }

  /// The end of the message that values aren't followed: the fixed fields whose values would help most.
  var hintAtValues: String {
    let open = observer.openFixedFields.filter { field in !options.given.contains { $0.field == field } }
    if open.isEmpty { return "" }
    let names = open.prefix(3).map { "`\(machine[$0].name)`" }.joined(separator: ", ")
    return
      "; tell it the \(open.count == 1 ? "value" : "values") of \(names)\(open.count > 3 ? " and others" : "") with `--given`"
  }

  /// Follows the promises about which the calls say everything.
  private mutating func followCalls(
    _ symbol: Int, _ call: LogCall, in record: LogRecord, of number: Int
  ) -> [AnswerViolation.Breach] {
    // Events and states only tell the time.
    let callbacks = symbol >= callSymbolCount ? [] : reader.table.symbols[symbol]
    return table.sessions[number].answers.follow(
      callbacks, at: record.place, call.time, promises, untimed: &untimedPromises)
  }

  /// Follows the promises of answers with a line that fits.
  private mutating func followAnswers(_ symbol: Int, _ call: LogCall, in record: LogRecord, of number: Int) {
    if promises.shown.isEmpty && runs.isEmpty { return }
    var broken = followCalls(symbol, call, in: record, of: number)
    if table.sessions[number].unexplored == nil {
      broken += runs.follow(
        symbol, observer.symbols[symbol], at: record.place, call.time, in: &table.sessions[number].runs,
        isFromStart: !options.beginsAnywhere, machine: machine, untimed: &untimedPromises)
    } else {
      // A run that wasn't explored may keep the promises.
      leavesRunsUnjudged = true
    }
    for breach in broken {
      if options.stopsAtFirst { isDone = true }
      let isFirst = !table.sessions[number].isViolated
      table.sessions[number].isViolated = true
      answerViolationCount += 1
      // Later lines may take the place of this one among those that are kept.
      if options.drawsSession, answerViolationCount == 1, violations.count == 0 { drawnAnswer = drawRecent(of: number) }
      let isReported = reportedAnswerViolations.count < DiagnosticList.limit
      guard isReported || isFirst && options.describesAll else { continue }
      let name = String(decoding: record.shownName(of: call), as: UTF8.self)
      let column = record.column(of: call.name.lowerBound)
      let violation = AnswerViolation(
        breach: breach, place: record.place,
        range: record.place.range(from: column ?? 1, length: column == nil ? 1 : name.unicodeScalars.count),
        name: name, line: machine.lineKind(of: observer.symbols[symbol]), text: record.shownText)
      if isFirst { table.sessions[number].brokenAnswer = answerViolations.count }
      if isReported { reportedAnswerViolations.append(answerViolations.count) }
      answerViolations.append(violation)
    }
    runs.forgetStates(of: &table.sessions)
  }

  /// Returns what a call may stand for if its receiver is known to be a part, or not to be one; `nil` if it is none of the
  /// callbacks there.
  private mutating func symbol(of call: LogCall, in record: LogRecord) -> Int? {
    // The host sends events to the whole machine.
    if call.symbol >= callSymbolCount { return call.symbol }
    switch receivers.owner(of: call, in: record) {
    case .anyone: return call.symbol
    case .part(let part): return reader.table.symbol(call.symbol, of: part)
    case .noReceiver: return reader.table.symbol(call.symbol, of: nil)
    case .unknownPart(let name):
      findings.unknownCalls.addPart(name, at: record.place)
      return nil
    }
  }

  /// Returns whether a call begins the life of another object at the address of one that may have ended.
  private mutating func beginsLife(_ symbol: Int, of number: Int) -> Bool {
    let state = table.sessions[number].state
    return table.sessions[number].hasAddress && observer.state(after: symbol, in: state) == nil
      && observer.mayHaveEnded(in: state) && observer.state(after: symbol, in: observer.start) != nil
  }

  private mutating func check(_ time: LogTime, of number: Int, in record: LogRecord) {
    if let last = table.sessions[number].time, time.isBefore(last), !table.sessions[number].hasReportedTime {
      table.sessions[number].hasReportedTime = true
      let receiver = table.sessions[number].receiver.map(TraceWords(machine: machine).shortened)
      findings.noteEarlierTime(of: receiver, in: record, after: table.sessions[number].last)
    }
    table.sessions[number].time = time
  }

  private mutating func forgetStates() {
    table.forgetStates(of: &observer)
    violations.forgetStates()
    shown?.forgetStates()
  }

  // MARK: Results

  /// Returns the verdicts and the diagnostics.
  package mutating func finish() -> TraceResult {
    var final = FinalStates(observer, options)
    let judged = table.sessions.filter(\.isJudged)
    let results = judged.compactMap { result(of: $0, &final) }
    let start = options.beginsAnywhere ? observer.anywhere() : observer.start
    return TraceResult(
      machine: machine, options: options, findings: findings, receivers: receivers, hasKeys: table.hasKeys,
      kindsWithoutMatch: reader.kindsWithoutMatch,
      sessions: results, ignoredKeys: table.sessions.filter(\.isIgnored).map(\.name),
      callCount: results.reduce(0) { $0 + $1.callCount }, eventCount: results.reduce(0) { $0 + $1.eventCount },
      stateCount: results.reduce(0) { $0 + $1.stateCount },
      isCut: isDone,
      isStartKnown: final.isStartKnown, violationCount: violations.count, reported: violations.reported,
      answerViolations: reportedAnswerViolations.map { answerViolations[$0] },
      answerViolationCount: answerViolationCount,
      untimedPromises: untimedPromises.sorted(), unjudgedPromises: leavesRunsUnjudged ? runs.all : runs.unjudged,
      untried: observer.automaton.untried,
      seen: IDSet(areSeen.indices.filter { areSeen[$0] }.flatMap { observer.symbols[$0] }),
      story: options.keepsCalls ? toldCalls.tell(from: start, by: &stories, &observer) : nil,
      drawn: options.drawsSession ? draw(judged, results) : nil, shown: shown)
  }

  private func result(of session: TraceSession, _ final: inout FinalStates) -> SessionResult? {
    guard let last = session.last else { return nil }
    var result = SessionResult(
      key: session.name, verdict: .violation, callCount: session.callCount, eventCount: session.eventCount,
      stateCount: session.stateCount, last: last.place,
      lastLine: String(decoding: last.line, as: UTF8.self))
    if let broken = session.brokenAnswer {
      result.brokenAnswer = answerViolations[broken]
    } else if session.isViolated {
      result.violation = session.firstViolation.map { violations.kept[$0] }
      result.expected = result.violation?.expected ?? []
      result.fixedValues = result.violation?.fixedValues ?? []
    } else {
      let state = final.verdict(in: session.state)
      result.verdict = state.verdict
      result.expected = state.expected
      result.itemsLeft = state.itemsLeft
      result.fixedValues = state.fixedValues
      // The names may fit a log that ends here, and the arguments not.
      if state.verdict != .unfinished, let left = values?.itemsLeft(in: session) {
        (result.verdict, result.itemsLeft) = (.unfinished, left)
      }
      let questions =
        session.answers.open + (session.unexplored == nil ? runs.openQuestions(in: session.runs) : [])
      result.questions = questions.sorted { $0.promise < $1.promise }
      if !result.questions.isEmpty { result.verdict = .unfinished }
      if let unexplored = session.unexplored { result.leaveOpen(unexplored, isUnjudged: session.isUnjudged) }
    }
    return result
  }
}
