import Dispatch
import LifelineSource

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A line on a terminal that tells how far a command has come, once the command takes longer than a second.
final class ProgressLine: Sendable {
  private struct Status {
    var lastShown = ContinuousClock.now
    var isShown = false
    var removesLineOnInterrupt = false
  }

  private let queue = DispatchQueue(label: "progress")
  private nonisolated(unsafe) var status = Status()
  private let write: @Sendable (String) -> Void

  /// Creates a line that isn't shown yet.
  /// - Parameter write: Writes to standard error, which is the terminal.
  init(write: @escaping @Sendable (String) -> Void) { self.write = write }

  /// Shows how many configurations of a machine were explored, at most once in a second.
  @Sendable func observe(machine: String, configurations: Int) {
    queue.sync {
      let now = ContinuousClock.now
      guard now - status.lastShown >= .seconds(1) else { return }
      if !status.isShown { status.removesLineOnInterrupt = removeLineOnInterrupt() }
      status.lastShown = now
      status.isShown = true
      // A terminal that wraps the line would keep its beginning. It cuts the line off instead.
      let text = "\(VisibleText.escaped(machine)): \(counted(configurations, "configuration")) explored …"
      write("\r\u{1B}[K\u{1B}[?7l\(text)\u{1B}[?7h")
    }
  }

  /// Removes the line.
  func clear() {
    queue.sync {
      if status.isShown {
        write("\(removal)")
        if status.removesLineOnInterrupt { signal(SIGINT, SIG_DFL) }
      }
      status.isShown = false
    }
  }
}

/// The text that removes the line.
private let removal: StaticString = "\r\u{1B}[K"

/// Lets Control-C remove the line before it ends the command.
/// - Returns: Whether it does. A command that ignores Control-C, such as one in the background, goes on ignoring it.
private func removeLineOnInterrupt() -> Bool {
  let previous = signal(SIGINT) { number in
    // Little else is allowed while a signal is handled.
    _ = write(STDERR_FILENO, removal.utf8Start, removal.utf8CodeUnitCount)
    signal(number, SIG_DFL)
    raise(number)
  }
  // Functions can only be compared by their addresses.
  let isIgnored = unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  if isIgnored { signal(SIGINT, SIG_IGN) }
  return !isIgnored
}
