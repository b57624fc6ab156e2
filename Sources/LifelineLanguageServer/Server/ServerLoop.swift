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
/// The state belongs to one queue. Reading waits in a thread of its own, and checks run beside both, so that an edit is
/// never kept waiting by the check of the text before it.
package final class ServerLoop: Sendable {
  private let input: Int32
  private let output: Int32
  private let queue = DispatchQueue(label: "lifeline-lsp")
  private let checks = DispatchQueue(label: "lifeline-lsp.checks", attributes: .concurrent)
  private let shared: Shared

  /// The values that several threads use.
  private final class Shared: @unchecked Sendable {
    /// The state, which only the queue uses.
    var state: ServerState
    /// The timer that watches the client's process, which only the queue uses.
    var watch: (any DispatchSourceTimer)?
    private let lock = DispatchSemaphore(value: 1)
    private var cancelled: Set<String> = []
    private var wanted: [String: Int] = [:]
    private var nextNumber = 0

    init(_ state: ServerState) { self.state = state }

    private func locked<Result>(_ work: () -> Result) -> Result {
      lock.wait()
      defer { lock.signal() }
      return work()
    }

    func cancel(_ id: String) {
      locked {
        // Some are of requests that were answered already, and would stay for ever.
        if cancelled.count > 1_000 { cancelled = [] }
        cancelled.insert(id)
      }
    }

    /// Returns whether a request was cancelled, and forgets it.
    func takeCancellation(_ id: String) -> Bool { locked { cancelled.remove(id) != nil } }

    /// Makes a new check the only wanted one of its document.
    func startCheck(of uri: String) -> Int {
      locked {
        nextNumber += 1
        wanted[uri] = nextNumber
        return nextNumber
      }
    }

    func abandonCheck(of uri: String) { locked { wanted[uri] = nil } }

    func isWanted(_ number: Int, of uri: String) -> Bool { locked { wanted[uri] == number } }
  }

  package init(input: Int32, output: Int32, workingFolder: String) {
    self.input = input
    self.output = output
    shared = Shared(ServerState(workingFolder: workingFolder))
  }

  /// Reads and handles messages until the session ends, which ends the process.
  package func run() -> Never {
    // A client that is gone shows when something is written.
    signal(SIGPIPE, SIG_IGN)
    var reader = MessageReader()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(input, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      // The client is gone, or it has closed the pipe: nobody can ask for anything any more.
      if count <= 0 { queue.sync { finish() } }
      reader.append(chunk.prefix(count))
      do throws(MessageReader.Fault) {
        while let message = try reader.next() { receive(message) }
      } catch {
        // Without a length, nothing tells where the next message begins.
        queue.sync {
          write(.response(to: .null, .failure(ResponseError(.parseError, error.message))))
          exit(1)
        }
      }
    }
  }

  private func finish() -> Never { exit(shared.state.stage == .shutDown ? 0 : 1) }

  private func receive(_ message: [UInt8]) {
    // A cancellation overtakes the requests that wait in the queue.
    if let id = cancelledRequest(message) { return shared.cancel(id) }
    queue.async { [self] in
      perform(shared.state.handle(message) { shared.takeCancellation($0.text) })
    }
  }

  /// Returns the ID of the request that a message cancels.
  private func cancelledRequest(_ message: [UInt8]) -> String? {
    guard message.count < 1_000, let value = try? JSON.parse(message), value["method"]?.string == "$/cancelRequest"
    else { return nil }
    return value["params"]?["id"]?.text
  }

  // MARK: Effects

  private func perform(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .send(let message): write(message)
      case .check(let order): start(order)
      case .abandon(let uri): shared.abandonCheck(of: uri)
      case .follow(let process): follow(process)
      case .exit(let code): exit(code)
      }
    }
  }

  private func write(_ message: JSON) {
    do throws(SystemError) {
      try FileSystem.writeAll(framed(message.text), to: output)
    } catch {
      exit(1)
    }
  }

  private func start(_ order: CheckOrder) {
    let number = shared.startCheck(of: order.uri)
    checks.async { [self] in
      let outcome = order.run { [shared] in shared.isWanted(number, of: order.uri) }
      guard let outcome else { return }
      queue.async { [self] in perform(shared.state.take(outcome)) }
    }
  }

  /// Looks twice a second whether the client's process is still there, because the pipe may outlive it.
  private func follow(_ process: Int) {
    guard process > 0, let number = pid_t(exactly: process) else { return }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + .milliseconds(500), repeating: .milliseconds(500))
    timer.setEventHandler {
      if kill(number, 0) != 0, errno == ESRCH { exit(1) }
    }
    timer.resume()
    shared.watch = timer
  }
}
