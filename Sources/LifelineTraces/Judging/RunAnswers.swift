import LifelineAnalysis
import LifelineModel
import LifelineScenarios

/// The promises of answers about which the calls of a session don't say everything, as far as it was read.
struct SessionRuns: Sendable {
  /// A line by which a question was asked.
  struct Question: Sendable {
    var place: LogPlace
    var time: LogTime?
    var isShown: Bool
  }

  /// A promise as far as the session was read.
  struct Progress: Sendable {
    var state: AnswerObserver.State
    /// The lines of the open questions, the oldest first.
    var questions: [Question] = []
    /// The last question of a run that broke the promise, with the place of the line where it did, or before which it did.
    var lastBreach: (question: Question, kind: AnswerViolation.Kind, place: LogPlace)?
    /// The question of a run that broke the promise after the last line; `nil` if no run did.
    var silentBreach: SilentQuestion?

    /// Notes what happened since the line before, now that the next line is known.
    mutating func noteSilentBreach(before place: LogPlace, _ time: LogTime?) {
      switch silentBreach {
      case .known(let question): lastBreach = (question, .unseen, place)
      case .silent: lastBreach = (Question(place: place, time: time, isShown: false), .unseen, place)
      case nil: break
      }
      silentBreach = nil
    }

    /// Goes on with a line.
    /// - Parameter asked: The question of the line, if it asks.
    mutating func take(_ step: AnswerObserver.Step, asking asked: Question) {
      let earlier = questions
      /// `nil` if no line asked it.
      func question(_ number: Int) -> Question? {
        number < earlier.count ? earlier[number] : number == earlier.count ? asked : nil
      }
      if let question = step.broken.flatMap(question) { lastBreach = (question, .overtaken, asked.place) }
      silentBreach = step.brokenBehind.map { question($0).map(SilentQuestion.known) ?? .silent }
      state = step.next
      questions = step.kept.compactMap(question)
    }
  }

  /// A question of a run that broke the promise between two lines.
  enum SilentQuestion: Sendable {
    case known(Question)
    /// It was asked between the same lines.
    case silent
  }

  /// Whether nobody knows what came before.
  private(set) var isAnywhere = false
  /// The progress of each promise; none before the first line.
  var progress: [Progress] = []

  /// Begins anew, not knowing what happened.
  mutating func forget() { (isAnywhere, progress) = (true, []) }
}

/// Follows the promises of answers that need more than the calls of a log: those about events and states, those of parts, and
/// those of which some calls may be missing.
struct RunAnswers {
  private let promises: [(index: Int, automaton: PromiseAutomaton)]
  private var observers: [AnswerObserver]
  /// The indices of the promises that would take too much work.
  let unjudged: [Int]

  /// Prepares to follow promises in the logs of an observer.
  static func make(for model: TraceModel, beside observer: Observer, stateLimit: Int) -> RunAnswers {
    let promises = model.promises.hidden
    guard let behavior = model.answers else {
      return RunAnswers(promises: [], observers: [], unjudged: promises.map(\.index))
    }
    let observers = promises.map {
      AnswerObserver($0.automaton, in: behavior, beside: observer, stateLimit: stateLimit)
    }
    return RunAnswers(promises: promises, observers: observers, unjudged: [])
  }

  /// The indices of all promises that need more than calls.
  var all: [Int] { unjudged + promises.map(\.index) }

  /// Whether there is nothing to follow.
  var isEmpty: Bool { observers.isEmpty }

  /// Follows a line that fits.
  /// - Parameters:
  ///   - items: The items that the line may stand for.
  ///   - time: The time of the line; `nil` if the log has none.
  ///   - isFromStart: Whether logs begin with the start of the machine.
  ///   - untimed: The promises of a time that some question can't be held to, to which this adds others.
  /// - Returns: The promises that each run which explains the log has broken.
  mutating func follow(
    _ symbol: Int, _ items: [ID<LogItem>], at place: LogPlace, _ time: LogTime?, in session: inout SessionRuns,
    isFromStart: Bool, machine: Machine, untimed: inout Set<Int>
  ) -> [AnswerViolation.Breach] {
    if observers.isEmpty { return [] }
    begin(&session, isFromStart: isFromStart)
    var result: [AnswerViolation.Breach] = []
    for (number, (index, automaton)) in promises.enumerated() {
      var now = session.progress[number]
      now.noteSilentBreach(before: place, time)
      if let limit = automaton.limit { dropLate(&now, number, limit, at: place, time) }
      guard let step = observers[number].step(after: symbol, in: now.state) else {
        // The observer of the log has a run that makes the line. Without one, nothing is known.
        session.progress[number] = SessionRuns.Progress(state: observers[number].anywhere())
        continue
      }
      let wasOpen = !now.questions.isEmpty
      now.take(
        step, asking: SessionRuns.Question(place: place, time: time, isShown: automaton.isAsked(by: items, in: machine))
      )
      if automaton.limit != nil, wasOpen || !now.questions.isEmpty, time?.isComparable != true { untimed.insert(index) }
      if step.isBroken, let (question, kind, broken) = now.lastBreach {
        result.append(
          AnswerViolation.Breach(
            question: LoggedQuestion(promise: index, place: question.place, isShown: question.isShown), kind: kind,
            earlierPlace: broken == place ? nil : broken, isOfRuns: true))
        now = SessionRuns.Progress(state: observers[number].stateAfterReport(of: now.state))
      }
      session.progress[number] = now
    }
    return result
  }

