import LifelineModel

/// The promises of a machine that its monitor follows besides its table: `between` and `answeredBy`, as far as calls and events
/// show them.
///
/// The table alone knows what the machine can do. It has no time, it ends anywhere, and it allows what the exploration couldn't exclude.
struct MonitorPromises {
  /// A promise that a monitor follows.
  private struct Followed {
    enum Form {
      case between(ID<Callback>, opening: ID<Callback>, closing: ID<Callback>)
      case answer(Question, Promise.Answer)
    }

    /// Something that asks.
    enum Question {
      case call(ID<Callback>)
      /// The event with an index among those of the table, and another among those that ask.
      case event(Int, asking: Int)
    }

    var form: Form
    /// A sentence about what breaks the promise.
    var words: String
    /// The place of the promise in the spec.
    var place: String

    /// The milliseconds within which an answer comes, if that is promised.
    var within: Int? { if case .answer(_, let answer) = form { answer.within } else { nil } }
  }

  private let promises: [Followed]
  /// The callbacks whose calls change nothing.
  private let ignored: IDSet<Callback>

  /// Finds the promises that a monitor of a machine follows.
  /// - Parameter specName: The name of the machine's spec.
  static func find(in machine: Machine, _ table: MonitorTable, specName: String) -> MonitorPromises {
    let ignored = machine.monitorChoices.ignored
    return MonitorPromises(
      promises: machine.monitoredPromises.compactMap { promise -> Followed? in
        func name(_ callback: ID<Callback>) -> String { "`\(machine[callback].name)`" }
        let file = promise.declaredIn.map { MonitorDeclaration.fileName(machine.path(of: $0)) } ?? specName
        let place = "\(file):\(promise.range.start.line)"
        let subject = "`\(machine.name(of: promise.subject))`"
        switch promise.form {
        case .needs, .onlyAfter: return nil
        case .between(let opening, let closing):
          guard let callback = promise.callback else { return nil }
          return Followed(
            form: .between(callback, opening: opening.callback, closing: closing.callback),
            words: "\(subject) may come only between \(name(opening.callback)) and \(name(closing.callback))",
            place: place)
        case .answeredBy(var answer):
          if case .call(let callback)? = answer.before, ignored.contains(callback) { answer.before = nil }
          let question: Followed.Question
          switch promise.subject {
          case .call(let callback): question = .call(callback)
          case .event(let event):
            guard let index = table.events.firstIndex(of: event), let asking = table.askingEvents.firstIndex(of: event)
            else { return nil }
            question = .event(index, asking: asking)
          case .entry: return nil
          }
          let answers = answer.callbacks.map { name($0.callback) }.joined(separator: " or ")
          return Followed(form: .answer(question, answer), words: "\(subject) has no answer \(answers)", place: place)
        }
      }, ignored: ignored)
  }

  /// Whether there is nothing to follow.
  var isEmpty: Bool { promises.isEmpty }
  /// Whether the end of the calls can break a promise.
  var hasAnswers: Bool { promises.contains { if case .answer = $0.form { true } else { false } } }
  /// Whether an event can ask for an answer.
  var hasAskingEvents: Bool {
    promises.contains { if case .answer(.event, _) = $0.form { true } else { false } }
  }
  /// Whether the times of calls can break a promise.
  var isTimed: Bool { promises.contains { $0.within != nil } }

  /// Returns the indices of the events that ask, among those of the table and among those that ask.
  var askingEvents: [(event: Int, asking: Int)] {
    promises.compactMap { promise in
      if case .answer(.event(let event, let asking), _) = promise.form { (event, asking) } else { nil }
    }
  }

  /// Whether a call can break a promise by itself, without its time.
  private var canBreakByCalls: Bool {
    promises.contains { promise in
      guard case .answer(_, let answer) = promise.form else { return true }
      return if case .call? = answer.before { true } else { false }
    }
  }

  /// Whether a call can break a promise.
  var canBreakBeforeEnd: Bool { isTimed || canBreakByCalls }

