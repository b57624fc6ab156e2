import LifelineInterpreter
import LifelineModel

/// A machine that runs on flat data: it is put into a configuration, reacts to one stimulus, and tells what happened.
///
/// The procedures are those of ``Interpreter``, and have the same names. They work on tables and on arrays that are used
/// again for each reaction, so that exploring doesn't allocate memory for a step. Tests compare the two.
///
/// All procedures are `mutating`, also those that only read: a build without optimization would copy the engine for others.
package struct Engine: Sendable {
  package let program: Program
  package let layout: Layout
  /// The configurations that are known.
  package internal(set) var table: ConfigurationTable
  /// The row of the configuration that was loaded last.
  package internal(set) var origin: [Int]
  /// The row of the configuration that was saved last.
  package internal(set) var row: [Int]

  // MARK: The configuration

  /// The active states, the roots included; none before the machine has started.
  package internal(set) var active: BitSet
  /// The components that have reached their ends.
  package internal(set) var finished: BitSet
  /// The words for the values of the fields.
  package var fields: [Int]
  /// For each history pseudo-state the index of the list of states that it remembers, plus one; zero if it remembers
  /// none.
  var history: [Int]
  /// The running timers in the order in which they elapse: the index of each, followed by the milliseconds that are left.
  package internal(set) var timers: [Int] = []
  /// The number of running timers.
  package var timerCount: Int { timers.count / 2 }
  /// The deferred events: the machine's own, then those of each part, in the order of their first arrival.
  package internal(set) var deferred: [Int] = []
  /// The words for values, those of arguments included.
  package var valueTable: ValueTable
  /// The lists that configurations mention.
  package internal(set) var wordLists = ListTable()

  /// The alternatives that the next reaction takes of the actions that leave something open, in the order in which they
  /// run. The first alternative stands for those that are missing.
  package var chosenAlternatives: [Int] = []

  // MARK: The reaction

  /// The callbacks that were made, in order.
  package internal(set) var calls: [Int] = []
  /// The number of alternatives of each action that leaves something open, in the order in which they ran.
  package internal(set) var openCounts: [Int] = []
  /// The atomic and final states of the machine itself that were entered, in order.
  package internal(set) var entered: [Int] = []
  /// Whether to note ``entries``, which an exploration doesn't need.
  package var notesEntries = false
  /// All states that were entered, in order: each followed by the number of calls before the end of its entry.
  package internal(set) var entries: [Int] = []
  /// Whether to note ``stretches``, which an exploration doesn't need.
  package var notesStretches = false
  /// The calls of each timer that elapsed and of each transition that was taken, in the order of their beginnings. Three words each: twice
  /// the index of the transition, or twice that of the timer plus one; the number of calls before it; and that at its end. A timer ends
  /// when the machine is at rest again, and a transition with its microstep.
  package internal(set) var stretches: [Int] = []
  /// The transitions that were taken, in order.
  package internal(set) var taken: [Int] = []
  /// The outcomes that concern parts, as words, in order.
  package internal(set) var partOutcomes: [Int] = []
  package internal(set) var treatment = Treatment.ignored
  /// The reason that the run can't continue.
  package internal(set) var fault: Fault?

  // MARK: The observation

  /// The fields that conditions, assignments and timers mention, in the order of their first use.
  package internal(set) var readFields: [Int] = []
  /// The fields that were assigned, even if that didn't change their values, in order.
  package internal(set) var assignedFields: [Int] = []
  /// The names of the parameters that conditions and assignments mention.
  package internal(set) var readParameters: BitSet
  package internal(set) var readsParameters = false
  /// The guards that were decided, in order: twice the index of each, plus one if it held.
  package internal(set) var guardOutcomes: [Int] = []
  /// The timers that came to their deadlines.
  package internal(set) var elapsed: [Int] = []
  /// The history pseudo-states that were entered while they remembered states.
  package internal(set) var restored: [Int] = []
  /// The number of active states, actions, timers, guards and assignments that the interpreter visits in such a reaction. The engine
  /// skips some of them, and counts them all the same, so that explorations with both end at the same limits.
  package internal(set) var visitCount = 0
  /// The number of visits after which a reaction is interrupted.
  package var visitLimit = Int.max

  // MARK: Inside a reaction

  /// The component that runs: the machine itself, or the part that handles an event inside of an action.
  var current = 0
  /// The internal queues of the components that run, one behind the other: the words of their entries.
  var queue: [Int] = []
  /// The position of the next entry of the queue of the component that runs.
  var queueStart = 0
  /// The number of microsteps since the host or a timer triggered the machine.
  var microstepCount = 0
  /// The values of arguments.
  var arguments: [Int] = []
  /// Lists of the procedures that run. Each removes its own when it ends.
  var stack: [Int] = []
  var entrySet: EntrySet
  /// The marks of fields that were read and of transitions that were seen, which are the number of a reaction or a
  /// selection.
  var fieldMarks: [Int]
  var transitionMarks: [Int]
  var reactionNumber = 0
  var selectionNumber = 0

  /// Creates an engine whose machine hasn't started.
  /// - Parameter memories: The fields that distinguish configurations.
  package init(_ program: Program, memories: [Layout.Memory]) {
    self.program = program
    layout = Layout(program, memories: memories)
    table = ConfigurationTable(width: layout.width, keyWidth: layout.timers)
    row = Array(repeating: 0, count: layout.width)
    origin = row
    valueTable = program.valueTable
    active = BitSet(count: program.states.count)
    finished = BitSet(count: program.components.count)
    fields = program.defaults
    history = Array(repeating: 0, count: program.histories.count)
    readParameters = BitSet(count: max(1, program.parameterNames.count))
    entrySet = EntrySet(stateCount: program.states.count)
    fieldMarks = Array(repeating: 0, count: program.defaults.count)
    transitionMarks = Array(repeating: 0, count: program.machine.transitionCount)
  }

  // MARK: Stimuli

  /// Starts the machine.
  package mutating func start() {
    beginReaction()
    attempt { (engine) throws(Stop) in
      engine.treatment = .handled
      try engine.enterInitialStates()
    }
  }

  /// Sends an event with the words for its arguments.
  package mutating func send(_ event: Int, arguments: [Int]) {
    beginReaction()
    self.arguments.append(contentsOf: arguments)
    attempt { (engine) throws(Stop) in
      engine.treatment = try engine.handle(event, Arguments(event: event, start: 0))
    }
  }

  /// Lets time pass.
  package mutating func advance(byMilliseconds milliseconds: Int) {
    beginReaction()
    attempt { (engine) throws(Stop) in try engine.advance(by: max(0, milliseconds)) }
  }

  /// Makes the running timer at a position the next to elapse, whatever time the timers have left.
  package mutating func hasten(timerAt position: Int) {
    for other in 0..<timers.count / 2 { timers[2 * other + 1] = 2 }
    timers[2 * position + 1] = 1
    timers.swapAt(0, 2 * position)
    timers.swapAt(1, 2 * position + 1)
  }

  private mutating func beginReaction() {
    calls.empty()
    openCounts.empty()
    entered.empty()
    entries.empty()
    stretches.empty()
    taken.empty()
    partOutcomes.empty()
    treatment = .ignored
    fault = nil
    readFields.empty()
    assignedFields.empty()
    if readsParameters { readParameters.removeAll() }
    readsParameters = false
    guardOutcomes.empty()
    elapsed.empty()
    restored.empty()
    visitCount = 0
    current = 0
    queue.empty()
    queueStart = 0
    microstepCount = 0
    arguments.empty()
    stack.empty()
    reactionNumber += 1
  }

  private mutating func attempt(_ body: (inout Engine) throws(Stop) -> Void) {
    do { try body(&self) } catch {}
  }

  // MARK: Components

  /// Runs a component with an empty queue.
  mutating func run(_ component: Int, _ body: (inout Engine) throws(Stop) -> Void) throws(Stop) {
    if component == current { return try body(&self) }
    let outer = (component: current, start: queueStart, end: queue.count)
    current = component
    queueStart = queue.count
    try body(&self)
    queue.shrink(to: outer.end)
    (current, queueStart) = (outer.component, outer.start)
  }

  // MARK: Faults

  /// The end of a run that can't continue. ``fault`` has the reason.
  struct Stop: Error {}

  /// Notes a fault of the component that runs.
  mutating func stop(_ kind: Fault.Kind, at site: Int32) -> Stop {
    let part = current == 0 ? nil : ID<Part>(current - 1)
    let machine = part.map { program.machine[$0].machine.name } ?? program.machine.name
    fault = Fault(kind: kind, machine: machine, part: part, range: program.sites[Int(site)])
    return Stop()
  }

  /// Notes that the limit of visits ends the run.
  mutating func interrupt() -> Stop {
    fault = Fault(kind: .interrupted, machine: program.machine.name, range: program.machine.nameRange)
    return Stop()
  }
}

extension [Int] {
  /// Removes all words and keeps the memory. Most arrays of a reaction are empty already.
  package mutating func empty() { if !isEmpty { shrink(to: 0) } }

  /// Removes the words behind the first ones and keeps the memory.
  ///
  /// Most arrays of a reaction have none or a few words to remove, one by one, which takes a fraction of the time of removing a range.
  mutating func shrink(to count: Int) {
    if self.count > count + 8 {
      removeLast(self.count - count)
    } else {
      while self.count > count { removeLast() }
    }
  }
}

/// An entry of an internal queue.
enum QueueEntry {
  case raised(event: Int)
  case completed(state: Int)

  init(word: Int) { self = word % 2 == 0 ? .raised(event: word / 2) : .completed(state: word / 2) }

  var word: Int {
    switch self {
    case .raised(let event): 2 * event
    case .completed(let state): 2 * state + 1
    }
  }
}

/// The arguments of the event that is handled.
struct Arguments {
  /// The event; below zero if there is none.
  var event: Int
  /// The position of the first argument among ``Engine/arguments``.
  var start: Int

  static let none = Arguments(event: -1, start: 0)
}
