import TestSupport
import XCTest

/// The time of objects, by `run` and by `advance(by:)`.
final class ObjectTimeTests: ObjectProgramTestCase {
  func testRun() throws {
    try skipTest(below: .thorough)
    try check(
      generate(duo, object: true).machine,
      """
      let clock = ManualClock()
      let object = DuoObject()
      var calls: [Duo.Callback] = []
      var causes: [Duo.Reaction.Cause] = []
      object.onChange = { causes.append($0.cause) }
      object.start { calls.append($0) }
      var task = Task { await object.run(clock: clock) }
      await settle()
      check(object.handle(.play) == .handled, "the event is handled")
      await wait(for: "sleeps until the timer is due") { clock.nextDeadline == .milliseconds(300) }

      // Just before, at and after a deadline.
      clock.move(by: .milliseconds(299))
      await settle()
      check(object.transport == .playing, "nothing elapses before the deadline")
      clock.move(by: .milliseconds(1))
      await wait(for: "the timer elapses") { object.transport == .stopped }
      check(calls == [.willPlay, .didPlay, .didFail], "each call is made once")
      check(causes == [.start, .event(.play), .timer(of: .playing)], "\\(causes)")
      object.handle(.play)
      clock.move(by: .milliseconds(300))
      check(object.handle(.pause) == .ignored && calls.last == .didFail, "at a deadline the timer comes first")
      object.handle(.play)
      clock.move(by: .milliseconds(299))
      check(object.handle(.pause) == .handled && calls.last == .didPause, "before it the event does")

      // An event moves the deadline.
      object.handle(.play)
      clock.move(by: .milliseconds(200))
      object.handle(.play)
      await wait(for: "the deadline moves") { clock.nextDeadline == .milliseconds(300 + 300 + 299 + 200 + 300) }
      clock.move(by: .milliseconds(299))
      await settle()
      check(object.transport == .playing, "not at the first deadline")
      clock.move(by: .milliseconds(1))
      await wait(for: "at the new one") { object.transport == .stopped }

      // Late by a second: each timer elapses at its deadline, once.
      calls = []
      object.handle(.toggle)
      object.handle(.play)
      await settle()
      clock.move(by: .milliseconds(1050))
      await wait(for: "all timers elapse") { calls.count == 2 + 10 + 1 }
      check(calls.filter { $0 == .blinked }.count == 10, "no timer is lost or elapses twice")
      check(object.timeUntilNextTimer == .milliseconds(50), "no drift")
      object.advance(by: .milliseconds(30))
      await wait(for: "advance adds to the time of run") { object.timeUntilNextTimer == .milliseconds(20) }
      clock.move(by: .milliseconds(20))
      await wait(for: "at the deadline that advance brought nearer") { calls.count == 14 }

      // Cancelled and run again: no time passes between.
      clock.move(by: .milliseconds(40))
      task.cancel()
      await task.value
      check(object.timeUntilNextTimer == .milliseconds(60), "the time up to the end of run has passed")
      check(clock.nextDeadline == nil, "nobody sleeps after it")
      clock.move(by: .seconds(5))
      object.handle(.power)
      object.handle(.power)
      object.handle(.toggle)
      check(object.timeUntilNextTimer == .milliseconds(100), "between two runs no time passes")
      task = Task { await object.run(clock: clock) }
      await wait(for: "runs again") { clock.nextDeadline != nil }
      clock.move(by: .milliseconds(100))
      await wait(for: "the timer elapses") { calls.count == 15 }

      // A second run waits, and goes on.
      let second = Task { await object.run(clock: clock) }
      let third = Task { await object.run(clock: clock) }
      await settle()
      clock.move(by: .milliseconds(100))
      await wait(for: "one run counts") { calls.count == 16 }
      await settle()
      check(calls.count == 16, "and only one")
      third.cancel()
      await third.value
      task.cancel()
      await task.value
      await wait(for: "the second goes on") { clock.nextDeadline != nil }
      clock.move(by: .milliseconds(100))
      await wait(for: "and keeps time") { calls.count == 17 }
      second.cancel()
      await second.value
      """)
  }

