import LifelineInterpreter
import LifelineModel
import LifelineScenarios

/// A run of a machine, followed by the automaton of a promise.
struct PromiseRun {
  /// A call with the place of its action.
  typealias Call = Reaction.MadeCall

  let automaton: PromiseAutomaton
  private(set) var run: CounterexampleRun
  /// The state of the automaton at the end.
  private(set) var state = PromiseAutomaton.State.start
  /// The way in which the run breaks the promise; `nil` if it keeps it.
  private(set) var breach: PromiseAutomaton.Breach?
  /// The call that breaks it, or that came too late; `nil` if that is no call.
  private(set) var breakingCall: Call?
  /// The last call of the callback that the promise is about, or the call that asked.
  private(set) var previousCall: Call?
  /// The last call that closes what the promise's callback lies in.
  private(set) var closingCall: Call?
  /// The only transition of the reaction in which something other than a call asked.
  private(set) var askingTransition: Reaction.TakenTransition?
  /// The only transition of the reaction in which something other than a call broke the promise.
  private(set) var breakingTransition: Reaction.TakenTransition?
  /// Whether the promise began anew with a part.
  private(set) var isRestarted = false
  /// Whether an answer came too late, or hasn't come in time. It isn't if nobody looks at the time.
  private(set) var isLate = false
  /// The greatest time that an answer may take; `nil` if nobody looks at the time.
  private let limit: Int?
  private let exploration: Exploration
  private var interpreter: Interpreter
  private var time = 0
  /// The time at which the open question was asked.
  private var askedAt = 0

  /// The values that the host gives to fields from the beginning on.
  private let kept: [FieldValue]

  /// Begins at the beginning of a path.
  private init(
    _ automaton: PromiseAutomaton, from beginning: Int, of exploration: Exploration, within limit: Int?,
    keeping kept: [FieldValue]
  ) {
    self.automaton = automaton
    self.limit = automaton.isAboutAnswer ? limit : nil
    self.exploration = exploration
    self.kept = kept
    var snapshot = exploration.nodes[beginning].snapshot
    for value in kept { snapshot.fields[value.field.index] = value.value }
    run = CounterexampleRun(beginning: snapshot)
    interpreter = Interpreter(exploration.index, at: snapshot)
  }

  /// Runs a path.
  /// - Parameters:
  ///   - limit: The greatest time that an answer may take. A run ends where one is late. Without a limit, only the order of what
  ///     happens counts.
  ///   - kept: The values that the host gives to fields from the beginning on, in place of those on the path.
  static func make(
    _ automaton: PromiseAutomaton, along path: [Exploration.Occurrence], of exploration: Exploration,
    within limit: Int? = nil, keeping kept: [FieldValue] = []
  ) -> PromiseRun {
    var run = PromiseRun(automaton, from: path.first?.node ?? 0, of: exploration, within: limit, keeping: kept)
    for occurrence in path where !run.isOver { run.apply(occurrence.stimulus) }
    return run
  }

  /// Whether the run shows enough, or can't go on.
  var isOver: Bool { breach != nil || isLate || run.steps.last?.reaction.fault != nil }

  /// The milliseconds for which a question has been open.
  var openTime: Int { time - askedAt }

  /// The running timers, the next one to elapse first.
  var timers: [Snapshot.ArmedTimer] { interpreter.snapshot.timers }

  /// The milliseconds until the next timer elapses; `nil` if none runs.
  var timeToTimer: Int? { timers.first?.remaining }

  /// Applies a stimulus.
  mutating func apply(_ original: Stimulus) {
    var stimulus = original
    stimulus.facts.removeAll { fact in kept.contains { $0.field == fact.field } }
    stimulus.facts.removeAll { interpreter.snapshot.fields[$0.field.index] == $0.value }
    let wait = interpreter.wait(for: stimulus)
    let wasFinished = interpreter.snapshot.isFinished
    var recorder = EntryRecorder()
    let reaction = interpreter.apply(stimulus, observer: &recorder)
    add(stimulus, wait: wait, reaction)
    let ends = reaction.fault == nil && interpreter.snapshot.isFinished && !wasFinished
    follow(reaction, letters(of: reaction, recorder.entries, sending: stimulus.event, ends: ends))
  }

  /// Waits, at most until the next timer elapses.
  mutating func wait(_ milliseconds: Int) {
    guard let left = timeToTimer else {
      let wait = max(0, milliseconds)
      var observer = NoObserver()
      add(Stimulus(.elapse), wait: wait, interpreter.advance(byMilliseconds: wait, observer: &observer))
      return checkTime()
    }
    let wait = min(left, milliseconds)
    apply(Stimulus(wait == left ? .elapse : .approach(milliseconds: left - wait)))
  }

  private mutating func add(_ stimulus: Stimulus, wait: Int?, _ reaction: Reaction) {
    run.work += 16 + reaction.calls.count + reaction.taken.count
    time = sum(time, wait ?? 0)
    // Waits that follow each other are one, unless something happens in between.
    if let wait, stimulus.facts.isEmpty, let last = run.steps.last, let lastWait = last.wait,
      last.reaction.calls.isEmpty, last.reaction.taken.isEmpty, last.reaction.fault == nil
    {
      run.steps[run.steps.count - 1] = CounterexampleRun.AppliedStimulus(
        stimulus: Stimulus(stimulus.kind, facts: last.stimulus.facts, alternatives: stimulus.alternatives),
        wait: sum(lastWait, wait), reaction: reaction,
        states: interpreter.atomicStates)
      return
    }
    run.steps.append(
      CounterexampleRun.AppliedStimulus(
        stimulus: stimulus, wait: wait, reaction: reaction, states: interpreter.atomicStates))
  }

  private mutating func follow(_ reaction: Reaction, _ letters: [ReactionLetter]) {
    for letter in letters {
      let call = letter.call.map { reaction.calls[$0] }
      let before = state
      if let breach = automaton.follow(letter.letter, &state) {
        self.breach = breach
        breakingCall = call
        breakingTransition = call == nil ? reaction.onlyTransition : nil
        return
      }
      if case .restart(let part) = letter.letter, automaton.beginsAnew(with: part),
        state != before || previousCall != nil || closingCall != nil
      {
        (previousCall, closingCall, isRestarted) = (nil, nil, true)
      }
      if automaton.isAboutAnswer {
        if before.isOpen, !state.isOpen, let limit, openTime > limit {
          (isLate, breakingCall) = (true, call)
          return
        }
        if !before.isOpen, state.isOpen {
          (askedAt, previousCall) = (time, call)
          askingTransition = call == nil ? reaction.onlyTransition : nil
        }
      } else if case .happening(let happening) = letter.letter {
        if happening == automaton.promise.subject { previousCall = call }
        if case .between(_, let closing) = automaton.promise.form, happening == .call(closing.callback) {
          closingCall = call
        }
      }
    }
    checkTime()
  }

  private mutating func checkTime() {
    if state.isOpen, let limit, openTime > limit { isLate = true }
  }
}

extension Reaction {
  /// The transition that was taken; `nil` if there was none, or several.
  fileprivate var onlyTransition: TakenTransition? { taken.count == 1 ? taken[0] : nil }
}

/// Returns the sum of two lengths of time, which is the greatest number if it is beyond all.
private func sum(_ first: Int, _ second: Int) -> Int {
  let (sum, overflows) = first.addingReportingOverflow(second)
  return overflows ? .max : sum
}
