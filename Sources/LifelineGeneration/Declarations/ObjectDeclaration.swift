import LifelineModel

/// The class that holds a machine.
struct ObjectDeclaration {
  let machine: MachineDeclarations
  let form: ObjectForm

  var context: MachineContext { machine.context }
  var type: String { machine.names.type }
  var name: String { machine.names.object }
  var hasTimers: Bool { context.hasTimers }
  var isObservable: Bool { form == .observable }
  var outcome: String { nestedType("Outcome") }
  var input: String { nestedType("Input") }
  var runner: String { nestedType("Runner") }
  /// The module `Observation` with a dot, or nothing if the machine has the name of the module.
  var observation: String { context.machine.name == "Observation" ? "" : "Observation." }

  /// Returns the name of a type in the class, which must not hide a machine of its name.
  private func nestedType(_ name: String) -> String { context.machine.name == name ? "Object\(name)" : name }

  /// The condition under which a machine that has started is finished; `nil` if it never is.
  var finished: String? {
    if context.machine[Machine.root].isParallel { return context.shape.canFinish ? "isFinished" : nil }
    let finals = context.finals.map { "isActive(.\(machine.names.anyStateCase($0)))" }
    return finals.isEmpty ? nil : finals.joined(separator: " || ")
  }

  /// The condition under which the object's machine has finished; `nil` if it never does.
  var isOver: String? { finished.map { _ in "hasStarted && currentMachine.hasFinished" } }

  /// Returns what Embedded Swift doesn't have.
  func unlessEmbedded(_ statements: [Statement]) -> [Statement] {
    statements.isEmpty ? [] : ["#if !hasFeature(Embedded)"] + statements + ["#endif"]
  }

  /// The class and the extensions that it needs.
  var declarations: [[Declaration]] {
    let conformance = Declaration(
      attribute: availability, head: "nonisolated extension \(name): \(observation)Observable {}")
    return [[objectClass]]
      + (isObservable ? [["#if !hasFeature(Embedded)", conformance, "#endif"]] : [])
      + (needsStart || finished != nil ? [[machineExtension]] : [])
  }

  /// The attribute of the class, or nothing.
  private var availability: String {
    isObservable ? "@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)" : machine.isolatedAvailability
  }

  // MARK: - The class

  private var objectClass: Declaration {
    let attributes = [availability, machine.isolation].filter { !$0.isEmpty }
    let keepsTime = hasTimers ? ", keeps time" : ""
    var members: [[Declaration]] = [[outcomes], [inputs], listeners, storage, [listening]]
    members += initializers.map { [$0] }
    members += [[start], [beyondEmbedded]]
    members += [[reading], [handle]]
    if context.hasContext { members.append([contextUpdate]) }
    members += [perform, take, handleWaiting].map { [$0] } + (hasTimers ? [[finishing]] : [])
    members += [[reaction], [notification]]
    if hasTimers { members.append([time]) }
    return Declaration(
      "A `\(context.machine.name)` as an object, for apps. It queues what callbacks send\(keepsTime) and tells what happened.",
      "An event that is sent from a callback waits until the machine has handled the current event, and the properties then",
      "have their values from before that event.", attribute: attributes.joined(separator: "\n"), isPublic: true,
      head: "final class \(name)", members: members)
  }

  private var outcomes: Declaration {
    Declaration(
      "The outcome of an event: the machine handled\(context.shape.defers ? " or deferred" : "") it or ignored it, or it waits "
        + "for `start` or until the",
      "machine has handled the current event.", isPublic: true,
      head: "nonisolated enum \(outcome): Swift.Hashable, Swift.Sendable", cases: ["handled", "ignored", "queued"])
  }

  private var inputs: Declaration {
    var cases = ["event(\(type).Event)"]
    if hasTimers { cases.append("time(Swift.Duration)") }
    if context.hasContext { cases.append("change((inout \(type).Context) -> Swift.Void)") }
    return Declaration(head: "private enum \(input)", cases: cases)
  }

  private var listeners: [Declaration] {
    let updates = context.hasContext ? ", every `updateContext`" : ""
    return [
      Declaration(
        "Receives what the machine did, when it is at rest: after the start\(updates)",
        "and every event\(hasTimers ? " or timer" : "") that it handled.", isPublic: true,
        head: "var onChange: ((\(type).Reaction) -> Swift.Void)?"),
      Declaration(
        "Receives the events that the machine ignored, when it is at rest.", isPublic: true,
        head: "var onIgnored: ((\(type).Event) -> Swift.Void)?"),
    ]
  }

  private var storage: [Declaration] {
    let time = Declaration(
      "The time that callbacks have added and that hasn't passed.", head: "private var addedTime = Swift.Duration.zero")
    return [
      "private var currentMachine: \(type)",
      Declaration(
        "The receiver of the calls; none before the start.",
        head: "private var receiveCall: ((\(type).Callback) -> Swift.Void)?"),
      "private var hasStarted: Swift.Bool",
      Declaration("Whether inputs wait for the start.", head: "private var hasEarlyInputs = false"),
      Declaration(
        "Whether the machine or a listener is running, so that inputs wait.", head: "private var isBusy = false"),
      "private var waitingInputs: [\(input)] = []",
    ] + (hasTimers ? [time] : [])
  }