  /// The ways to break promises in words: those of each promise, followed by its answer in time if it has one.
  var breaches: [String] {
    promises.flatMap { promise in
      let time = promise.within.map { " within \(Value.duration(milliseconds: $0))" }
      return ["", time].compactMap(\.self).map { "\(promise.words)\($0) (\(promise.place))" }
    }
  }
}

// MARK: Code

extension MonitorPromises {
  /// Returns the lines of the members of the type that follows the promises.
  /// - Parameters:
  ///   - callbacks: The name and the cases of `CallbackName`.
  ///   - events: The name and the cases of `EventName`; no cases if the monitor isn't told of events.
  ///   - progress: The name of the type that tells how far a question has come.
  func members(
    callbacks: (name: String, cases: [String]), events: (name: String, cases: [String]), progress: String
  ) -> [String] {
    let cases = callbacks.cases
    var writer = CodeWriter()
    for (number, promise) in promises.enumerated() {
      switch promise.form {
      case .between: writer.line("private var isOpen\(number): Swift.Bool")
      case .answer: writer.line("private var question\(number) = \(progress).unasked")
      }
      if promise.within != nil { writer.line("private var time\(number): Swift.Duration?") }
    }
    if hasAnswers {
      writer.line()
      writer.block("private enum \(progress): Swift.Hashable, Swift.Sendable") { writer in
        writer.line("case unasked, open")
        writer.line("/// The question is open, and that was reported.")
        writer.line("case overdue")
      }
    }
    writer.line()
    writer.line(
      "/// - Parameter isStart: Whether nothing was called before. If that isn't known, everything may have begun.")
    writer.block("init(isStart: Swift.Bool)") { writer in
      for (number, promise) in promises.enumerated() {
        if case .between = promise.form { writer.line("isOpen\(number) = !isStart") }
      }
    }
    let passesTime = isTimed && !events.cases.isEmpty
    if passesTime {
      writer.line()
      writer.line("/// Lets time pass, and returns the number of the breach if an answer is late.")
      writer.block("mutating func passTime(at time: Swift.Duration?) -> Swift.Int?") { writer in
        writer.line("var breach: Swift.Int?")
        writeTimes(&writer)
        writer.line("return breach")
      }
    }
    if hasAskingEvents { writeSending(events, &writer) }
    writer.line()
    // The end alone may break promises.
    if canBreakBeforeEnd {
      writer.line("/// Follows a call, and returns the number of the breach if it breaks a promise.")
      writer.line("@discardableResult")
    } else {
      writer.line("/// Follows a call.")
    }
    // Two places call it, so the compiler would not inline it by itself.
    writer.line("@inline(__always)")
    let time = isTimed ? ", at time: Swift.Duration?" : ""
    let result = canBreakBeforeEnd ? " -> Swift.Int?" : ""
    writer.block("mutating func observe(_ callback: \(callbacks.name)\(time))\(result)") { writer in
      if passesTime {
        writer.line("\(canBreakByCalls ? "var" : "let") breach = passTime(at: time)")
      } else if canBreakBeforeEnd {
        writer.line("var breach: Swift.Int?")
        writeTimes(&writer)
      }
      writer.line("switch callback {")
      let reactions = reactions()
      for (callback, lines) in reactions.sorted(by: { $0.key < $1.key }) {
        writer.line("case .\(cases[callback.index]):")
        writer.indented { writer in for line in lines { writer.line(line) } }
      }
      if reactions.count < cases.count { writer.line("default: break") }
      writer.line("}")
      if canBreakBeforeEnd { writer.line("return breach") }
    }
    if hasAnswers { writeEnd(callbacks, events, &writer) }
    return writer.lines
  }

