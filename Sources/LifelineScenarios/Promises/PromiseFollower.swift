import LifelineInterpreter
import LifelineModel

/// The promises of a machine, followed through a run with the times at which things happen.
///
/// A run goes on after a broken promise, as the machine does.
package struct PromiseFollower: Sendable {
  /// A question without an answer.
  package struct Question: Sendable {
    /// The time of the question, in milliseconds since the beginning; `nil` if that is beyond 64 bits.
    package var askedAt: Int?
    /// The row of a picture that shows it; `nil` if none does.
    package var row: Int?
    /// Whether something else than the time has broken its promise.
    package var isBroken = false
  }

  /// A way to break a promise.
  package enum Breach: Hashable, Sendable {
    /// Something comes where it can't.
    case order(PromiseAutomaton.Breach)
    /// The answer comes this much time after the question.
    case late(milliseconds: Int)
  }

  /// The things that a letter does to a promise.
  package struct Effect: Sendable {
    /// The way in which it breaks the promise; `nil` if it keeps it.
    package var breach: Breach?
    /// The question that it answers.
    package var answered: Question?
  }

  /// The promises as automata, in the order of the spec.
  package let automata: [PromiseAutomaton]
  /// The open question of each promise.
  package private(set) var questions: [Question?]
  private var states: [PromiseAutomaton.State]
  /// The milliseconds since the beginning; `nil` if they are beyond 64 bits.
  private var time: Int? = 0
  private let knowsStart: Bool

  /// Prepares to follow the promises of a machine.
  /// - Parameter knowsStart: Whether the machine starts. The past of one that is put into states isn't known.
  package init(of machine: Machine, knowingStart knowsStart: Bool) {
    automata = machine.promises.map { PromiseAutomaton($0, in: machine) }
    questions = automata.map { _ in nil }
    states = automata.map { _ in .start }
    self.knowsStart = knowsStart
  }

  /// Returns whether a breach of the promise at an index is certain. In an unknown past, a call may have had what it needs, but a
  /// question that comes afterwards is open until it is answered.
  package func isCertain(_ index: Int) -> Bool { knowsStart || automata[index].isAboutAnswer }

  /// Lets time pass before the next thing happens.
  package mutating func pass(_ milliseconds: Int) {
    time = time.map { $0.addingReportingOverflow(milliseconds) }.flatMap { $0.overflow ? nil : $0.partialValue }
  }

  /// Follows a letter for the promise at an index.
  /// - Parameter row: The row of a picture that shows the letter; `nil` if none does.
  package mutating func follow(_ letter: PromiseAutomaton.Letter, _ index: Int, inRow row: Int? = nil) -> Effect {
    let automaton = automata[index]
    // The end of the machine isn't the one of a part, whose file promises nothing about it.
    if letter == .end, automaton.promise.declaredIn != nil { return Effect() }
    let wasOpen = states[index].isOpen
    var effect = Effect(breach: automaton.follow(letter, &states[index]).map(Breach.order))
    guard automaton.isAboutAnswer else { return effect }
    if effect.breach != nil { questions[index]?.isBroken = true }
    if wasOpen, case .happening(.call(let callback)) = letter,
      automaton.promise.callbacks.contains(where: { $0.callback == callback })
    {
      effect.answered = questions[index]
      if let passed = overdue(index) { effect.breach = .late(milliseconds: passed) }
      questions[index] = nil
    }
    if !states[index].isOpen {
      questions[index] = nil
    } else if questions[index] == nil {
      questions[index] = Question(askedAt: time, row: row)
    }
    return effect
  }

  /// Returns how many milliseconds ago the open question of the promise at an index was asked, if the answer may not take as long.
  package func overdue(_ index: Int) -> Int? {
    guard let limit = automata[index].limit, let asked = questions[index]?.askedAt, let time else { return nil }
    return time - asked > limit ? time - asked : nil
  }
}

extension RunRecorder.Deed {
  /// The letter for automata of promises; `nil` if promises aren't about such a deed.
  package var letter: PromiseAutomaton.Letter? {
    switch self {
    case .calls(let callback): .happening(.call(callback))
    case .completesEntry(let state): .happening(.entry(state))
    case .restarts(let part): .restart(part)
    case .acts, .enters, .exits, .chooses, .raises, .sends, .leavesUntaken, .recalls, .elapses: nil
    }
  }
}
