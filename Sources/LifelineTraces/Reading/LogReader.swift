/// Reads the lines of files, each of which may have another form.
struct LogReader {
  private(set) var table: SelectorTable
  private let events: EventNames
  private let states: StateNames
  /// The regular expression whose first group is the state in a line of text; `nil` for the usual form.
  private var statePattern: KeyPattern?
  /// Whether the pattern has found a state.
  private var hasFoundState = false
  /// The regular expression whose first group is the name of the event in a line of text; `nil` for the usual form.
  private var eventPattern: KeyPattern?
  /// Whether the pattern has found an event.
  private var hasFoundEvent = false
  /// The regular expression whose first group is the call in a line of text; `nil` for one behind the prefix.
  private var callPattern: KeyPattern?
  private var json: JSONLine
  /// The member of objects, or the regular expression for lines of text, that tells sessions apart.
  private let key: String?
  /// The form that the user wants; `nil` for the one that lines show.
  private let format: LogFormat?
  /// The reason that the key finds no sessions in text; `nil` if it does.
  private let patternFault: String?
  /// The index of the current file.
  private var file = -1
  /// The form of the file; `nil` until a line shows it.
  private var form: LogForm?
  /// Whether the current file isn't judged.
  private var isRefused = false
  /// The number of other lines of text that were searched for an event that isn't observed.
  private var searchedCount = 0
  private static let searchLimit = 1_000

  init(
    _ table: SelectorTable, _ events: EventNames, _ states: StateNames, eventPattern: String? = nil,
    statePattern: String? = nil, callPattern: String? = nil, key: String?,
    format: LogFormat?, keepsArguments: Bool = false
  ) {
    self.table = table
    self.events = events
    self.states = states
    self.statePattern = statePattern.map(KeyPattern.init)
    self.eventPattern = eventPattern.map(KeyPattern.init)
    self.callPattern = callPattern.map(KeyPattern.init)
    self.key = key
    self.format = format
    json = JSONLine(key: key, keepsArguments: keepsArguments, keepsState: true)
    patternFault = key.flatMap(KeyPattern.fault)
  }

  /// The kinds of things of which a pattern has found none, although logs show them.
  var kindsWithoutMatch: [LineKind] {
    (eventPattern != nil && !events.isEmpty && !hasFoundEvent ? [.event] : [])
      + (statePattern != nil && !states.isEmpty && !hasFoundState ? [.state] : [])
  }

  /// Begins with another file.
  mutating func beginFile() {
    file += 1
    form = nil
    isRefused = false
  }

  /// Returns a line with its meaning.
  /// - Parameters:
  ///   - range: The range of the line, without its end.
  ///   - number: The number of the line in its file, counted from 1.
  mutating func read(
    _ bytes: [UInt8], in range: Range<Int>, number: Int
  ) -> (record: LogRecord, meaning: LogLine) {
    var range = range
    if let last = range.last, bytes[last] == UInt8(ascii: "\r") { range = range.dropLast() }
    if number == 1, range.count >= 3, bytes[range].starts(with: [0xEF, 0xBB, 0xBF]) { range = range.dropFirst(3) }
    var record = LogRecord(line: bytes[range], values: bytes, place: LogPlace(file: file, line: number))
    let first = bytes.skipBlanks(from: range.lowerBound, to: range.upperBound)
    guard first < range.upperBound else { return (record, .other) }
    if isRefused { return (record, .refused(nil)) }
    if form == nil {
      form = LogForm.find(in: bytes, from: first, to: range.upperBound, as: format)
      if let reason = form.flatMap(reason) {
        isRefused = true
        return (record, .refused(reason))
      }
    }
    switch form {
    case .text:
      record.isText = true
      if !events.isEmpty, let event = readEvent(bytes, in: range) { return (record, event) }
      if !states.isEmpty, let state = readState(bytes, in: range) { return (record, state) }
      let meaning = readCall(bytes, in: range)
      guard case .other = meaning, events.isEmpty, searchedCount < Self.searchLimit else { return (record, meaning) }
      searchedCount += 1
      guard case .unobservedEvent(let name)? = readEvent(bytes, in: range) else { return (record, meaning) }
      return (record, .unobservedEvent(name: name))
    case .objects:
      let meaning = readObject(bytes, in: range, &record)
      return (record, meaning)
    case .array, nil: return (record, .other)
    }
  }

  /// Returns why nothing in a file of a form can be judged; `nil` if it can.
  private func reason(against form: LogForm) -> String? {
    switch form {
    case .text:
      patternFault.map { "`\(key ?? "")` finds no sessions in a log of text: it \($0), as in `user=([0-9]+)`" }
    case .objects: nil
    case .array:
      "this log is a JSON array, but one object is expected on each line: write it with `log show --style ndjson`, or "
        + "send it through `jq -c '.[]'`"
    }
  }

  private mutating func readCall(_ bytes: [UInt8], in range: Range<Int>) -> LogLine {
    guard callPattern != nil else { return TextLine.read(bytes, in: range, &table) }
    guard case .found(let place?) = callPattern?.findKey(in: bytes, range) else { return .other }
    return TextLine.read(bytes, in: range, at: place, &table)
  }

