import LifelineModel

/// The promises of a machine that its monitor follows besides its table: `between` and `answeredBy`, as far as calls show them.
///
/// The table alone knows what the machine can do. It has no time, it ends anywhere, and it allows what the exploration couldn't exclude.
struct MonitorPromises {
  /// A promise that a monitor follows.
  private struct Followed {
    enum Form {
      case between(ID<Callback>, opening: ID<Callback>, closing: ID<Callback>)
      case answer(ID<Callback>, Promise.Answer)
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

  /// Finds the promises that a monitor of a machine follows: those of its own file whose calls it must get.
  /// - Parameter specName: The name of the machine's spec.
  static func find(in machine: Machine, specName: String) -> MonitorPromises {
    var owed = machine.observedCallbacks
    owed.subtract(machine.monitorChoices.omissibleCallbacks)
    owed.subtract(machine.monitorChoices.ignored)
    return MonitorPromises(
      promises: machine.ownPromises.compactMap { promise -> Followed? in
        guard let subject = promise.callback else { return nil }
        func name(_ callback: ID<Callback>) -> String { "`\(machine[callback].name)`" }
        let place = "\(specName):\(promise.range.start.line)"
        switch promise.form {
        case .needs, .onlyAfter: return nil
        case .between(let opening, let closing):
          // A call that is missing in what the monitor gets hasn't opened anything.
          guard owed.contains(opening.callback) else { return nil }
          let words =
            "\(name(subject)) may come only between \(name(opening.callback)) and \(name(closing.callback))"
          return Followed(
            form: .between(subject, opening: opening.callback, closing: closing.callback), words: words, place: place)
        case .answeredBy(let answer):
          guard ([subject] + answer.callbacks.map(\.callback)).allSatisfy(owed.contains) else { return nil }
          let answers = answer.callbacks.map { name($0.callback) }.joined(separator: " or ")
          return Followed(
            form: .answer(subject, answer), words: "\(name(subject)) has no answer \(answers)", place: place)
        }
      })
  }

  /// Whether there is nothing to follow.
  var isEmpty: Bool { promises.isEmpty }
  /// Whether the end of the calls can break a promise.
  var hasAnswers: Bool { promises.contains { if case .answer = $0.form { true } else { false } } }
  /// Whether the times of calls can break a promise.
  var isTimed: Bool { promises.contains { $0.within != nil } }

  /// Whether a call can break a promise by itself, without its time.
  private var canBreakByCalls: Bool {
    promises.contains { promise in
      guard case .answer(_, let answer) = promise.form else { return true }
      return if case .call? = answer.before { true } else { false }
    }
  }

  /// Whether a call can break a promise.
  private var canBreakBeforeEnd: Bool { isTimed || canBreakByCalls }

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
  ///   - machine: The machine's type.
  ///   - cases: The cases of `CallbackName`.
  ///   - progress: The name of the type that tells how far a question has come.
  ///   - hasEvents: Whether events have times as well.
  func members(machine: String, cases: [String], progress: String, hasEvents: Bool) -> [String] {
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
    let passesTime = isTimed && hasEvents
    if passesTime {
      writer.line()
      writer.line("/// Lets time pass, and returns the number of the breach if an answer is late.")
      writer.block("mutating func passTime(at time: Swift.Duration?) -> Swift.Int?") { writer in
        writer.line("var breach: Swift.Int?")
        writeTimes(&writer)
        writer.line("return breach")
      }
    }
    writer.line()
    writer.line("/// Follows a call, and returns the number of the breach if it breaks a promise.")
    writer.line("@discardableResult")
    let time = isTimed ? ", at time: Swift.Duration?" : ""
    writer.block("mutating func observe(_ callback: \(machine).CallbackName\(time)) -> Swift.Int?") { writer in
      // The end alone may break promises.
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
      writer.line(canBreakBeforeEnd ? "return breach" : "return nil")
    }
    guard hasAnswers else { return writer.lines }
    writer.line()
    writer.line("/// Ends the calls, and returns the first question that is open, with the number of its breach.")
    writer.block("mutating func finish() -> (callback: \(machine).CallbackName, breach: Swift.Int)?") { writer in
      for (number, promise) in promises.enumerated() {
        guard case .answer(let subject, _) = promise.form else { continue }
        writer.block("if question\(number) == .open") { writer in
          writer.line("question\(number) = .overdue")
          writer.line("return (.\(cases[subject.index]), \(breachNumber(of: number)))")
        }
      }
      writer.line("return nil")
    }
    return writer.lines
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
        let question = "question\(number) = .open"
        let time = promise.within == nil ? [] : ["  time\(number) = time"]
        result[subject, default: []] += ["if question\(number) == .unasked {", "  \(question)"] + time + ["}"]
      }
    }
    return result
  }
}