  // MARK: - Starting

  /// The parameter for the facts at the beginning, or nothing.
  private var facts: String { context.hasContext ? "context: \(type).Context = \(type).Context()" : "" }

  private var initializers: [Declaration] {
    let argument = context.hasContext ? "context: context" : ""
    let comma = context.hasContext ? ", " : ""
    let fresh = needsStart ? "beforeStart: \(context.hasContext ? "context" : "()")" : argument
    return [
      Declaration(
        "Creates an object that does nothing before `start`. What is sent before waits.", isPublic: true,
        head: "init(\(facts))", body: ["currentMachine = \(type)(\(fresh))", "hasStarted = false"]),
      Declaration(
        "Creates an object that continues `machine`. It also does nothing before `start`.", isPublic: true,
        head: "init(continuing machine: \(type))", body: ["currentMachine = machine", "hasStarted = true"]),
      Declaration(
        "Creates an object and starts its machine.", isPublic: true,
        head: "convenience init(\(facts)\(comma)calling call: @escaping (\(type).Callback) -> Swift.Void)",
        body: ["self.init(\(argument))", "start(calling: call)"]),
      deinitializer,
    ]
  }

  private var deinitializer: Declaration {
    let advice = "the object was never started, so what it was sent is lost; call `start`"
    let timers: [Statement] =
      hasTimers ? ["wakeRunner?.finish()", "for runner in waitingRunners { runner.finish() }"] : []
    return Declaration(
      head: "deinit",
      body: [
        .constant("isForgotten", "hasEarlyInputs"),
        "Swift.assert(!isForgotten, \"\(context.machine.name): \(advice)\")",
        "for subscriber in subscribers { _ = subscriber(nil) }",
      ] + unlessEmbedded(timers))
  }

  private var start: Declaration {
    let elapsed: Statement = "if receiveCall == nil, let elapsedTime { passedTime = elapsedTime() }"
    let reaction: Statement =
      begins
      ? .closure(
        "_ = react", parameters: "machine, call", ["machine.\(begin ?? "start")(call)", .return(".start")])
      : "_ = react { _, _ in .start }"
    let first: [Statement] = ["hasStarted = true", reaction, "handleWaiting()"]
    return Declaration(
      "Starts the machine, unless it has started, and handles what waits. From now on, `call` receives the calls.",
      isPublic: true, head: "func start(calling call: @escaping (\(type).Callback) -> Swift.Void)",
      body: unlessEmbedded(hasTimers ? [elapsed] : []) + [
        "receiveCall = call", "if isBusy { return }", "isBusy = true", .constant("inputs", "waitingInputs"),
        "waitingInputs = []", "hasEarlyInputs = false", .if("!hasStarted", then: first, else: []),
        .for("input", in: "inputs", ["_ = take(input)", "handleWaiting()"]), endTurn,
      ])
  }

  /// The functions that tell a delegate or a stream what the machine does, which Embedded Swift doesn't have.
  private var beyondEmbedded: Declaration {
    let functions = context.hasCallbacks ? [startWithDelegate, changes] : [changes]
    var groups = functions.map { [$0] }
    groups[0].insert("#if !hasFeature(Embedded)", at: 0)
    groups[groups.count - 1].append("#endif")
    return Declaration(documentation: [], head: "", body: .inset(groups))
  }

  private var startWithDelegate: Declaration {
    Declaration(
      "Starts the machine, unless it has started, and handles what waits. From now on, `delegate` receives the calls. The",
      "object holds it weakly.", isPublic: true,
      head: "func start(delegate: some \(machine.names.delegate) & Swift.AnyObject)",
      body: ["start { [weak delegate] in if let delegate { tell($0, to: delegate) } }"])
  }

  // MARK: - Events

  private var handle: Declaration {
    Declaration(
      "Sends an event to the machine.\(hasTimers ? " The time that `run` has measured passes first." : "")",
      attribute: "@discardableResult", isPublic: true, head: "func handle(_ event: \(type).Event) -> \(outcome)",
      line: "perform(.event(event))")
  }

  private var contextUpdate: Declaration {
    Declaration(
      "Changes facts. A change runs no transition; it counts from the next event on.", isPublic: true,
      head: "func updateContext(_ change: @escaping (inout \(type).Context) -> Swift.Void)",
      line: "_ = perform(.change(change))")
  }

  private var perform: Declaration {
    let advice = "more than 100,000 inputs wait for the object (see Limits); let callbacks send fewer events"
    let waiting: [Statement] = [
      .broken(.when("waitingInputs.count == 100_000", context.trap(advice))), "waitingInputs.append(input)",
      "if receiveCall == nil { hasEarlyInputs = true }", .return(".queued"),
    ]
    return Declaration(
      head: "private func perform(_ input: \(input)) -> \(outcome)",
      body: [.if("isBusy || receiveCall == nil", then: waiting, else: []), "isBusy = true"]
        + unlessEmbedded(hasTimers ? ["passElapsedTime()"] : []) + [
          .constant("isHandled", "take(input)"), "handleWaiting()", endTurn,
          .return("isHandled ? .handled : .ignored"),
        ])
  }

