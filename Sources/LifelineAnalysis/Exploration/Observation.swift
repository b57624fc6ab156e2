import LifelineInterpreter
import LifelineModel

/// The facts about one or more reactions that the host doesn't see, such as what they depended on.
struct Observation: InterpreterObserver {
  /// The fields that conditions, assignments and timers mention, in the order of their first use.
  ///
  /// All fields of an expression count, whether they were read or not: `and` and `or` may end early.
  private(set) var fields: [ID<Field>] = []
  /// The names of the event's parameters that conditions and assignments mention, in the order of their first use.
  private(set) var parameters: [String] = []
  /// The fields that were assigned, even if that didn't change their values.
  private(set) var assigned: Set<ID<Field>> = []
  /// The timers that came to their deadlines, whether a transition was taken or not.
  private(set) var elapsedTimers: [ElapsedTimer] = []
  /// The history pseudo-states that were entered while they remembered states.
  private(set) var restoredHistories: [ID<State>] = []
  /// The number of alternatives of each action that leaves something open, in the order in which they ran.
  private(set) var openCounts: [Int] = []
  /// The guards that were evaluated, in order.
  private(set) var guards: [GuardOutcome] = []
  /// The number of active states, actions, timers, guards and assignments that were visited.
  private(set) var visitCount = 0
  /// The number of visits after which a reaction is interrupted.
  private let visitLimit: Int
  /// The members of ``fields``.
  private var fieldSet = IDSet<Field>()

  init(visitLimit: Int = .max) { self.visitLimit = visitLimit }

  var allowsMore: Bool { visitCount <= visitLimit }

  mutating func willEvaluate(_ expression: Expression) { note(expression) }

  mutating func didDecide(_ outcome: GuardOutcome) { guards.append(outcome) }

  mutating func willChoose(among count: Int) { openCounts.append(count) }

  mutating func willAssign(_ assignment: Assignment) {
    note(assignment.value)
    assigned.insert(assignment.field)
  }

  mutating func willReadLength(of timer: Timer, from field: ID<Field>) { note(field) }

  mutating func didElapse(_ timer: Snapshot.ArmedTimer) {
    elapsedTimers.append(ElapsedTimer(state: timer.state, index: timer.index))
  }

  mutating func willRestore(_ history: ID<State>) { restoredHistories.append(history) }

  mutating func willVisit(_ count: Int) { visitCount += count }

  private mutating func note(_ expression: Expression) {
    visitCount += 1
    expression.forEachSubexpression { part in
      switch part.variable {
      case .field(let field): note(field)
      case .parameter(let name): if !parameters.contains(name) { parameters.append(name) }
      case nil: break
      }
    }
  }

  private mutating func note(_ field: ID<Field>) {
    visitCount += 1
    if fieldSet.insert(field) { fields.append(field) }
  }
}

/// A timer that came to its deadline.
struct ElapsedTimer: Hashable, Sendable {
  /// The state that the timer belongs to.
  var state: ID<State>
  /// Its index in the state's timers.
  var index: Int
}
