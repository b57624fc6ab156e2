import LifelineModel

/// The members of a class that let time pass.
extension ObjectDeclaration {
  /// The stream that ends when something is over.
  private static let signal = "_Concurrency.AsyncStream<Swift.Void>"

  /// The functions with which time passes, and those for a clock, which Embedded Swift doesn't have.
  var time: Declaration {
    let note = isObservable ? " Observers aren't told of it." : ""
    let groups: [[Declaration]] = [
      [
        Declaration(
          "The time until the next timer elapses; `nil` if no timer is armed.\(note)", isPublic: true,
          head: "var timeUntilNextTimer: Swift.Duration?", line: "currentMachine.timeUntilNextTimer")
      ],
      [
        Declaration(
          "Lets time pass, timer by timer: what the callbacks of a timer send is handled before the next timer elapses.",
          isPublic: true, head: "func advance(by duration: Swift.Duration)", line: "_ = perform(.time(duration))")
      ], [elapsing], ["#if !hasFeature(Embedded)"] + runStorage,
    ]
    let running = [
      run, runnerType, enterRun, leaveRun, prepareRest, catchUp, passElapsedTime, nextWakingTime,
    ]
    return Declaration(
      documentation: [], head: "",
      body: .inset(groups + running.map { [$0] } + [[updateWakingTime, "#endif"]]))
  }

  private var elapsing: Declaration {
    let body: [Statement] = [
      "guard let timer = machine.elapseNextTimer(within: &left, &timerCount, call) else { return nil }",
      "hasElapsed = true", .return("timer.isHandled ? timer.cause : nil"),
    ]
    return Declaration(
      "Lets a timer elapse if one is due within `left`, and returns whether it did.",
      head: "private func elapseTimer(within left: inout Swift.Duration, _ timerCount: inout Swift.Int) -> Swift.Bool",
      body: [
        .comment("A timer with no time left is due at the same instant as another one that has elapsed."),
        "if left <= Swift.Duration.zero, currentMachine.timeUntilNextTimer != Swift.Duration.zero { return false }",
        .variable("hasElapsed", "false"), .closure("_ = react", parameters: "machine, call", body),
        .return("hasElapsed"),
      ])
  }

  private var runStorage: [Declaration] {
    [
      Declaration(
        "The time since `run` began, by its clock; `nil` if nothing runs.",
        head: "private var elapsedTime: (() -> Swift.Duration)?"),
      Declaration(
        "The part of this time that has passed for the machine.",
        head: "private var passedTime = Swift.Duration.zero"),
      Declaration(
        "The time since `run` began at which it wakes; `nil` if no timer is armed.",
        head: "private var wakingTime: Swift.Duration?"),
      "private var wakeRunner: \(Self.signal).Continuation?",
      "private var waitingRunners: [\(Self.signal).Continuation] = []",
    ]
  }

  // MARK: - The runner

  private var run: Declaration {
    let end = finished == nil ? "" : ", the machine is finished"
    return Declaration(
      "Lets time pass by a clock, until the task is cancelled\(end) or the object is gone: `await object.run()`.", "",
      "A second run waits until the first has ended, and then continues.", isPublic: true,
      head: "var run: \(runner)",
      body: [
        "\(runner)(", "  enter: { [weak self] in self?.enterRun($0) }, leave: { [weak self] in self?.leaveRun() },",
        "  prepareRest: { [weak self] in self?.prepareRest($0, &$1) ?? false })",
      ])
  }

  private var runnerType: Declaration {
    Declaration(
      "Keeps the time of an object.", isPublic: true, head: "nonisolated struct \(runner)",
      members: [
        [
          "fileprivate let enter: (@escaping () -> Swift.Duration) -> \(Self.signal)?",
          "fileprivate let leave: () -> Swift.Void",
          "fileprivate let prepareRest: (\(Self.signal).Continuation, inout Swift.Duration?) -> Swift.Bool",
        ], [runnerCall],
      ])
  }

