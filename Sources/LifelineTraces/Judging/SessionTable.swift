import LifelineAnalysis

/// The sessions of logs by their keys.
struct SessionTable {
  private(set) var key: SessionKey
  private var numbers = ByteTable()
  var sessions: [TraceSession] = []
  /// The key of the only session to judge; `nil` for all.
  private let only: String?
  /// Whether the receivers are parts of the machine, and no sessions.
  private let hasParts: Bool
  /// Whether any call had a key.
  private(set) var hasKeys = false

  init(_ options: TraceOptions, hasParts: Bool) {
    key = SessionKey(options.key, hasParts: hasParts)
    only = options.only
    self.hasParts = hasParts
  }

  /// Returns the number of the session that a call belongs to.
  /// - Parameters:
  ///   - path: The path of the file, which is the key of a call without one.
  ///   - state: The state in which a new session begins.
  mutating func number(
    of call: LogCall, in record: LogRecord, path: String, beginningIn state: Observer.State
  ) -> Int {
    key.read(call, in: record)
    hasKeys = hasKeys || key.isNamed
    if let number = numbers.number(of: key.bytes, in: key.bytes.indices) { return number }
    let name = key.isNamed ? key.name : path
    let receiver =
      hasParts
      ? nil
      : call.receiver.flatMap { range in
        range.isEmpty ? nil : String(decoding: record.values[range], as: UTF8.self)
      }
    return add(
      TraceSession(
        name: name, receiver: key.isNamed ? name : receiver,
        isIgnored: only.map { key.isNamed ? !key.isMeant(by: $0) : $0 != path } ?? false, hasAddress: key.hasAddress,
        state: state))
  }

  /// Adds the session of another object with the key that was read last.
  /// - Returns: Its number.
  mutating func addLife(after number: Int, in state: Observer.State) -> Int {
    let session = sessions[number]
    var next = TraceSession(
      name: session.name, receiver: session.receiver, isIgnored: false, hasAddress: true, state: state)
    next.isLaterLife = true
    next.unexplored = session.unexplored
    // Times are compared within a key.
    next.time = session.time
    next.hasReportedTime = session.hasReportedTime
    return add(next)
  }

  private mutating func add(_ session: TraceSession) -> Int {
    numbers.set(sessions.count, for: key.bytes, in: key.bytes.indices)
    sessions.append(session)
    return sessions.count - 1
  }

  /// Gives the states of the sessions other numbers, because an observer forgets some of its states.
  mutating func forgetStates(of observer: inout Observer) {
    let numbers = observer.forgetStates(except: Set(sessions.flatMap { [$0.state, $0.before] }))
    for index in sessions.indices {
      sessions[index].state = numbers[sessions[index].state] ?? observer.start
      sessions[index].before = numbers[sessions[index].before] ?? observer.start
    }
  }
}
