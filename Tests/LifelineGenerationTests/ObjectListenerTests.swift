import TestSupport
import XCTest

/// The ways in which objects tell what happened.
final class ObjectListenerTests: ObjectProgramTestCase {
  func testListeners() throws {
    try skipTest(below: .thorough)
    try check(
      generate(duo, object: true).machine,
      """
      let object = DuoObject()
      var causes: [Duo.Reaction.Cause] = []
      var ignored: [Duo.Event] = []
      object.onChange = { reaction in
        causes.append(reaction.cause)
        check(reaction.after == object.machine, "the machine is at rest")
        check(reaction.isHandled, "only what was handled is told")
        if reaction.cause == .start { check(object.handle(.toggle) == .queued, "what a listener sends waits") }
        if reaction.cause == .event(.play) {
          check(reaction.callbacks == [.willPlay, .didPlay], "\\(reaction.callbacks)")
          check(reaction.before.transport == .stopped && object.transport == .playing, "before and after")
        }
      }
      object.onIgnored = { event in
        ignored.append(event)
        check(object.handle(.refuse) == .queued || event == .refuse, "what a listener sends waits")
        object.onIgnored = { ignored.append($0) }
      }
      check(object.handle(.play) == .queued, "waits for the start")
      object.start { callback in
        if callback == .didPlay { object.updateContext { $0.attempts = 7 } }
      }
      check(causes == [.start, .event(.toggle), .event(.play), .contextUpdate], "\\(causes)")
      check(object.context.attempts == 7, "the context is changed")
      check(object.handle(.refuse) == .ignored, "ignored")
      check(ignored == [.refuse, .refuse], "queued events are told, too: \\(ignored)")
      causes = []
      object.advance(by: .milliseconds(300))
      check(causes == [.timer(of: .blinking), .timer(of: .blinking), .timer(of: .playing), .timer(of: .blinking)]
        || causes == [.timer(of: .blinking), .timer(of: .blinking), .timer(of: .blinking), .timer(of: .playing)],
        "\\(causes)")
      """)
  }

  func testStreams() throws {
    try skipTest(below: .thorough)
    try check(
      generate(duo, object: true).machine,
      """
      var object: DuoObject? = DuoObject()
      let first = object!.changes()
      object!.start { _ in }
      let second = object!.changes(bufferingPolicy: .bufferingNewest(1))
      object!.handle(.play)
      object!.handle(.refuse)
      object!.handle(.pause)
      weak var gone = object
      object = nil
      check(gone == nil, "a stream doesn't hold the object")
      var causes: [[Duo.Reaction.Cause]] = [[], []]
      for await reaction in first { causes[0].append(reaction.cause) }
      for await reaction in second { causes[1].append(reaction.cause) }
      check(causes == [[.start, .event(.play), .event(.pause)], [.event(.pause)]], "\\(causes)")
      """)
    let finishing = """
      lifeline: 1
      machine: Job
      events: [end]
      states: {busy: {on: {end: over}}, over: {final: true}}
      """
    try check(
      generate(finishing, object: true).machine,
      """
      let job = JobObject { _ in }
      let changes = job.changes()
      job.handle(.end)
      var count = 0
      for await _ in changes { count += 1 }
      for await _ in job.changes() { count += 10 }
      check(count == 1, "streams end with the machine")
      check(job.state == .over, "it is over")
      """)
  }

  /// An object that was never started tells about it, in debug builds.
  func testForgottenStart() throws {
    try skipTest(below: .thorough)
    try write(generate(duo, object: true).machine, to: "Machine.swift")
    try write(
      """
      do { _ = DuoObject() }
      if CommandLine.arguments.count > 1 { DuoObject().handle(.play) }
      print("end")
      """, to: "main.swift")
    try compile(["Machine.swift", "main.swift"], ["-o", "program"])
    let program = folder.appending(path: "program").path
    XCTAssertEqual(try execute(program, [], in: folder, mergingErrors: true).output, "end\n")
    let outcome = try execute(program, ["send"], in: folder, mergingErrors: true)
    XCTAssertNotEqual(outcome.status, 0)
    XCTAssertTrue(outcome.output.contains("Duo: the object was never started"), outcome.output)
  }

  func testObservation() throws {
    try skipTest(below: .thorough)
    try check(
      generate(duo, observable: true).machine,
      """
      import Observation

      final class Counter: @unchecked Sendable { var count = 0 }
      let object = DuoObject()
      object.start { _ in }
      func fires(_ read: @escaping () -> Void, _ change: () -> Void) -> Bool {
        let counter = Counter()
        withObservationTracking(read) { counter.count += 1 }
        change()
        return counter.count == 1
      }
      check(!fires({ _ = object.transport }) { object.handle(.toggle) }, "another region doesn't fire")
      check(fires({ _ = object.transport }) { object.handle(.play) }, "the region fires")
      check(fires({ _ = object.states }) { object.handle(.pause) }, "states read all regions")
      check(fires({ _ = object.isActive(.dark) }) { object.handle(.toggle) }, "isActive reads all regions")
      check(!fires({ _ = object.context }) { object.handle(.toggle) }, "the context is as it was")
      check(!fires({ _ = object.context }) { object.updateContext { $0.attempts += 0 } }, "its old value doesn't fire")
      check(fires({ _ = object.context }) { object.updateContext { $0.attempts += 1 } }, "the context fires")
      check(fires({ _ = object.machine }) { object.updateContext { $0.attempts += 1 } }, "so does the machine")
      check(!fires({ _ = object.machine }) { object.handle(.refuse) }, "an ignored event doesn't fire")
      check(!fires({ _ = object.state }) { object.handle(.play) }, "the state is as it was")
      check(fires({ _ = object.state }) { object.handle(.power) }, "the state fires")
      check(!fires({}) { object.handle(.power) }, "what isn't read doesn't fire")

      // Observers are told before the change. What they send waits.
      var outcome: DuoObject.Outcome?
      final class Sender: @unchecked Sendable { var outcome: DuoObject.Outcome? }
      let sender = Sender()
      nonisolated(unsafe) let observed = object
      withObservationTracking { _ = object.lamp } onChange: { sender.outcome = observed.handle(.play) }
      object.handle(.toggle)
      outcome = sender.outcome
      check(outcome == .queued && object.transport == .playing && object.lamp == .blinking, "nothing is lost")
      """)
  }
}
