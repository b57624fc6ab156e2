import Dispatch
import LifelineSource

/// A line on a terminal that tells how far a command has come, once the command takes longer than a second.
final class ProgressLine: Sendable {
  private struct Status {
    var lastShown = ContinuousClock.now
    var isShown = false
  }

  private let queue = DispatchQueue(label: "progress")
  private nonisolated(unsafe) var status = Status()
  private let write: @Sendable (String) -> Void

  init(write: @escaping @Sendable (String) -> Void) { self.write = write }

  /// Shows how many configurations of a machine were explored, at most once in a second.
  @Sendable func observe(machine: String, configurations: Int) {
    queue.sync {
      let now = ContinuousClock.now
      guard now - status.lastShown >= .seconds(1) else { return }
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
      if status.isShown { write("\r\u{1B}[K") }
      status.isShown = false
    }
  }
}