  private var runnerCall: Declaration {
    let sleep: [Statement] = [
      "try? await clock.sleep(until: start.advanced(by: deadline), tolerance: nil)", "wake.finish()",
    ]
    let rest: [Statement] = [
      "let (rest, wake) = _Concurrency.AsyncStream.makeStream(of: Swift.Void.self)",
      "var deadline: Swift.Duration?", "guard prepareRest(wake, &deadline) else { return }",
      .closure("let sleeper = deadline.map", parameters: "deadline", [.block("_Concurrency.Task", sleep)]),
      "for await _ in rest {}", "sleeper?.cancel()",
    ]
    return Declaration(
      "Lets time pass by a clock. With `.suspending`, time stops while the device sleeps.", isPublic: true,
      head: """
        func callAsFunction(
          clock: some _Concurrency.Clock<Swift.Duration> = .continuous,
          isolation: isolated (any _Concurrency.Actor)? = #isolation
        ) async
        """,
      body: [
        .constant("start", "clock.now"),
        .while(
          "let turn = enter({ start.duration(to: clock.now) })",
          ["for await _ in turn {}", "if _Concurrency.Task.isCancelled { return }"]), "defer { leave() }",
        .while("!_Concurrency.Task.isCancelled", rest),
      ])
  }

  // MARK: - Running

  private var enterRun: Declaration {
    let wait: [Statement] = [
      "let (turn, continuation) = _Concurrency.AsyncStream.makeStream(of: Swift.Void.self)",
      "waitingRunners.append(continuation)", .return("turn"),
    ]
    return Declaration(
      "Begins to keep time, or returns a stream that ends when the run before has ended.",
      head: "private func enterRun(_ elapsedTime: @escaping () -> Swift.Duration) -> \(Self.signal)?",
      body: [
        .if("self.elapsedTime != nil", then: wait, else: []), "self.elapsedTime = elapsedTime",
        "passedTime = elapsedTime()", .return("nil"),
      ])
  }

  private var leaveRun: Declaration {
    Declaration(
      head: "private func leaveRun()",
      body: [
        "catchUp()", "elapsedTime = nil", "wakeRunner = nil",
        "for runner in waitingRunners { runner.finish() }", "waitingRunners = []",
      ])
  }

  private var prepareRest: Declaration {
    Declaration(
      "Finds the time since `run` began at which it has to wake, unless `wake` wakes it before. Returns whether it goes on.",
      head: """
        private func prepareRest(_ wake: \(Self.signal).Continuation, _ deadline: inout Swift.Duration?) -> Swift.Bool
        """,
      body: [
        "catchUp()", "wakingTime = nextWakingTime", "wakeRunner = wake", "deadline = wakingTime",
        .return(isOver.map { "!(\($0))" } ?? "true"),
      ])
  }

  private var catchUp: Declaration {
    Declaration(
      "Lets the time pass that has gone by, unless the object is busy.", head: "private func catchUp()",
      body: ["if isBusy || receiveCall == nil { return }", "isBusy = true", "passElapsedTime()", "finishTurn()"])
  }

  private var passElapsedTime: Declaration {
    Declaration(
      "Lets the time pass that has gone by, timer by timer.", head: "private func passElapsedTime()",
      body: [
        .guard("let elapsedTime", else: [.return(nil)]), .constant("now", "elapsedTime()"),
        .variable("left", "now - passedTime"), "if left <= Swift.Duration.zero { return }", "passedTime = now",
        .comment("No limit on timers: it depends on the clock how many have elapsed."), .variable("timerCount", "0"),
        .while("elapseTimer(within: &left, &timerCount)", ["handleWaiting()", "timerCount = 0"]),
      ])
  }

  private var nextWakingTime: Declaration {
    Declaration(
      head: "private var nextWakingTime: Swift.Duration?",
      body: ["receiveCall == nil ? nil : currentMachine.timeUntilNextTimer.map { passedTime + $0 }"])
  }

  private var updateWakingTime: Declaration {
    let (end, alsoOver) = isOver.map { (" or the machine is finished", " || \($0)") } ?? ("", "")
    return Declaration(
      "Wakes `run` if it has to wait until another time\(end).", head: "private func updateWakingTime()",
      body: [
        .guard("let wakeRunner, nextWakingTime != wakingTime\(alsoOver)", else: [.return(nil)]),
        "wakingTime = nextWakingTime", "wakeRunner.finish()",
      ])
  }
}
