// if async

/// Collects what happens to a subject, from any thread, in order.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
nonisolated private struct ScenarioInbox<Callback: Swift.Sendable>: Swift.Sendable {
  nonisolated enum Item: Swift.Sendable {
    case call(Callback)
    /// The step with this number has got on.
    case progress(Swift.Int, ScenarioProgress)
  }

  let items: _Concurrency.AsyncStream<Item>
  private let continuation: _Concurrency.AsyncStream<Item>.Continuation

  init() { (items, continuation) = _Concurrency.AsyncStream.makeStream(of: Item.self) }

  func add(_ item: Item) { continuation.yield(item) }
}

/// The progress of a step.
nonisolated private enum ScenarioProgress: Swift.Sendable {
  /// The subject has returned from it.
  case returned
  /// Nothing is under way or, with `false`, the subject can't tell.
  case settled(Swift.Bool)
  case timeUp
}

/// The reason why a test of an asynchronous subject couldn't begin.
nonisolated private struct ScenarioDelay: Swift.Error, Swift.CustomStringConvertible {
  let description: Swift.String
}

/// An answer of a subject.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
@MainActor
private final class ScenarioAnswer<Value> {
  var value: Value?
}

/// The steps of a test that drives an asynchronous subject. After the first failure, no more are taken.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
@MainActor
private final class ScenarioSteps<Machine: ScenarioMachine> where Machine.Callback: Swift.Sendable {
  typealias Calls = ScenarioCalls<Machine.Callback>

  /// A step that was checked, with its calls so far.
  private struct Step {
    let cause: Swift.String
    let line: Swift.UInt
    let expected: Calls?
    var calls: [Machine.Callback]
  }

  var timeLimit = Swift.Duration.seconds(10)
  var settle: @MainActor () async -> Swift.Bool = { false }
  let inbox = ScenarioInbox<Machine.Callback>()
  private var log: ScenarioLog<Machine>
  private var number = 0
  private var last: Step?
  /// The calls before the first step.
  private var firstCalls: [Machine.Callback] = []

  init(_ log: ScenarioLog<Machine>) { self.log = log }

  // MARK: - The beginning

  /// Makes the subject.
  func begin<Subject>(_ make: @escaping @MainActor () async throws -> Subject) async throws -> Subject {
    let answer = ScenarioAnswer<Swift.Result<Subject, any Swift.Error>>()
    let (delay, calls) = await perform(settles: false) {
      do { answer.value = .success(try await make()) } catch { answer.value = .failure(error) }
    }
    firstCalls = calls
    guard let result = answer.value else { throw ScenarioDelay(description: "the beginning: \(delay ?? "no subject")") }
    return try result.get()
  }

  /// Leaves out the calls so far, those on the way to the given states.
  func skipCalls() async throws {
    let (delay, _) = await perform {}
    firstCalls = []
    if let delay { throw ScenarioDelay(description: "the beginning: \(delay)") }
  }

  // MARK: - Steps

  /// Takes a step, and checks the calls that come until the subject has settled or, if it can't tell, until they are as
  /// expected.
  ///
  /// - Parameter isHandled: What the subject must not deny.
  func take(
    _ cause: Any, line: Swift.UInt, expecting expected: Calls?, isHandled: Swift.Bool = true,
    _ work: @escaping @MainActor () async -> Swift.Bool?
  ) async {
    // What comes before the first step belongs to it: these are the calls of the start.
    if last != nil { await checkLateCalls() }
    guard !log.hasFailed else { return }
    let cause = "\(cause)"
    let answer = ScenarioAnswer<Swift.Bool>()
    let (delay, calls) = await perform(until: { expected?.match(log.observed($0)) ?? true }) {
      answer.value = await work()
    }
    last = Step(cause: cause, line: line, expected: expected, calls: calls)
    if let value = answer.value, value != isHandled {
      log.fail(isHandled ? "\(cause): must be handled, but is not" : "\(cause): must not be handled, but is", line)
    }
    if let delay {
      log.fail("\(cause): \(delay)\n" + shownCalls(log.observed(calls), beside: expected), line)
    } else {
      log.check(calls, after: cause, line: line, expecting: expected)
    }
  }

