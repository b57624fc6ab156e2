import LifelineModel
import LifelineScenarios

/// The runs that explain a log, followed by the promise of an answer.
///
/// A log doesn't show everything that a promise is about: whether the machine ignored an event, which states it entered, and which
/// parts it made new. So this observer follows each run that explains the log, and a promise is broken if none of them keeps it.
///
/// Of all runs to one position, only the one counts that may go on in the most ways: one without an open question, or else the
/// one whose question is the youngest. What breaks the promise on its way breaks it on each of the others.
package struct AnswerObserver {
  /// The number of a state, valid until the next ``forgetStates(except:)``.
  package typealias State = Int32
  private typealias Position = CallAutomaton.Position
  /// The past of a run as far as the promise needs it. A greater one may go on in more ways.
  private typealias Mark = Int32

  /// The consequence of a line.
  package struct Step: Sendable {
    package var next: State
    /// The lines of open questions that are still needed, as indices of the lines before. The one behind them is that of this
    /// line.
    package var kept: [Int]
    /// The youngest question of a run that broke the promise at this line, in the same numbers; `nil` if no run did.
    package var broken: Int?
    /// The same of a run that broke it after this line, and before the next one. The number behind that of this line stands for a question
    /// that was asked there, too.
    package var brokenBehind: Int?
    /// Whether all runs that explain the log have broken the promise.
    package var isBroken: Bool
  }

  private struct Content: Hashable {
    /// The positions, in order.
    var positions: [Position]
    /// The mark of each position.
    var marks: [Mark]
    /// The number of lines with open questions, the oldest first.
    var questionCount: Int
  }

  /// Runs that broke the promise.
  private static let broken: Mark = 0
  // The marks from 1 on are the lines of open questions, and one more is the next line.
  /// Runs without an open question.
  private static let closed: Mark = .max - 1
  /// Runs whose open question was already reported.
  private static let overdue: Mark = .max

  private let promise: PromiseAutomaton
  private let automaton: CallAutomaton
  private let silent: SilentLetters
  private let symbols: [[ID<LogItem>]]
  private let owed: IDSet<LogItem>
  private var contents: [Content] = []
  private var numbers: [Content: State] = [:]
  /// For each state the steps by symbols, as far as they were needed.
  private var steps: [[Int: Step]] = []
  private var size = 0
  private var scratch: [Spread]
  private var knownAnywhere: State?
  /// The state before the start of a machine.
  package private(set) var start: State = 0
  /// Whether a run may ask and break the promise before the first line.
  package private(set) var mayBreakBeforeFirstLine = false

  /// Whether so many states are known that most should be forgotten.
  package private(set) var isFull = false
  /// The numbers of states, and of positions in all of them, after which most are forgotten.
  private var limits: (states: Int, size: Int)

  /// Creates the observer of a promise of an answer.
  /// - Parameters:
  ///   - behavior: The steps that the promise is about.
  ///   - observer: The observer of the logs.
  ///   - stateLimit: The number of states after which most are forgotten.
  package init(
    _ promise: PromiseAutomaton, in behavior: AnswerBehavior, beside observer: Observer,
    stateLimit: Int = Observer.stateLimit
  ) {
    self.promise = promise
    automaton = behavior.automaton
    silent = behavior.silent
    symbols = observer.symbols
    owed = observer.owed
    limits = (stateLimit, 20_000_000)
    scratch = [Spread(count: automaton.count), Spread(count: automaton.count)]
    var behind: Mark?
    start = state(from: automaton.beginnings, isResting: true, &behind)
    mayBreakBeforeFirstLine = behind != nil
  }

  // MARK: States

  /// Returns the state of an observer that doesn't know what came before. No question is known to be open there.
  package mutating func anywhere() -> State {
    if let knownAnywhere { return knownAnywhere }
    // A run that breaks the promise before the first line ends where others begin, so each place is one of runs that keep it.
    var behind: Mark?
    let state = state(from: automaton.all, isResting: false, &behind)
    knownAnywhere = state
    return state
  }

  private mutating func state(from positions: [Position], isResting: Bool, _ behind: inout Mark?) -> State {
    scratch[0].begin()
    for position in positions { scratch[0].raise(position, to: Self.closed) }
    var broken: Mark?
    return state(asking: isResting ? nil : 1, next: 1, questionCount: 0, &broken, &behind).number
  }

  /// Whether all runs that explain the log have broken the promise.
  package func isBroken(_ state: State) -> Bool { contents[Int(state)].marks.allSatisfy { $0 == Self.broken } }

  /// Returns the youngest question that may be open in a state, if one is open in each run that keeps the promise and may end
  /// here.
  package func openQuestion(in state: State) -> Int? {
    let content = contents[Int(state)]
    var youngest: Mark?
    for (position, mark) in zip(content.positions, content.marks)
    where automaton.isResting(position) && mark != Self.broken {
      guard mark <= content.questionCount else { return nil }
      youngest = max(mark, youngest ?? mark)
    }
    return youngest.map { Int($0) - 1 }
  }

  // MARK: Moves

  /// Returns the state in which the oldest questions have broken the promise, because they are late.
  package mutating func state(breaking count: Int, in state: State) -> State {
    var content = contents[Int(state)]
    content.marks = content.marks.map { mark in
      mark >= Self.closed ? mark : max(Self.broken, mark - Mark(count))
    }
    content.questionCount -= count
    return number(of: content)
  }

  /// Returns the state after all runs have broken the promise and that was reported: nothing more is said of a question before
  /// its answer.
  package mutating func stateAfterReport(of state: State) -> State {
    var content = contents[Int(state)]
    content.marks = content.marks.map { _ in Self.overdue }
    content.questionCount = 0
    return number(of: content)
  }

  /// Returns what follows from a line; `nil` if no run makes it.
  package mutating func step(after symbol: Int, in state: State) -> Step? {
    if let known = steps[Int(state)][symbol] { return known }
    let content = contents[Int(state)]
    let items = symbols[symbol]
    let asked = Mark(content.questionCount + 1)
    var (broken, behind): (Mark?, Mark?) = (nil, nil)
    scratch[0].begin()
    for (position, mark) in zip(content.positions, content.marks) {
      guard let item = automaton.item(at: position), items.contains(item) else { continue }
      scratch[0].raise(automaton.successor(of: position), to: self.mark(after: item, mark, asking: asked, &broken))
    }
    if scratch[0].queue.isEmpty { return nil }
    let (next, used) = self.state(asking: asked, next: asked + 1, questionCount: Int(asked), &broken, &behind)
    let step = Step(
      next: next, kept: used.map { Int($0) - 1 }, broken: broken.map { Int($0) - 1 },
      brokenBehind: behind.map { Int($0) - 1 }, isBroken: isBroken(next))
    steps[Int(state)][symbol] = step
    return step
  }

  /// Returns the state behind the positions that were raised.
  /// - Parameters:
  ///   - asked: The mark of a question in the rest of the steps at these positions; `nil` if the machine rests at each.
  ///   - next: The mark of a question in a later step. It is the one of the next line, since nobody knows when it was asked.
  ///   - broken: The youngest question of a run that breaks the promise in the rest of the steps.
  ///   - behind: The same in later steps.
  private mutating func state(
    asking asked: Mark?, next: Mark, questionCount: Int, _ broken: inout Mark?, _ behind: inout Mark?
  ) -> (number: State, used: [Mark]) {
    if let asked { spread(in: 0, asking: asked, leavingRest: false, &broken) }
    scratch[1].begin()
    for position in scratch[0].queue where automaton.isResting(position) {
      scratch[1].raise(position, to: scratch[0].marks[Int(position)])
    }
    spread(in: 1, asking: next, leavingRest: true, &behind)
    var marks: [Position: Mark] = [:]
    for spread in scratch {
      for position in spread.queue where isStable(position) {
        marks[position] = max(spread.marks[Int(position)], marks[position] ?? Self.broken)
      }
    }
    let used = Set(marks.values.filter { $0 > Self.broken && $0 <= questionCount }).sorted()
    var renumbered = Dictionary(uniqueKeysWithValues: used.enumerated().map { ($1, Mark($0 + 1)) })
    renumbered[Mark(questionCount + 1)] = Mark(used.count + 1)
    let positions = marks.keys.sorted()
    let content = Content(
      positions: positions,
      marks: positions.map { position in
        let mark = marks[position] ?? Self.broken
        return renumbered[mark] ?? mark
      }, questionCount: used.count)
    return (number(of: content), used)
  }

  /// Whether a log may be at a position: it isn't in front of something that no line shows.
  private func isStable(_ position: Position) -> Bool {
    automaton.item(at: position).map { silent.letter(of: $0) == nil } ?? true
  }

  private mutating func spread(in number: Int, asking asked: Mark, leavingRest: Bool, _ broken: inout Mark?) {
    var next = 0
    while next < scratch[number].queue.count {
      let position = scratch[number].queue[next]
      next += 1
      let mark = scratch[number].marks[Int(position)]
      if let item = automaton.item(at: position) {
        if silent.letter(of: item) == nil, owed.contains(item) { continue }
        let after = self.mark(after: item, mark, asking: asked, &broken)
        scratch[number].raise(automaton.successor(of: position), to: after)
      } else if leavingRest {
        for entry in automaton.entries(of: position) { scratch[number].raise(entry, to: mark) }
      }
    }
  }

  private func mark(after item: ID<LogItem>, _ mark: Mark, asking asked: Mark, _ broken: inout Mark?) -> Mark {
    if mark == Self.broken { return mark }
    let letter: PromiseAutomaton.Letter
    if let found = silent.letter(of: item) {
      letter = found
    } else if case .call(let callback) = automaton.machine.item(item) {
      letter = .happening(.call(callback))
    } else {
      return mark
    }
    var state = mark == Self.closed ? PromiseAutomaton.State.start : .open
    if promise.follow(letter, &state) != nil, mark != Self.overdue {
      broken = max(mark, broken ?? mark)
      return Self.broken
    }
    if !state.isOpen { return Self.closed }
    return mark == Self.closed ? asked : mark
  }

  // MARK: Memory

  private mutating func number(of content: Content) -> State {
    if let number = numbers[content] { return number }
    let number = State(contents.count)
    numbers[content] = number
    contents.append(content)
    steps.append([:])
    size += content.positions.count
    isFull = contents.count > limits.states || size > limits.size
    return number
  }

  /// Forgets all states but the start and some that are still needed.
  /// - Returns: The new numbers of those states, by their old ones.
  package mutating func forgetStates(except needed: Set<State>) -> [State: State] {
    let kept = needed.sorted().map { ($0, contents[Int($0)]) }
    let first = contents[Int(start)]
    (contents, numbers, steps, size, knownAnywhere) = ([], [:], [], 0, nil)
    start = number(of: first)
    let result = Dictionary(uniqueKeysWithValues: kept.map { ($0.0, number(of: $0.1)) })
    // If almost all are needed, to forget the few others again and again would take longer than to keep them.
    limits = (max(limits.states, 2 * contents.count), max(limits.size, 2 * size))
    isFull = false
    return result
  }
}

extension AnswerObserver {
  /// Positions that are reached, each with the greatest mark.
  private struct Spread {
    /// The positions in the order in which they were raised; one that was raised again is in it again.
    private(set) var queue: [Position] = []
    private(set) var marks: [Mark]
    private var rounds: [UInt32]
    private var round: UInt32 = 0

    init(count: Int) {
      marks = Array(repeating: 0, count: count)
      rounds = Array(repeating: 0, count: count)
    }

    mutating func begin() {
      queue.removeAll(keepingCapacity: true)
      if round == .max {
        rounds = Array(repeating: 0, count: rounds.count)
        round = 0
      }
      round += 1
    }

    mutating func raise(_ position: Position, to mark: Mark) {
      if rounds[Int(position)] == round, marks[Int(position)] >= mark { return }
      rounds[Int(position)] = round
      marks[Int(position)] = mark
      queue.append(position)
    }
  }
}
