import Dispatch
import LifelineReporting
import LifelineSource
import LifelineWorkspace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs a session: reads messages from a descriptor, and writes the answers to another.
///
/// One thread has the state, and takes events one after the other. Reading waits in a thread of its own, and checks run
/// beside both, so that an edit is never kept waiting by the check of the text before it. The threads share nothing but
/// the events and what the client still wants to know.
package struct ServerLoop {
  /// Something that changes the state or ends the process.
  private enum Event: Sendable {
    case message([UInt8])
    /// The check of a document has ended, without an outcome if nobody wanted it any more.
    case checked(uri: String, CheckOutcome?)
    /// An exploration has ended, without an outcome if nobody wanted it any more.
    case explored(uri: String, CheckOutcome?)
    case inputEnded
    /// Nothing in the input tells where the next message begins.
    case inputFailed(String)
    case clientEnded
  }

  private let input: Int32
  private let output: Int32
  private let events = Mailbox<Event>()
  private let interest = Locked(Interest())
  private let checks = DispatchQueue(label: "lifeline-lsp.checks", attributes: .concurrent)
  private var state: ServerState
  private var schedule = CheckSchedule<CheckOrder>()
  private var explorations = CheckSchedule<CheckOutcome>()
  /// The timer that watches the client's process.
  private var watch: (any DispatchSourceTimer)?
  private var shownTexts = ShownTexts()

  package init(input: Int32, output: Int32, workingFolder: String) {
    self.input = input
    self.output = output
    state = ServerState(workingFolder: workingFolder)
  }

  /// Reads and handles messages until the session ends, which ends the process.
  package mutating func run() -> Never {
    // A client that is gone shows when something is written.
    signal(SIGPIPE, SIG_IGN)
    DispatchQueue(label: "lifeline-lsp.input").async { [input, events, interest] in
      Self.readMessages(from: input, events, interest)
    }
    while true {
      for event in events.takeAll() { handle(event) }
    }
  }

  private mutating func handle(_ event: Event) {
    switch event {
    case .message(let bytes):
      perform(
        state.handle(bytes) { [interest] id in interest.withLock { $0.takeCancellation(of: id.text) } })
    case .checked(let uri, let outcome):
      if let next = schedule.end(uri) { start(next) }
      if let outcome { perform(state.take(outcome)) }
    case .explored(let uri, let outcome):
      if let next = explorations.end(uri) { explore(next) }
      if let outcome { perform(state.take(outcome)) }
    // The client is gone, or it has closed the pipe: nobody can ask for anything any more.
    case .inputEnded: end(state.stage == .shutDown ? 0 : 1)
    case .inputFailed(let reason):
      write(.response(to: .null, .failure(ResponseError(.parseError, reason))))
      // Editors show this in a log, and answers to nothing nowhere.
      let text = "error: \(reason), so lifeline-lsp can't find the next message, and ends\n"
      try? FileSystem.writeAll(Array(text.utf8), to: 2)
      end(1)
    case .clientEnded: end(1)
    }
  }

  /// Ends the process, with nothing left behind.
  private mutating func end(_ code: Int32) -> Never {
    shownTexts.removeAll()
    exit(code)
  }

  // MARK: Input

  private static func readMessages(
    from input: Int32, _ events: Mailbox<Event>, _ interest: Locked<Interest>
  ) {
    var reader = MessageReader()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while let count = try? FileSystem.readNext(input, into: &chunk), count > 0 {
      reader.append(chunk.prefix(count))
      do throws(MessageReader.Fault) {
        while let message = try reader.next() {
          // A cancellation overtakes the requests that wait among the events.
          if let id = cancelledRequest(message) {
            interest.withLock { $0.cancel(id) }
          } else {
            events.put(.message(message))
          }
        }
      } catch {
        return events.put(.inputFailed(error.message))
      }
    }
    events.put(.inputEnded)
  }

  /// Returns the ID of the request that a message cancels.
  private static func cancelledRequest(_ message: [UInt8]) -> String? {
    guard message.count < 1_000, let value = try? JSON.parse(message), value["method"]?.string == "$/cancelRequest"
    else { return nil }
    return value["params"]?["id"]?.text
  }

  // MARK: Effects

  private mutating func perform(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .send(let message): write(message)
      case .show(let text, let number): show(text, number: number)
      case .check(let order):
        interest.withLock { $0.want(check: order.number, of: order.uri) }
        explorations.abandon(order.uri)
        if let order = schedule.add(order, of: order.uri) { start(order) }
      case .explore(let outcome):
        if let outcome = explorations.add(outcome, of: outcome.order.uri) { explore(outcome) }
      case .abandon(let uri):
        interest.withLock { $0.wantNoCheck(of: uri) }
        schedule.abandon(uri)
        explorations.abandon(uri)
      case .follow(let process): follow(process)
      case .exit(let code): end(code)
      }
    }
  }

  private mutating func write(_ message: JSON) {
    do throws(SystemError) {
      try FileSystem.writeAll(framed(message.text), to: output)
    } catch {
      end(1)
    }
  }

  /// Asks the client to show a text: in a file, since there is no other way to name a document, or in a message if there can't be one.
  private mutating func show(_ text: String, number: Int) {
    do throws(SystemError) {
      let uri = DocumentURI.uri(ofPath: try shownTexts.add(text))
      write(.request(id: "show \(number)", "window/showDocument", ["uri": .string(uri), "takeFocus": true]))
    } catch {
      write(.message(text, isGood: true))
    }
  }

  private func start(_ order: CheckOrder) {
    checks.async { [events, interest] in
      let outcome = order.run { interest.withLock { $0.wants(check: order.number, of: order.uri) } }
      events.put(.checked(uri: order.uri, outcome))
    }
  }

  private func explore(_ checked: CheckOutcome) {
    let (uri, number) = (checked.order.uri, checked.order.number)
    checks.async(qos: .utility) { [events, interest] in
      let outcome = checked.explore { interest.withLock { $0.wants(check: number, of: uri) } }
      events.put(.explored(uri: uri, outcome))
    }
  }

  /// Looks twice a second whether the client's process is still there, because the pipe may outlive it.
  private mutating func follow(_ process: Int) {
    guard process > 0, let number = pid_t(exactly: process) else { return }
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "lifeline-lsp.client"))
    timer.schedule(deadline: .now() + .milliseconds(500), repeating: .milliseconds(500))
    timer.setEventHandler { [events] in
      if kill(number, 0) != 0, errno == ESRCH { events.put(.clientEnded) }
    }
    timer.resume()
    watch = timer
  }
}