  /// Takes a step of a scenario that the test follows. Its calls aren't checked, but the test waits for them.
  func drive(
    _ cause: Any, line: Swift.UInt, expecting expected: Calls?, observing channels: Swift.Set<Swift.String>?,
    _ work: @escaping @MainActor () async -> Swift.Void
  ) async {
    await checkLateCalls()
    guard !log.hasFailed else { return }
    func observed(_ calls: [Machine.Callback]) -> [Machine.Callback] {
      calls.filter { channels?.contains(Machine.channel(of: $0)) ?? true }
    }
    let (delay, calls) = await perform(until: { expected?.match(observed($0)) ?? true }, work)
    last = nil
    firstCalls = []
    if let delay { log.fail("\(cause): \(delay)\n" + shownCalls(observed(calls), beside: expected), line) }
  }

  /// Asks the subject something that it must not deny.
  func ask(_ failure: Swift.String, line: Swift.UInt, _ work: @escaping @MainActor () async -> Swift.Bool?) async {
    await checkLateCalls()
    guard !log.hasFailed else { return }
    let answer = ScenarioAnswer<Swift.Bool>()
    let (delay, calls) = await perform(settles: false) { answer.value = await work() }
    addLateCalls(calls)
    if let delay { log.fail("\(failure): \(delay)", line) }
    if answer.value == false { log.fail(failure, line) }
  }

  /// Ends the test, and checks the calls that have come since the last step.
  func finish() async {
    guard !log.hasFailed else { return }
    let (delay, calls) = await perform {}
    addLateCalls(calls)
    if let delay { log.fail("the end: \(delay)", last?.line ?? 1) }
  }

  // MARK: - Calls

  /// Checks the calls that have come since the last step was over. They are that step's, too.
  private func checkLateCalls() async {
    number += 1
    inbox.add(.progress(number, .settled(true)))
    addLateCalls(await collect { _ in true }.calls)
  }

  private func addLateCalls(_ calls: [Machine.Callback]) {
    guard var step = last else { return firstCalls += calls }
    if calls.isEmpty { return }
    step.calls += calls
    last = step
    log.takeBackStep()
    log.check(step.calls, after: step.cause, line: step.line, expecting: step.expected)
  }

  /// Does something, and returns the calls that come until the subject has settled or, if it can't tell, until
  /// `isComplete`. If time is up before, `delay` says what is missing.
  private func perform(
    settles: Swift.Bool = true, until isComplete: ([Machine.Callback]) -> Swift.Bool = { _ in true },
    _ work: @escaping @MainActor () async -> Swift.Void
  ) async -> (delay: Swift.String?, calls: [Machine.Callback]) {
    number += 1
    let (number, timeLimit, settle, inbox) = (self.number, self.timeLimit, self.settle, self.inbox)
    let worker = _Concurrency.Task { @MainActor in
      await work()
      inbox.add(.progress(number, .returned))
      inbox.add(.progress(number, .settled(settles ? await settle() : false)))
    }
    let timer = _Concurrency.Task {
      guard (try? await _Concurrency.Task.sleep(for: timeLimit)) != nil else { return }
      inbox.add(.progress(number, .timeUp))
    }
    defer {
      worker.cancel()
      timer.cancel()
    }
    return await collect(until: isComplete)
  }

  private func collect(
    until isComplete: ([Machine.Callback]) -> Swift.Bool
  ) async -> (delay: Swift.String?, calls: [Machine.Callback]) {
    var calls = firstCalls
    firstCalls = []
    var delay = "the subject hasn't returned within \(timeLimit)"
    var isSettled: Swift.Bool?
    for await item in inbox.items {
      switch item {
      case .call(let call): calls.append(call)
      case .progress(number, .returned): delay = "`settle` hasn't returned within \(timeLimit)"
      case .progress(number, .settled(let isKnown)):
        if isKnown { return (nil, calls) }
        isSettled = false
        delay = "other calls than expected within \(timeLimit)"
      case .progress(number, .timeUp): return (delay, calls)
      case .progress: continue
      }
      if isSettled == false, isComplete(calls) { return (nil, calls) }
    }
    return ("the test was cancelled", calls)
  }

  private func shownCalls(_ calls: [Machine.Callback], beside expected: Calls?) -> Swift.String {
    expected?.table(beside: calls) ?? "calls: [\(calls.map { shown($0) }.joined(separator: ", "))]"
  }
}
// end
