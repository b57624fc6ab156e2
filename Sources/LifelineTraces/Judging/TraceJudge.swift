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
  /// The reason that the key finds no sessions in text; `nil` if it does.
  private let patternFault: String?
  /// Whether the current file isn't judged.
  private var isRefused = false
  /// The numbers of the parts' receivers among those of the options.
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
  private var key: SessionKey
  /// The name of the only session to judge; `nil` for all.
  private let only: String?

  /// The diagnostics so far, without the violations.
  private var diagnostics = BoundedDiagnostics()
  private var violations: ViolationRecords
  private var unknownCalls = UnknownCalls()
  private var misplacedCalls = MisplacedCalls()
  private var use: OptionUse
  private(set) var seen = IDSet<Callback>()
  private var seenSymbols: [Bool]
  private var callCount = 0
  private var otherCount = 0
  /// The numbers of calls and of faults in each file.
  private var counts: [FileCounts] = []
  private var toldCalls = ToldCalls()
  private var shown: TraceEvidence?

  /// Whether the rest of the logs needn't be read.
  package private(set) var isDone = false

  /// The numbers of calls and of faults in a file.
  private struct FileCounts {
    var calls = 0
    var faults = 0
  }

  /// Creates a judge of the logs of an explored machine.
  /// - Parameter automaton: The calls of the machine.
  package init(_ automaton: CallAutomaton, options: TraceOptions) {
    machine = automaton.machine
    self.options = options
    table = SelectorTable.make(for: machine, assigned: Set(options.receivers.map(\.part)))
    for (index, receiver) in options.receivers.enumerated() { receivers.set(index, for: receiver.name) }
    use = OptionUse(receiverCount: options.receivers.count)
    for (index, part) in machine.parts.enumerated() { partNames.set(index, for: part.name) }
    observer = Observer(automaton, owed: options.owed, symbols: table.symbols)
    seenSymbols = Array(repeating: false, count: table.symbols.count)
    json = JSONLine(key: options.key)
    teller = StoryTeller.make(for: automaton)
    violations = ViolationRecords(teller)
    key = SessionKey(options.key, hasParts: !machine.parts.isEmpty)
    only = options.only.map(SessionKey.name)
    patternFault = options.key.flatMap(KeyPattern.fault)
    if options.recordsCoverage { shown = TraceEvidence(automaton) }
  }

  /// Begins with another file.
  package mutating func beginFile(_ path: String) {
    files.append(path)
    counts.append(FileCounts())
    form = nil
    isRefused = false
  }

  private var file: Int { files.count - 1 }

  // MARK: Lines

  /// Counts a line that is too long to be a call.
  package mutating func skipLine() { otherCount += 1 }

  /// Adds an error that stopped the reading of a file.
  package mutating func add(_ diagnostic: Diagnostic) {
    counts[file].faults += 1
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
      if !isObject { misplacedCalls.examine(bytes, in: range, at: place, table) }
    case .unreadable(let reason):
      counts[file].faults += 1
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
      patternFault.map { "`\(options.key ?? "")` finds no sessions in a log of text: it \($0), as in `user=([0-9]+)`" }
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
      return take(.unreadable(error.message), bytes, range, place)
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
    if isObject, let line = json.value(of: .line), let number = Int(String(decoding: json.values[line], as: UTF8.self)),
      number > 0
    {
      place.line = number
    }
    if !machine.parts.isEmpty {
      guard let symbol = symbolOfPart(call, at: place, bytes) else {
        otherCount += 1
        return
      }
      call.symbol = symbol
    }
    if let receiver = call.receiver { unknownCalls.noteKnown(isObject ? json.values : bytes, in: receiver) }
    if !seenSymbols[call.symbol] {
      seenSymbols[call.symbol] = true
      for callback in observer.symbols[call.symbol] { seen.insert(callback) }
    }
    counts[file].calls += 1
    var number = session(of: call, bytes, range)
    if key.isUnsearched { reportUnsearchedKey(at: place) }
    guard !sessions[number].isIgnored else { return }
    if beginsLife(call, of: number) { number = addLife(like: sessions[number]) }
    callCount += 1
    sessions[number].callCount += 1
    if let time = call.time { check(time, of: number, at: place, bytes, range) }
    if options.keepsCalls, !sessions[number].isLaterLife, !toldCalls.isFull {
      toldCalls.add(call.symbol, at: place, name: name(of: call, bytes))
    }

    let state = sessions[number].state
    let next = observer.state(after: call.symbol, in: state)
    if let next {
      shown?.note(call.symbol, from: state, in: number, observer)
      if let displaced = sessions[number].recent.displaced,
        // The state was made before, so this looks it up.
        let before = observer.state(after: displaced, in: sessions[number].before)
      {
        sessions[number].before = before
      }
      sessions[number].state = next
      keepRecent(call, of: number, at: place, bytes, range)
    } else {
      addViolation(call, in: number, at: place, bytes, range)
      shown?.interrupt(number)
      let anywhere = observer.anywhere()
      sessions[number].begin(in: anywhere)
      keepRecent(call, of: number, at: place, bytes, range)
      if let next = observer.state(after: call.symbol, in: anywhere) {
        sessions[number].state = next
      } else {
        // No behavior at all makes this call, so the next ones are judged without it.
        sessions[number].setAside()
      }
    }
    if observer.isFull { forgetStates() }
  }

  /// Returns what a call may stand for if its receiver is known to be a part, or not to be one; `nil` if it is none of the
  /// callbacks there.
  private mutating func symbolOfPart(_ call: LogCall, at place: LogPlace, _ bytes: [UInt8]) -> Int? {
    let source = isObject ? json.values : bytes
    if isObject, let part = json.value(of: .part) {
      guard let number = partNames.number(of: source, in: part) else {
        unknownCalls.addPart(source[part], at: place)
        return nil
      }
      return table.symbol(call.symbol, of: ID(number))
    }
    guard !options.receivers.isEmpty else { return call.symbol }
    let names = [isObject ? json.value(of: .instance) : call.address, call.receiver].compactMap(\.self)
    // A line that doesn't say whose it is may be anybody's.
    if names.isEmpty { return call.symbol }
    guard let index = names.lazy.compactMap({ [receivers] in receivers.number(of: source, in: $0) }).first else {
      if let receiver = call.receiver { use.noteOther(source[receiver]) }
      return table.symbol(call.symbol, of: nil)
    }
    use.noteReceiver(index)
    return table.symbol(call.symbol, of: options.receivers[index].part)
  }

  private mutating func reportUnsearchedKey(at place: LogPlace) {
    let start = SourcePosition(line: place.line, column: 1)
    diagnostics.add(
      Diagnostic(
        .unsearchedKey,
        "`\(options.key ?? "")` takes too much work in this long line, so it counts as a line without a key; write a simpler "
          + "expression",
        at: SourceLocation(path: files[place.file], range: SourceRange(start, start))))
  }

  /// Returns the number of the session that a call belongs to.
  private mutating func session(of call: LogCall, _ bytes: [UInt8], _ range: Range<Int>) -> Int {
    if isObject {
      key.read(json, file: file)
    } else {
      key.read(call, bytes, in: range, of: form == .objects ? json : nil, file: file)
    }
    if key.isNamed { use.noteKey() }
    if let number = sessionNumbers.number(of: key.bytes, in: key.bytes.indices) { return number }
    let number = sessions.count
    sessionNumbers.set(number, for: key.bytes, in: key.bytes.indices)
    let name = key.isNamed ? key.name : files[file]
    let receiver = call.receiver.map { String(decoding: (isObject ? json.values : bytes)[$0], as: UTF8.self) }
    sessions.append(
      TraceSession(
        name: name, receiver: key.isNamed ? name : machine.parts.isEmpty ? receiver : nil,
        isIgnored: only.map { $0 != name } ?? false, hasAddress: key.hasAddress,
        state: options.beginsAnywhere ? observer.anywhere() : observer.start))
    return number
  }

  /// Returns whether a call begins the life of another object at the address of one that may have ended.
  private mutating func beginsLife(_ call: LogCall, of number: Int) -> Bool {
    let state = sessions[number].state
    return sessions[number].hasAddress && observer.state(after: call.symbol, in: state) == nil
      && observer.mayHaveEnded(in: state) && observer.state(after: call.symbol, in: observer.start) != nil
  }

  /// Adds the session of another object with the key that was read last.
  /// - Returns: Its number.
  private mutating func addLife(like session: TraceSession) -> Int {
    var next = TraceSession(
      name: session.name, receiver: session.receiver, isIgnored: false, hasAddress: true, state: observer.start)
    next.isLaterLife = true
    // Times are compared within a key.
    next.time = session.time
    next.hasReportedTime = session.hasReportedTime
    sessionNumbers.set(sessions.count, for: key.bytes, in: key.bytes.indices)
    sessions.append(next)
    return sessions.count - 1
  }

  private mutating func check(
    _ time: LogTime, of number: Int, at place: LogPlace, _ bytes: [UInt8], _ range: Range<Int>
  ) {
    if let last = sessions[number].time, time.isBefore(last), !sessions[number].hasReportedTime {
      sessions[number].hasReportedTime = true
      let subject = sessions[number].receiver.map { " of \(TraceWords(machine: machine).shortened($0))" } ?? ""
      var diagnostic = Diagnostic(
        .timeRunsBackwards,
        "this call\(subject) has an earlier time than the one before it; the log is judged in the order of its lines",
        at: location(of: place, column: 1, length: 1))
      diagnostic.quotedLines =
        [sessions[number].last].compactMap { $0 }.map { quoted($0.place.line, $0.line) }
        + [Diagnostic.QuotedLine(number: place.line, text: shownText(bytes, range))]
      diagnostics.add(diagnostic)
    }
    sessions[number].time = time
  }

  /// Keeps a call for the reports of the session.
  private mutating func keepRecent(
    _ call: LogCall, of number: Int, at place: LogPlace, _ bytes: [UInt8], _ range: Range<Int>
  ) {
    sessions[number].recent.keep(call.symbol, at: place, name: name(of: call, bytes), line: kept(bytes, range))
  }

  private mutating func forgetStates() {
    let states = Set(sessions.flatMap { [$0.state, $0.before] })
    let numbers = observer.forgetStates(except: states)
    for index in sessions.indices {
      sessions[index].state = numbers[sessions[index].state] ?? observer.start
      sessions[index].before = numbers[sessions[index].before] ?? observer.start
    }
    violations.forgetStates()
    shown?.forgetStates()
  }

  // MARK: Violations

  private mutating func addViolation(
    _ call: LogCall, in number: Int, at place: LogPlace, _ bytes: [UInt8], _ range: Range<Int>
  ) {
    violations.note()
    let isFirst = !sessions[number].isViolated
    sessions[number].isViolated = true
    if options.stopsAtFirst { isDone = true }
    let isReported = violations.hasRoom
    guard isReported || isFirst && options.describesAll else { return }
    let session = sessions[number]
    let recent = session.recent.all
    let explanation = violations.explain(recent.map(\.symbol) + [call.symbol], from: session.before, by: &observer)
    let name = String(decoding: self.name(of: call, bytes), as: UTF8.self)
    let column = isObject ? 1 : self.column(of: call.name.lowerBound, bytes, range)
    let length = isObject ? 1 : name.unicodeScalars.count
    func record(_ recent: RecentCalls.Call) -> TraceViolation.Call {
      TraceViolation.Call(
        place: recent.place, name: String(decoding: recent.name, as: UTF8.self),
        text: isReported ? String(decoding: recent.line, as: UTF8.self) : "")
    }
    let text = isReported ? shownText(bytes, range) : ""
    let violation = TraceViolation(
      misfit: session.misfit.map(record),
      calls: recent.map(record) + [TraceViolation.Call(place: place, name: name, text: text)],
      range: location(of: place, column: column, length: length).range ?? .start,
      callbacks: observer.symbols[call.symbol], receiver: session.receiver,
      expected: Array(observer.expected(in: session.state)),
      story: isReported ? explanation.story : nil, repair: explanation.repair,
      isBeginning: session.callCount > 1 && observer.state(after: call.symbol, in: observer.start) != nil,
      fixedValues: observer.fixedValues(in: session.state))
    let index = violations.add(violation)
    if isFirst { sessions[number].firstViolation = index }
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

  /// Returns the text of a call, which may be cut.
  private func name(of call: LogCall, _ bytes: [UInt8]) -> ArraySlice<UInt8> {
    isObject ? kept(json.values, call.name) : kept(bytes, call.name)
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
    var final = FinalStates(observer, options)
    var results: [SessionResult] = []
    for session in sessions where !session.isIgnored {
      guard let last = session.last else { continue }
      var result = SessionResult(
        key: session.name, verdict: .violation, callCount: session.callCount, last: last.place,
        lastLine: String(decoding: last.line, as: UTF8.self))
      if session.isViolated {
        result.violation = session.firstViolation.map { violations.kept[$0] }
        result.expected = result.violation?.expected ?? []
        result.fixedValues = result.violation?.fixedValues ?? []
      } else {
        let state = final.verdict(in: session.state)
        result.verdict = state.verdict
        result.expected = state.expected
        result.callsLeft = state.callsLeft
        result.fixedValues = state.fixedValues
      }
      results.append(result)
    }
    let start = options.beginsAnywhere ? observer.anywhere() : observer.start
    return TraceResult(
      machine: machine, files: files, sessions: results,
      ignoredKeys: sessions.filter(\.isIgnored).map(\.name), callCount: callCount, otherCount: otherCount,
      callCounts: counts.map(\.calls), faultCounts: counts.map(\.faults), isCut: isDone,
      isStartKnown: final.isStartKnown,
      violationCount: violations.count, reported: violations.reported, diagnostics: diagnostics,
      unknownCalls: unknownCalls.withKnownReceivers, unknownParts: unknownCalls.parts, misplacedCalls: misplacedCalls,
      use: use, options: options, seen: seen,
      story: options.keepsCalls ? toldCalls.tell(from: start, by: teller, &observer) : nil, shown: shown)
  }
}
