import LifelineAnalysis
import LifelineModel
import LifelineScenarios
import LifelineSource

/// A question in a log that has to be answered.
package struct LoggedQuestion: Hashable, Sendable {
  /// The index of the promise among those of the machine.
  package var promise: Int
  /// The call that asks.
  package var place: LogPlace
}

/// A call or an event of a log that breaks the promise of an answer.
package struct AnswerViolation: Sendable {
  /// A way to break it.
  package enum Kind: Sendable {
    /// The call comes before the answer.
    case overtaken
    /// The time is over.
    case late(milliseconds: Int)
  }

  package var kind: Kind
  package var question: LoggedQuestion
  /// The place of the line.
  package var place: LogPlace
  var range: SourceRange
  /// The name in the line, its kind, and its text.
  package var name: String
  package var line: LineKind
  var text: String
}

/// The open questions of a session. A log that begins anywhere may begin with open ones, of which nothing is known, so
/// they count as none.
struct SessionAnswers: Sendable {
  /// A promise as far as the session was read.
  private struct Progress {
    var state = PromiseAutomaton.State.start
    var place: LogPlace?
    var time: LogTime?
    /// Whether the open question was reported.
    var isReported = false
  }

  /// The promises of answers to calls of a machine, with their indices, as far as logs show them.
  struct Promises: Sendable {
    let automata: [(index: Int, automaton: PromiseAutomaton)]

    /// Finds the promises of a machine's own file whose calls must all be in a log.
    static func find(in machine: Machine, logged: IDSet<Callback>) -> Promises {
      Promises(
        automata: machine.promises.enumerated().compactMap { index, promise in
          let automaton = PromiseAutomaton(promise, in: machine)
          guard promise.declaredIn == nil, automaton.isAboutAnswer, let callback = promise.callback,
            ([callback] + promise.callbacks.map(\.callback)).allSatisfy(logged.contains)
          else { return nil }
          return (index, automaton)
        })
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
  ) -> [(question: LoggedQuestion, kind: AnswerViolation.Kind)] {
    var broken: [(question: LoggedQuestion, kind: AnswerViolation.Kind)] = []
    for (index, automaton) in promises.automata {
      var now = progress[index] ?? Progress()
      func report(_ kind: AnswerViolation.Kind) {
        guard let asked = now.place, !now.isReported else { return }
        now.isReported = true
        broken.append((LoggedQuestion(promise: index, place: asked), kind))
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
      if automaton.limit != nil, now.state.isOpen, time?.isComparable != true { untimed.insert(index) }
      if now.state.isOpen, !wasOpen { (now.place, now.time, now.isReported) = (place, time, false) }
      progress[index] = now.state.isOpen ? now : nil
    }
    return broken
  }

  /// Forgets all questions, because nobody knows what happened.
  mutating func forget() { progress = [:] }

  /// The questions without an answer, in the order of the spec.
  var open: [LoggedQuestion] {
    progress.sorted { $0.key < $1.key }.compactMap { index, now in
      now.isReported ? nil : now.place.map { LoggedQuestion(promise: index, place: $0) }
    }
  }
}
