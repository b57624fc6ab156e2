import LifelineAnalysis
import LifelineModel
import LifelineSource

/// Holds logs against a machine, line by line.
package struct TraceJudge {
  package let machine: Machine
  package let options: TraceOptions
  private(set) var observer: Observer
  private var table: SelectorTable
  private var json: JSONLine
  private let teller: StoryTeller
  private let pattern: KeyPattern?
  /// The reason that the key finds no sessions in text; `nil` if it does.
  private let patternFault: String?
  /// Whether the current file isn't judged.
  private var isRefused = false
  /// The parts by the names of their receivers.
  private var receivers = ByteTable()
  /// The parts by their names.
  private var partNames = ByteTable()

  private var files: [String] = []
  /// The form of the file; `nil` until a line shows it.
  private var form: LogForm?
  /// Whether the call that is judged is an object with a callback, and not a text.
  private var isObject = false
  private var sessions: [TraceSession] = []
  private var sessionNumbers = ByteTable()
  private var key: [UInt8] = []
  private var explanations: [ExplanationKey: Explanation] = [:]

  /// The diagnostics so far, without the violations.
  private var diagnostics = BoundedDiagnostics()
  private var violations: [TraceViolation] = []
  /// The indices of the violations that are reported.
  private var reported: [Int] = []
  private var violationCount = 0
  private var unknownCalls = UnknownCalls()
  private(set) var seen = IDSet<Callback>()
  private var seenSymbols: [Bool]
  private var callCount = 0
  private var otherCount = 0
  private var unreadableCount = 0
  private var keptCalls: [KeptCall] = []
  private var shown: TraceEvidence?

  /// Whether the rest of the logs needn't be read.
  package private(set) var isDone = false

  /// A call of the session that is told as a scenario.
  struct KeptCall {
    var symbol: Int
    var place: LogPlace
    var name: String
  }

  /// The number of calls that a scenario may have.
  package static let scenarioLimit = 1_000

  private struct ExplanationKey: Hashable {
    var before: Observer.State
    var symbols: [Int]
  }

  private struct Explanation {
    var story: LogStory?
    var repair: [LogEdit]?
  }

  /// Creates a judge of the logs of an explored machine.
  /// - Parameter automaton: The calls of the machine.
  /// - Throws: If the key isn't a regular expression. Logs in NDJSON don't need one.
  package init(_ automaton: CallAutomaton, options: TraceOptions) {
    machine = automaton.machine
    self.options = options
    table = SelectorTable.make(for: machine, assigned: Set(options.receivers.map(\.part)))
    for (name, part) in options.receivers { receivers.set(part.index, for: name) }
    for (index, part) in machine.parts.enumerated() { partNames.set(index, for: part.name) }
    observer = Observer(automaton, owed: options.owed, symbols: table.symbols)
    seenSymbols = Array(repeating: false, count: table.symbols.count)
    json = JSONLine(key: options.key)
    teller = StoryTeller.make(for: automaton)
    pattern = options.key.map(KeyPattern.init)
    patternFault = options.key.flatMap(KeyPattern.fault)
    if options.recordsCoverage { shown = TraceEvidence(automaton) }
  }

  /// Begins with another file.
  package mutating func beginFile(_ path: String) {
    files.append(path)
    form = nil
    isRefused = false
  }

  private var file: Int { files.count - 1 }

  // MARK: Lines

  /// Counts a line that is too long to be a call.
  package mutating func skipLine() { otherCount += 1 }

  /// Adds an error that stopped the reading of a file.
  package mutating func add(_ diagnostic: Diagnostic) {
    unreadableCount += 1
    diagnostics.add(diagnostic)
  }

  /// Reads a line.
  /// - Parameters:
  ///   - range: The range of the line, without its end.
  ///   - number: The number of the line in its file, counted from 1.
  package mutating func readLine(_ bytes: [UInt8], in range: Range<Int>, number: Int) {
    var range = range
    if let last = range.last, bytes[last] == UInt8(ascii: "\r") { range = range.dropLast() }
    if number == 1, range.count >= 3, bytes[range].starts(with: [0xEF, 0xBB, 0xBF]) { range = range.dropFirst(3) }
    let first = bytes.skipBlanks(from: range.lowerBound, to: range.upperBound)
    guard first < range.upperBound else {
      otherCount += 1
      return
    }
    if form == nil { beginForm(LogForm.find(in: bytes, from: first, to: range.upperBound, as: options.format)) }
    if isRefused { return }
    let place = LogPlace(file: file, line: number)
    isObject = form == .objects
    switch form {
    case .text: take(TextLine.read(bytes, in: range, &table), bytes, range, place)
    case .objects: readObject(bytes, range, place)
    case .array, nil: otherCount += 1
    }
  }

  private mutating func beginForm(_ form: LogForm?) {
    self.form = form
    guard let reason = form.flatMap(reason) else { return }
    isRefused = true
    add(Diagnostic(.unreadableLog, reason, at: SourceLocation(path: files[file], range: nil)))
  }

  /// Judges or counts a line.
  private mutating func take(_ line: LogLine, _ bytes: [UInt8], _ range: Range<Int>, _ place: LogPlace) {
    switch line {
    case .call(let call):
      judge(call, bytes, range, place)
    case .unknownCall(let receiver, let name):
      otherCount += 1
      let source = isObject ? json.values : bytes
      unknownCalls.add(
        receiver: source[receiver], name: source[name], at: place,
        column: isObject ? nil : column(of: name.lowerBound, bytes, range))
    case .other:
      otherCount += 1
    case .unreadable(let reason):
      unreadableCount += 1
      let line = Diagnostic.QuotedLine(number: place.line, text: shownText(bytes, range))
      var diagnostic = Diagnostic(
        .badLogLine, reason,
        at: SourceLocation(
          path: files[file],
          range: SourceRange(.init(line: place.line, column: 1), .init(line: place.line, column: 2))))
      diagnostic.quotedLines = [line]
      diagnostics.add(diagnostic)
    }
  }

  /// Returns why nothing in a file of a form can be judged; `nil` if it can.
  private func reason(against form: LogForm) -> String? {
    switch form {
    case .text:
      patternFault.map { "`\(options.key ?? "")` finds no sessions in a log of text: \($0), as in `user=([0-9]+)`" }
    case .objects: nil
    case .array:
      "this log is a JSON array, but one object is expected on each line: write it with `log show --style ndjson`, or "
        + "send it through `jq -c '.[]'`"
    }
  }

  private mutating func readObject(_ bytes: [UInt8], _ range: Range<Int>, _ place: LogPlace) {
    do throws(JSONLine.Fault) {
      try json.read(bytes, in: range)
    } catch {
      let reason = "this line is no JSON object: after \(counted(error.offset, "byte")), \(error.reason)"
      return take(.unreadable(reason), bytes, range, place)
    }
    guard let name = json.value(of: .callback) ?? json.value(of: .selector) else { return readMessage(place) }
    let receiver = json.value(of: .class)
    guard let symbol = table.symbol(of: json.values, in: name) else {
      return take(.unknownCall(receiver: receiver ?? 0..<0, name: name), bytes, range, place)
    }
    take(
      .call(LogCall(symbol: symbol, name: name, receiver: receiver, time: objectTime(.time))), bytes, range, place)
  }

  /// Reads the message of an object that `log show` has printed, as if it stood in a line of text.
  private mutating func readMessage(_ place: LogPlace) {
    let values = json.values
    guard json.isText(.eventMessage), let message = json.value(of: .eventMessage) else { return otherCount += 1 }
    // A call is in the first line of a message.
    let end = values.firstOffset(of: 0x0A, from: message.lowerBound, to: message.upperBound) ?? message.upperBound
    let range = message.lowerBound..<end
    isObject = false
    var line = TextLine.readMessage(values, in: range, &table)
    if case .call(var call) = line {
      call.time = objectTime(.timestamp)
      line = .call(call)
    }
    take(line, values, range, place)
  }

  /// Returns the time of an object: a text of RFC 3339, or a number.
  private func objectTime(_ member: JSONLine.Member) -> LogTime? {
    guard let range = json.value(of: member) else { return nil }
    if json.isText(member) {
      var scanner = TimeScanner(from: range.lowerBound, to: range.upperBound)
      return scanner.scan(json.values) ? scanner.time : nil
    }
    return Double(String(decoding: json.values[range], as: UTF8.self)).map { LogTime(kind: .number, seconds: $0) }
  }

  // MARK: Calls

  private mutating func judge(_ call: LogCall, _ bytes: [UInt8], _ range: Range<Int>, _ place: LogPlace) {
    var (call, place) = (call, place)
    if !machine.parts.isEmpty {
      guard let symbol = symbolOfPart(call, bytes) else {
        otherCount += 1
        return
      }
      call.symbol = symbol
    }
    if isObject, let line = json.value(of: .line), let number = Int(String(decoding: json.values[line], as: UTF8.self)),
      number > 0
    {
      place.line = number
    }
    if let receiver = call.receiver { unknownCalls.noteKnown(isObject ? json.values : bytes, in: receiver) }
    if !seenSymbols[call.symbol] {
      seenSymbols[call.symbol] = true
      for callback in observer.symbols[call.symbol] { seen.insert(callback) }
    }
    let number = session(of: call, bytes, range)
    guard !sessions[number].isIgnored else { return }
    callCount += 1
    sessions[number].callCount += 1
    if let time = call.time { check(time, of: number, at: place, bytes, range) }
    if options.keepsCalls { keep(call, at: place, bytes, range) }

    let state = sessions[number].state
    let next = observer.state(after: call.symbol, in: state)
    if let next {
      shown?.note(call.symbol, from: state, in: number, observer)
      if let displaced = sessions[number].recent.displaced {
        // The state was made before, so this looks it up.
        sessions[number].before = observer.state(after: displaced, in: sessions[number].before) ?? state
      }
      sessions[number].state = next
    } else {
      addViolation(call, in: number, at: place, bytes, range)
      shown?.interrupt(number)
      let anywhere = observer.anywhere()
      sessions[number].begin(in: anywhere)
      sessions[number].state = observer.state(after: call.symbol, in: anywhere) ?? anywhere
    }
    let name = isObject ? json.values[call.name] : bytes[call.name]
    sessions[number].recent.keep(
      call.symbol, at: place, name: name.prefix(TraceSession.lineLimit), line: kept(bytes, range))
    if observer.isFull { forgetStates() }
  }

  /// Returns what a call may stand for if its receiver is known to be a part, or not to be one; `nil` if it is none of the
  /// callbacks there.
  private func symbolOfPart(_ call: LogCall, _ bytes: [UInt8]) -> Int? {
    let source = isObject ? json.values : bytes
    if isObject, let part = json.value(of: .part) {
      return partNames.number(of: source, in: part).flatMap { table.symbol(call.symbol, of: ID($0)) }
    }
    guard !options.receivers.isEmpty else { return call.symbol }
    let names = [isObject ? json.value(of: .instance) : call.address, call.receiver].compactMap(\.self)
    // A line that doesn't say whose it is may be anybody's.
    if names.isEmpty { return call.symbol }
    let part = names.lazy.compactMap { receivers.number(of: source, in: $0) }.first
    return table.symbol(call.symbol, of: part.map { ID($0) })
  }

  /// Returns the number of the session that a call belongs to.
  private mutating func session(of call: LogCall, _ bytes: [UInt8], _ range: Range<Int>) -> Int {
    key.removeAll(keepingCapacity: true)
    var isNamed = true
    if options.key != nil {
      if form == .objects, let value = json.value(of: .key) {
        key += json.values[value]
      } else if !isObject, let found = pattern?.key(of: bytes, in: range) {
        key += found
      } else {
        isNamed = false
      }
    } else if isObject {
      if let value = json.value(of: .session) ?? json.value(of: .instance) {
        key += json.values[value]
      } else {
        isNamed = false
      }
    } else if let receiver = call.receiver, machine.parts.isEmpty {
      // The receivers of a machine with parts are its parts.
      key += bytes[receiver]
      if let address = call.address {
        key.append(UInt8(ascii: " "))
        key += bytes[address]
      }
    } else {
      isNamed = false
    }
    let nameEnd = key.count
    // A session is part of its file, unless the user says how to tell sessions apart.
    if options.key == nil || !isNamed {
      key.append(0)
      var file = UInt32(file)
      withUnsafeBytes(of: &file) { key += $0 }
    }
    if let number = sessionNumbers.number(of: key, in: key.indices) { return number }
    let number = sessions.count
    sessionNumbers.set(number, for: key, in: key.indices)
    let name = isNamed ? String(decoding: key[..<nameEnd], as: UTF8.self) : files[file]
    let receiver = call.receiver.map { String(decoding: (isObject ? json.values : bytes)[$0], as: UTF8.self) }
    sessions.append(
      TraceSession(
        name: name, receiver: isNamed ? name : machine.parts.isEmpty ? receiver : nil,
        isIgnored: options.only.map { $0 != name } ?? false,
        state: options.beginsAnywhere ? observer.anywhere() : observer.start))
    return number
  }

  private mutating func check(
    _ time: LogTime, of number: Int, at place: LogPlace, _ bytes: [UInt8], _ range: Range<Int>
  ) {
    if let last = sessions[number].time, time.isBefore(last), !sessions[number].hasReportedTime {
      sessions[number].hasReportedTime = true
      let subject = sessions[number].receiver.map { " of \($0)" } ?? ""
      var diagnostic = Diagnostic(
        .timeRunsBackwards,
        "this call\(subject) has an earlier time than the one before it; the log is judged in the order of its lines",
        at: location(of: place, column: 1, length: 1))
      diagnostic.quotedLines =
        [sessions[number].recent.last].compactMap { $0 }.map { quoted($0.place.line, $0.line) }
        + [Diagnostic.QuotedLine(number: place.line, text: shownText(bytes, range))]
      diagnostics.add(diagnostic)
    }
    sessions[number].time = time
  }

  private mutating func keep(_ call: LogCall, at place: LogPlace, _ bytes: [UInt8], _ range: Range<Int>) {
    guard keptCalls.count <= Self.scenarioLimit else { return }
    let name = isObject ? json.values[call.name] : bytes[call.name]
    keptCalls.append(KeptCall(symbol: call.symbol, place: place, name: String(decoding: name, as: UTF8.self)))
  }

  private mutating func forgetStates() {
    let states = Set(sessions.flatMap { [$0.state, $0.before] })
    let numbers = observer.forgetStates(except: states)
    for index in sessions.indices {
      sessions[index].state = numbers[sessions[index].state] ?? observer.start
      sessions[index].before = numbers[sessions[index].before] ?? observer.start
    }
    explanations = [:]
    shown?.forgetStates()
  }

  // MARK: Violations

  private mutating func addViolation(
    _ call: LogCall, in number: Int, at place: LogPlace, _ bytes: [UInt8], _ range: Range<Int>
  ) {
    violationCount += 1
    sessions[number].violationCount += 1
    let isFirst = sessions[number].firstViolation == nil
    if options.stopsAtFirst { isDone = true }
    guard isFirst || reported.count < DiagnosticList.limit else { return }
    let session = sessions[number]
    let recent = session.recent.all
    let explanation: Explanation
    if reported.count < DiagnosticList.limit || options.repairsAll {
      explanation = explain(recent.map(\.symbol) + [call.symbol], from: session.before)
    } else {
      explanation = Explanation()
    }
    let name = String(decoding: (isObject ? json.values : bytes)[call.name], as: UTF8.self)
    let text = shownText(bytes, range)
    let column = isObject ? 1 : self.column(of: call.name.lowerBound, bytes, range)
    let length = isObject ? 1 : name.unicodeScalars.count
    let calls = recent.map { recent in
      TraceViolation.Call(
        place: recent.place, name: String(decoding: recent.name, as: UTF8.self),
        text: String(decoding: recent.line, as: UTF8.self))
    }
    let violation = TraceViolation(
      calls: calls + [TraceViolation.Call(place: place, name: name, text: text)],
      range: location(of: place, column: column, length: length).range ?? .start,
      callbacks: observer.symbols[call.symbol], receiver: session.receiver,
      expected: Array(observer.expected(in: session.state)), story: explanation.story, repair: explanation.repair,
      isBeginning: session.callCount > 1 && observer.state(after: call.symbol, in: observer.start) != nil,
      fixedValues: observer.fixedValues(in: session.state))
    if isFirst { sessions[number].firstViolation = violations.count }
    if reported.count < DiagnosticList.limit { reported.append(violations.count) }
    violations.append(violation)
  }

  /// The number of explanations that are remembered.
  private static let explanationLimit = 1_000

  /// Explains the calls but the last, and repairs them all.
  private mutating func explain(_ symbols: [Int], from before: Observer.State) -> Explanation {
    let key = ExplanationKey(before: before, symbols: symbols)
    if let known = explanations[key] { return known }
    let explanation = Explanation(
      story: teller.story(of: Array(symbols.dropLast()), from: before, by: observer),
      repair: observer.repair(symbols, from: before))
    if explanations.count >= Self.explanationLimit { explanations = [:] }
    explanations[key] = explanation
    return explanation
  }

  // MARK: Text

  private func location(of place: LogPlace, column: Int, length: Int) -> SourceLocation {
    let start = SourcePosition(line: place.line, column: column)
    return SourceLocation(
      path: files[place.file], range: SourceRange(start, SourcePosition(line: place.line, column: column + length)))
  }

  /// Returns the column of an offset in a line.
  private func column(of offset: Int, _ bytes: [UInt8], _ range: Range<Int>) -> Int {
    String(decoding: bytes[range.lowerBound..<offset], as: UTF8.self).unicodeScalars.count + 1
  }

  /// Returns the beginning of a line, which ends with a whole character.
  private func kept(_ bytes: [UInt8], _ range: Range<Int>) -> ArraySlice<UInt8> {
    guard range.count > TraceSession.lineLimit else { return bytes[range] }
    var end = range.lowerBound + TraceSession.lineLimit
    while end > range.lowerBound, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return bytes[range.lowerBound..<end]
  }

  private func shownText(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    String(decoding: kept(bytes, range), as: UTF8.self)
  }

  private func quoted(_ number: Int, _ line: ArraySlice<UInt8>) -> Diagnostic.QuotedLine {
    Diagnostic.QuotedLine(number: number, text: String(decoding: line, as: UTF8.self))
  }

  // MARK: Results

  /// Returns the verdicts and the diagnostics.
  package mutating func finish() -> TraceResult {
    var final: [Observer.State: FinalState] = [:]
    var fromStart: LogsFromStart?
    var results: [SessionResult] = []
    for session in sessions where !session.isIgnored {
      guard let last = session.recent.last else { continue }
      let violation = session.firstViolation.map { violations[$0] }
      let state = final[session.state] ?? finalState(session.state, &fromStart)
      final[session.state] = state
      results.append(
        SessionResult(
          key: session.name, verdict: violation == nil ? state.verdict : .violation, callCount: session.callCount,
          last: last.place, lastLine: String(decoding: last.line, as: UTF8.self), violation: violation,
          expected: violation?.expected ?? state.expected, callsLeft: violation == nil ? state.callsLeft : [],
          fixedValues: violation?.fixedValues ?? state.fixedValues))
    }
    return TraceResult(
      machine: machine, files: files, sessions: results,
      ignoredKeys: sessions.filter(\.isIgnored).map(\.name), callCount: callCount, otherCount: otherCount,
      unreadableCount: unreadableCount, violationCount: violationCount, reported: reported.map { violations[$0] },
      diagnostics: diagnostics, unknownCalls: unknownCalls.withKnownReceivers, seen: seen, owed: options.owed,
      story: options.keepsCalls ? tell() : nil, shown: shown)
  }

  /// The verdict that follows from the last state of a log.
  private struct FinalState {
    var verdict: TraceVerdict
    var expected: [ID<Callback>]
    var callsLeft: [ID<Callback>]
    var fixedValues: [(field: ID<Field>, values: [Value])]
  }

  private func finalState(_ state: Observer.State, _ fromStart: inout LogsFromStart?) -> FinalState {
    var result = FinalState(
      verdict: .conforms, expected: Array(observer.expected(in: state)), callsLeft: [],
      fixedValues: observer.fixedValues(in: state))
    if let left = observer.callsLeft(in: state) {
      result.verdict = .unfinished
      result.callsLeft = left
    } else if options.beginsAnywhere, options.findsInconclusive {
      let known = fromStart ?? LogsFromStart.find(for: observer)
      fromStart = known
      if !known.contain(observer.positions(of: state)) { result.verdict = .inconclusive }
    }
    return result
  }

  /// Tells the calls that were kept, up to the first that doesn't fit.
  private mutating func tell() -> TraceStory? {
    let start = options.beginsAnywhere ? observer.anywhere() : observer.start
    var state = start
    var symbols: [Int] = []
    var misfit: KeptCall?
    for call in keptCalls.prefix(Self.scenarioLimit) {
      guard let next = observer.state(after: call.symbol, in: state) else {
        misfit = call
        break
      }
      state = next
      symbols.append(call.symbol)
    }
    guard let story = teller.story(of: symbols, from: start, by: observer) else { return nil }
    return TraceStory(
      story: story, callCount: symbols.count, misfit: misfit.map { ($0.name, $0.place) },
      isCut: keptCalls.count > Self.scenarioLimit)
  }
}