  func testTimeBeforeTheStartAndInsideOfCallbacks() throws {
    try skipTest(below: .thorough)
    try check(
      generate(duo, object: true).machine,
      """
      let clock = ManualClock()
      let object = DuoObject()
      var times: [String] = []
      let task = Task { await object.run(clock: clock) }
      await settle()
      clock.move(by: .seconds(1))
      object.start { callback in
        switch callback {
        case .didPlay:
          // The callback takes longer than the timer that is armed after it.
          if times.count < 8 { clock.move(by: .milliseconds(350)) }
          check(object.handle(.toggle) == .queued, "waits for the event")
          times.append("played")
        case .didFail:
          check(object.handle(.play) == .queued, "waits for the timer")
          times.append("failed at \\(clock.now.time)")
        default: times.append("\\(callback)")
        }
      }
      check(object.handle(.play) == .handled, "handled")
      check(object.lamp == .blinking, "what the callback sent is handled with the event")
      check(times == ["willPlay", "played"], "no time passes inside of callbacks: \\(times)")
      check(object.timeUntilNextTimer == .milliseconds(100), "nor do timers lose some")
      await wait(for: "the time of the callback passes afterwards") { times.count >= 7 }
      // The timer of the lamp is due at the same instant as the one that failed, whose callback switches it off first.
      let expected = ["willPlay", "played", "blinked", "blinked", "failed at 1.35 seconds", "willPlay", "played"]
      check(Array(times.prefix(7)) == expected, "\\(times)")
      task.cancel()
      await task.value
      """)
  }

  func testAdvanceByTimer() throws {
    try skipTest(below: .thorough)
    try check(
      generate(duo, object: true).machine,
      """
      let object = DuoObject()
      var calls: [Duo.Callback] = []
      object.handle(.play)
      object.advance(by: .milliseconds(200))
      object.handle(.toggle)
      object.start { callback in
        calls.append(callback)
        // At 300 ms two timers are due. The event comes before the second of them.
        if callback == .didFail { object.handle(.toggle) }
        if callback == .willPlay { object.advance(by: .milliseconds(10)) }
      }
      check(object.timeUntilNextTimer == .milliseconds(90), "what was sent before the start is handled in order")
      object.advance(by: .milliseconds(90))
      check(calls == [.willPlay, .didPlay, .didFail], "the event disarms the second timer: \\(calls)")
      check(object.lamp == .dark, "it is dark")
      """)
  }

