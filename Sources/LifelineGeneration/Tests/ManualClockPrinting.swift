import LifelineModel

extension TestDeclarations {
  /// The clock that tests move by hand, as a type in that of the tests, so that several machines can have one each.
  var manualClock: Declaration {
    Declaration(
      attribute: MachineContext.durationAvailability, head: "nonisolated extension \(machine.name)Tests",
      members: [
        [
          Declaration(
            "A clock that stands still until a test moves it. Code that sleeps by it waits for the test, and not for the time.",
            head: "nonisolated final class ManualClock: _Concurrency.Clock, @unchecked Swift.Sendable",
            members: [[clockInstant], clockStorage, clockReading, [clockMove], [clockSleep], clockSleepers])
        ]
      ])
  }

  // The compiler doesn't find the conformance of `Clock` from every file if the name of this protocol has a module.
  private var clockInstant: Declaration {
    Declaration(
      "A time since the clock was made.", head: "struct Instant: InstantProtocol",
      members: [
        ["typealias Duration = Swift.Duration", "var time = Swift.Duration.zero"],
        [
          Declaration(
            head: "func advanced(by duration: Swift.Duration) -> Instant", line: "Instant(time: time + duration)"),
          Declaration(
            head: "func duration(to other: Instant) -> Swift.Duration", line: "other.time - time"),
          Declaration(
            head: "static func < (left: Instant, right: Instant) -> Swift.Bool", line: "left.time < right.time"),
        ],
      ])
  }

  private var clockStorage: [Declaration] {
    [
      "private let lock = Foundation.NSLock()",
      "private var instant = Instant()",
      "private var sleepers: [Swift.Int: (deadline: Instant, continuation: Sleeper)] = [:]",
      "private var cancelled: Swift.Set<Swift.Int> = []", "private var sleepCount = 0",
      "private typealias Sleeper = _Concurrency.CheckedContinuation<Swift.Void, any Swift.Error>",
    ]
  }

  /// Returns a body that has the lock to its end.
  private func locking(_ statements: [Statement]) -> [Statement] {
    ["lock.lock()", "defer { lock.unlock() }"] + statements
  }

  private var clockReading: [Declaration] {
    [
      Declaration(head: "var now: Instant", line: "lock.withLock { instant }"),
      Declaration(head: "var minimumResolution: Swift.Duration", line: ".nanoseconds(1)"),
      Declaration(
        "The time until the next code wakes that sleeps by the clock; `nil` if none does.",
        head: "var timeUntilNextDeadline: Swift.Duration?",
        body: locking(["return sleepers.values.map(\\.deadline).min().map { instant.duration(to: $0) }"])),
    ]
  }

  private var clockMove: Declaration {
    Declaration(
      "Moves the clock. Code whose deadline has come goes on as soon as the test waits, in any order.",
      head: "func move(by duration: Swift.Duration)",
      body: locking([
        "instant = instant.advanced(by: duration)",
        .constant("due", "sleepers.filter { $0.value.deadline <= instant }"),
        .for(
          "(id, sleeper)", in: "due.sorted(by: { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) })",
          ["sleepers[id] = nil", "sleeper.continuation.resume()"]),
      ]))
  }

  private var clockSleep: Declaration {
    Declaration(
      head: "func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws",
      body: [
        .constant("id", "beginSleep()"), "try await _Concurrency.withTaskCancellationHandler {",
        "  try await _Concurrency.withCheckedThrowingContinuation { wait(until: deadline, as: id, $0) }",
        "} onCancel: {", "  cancel(id)", "}",
      ])
  }

  private var clockSleepers: [Declaration] {
    let cancellation = "continuation.resume(throwing: _Concurrency.CancellationError())"
    return [
      Declaration(
        head: "private func beginSleep() -> Swift.Int", body: locking(["sleepCount += 1", "return sleepCount"])),
      Declaration(
        head: "private func wait(until deadline: Instant, as id: Swift.Int, _ continuation: Sleeper)",
        body: locking([
          .if(
            "cancelled.remove(id) != nil", then: [Statement(stringLiteral: cancellation)],
            else: [
              .if(
                "deadline <= instant", then: ["continuation.resume()"],
                else: ["sleepers[id] = (deadline, continuation)"])
            ])
        ])),
      Declaration(
        head: "private func cancel(_ id: Swift.Int)",
        body: locking([
          .if(
            "let sleeper = sleepers.removeValue(forKey: id)",
            then: [Statement(stringLiteral: "sleeper." + cancellation)], else: ["cancelled.insert(id)"])
        ])),
    ]
  }
}
