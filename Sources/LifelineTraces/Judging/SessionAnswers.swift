import LifelineAnalysis
import LifelineModel
import LifelineScenarios

/// The open questions of a session about which its calls say everything. A log that begins anywhere may begin with open ones,
/// of which nothing is known, so they count as none.
struct SessionAnswers: Sendable {
  /// A promise as far as the session was read.
  private struct Progress {
    var state = PromiseAutomaton.State.start
    var place: LogPlace?
    var time: LogTime?
    /// Whether the open question was reported.
    var isReported = false
  }

  /// The promises of answers of a machine, with their indices.
  struct Promises: Sendable {
    /// The promises about which the calls of a log say everything: those of the machine's own file whose calls must all be in it.
    private(set) var shown: [(index: Int, automaton: PromiseAutomaton)] = []
    /// The others.
    private(set) var hidden: [(index: Int, automaton: PromiseAutomaton)] = []

    /// Finds the promises of a machine.
    /// - Parameters:
    ///   - logged: The callbacks whose calls must all be in a log.
    ///   - kept: The promises that each run keeps and whose open questions nobody asks for. Only if they have a limit of time
    ///     may a log break them: an exploration proves what it does for the times of the machine, not for those of lines.
    static func find(in machine: Machine, logged: IDSet<Callback>, besides kept: Set<PromiseName>) -> Promises {
      var result = Promises()
      for (index, promise) in machine.promises.enumerated() {
        let automaton = PromiseAutomaton(promise, in: machine)
        guard automaton.isAboutAnswer else { continue }
        let calls = [promise.callback].compactMap(\.self) + promise.callbacks.map(\.callback)
        if promise.declaredIn == nil, !automaton.needsMoreThanCalls, calls.allSatisfy(logged.contains) {
          result.shown.append((index, automaton))
        } else if !machine.isSentToPart(promise.subject),
          automaton.limit != nil || !kept.contains(PromiseName(promise, in: machine))
        {
          result.hidden.append((index, automaton))
        }
      }
      return result
    }
  }

  private var progress: [Int: Progress] = [:]

  /// Follows a call that the machine can make, or an event that it can get.
  /// - Parameters:
  ///   - callbacks: The callbacks that the call may be; if they are several, nobody knows which. None if it is an event.
  ///   - time: The time of the call; `nil` if the log has none.
  ///   - untimed: The promises of a time that some question can't be held to, to which this adds others.
  /// - Returns: The promises that the call breaks.
  mutating func follow(
    _ callbacks: [ID<Callback>], at place: LogPlace, _ time: LogTime?, _ promises: Promises, untimed: inout Set<Int>
  ) -> [AnswerViolation.Breach] {
    var broken: [AnswerViolation.Breach] = []
    for (index, automaton) in promises.shown {
      var now = progress[index] ?? Progress()
      func report(_ kind: AnswerViolation.Kind) {
        guard let asked = now.place, !now.isReported else { return }
        now.isReported = true
        broken.append(AnswerViolation.Breach(question: LoggedQuestion(promise: index, place: asked), kind: kind))
      }
      let wasOpen = now.state.isOpen
      if wasOpen, let limit = automaton.limit, let asked = now.time, let passed = time?.milliseconds(since: asked),
        passed > limit
      {
        report(.late(milliseconds: passed))
      }
      if callbacks.count == 1 {
        if automaton.follow(.happening(.call(callbacks[0])), &now.state) != nil { report(.overtaken) }
      } else if !callbacks.allSatisfy({ !automaton.mentions($0) }) {
        now.state = .start
      }
      if automaton.limit != nil, wasOpen || now.state.isOpen, time?.isComparable != true { untimed.insert(index) }
      if now.state.isOpen, !wasOpen { (now.place, now.time, now.isReported) = (place, time, false) }
      progress[index] = now.state.isOpen ? now : nil
    }
    return broken
  }

  /// Forgets all questions, because nobody knows what happened.
  mutating func forget() { progress = [:] }

  /// The questions without an answer, in any order.
  var open: [LoggedQuestion] {
    progress.compactMap { index, now in now.place.map { LoggedQuestion(promise: index, place: $0) } }
  }
}

extension Machine {
  /// Returns whether a happening is an event that the machine sends to one of its parts, which no log shows.
  fileprivate func isSentToPart(_ happening: Promise.Happening) -> Bool {
    if case .event(let event) = happening { event.index >= declared.events.count } else { false }
  }
}