  /// Writes the function that follows events.
  private func writeSending(_ events: (name: String, cases: [String]), _ writer: inout CodeWriter) {
    writer.line()
    writer.line("/// Follows an event\(isTimed ? ", and returns the number of the breach if an answer is late" : "").")
    writer.line("/// - Parameter asks: Whether the machine can't ignore it.")
    let (time, result) = isTimed ? (", at time: Swift.Duration?", " -> Swift.Int?") : ("", "")
    writer.block("mutating func send(_ event: \(events.name), asks: Swift.Bool\(time))\(result)") { writer in
      if isTimed { writer.line("let breach = passTime(at: time)") }
      for (number, promise) in promises.enumerated() {
        guard case .answer(.event(let index, _), _) = promise.form else { continue }
        writer.block("if asks, event == .\(events.cases[index]), question\(number) == .unasked") { writer in
          writer.line("question\(number) = .open")
          if promise.within != nil { writer.line("time\(number) = time") }
        }
      }
      if isTimed { writer.line("return breach") }
    }
  }

  /// Writes the function that ends the calls. It returns what asked: a callback, or the number of an item if there are events.
  private func writeEnd(
    _ callbacks: (name: String, cases: [String]), _ events: (name: String, cases: [String]),
    _ writer: inout CodeWriter
  ) {
    writer.line()
    writer.line("/// Ends the calls, and returns the first question that is open, with the number of its breach.")
    let question = events.cases.isEmpty ? "callback: \(callbacks.name)" : "item: Swift.Int"
    writer.block("mutating func finish() -> (\(question), breach: Swift.Int)?") { writer in
      for (number, promise) in promises.enumerated() {
        guard case .answer(let subject, _) = promise.form else { continue }
        let asked: String
        switch subject {
        case .call(let callback):
          asked = events.cases.isEmpty ? ".\(callbacks.cases[callback.index])" : "\(callback.index)"
        case .event(let index, _): asked = "\(callbacks.cases.count + index)"
        }
        writer.block("if question\(number) == .open") { writer in
          writer.line("question\(number) = .overdue")
          writer.line("return (\(asked), \(breachNumber(of: number)))")
        }
      }
      writer.line("return nil")
    }
  }

  /// Returns the number of the first breach of a promise. That of its time comes next.
  private func breachNumber(of number: Int) -> Int {
    number + promises[..<number].count { $0.within != nil }
  }

  private func writeTimes(_ writer: inout CodeWriter) {
    for (number, promise) in promises.enumerated() {
      guard let within = promise.within else { continue }
      let limit =
        within % 1_000 == 0
        ? "Swift.Duration.seconds(\(within / 1_000))" : "Swift.Duration.milliseconds(\(within))"
      writer.block("if question\(number) == .open, let time, let asked = time\(number), time - asked > \(limit)") {
        $0.line("question\(number) = .overdue")
        $0.line("breach = breach ?? \(breachNumber(of: number) + 1)")
      }
    }
  }

  /// Returns the statements that follow each callback, in the order of the promises.
  private func reactions() -> [ID<Callback>: [String]] {
    var result: [ID<Callback>: [String]] = [:]
    for (number, promise) in promises.enumerated() {
      let breach = "breach = breach ?? \(breachNumber(of: number))"
      switch promise.form {
      case .between(let subject, let opening, let closing):
        result[subject, default: []].append("if !isOpen\(number) { \(breach) }")
        result[closing, default: []].append("isOpen\(number) = false")
        result[opening, default: []].append("isOpen\(number) = true")
      case .answer(let subject, let answer):
        for callback in IDSet(answer.callbacks.map(\.callback)) {
          result[callback, default: []].append("question\(number) = .unasked")
        }
        if case .call(let callback)? = answer.before {
          result[callback, default: []] += [
            "if question\(number) == .open {", "  question\(number) = .overdue", "  \(breach)", "}",
          ]
        }
        guard case .call(let asking) = subject else { continue }
        let question = "question\(number) = .open"
        let time = promise.within == nil ? [] : ["  time\(number) = time"]
        result[asking, default: []] += ["if question\(number) == .unasked {", "  \(question)"] + time + ["}"]
      }
    }
    return result.filter { !ignored.contains($0.key) }
  }
}
