import Foundation

/// A clock that stands still until a test moves it. Programs that tests compile get a copy of this file.
final class ManualClock: Clock, @unchecked Sendable {
  struct Instant: InstantProtocol {
    var time = Duration.zero

    func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
    func duration(to other: Instant) -> Duration { other.time - time }
    static func < (left: Instant, right: Instant) -> Bool { left.time < right.time }
  }

  private struct Sleeper {
    var deadline: Instant
    var continuation: CheckedContinuation<Void, any Error>
  }

  private let lock = NSLock()
  private var instant = Instant()
  private var sleepers: [Int: Sleeper] = [:]
  private var cancelled: Set<Int> = []
  private var sleepCount = 0

  init() {}

  var now: Instant { lock.withLock { instant } }
  var minimumResolution: Duration { .nanoseconds(1) }

  /// The time at which the next sleeper wakes; `nil` if nobody sleeps.
  var nextDeadline: Duration? { lock.withLock { sleepers.values.map(\.deadline.time).min() } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = lock.withLock {
      sleepCount += 1
      return sleepCount
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Void, any Error>? = lock.withLock {
          if cancelled.contains(id) { return .failure(CancellationError()) }
          if deadline <= instant { return .success(()) }
          sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let sleeper = lock.withLock {
        cancelled.insert(id)
        return sleepers.removeValue(forKey: id)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Moves the clock and wakes those whose deadline has come.
  func move(by duration: Duration) {
    let due = lock.withLock {
      instant = instant.advanced(by: duration)
      let due = sleepers.filter { $0.value.deadline <= instant }
      for id in due.keys { sleepers[id] = nil }
      return due.values
    }
    for sleeper in due { sleeper.continuation.resume() }
  }
}