  /// Reads a line of text that shows an event; returns `nil` for any other line.
  private mutating func readEvent(_ bytes: [UInt8], in range: Range<Int>) -> LogLine? {
    var name: Range<Int>?
    if eventPattern != nil {
      guard case .found(let found?) = eventPattern?.findKey(in: bytes, range), !found.isEmpty else { return nil }
      name = found
      hasFoundEvent = true
    }
    return TextLine.readEvent(bytes, in: range, named: name, &table, events)
  }

  /// Reads a line of text that shows a state; returns `nil` for any other line.
  private mutating func readState(_ bytes: [UInt8], in range: Range<Int>) -> LogLine? {
    var name: Range<Int>?
    if statePattern != nil {
      guard case .found(let found?) = statePattern?.findKey(in: bytes, range), !found.isEmpty else { return nil }
      name = found
      hasFoundState = true
    }
    return TextLine.readState(bytes, in: range, named: name, &table, states)
  }

  private mutating func readObject(_ bytes: [UInt8], in range: Range<Int>, _ record: inout LogRecord) -> LogLine {
    do throws(JSONLine.Fault) {
      try json.read(bytes, in: range)
    } catch {
      return .unreadable(error.message)
    }
    record.values = json.values
    guard let name = json.value(of: .callback) ?? json.value(of: .selector) else {
      let event = json.value(of: .event)
      if !events.isEmpty, let event { return readEvent(event, &record) }
      let state = json.value(of: .state)
      if !states.isEmpty, let state { return readState(state, &record) }
      let meaning = readMessage(&record)
      guard case .other = meaning else { return meaning }
      if let event { return readEvent(event, &record) }
      return state.map { states.isUnobserved(json.values, in: $0) } ?? false ? .unobservedState : .other
    }
    let receiver = json.value(of: .class)
    guard let symbol = table.symbol(of: json.values, in: name) else {
      return .unknownCall(receiver: receiver ?? 0..<0, name: name)
    }
    return .call(callWithArguments(symbol, name, receiver, &record))
  }

  /// Reads the event of an object.
  private func readEvent(_ name: Range<Int>, _ record: inout LogRecord) -> LogLine {
    switch events.meaning(of: json.values, in: name) {
    case .symbol(let symbol): .call(callWithArguments(symbol, name, json.value(of: .class), &record))
    case .unobserved: .unobservedEvent(name: name)
    case .unknown: events.isEmpty ? .other : .unknownEvent(name: name)
    }
  }

  /// Reads the state of an object.
  private func readState(_ name: Range<Int>, _ record: inout LogRecord) -> LogLine {
    guard let symbol = states.symbol(of: json.values, in: name) else { return .unknownState(name: name) }
    return .call(call(symbol, name, json.value(of: .class), &record))
  }

  /// Returns what an object says about a call or an event besides its name, with the arguments.
  private func callWithArguments(
    _ symbol: Int, _ name: Range<Int>, _ receiver: Range<Int>?, _ record: inout LogRecord
  ) -> LogCall {
    var result = call(symbol, name, receiver, &record)
    if !json.isText(.arguments) { result.arguments = json.value(of: .arguments) }
    return result
  }

  /// Returns what an object says about a call, an event or a state besides its name and its arguments.
  private func call(_ symbol: Int, _ name: Range<Int>, _ receiver: Range<Int>?, _ record: inout LogRecord) -> LogCall {
    if let line = json.value(of: .line), let number = Int(String(decoding: json.values[line], as: UTF8.self)),
      number > 0
    {
      record.place.line = number
    }
    return LogCall(
      symbol: symbol, name: name, receiver: receiver, address: json.value(of: .instance), time: time(in: .time),
      session: json.value(of: key == nil ? .session : .key), part: json.value(of: .part))
  }

  /// Reads the message of an object that `log show` has printed, as if it stood in a line of text.
  private mutating func readMessage(_ record: inout LogRecord) -> LogLine {
    guard json.isText(.eventMessage), let message = json.value(of: .eventMessage) else { return .other }
    // A call is in the first line of a message.
    let end =
      json.values.firstOffset(of: 0x0A, from: message.lowerBound, to: message.upperBound) ?? message.upperBound
    record.isText = true
    record.line = json.values[message.lowerBound..<end]
    let meaning =
      (events.isEmpty ? nil : readEvent(json.values, in: message.lowerBound..<end))
      ?? (states.isEmpty ? nil : readState(json.values, in: message.lowerBound..<end))
      ?? TextLine.readMessage(json.values, in: message.lowerBound..<end, &table)
    guard case .call(var call) = meaning else { return meaning }
    call.time = time(in: .timestamp)
    call.session = json.value(of: .key)
    return .call(call)
  }

  /// Returns the time of an object: a text of RFC 3339, or a number.
  private func time(in member: JSONLine.Member) -> LogTime? {
    guard let range = json.value(of: member) else { return nil }
    if json.isText(member) {
      var scanner = TimeScanner(from: range.lowerBound, to: range.upperBound)
      return scanner.scan(json.values) ? scanner.time : nil
    }
    return Double(String(decoding: json.values[range], as: UTF8.self)).map { LogTime(kind: .number, seconds: $0) }
  }
}