  /// The statement after everything that waits has been handled.
  private var endTurn: Statement { hasTimers ? "finishTurn()" : "isBusy = false" }

  private var take: Declaration {
    let time: [Statement] = ["if duration > Swift.Duration.zero { addedTime += duration }", .return("true")]
    let change: [Statement] = ["change(&machine.context)", .return(".contextUpdate")]
    var cases = [
      Case(
        ".event(let event)",
        body: [
          .constant(
            "isHandled", "react { machine, call in machine.handle(event, calling: call) ? .event(event) : nil }"),
          "if !isHandled { onIgnored?(event) }", .return("isHandled"),
        ])
    ]
    if hasTimers { cases.append(Case(".time(let duration)", body: time)) }
    if context.hasContext {
      cases.append(Case(".change(let change)", body: [.closure("return react", parameters: "machine, _", change)]))
    }
    return Declaration(
      "Handles an input now, and returns whether the machine handled it.",
      head: "private func take(_ input: \(input)) -> Swift.Bool", body: [.switch("input", cases, default: .none)])
  }

  private var handleWaiting: Declaration {
    let time = hasTimers ? ", and then lets the time pass that they have added, timer by timer" : ""
    let loop: [Statement] = [
      .variable("index", "0"),
      .while("index < waitingInputs.count", ["_ = take(waitingInputs[index])", "index += 1"]),
      "waitingInputs.removeAll(keepingCapacity: true)",
    ]
    return Declaration(
      "Handles what callbacks and listeners have sent\(time).", head: "private func handleWaiting()",
      body: hasTimers
        ? [.variable("timerCount", "0"), .repeat(loop, while: "elapseTimer(within: &addedTime, &timerCount)")] : loop)
  }

  private var finishing: Declaration {
    Declaration(
      head: "private func finishTurn()",
      body: ["isBusy = false"] + unlessEmbedded(["updateWakingTime()"]))
  }

  private var reaction: Declaration {
    let change = "(inout \(type), (\(type).Callback) -> Swift.Void) -> \(type).Reaction.Cause?"
    return Declaration(
      "Lets a copy of the machine do something, then shows the result, and tells it to listeners. `change` returns the cause, or",
      "`nil` if the machine ignored it.",
      head: "private func react(_ change: \(change)) -> Swift.Bool",
      body: [
        .guard("let receiveCall", else: [.return("false")]),
        .constant("isListenedTo", "onChange != nil || !subscribers.isEmpty"), .constant("before", "currentMachine"),
        .variable("after", "before"),
        "var callbacks: [\(type).Callback] = []",
        .closure(
          "let cause = change(&after)", parameters: "callback",
          ["if isListenedTo { callbacks.append(callback) }", "receiveCall(callback)"]),
        isObservable ? "showMachine(after)" : "currentMachine = after",
        .if(
          "isListenedTo, let cause",
          then: [
            """
            notifyListeners(\(type).Reaction(\
            cause: cause, isHandled: true, callbacks: callbacks, before: before, after: after))
            """
          ], else: []),
      ] + (finished == nil ? [] : ["if currentMachine.hasFinished { subscribers.removeAll { !$0(nil) } }"])
        + [.return("cause != nil")])
  }

  /// The function that tells listeners. The optimizer makes several copies of ``reaction``, which are small without this.
  private var notification: Declaration {
    Declaration(
      head: "private func notifyListeners(_ reaction: \(type).Reaction)",
      body: ["onChange?(reaction)", "subscribers.removeAll { !$0(reaction) }"])
  }

  // MARK: - The machine

  /// Whether the machine does something when it starts.
  private var begins: Bool { !beginning.isEmpty }

  /// Whether the machine has to be made without being started.
  private var needsStart: Bool { begins || !context.startsWithoutCalls }

  /// The statements that start a machine that was made before.
  private var beginning: [Statement] {
    context.ownParts.map { $0.start("\($0.property).context") } + (machine.program.starts ? ["start(call)"] : [])
  }

  /// The name of the function that starts parts with the machine; `nil` if the machine has none.
  private var begin: String? { context.ownParts.isEmpty ? nil : "begin" }

  /// The extension of the machine with the members that the class needs.
  private var machineExtension: Declaration {
    var members: [Declaration] = []
    if needsStart {
      var start = context.beginningBeforeStart
      if !context.layout.hasRegions { start.append("state = .\(machine.names.stateCase(context.initialLeaf))") }
      let parameter = context.hasContext ? "beforeStart context: Context" : "beforeStart: Swift.Void"
      members.append(Declaration(head: "fileprivate init(\(parameter))", body: start))
    }
    if let begin {
      let head = "fileprivate mutating func \(begin)(_ call: (Callback) -> Swift.Void)"
      members.append(Declaration(head: head, body: beginning))
    }
    if let finished {
      members.append(Declaration(head: "fileprivate var hasFinished: Swift.Bool", line: "\(finished)"))
    }
    return Declaration(
      attribute: context.availability, head: "nonisolated extension \(type)", members: members.map { [$0] })
  }
}