  /// Breaks the promise in all runs whose questions have been open for too long.
  private mutating func dropLate(
    _ now: inout SessionRuns.Progress, _ number: Int, _ limit: Int, at place: LogPlace, _ time: LogTime?
  ) {
    func passed(_ question: SessionRuns.Question) -> Int? {
      question.time.flatMap { time?.milliseconds(since: $0) }
    }
    let late = now.questions.prefix { passed($0).map { $0 > limit } ?? false }
    guard let last = late.last, let milliseconds = passed(last) else { return }
    now.state = observers[number].state(breaking: late.count, in: now.state)
    now.questions.removeFirst(late.count)
    now.lastBreach = (last, .late(milliseconds: milliseconds), place)
  }

  /// Begins a session anew with a line that didn't fit what came before.
  /// - Parameter items: The items that the line may stand for.
  mutating func restart(
    with symbol: Int, _ items: [ID<LogItem>], at place: LogPlace, _ time: LogTime?, in session: inout SessionRuns,
    machine: Machine
  ) {
    if observers.isEmpty { return }
    begin(&session, isFromStart: false)
    for (number, (_, automaton)) in promises.enumerated() {
      guard let step = observers[number].step(after: symbol, in: session.progress[number].state) else { continue }
      var now = SessionRuns.Progress(state: session.progress[number].state)
      now.take(
        step, asking: SessionRuns.Question(place: place, time: time, isShown: automaton.isAsked(by: items, in: machine))
      )
      // The line is reported anyway, because it doesn't fit.
      if step.isBroken { now = SessionRuns.Progress(state: observers[number].stateAfterReport(of: now.state)) }
      session.progress[number] = now
    }
  }

  private mutating func begin(_ session: inout SessionRuns, isFromStart: Bool) {
    guard session.progress.isEmpty else { return }
    session.progress = observers.indices.map { number in
      let isStart = isFromStart && !session.isAnywhere
      guard isStart else { return SessionRuns.Progress(state: observers[number].anywhere()) }
      return SessionRuns.Progress(
        state: observers[number].start, silentBreach: observers[number].mayBreakBeforeFirstLine ? .silent : nil)
    }
  }

  /// Returns the questions that are open in each run that explains a session.
  func openQuestions(in session: SessionRuns) -> [LoggedQuestion] {
    zip(promises.indices, session.progress).compactMap { number, now in
      guard let open = observers[number].openQuestion(in: now.state), open < now.questions.count else { return nil }
      let question = now.questions[open]
      return LoggedQuestion(promise: promises[number].index, place: question.place, isShown: question.isShown)
    }
  }

  /// Forgets states that no session needs, if there are too many.
  mutating func forgetStates(of sessions: inout [TraceSession]) {
    for number in observers.indices where observers[number].isFull {
      let needed = Set(sessions.compactMap { $0.runs.progress.isEmpty ? nil : $0.runs.progress[number].state })
      let numbers = observers[number].forgetStates(except: needed)
      for index in sessions.indices where !sessions[index].runs.progress.isEmpty {
        let old = sessions[index].runs.progress[number].state
        sessions[index].runs.progress[number].state = numbers[old] ?? observers[number].start
      }
    }
  }
}

extension PromiseAutomaton {
  /// Returns whether a line shows the question itself.
  /// - Parameter items: The items that the line may stand for.
  fileprivate func isAsked(by items: [ID<LogItem>], in machine: Machine) -> Bool {
    items.count == 1 && machine.item(items[0]).happening == promise.subject
  }
}

extension LogItem {
  /// The happening that a line with the item shows; `nil` for a state, since nobody knows when it was entered.
  fileprivate var happening: Promise.Happening? {
    switch self {
    case .call(let callback): .call(callback)
    case .event(let event): .event(event)
    case .state: nil
    }
  }
}