  /// `run` does the same as the driver that a careful user writes, and as a machine that is advanced by hand: for 10,000
  /// random events and waits, each makes the same calls at the same times.
  func testRunDoesTheSameAsAHandWrittenDriver() throws {
    try skipTest(below: .thorough)
    try check(
      generate(duo, object: true).machine,
      """
      @MainActor final class Driver {
        private var machine = Duo()
        private let clock: ManualClock
        private var last: ManualClock.Instant
        private var sleeper: Task<Void, Never>?
        private let call: (Duo.Callback) -> Void

        init(clock: ManualClock, calling call: @escaping (Duo.Callback) -> Void) {
          (self.clock, self.call, last) = (clock, call, clock.now)
        }

        func handle(_ event: Duo.Event) {
          catchUp()
          machine.handle(event, calling: call)
          schedule()
        }

        private func catchUp() {
          let now = clock.now
          machine.advance(by: last.duration(to: now), calling: call)
          last = now
        }

        private func schedule() {
          sleeper?.cancel()
          guard let time = machine.timeUntilNextTimer else { return }
          sleeper = Task { [weak self, clock, deadline = last.advanced(by: time)] in
            try? await clock.sleep(until: deadline, tolerance: nil)
            if Task.isCancelled { return }
            self?.catchUp()
            self?.schedule()
          }
        }
      }

      struct Call: Equatable {
        var callback: Duo.Callback
        var time: Duration
      }
      let clock = ManualClock()
      var (calls, driven, byHand): ([Call], [Call], [Call]) = ([], [], [])

      // This is all that `run` needs.
      let object = DuoObject()
      object.start { calls.append(Call(callback: $0, time: clock.now.time)) }
      let task = Task { await object.run(clock: clock) }

      let driver = Driver(clock: clock) { driven.append(Call(callback: $0, time: clock.now.time)) }
      var machine = Duo()
      await settle()
      let events: [Duo.Event] = [.play, .play, .play, .pause, .refuse, .toggle, .toggle, .power]
      var generator = Generator(state: 18)
      var awakeningCount = 0
      for index in 0..<10_000 {
        let time = Duration.milliseconds(Int.random(in: 0...250, using: &generator))
        let count = byHand.count
        // Every third time, both sleep before time passes, and wake for their timers by themselves before the next event.
        let areAlone = index % 3 == 0
        if areAlone { await settle() }
        clock.move(by: time)
        machine.advance(by: time) { byHand.append(Call(callback: $0, time: clock.now.time)) }
        if areAlone {
          await wait(for: "step \\(index)") { calls.count >= byHand.count && driven.count >= byHand.count }
          if byHand.count > count { awakeningCount += 1 }
          if calls != byHand || driven != byHand {
            check(false, "step \\(index): \\(object.states) and \\(machine.states)")
            break
          }
        }
        let event = events[Int.random(in: 0..<events.count, using: &generator)]
        let isHandled = machine.handle(event) { byHand.append(Call(callback: $0, time: clock.now.time)) }
        check(object.handle(event) == (isHandled ? .handled : .ignored), "step \\(index)")
        driver.handle(event)
        if calls != byHand || driven != byHand || object.machine != machine {
          check(false, "step \\(index): \\(object.states) and \\(machine.states)")
          break
        }
      }
      check(calls.count > 5_000 && awakeningCount > 500, "\\(calls.count) calls, \\(awakeningCount) awakenings")
      task.cancel()
      await task.value
      """, ["-O"])
  }

  func testEndOfRun() throws {
    try skipTest(below: .thorough)
    let light = """
      lifeline: 1
      machine: Light
      events: [stop]
      callbacks: [shone]
      states:
        red: {after: {1s: {to: green, do: shone}}, on: {stop: dark}}
        green: {after: {1s: {to: red, do: shone}}, on: {stop: dark}}
        dark: {final: true}
      """
    try check(
      generate(light, object: true).machine,
      """
      let clock = ManualClock()
      let finishing = LightObject { _ in }
      let task = Task { await finishing.run(clock: clock) }
      await wait(for: "runs") { clock.nextDeadline != nil }
      finishing.handle(.stop)
      await task.value
      await finishing.run(clock: clock)

      // The object isn't held, neither by `run` nor by a stream, and both end with it.
      weak var gone: LightObject?
      var tasks: [Task<Void, Never>] = []
      do {
        let object = LightObject { _ in }
        gone = object
        tasks.append(Task { [weak object] in await object?.run(clock: clock) })
        tasks.append(Task { [weak object] in await object?.run(clock: clock) })
        let changes = object.changes()
        tasks.append(Task { for await _ in changes {} })
        await wait(for: "runs") { clock.nextDeadline != nil }
      }
      check(gone == nil, "nothing holds the object")
      for task in tasks { await task.value }
      await wait(for: "nobody sleeps") { clock.nextDeadline == nil }

      // As many timers as a night has seconds, and more than one wait may have.
      var count = 0
      let late = LightObject { _ in count += 1 }
      let night = Task { await late.run(clock: clock) }
      await wait(for: "runs") { clock.nextDeadline != nil }
      clock.move(by: .seconds(200_000))
      await wait(for: "all timers elapse") { count == 200_000 }
      night.cancel()
      await night.value

      // A real clock.
      let real = LightObject { _ in count = 0 }
      let running = Task { await real.run(clock: .suspending) }
      await wait(for: "a second passes") { count == 0 }
      running.cancel()
      await running.value
      """, ["-O"])
  }
}
