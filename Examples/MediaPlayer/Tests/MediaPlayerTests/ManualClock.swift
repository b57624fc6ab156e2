import Foundation

/// A clock that stands still until a test moves it.
final class ManualClock: Clock, @unchecked Sendable {
  struct Instant: InstantProtocol {
    var time = Duration.zero

    func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
    func duration(to other: Instant) -> Duration { other.time - time }
    static func < (left: Instant, right: Instant) -> Bool { left.time < right.time }
  }

  private let lock = NSLock()
  private var instant = Instant()

  var now: Instant { lock.withLock { instant } }
  var minimumResolution: Duration { .nanoseconds(1) }

  func move(by duration: Duration) { lock.withLock { instant = instant.advanced(by: duration) } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    // Real time doesn't matter here, so the task asks again as soon as the others have run.
    while now < deadline {
      try Task.checkCancellation()
      await Task.yield()
    }
  }
}
