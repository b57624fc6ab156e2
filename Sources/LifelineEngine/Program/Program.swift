import LifelineInterpreter
import LifelineModel
import LifelineSource

/// A machine with its parts as flat tables, which mention each other by index.
///
/// It keeps everything that the language says, in the order of the spec: nothing is folded or left out, so what runs it
/// can tell which conditions were decided and on what they depended.
package final class Program: Sendable {
  package let machine: Machine
  let states: [StateEntry]
  let transitions: [TransitionEntry]
  let actions: [ActionEntry]
  /// The lists of calls of which actions that leave something open make one.
  let callLists: [Span]
  let assignments: [AssignmentEntry]
  let sentEvents: [SentEventEntry]
  let nodes: [ExpressionNode]
  let expressions: [ExpressionEntry]
  /// Indices that other tables list.
  let indexLists: [Int32]
  let timers: [TimerEntry]
  let components: [ComponentEntry]
  /// The transitions of states that name events, in the order of the states and of the events in each.
  let handlers: [Handler]
  /// The atomic states of which each event concerns the state itself or one around it.
  private let concerned: BitTable
  /// The names of each event's parameters, as indices.
  let parameters: [Span]
  /// The words for the values of fields before anything sets them.
  let defaults: [Int]
  /// The bounds of each field.
  let bounds: [ClosedRange<Int>?]
  /// The position of each history pseudo-state among all of them.
  let historyPositions: [Int32]
  /// The history pseudo-states.
  package let histories: [ID<State>]
  /// The guards in the order of their indices.
  package let guards: [Guard]
  /// The names of parameters in the order of their indices.
  package let parameterNames: [String]
  /// The ranges in specs that faults and outcomes mention.
  let sites: [SourceRange]
  /// The words for values that occur in the machine.
  package let valueTable: ValueTable

  init(_ machine: Machine, _ compiler: ProgramCompiler) {
    self.machine = machine
    states = compiler.states
    transitions = compiler.transitions
    actions = compiler.actions
    callLists = compiler.callLists
    assignments = compiler.assignments
    sentEvents = compiler.sentEvents
    nodes = compiler.nodes
    expressions = compiler.expressions
    indexLists = compiler.indexLists
    timers = compiler.timers
    components = compiler.components
    handlers = compiler.handlers
    concerned = compiler.concernedStates()
    parameters = compiler.parameters
    defaults = compiler.defaults
    bounds = machine.fields.map(\.bounds)
    historyPositions = compiler.historyPositions
    histories = compiler.histories
    guards = compiler.guards
    parameterNames = compiler.parameterNames
    sites = compiler.sites
    valueTable = compiler.valueTable
  }

  /// Returns whether an atomic state, or a state around it, says anything about an event.
  func concerns(_ event: Int, _ atomicState: Int) -> Bool { concerned.contains(atomicState, inRow: event) }

  /// The timer with an index: the state that has it, and its position there.
  package func timer(_ index: Int) -> (state: ID<State>, position: Int) {
    let state = Int(timers[index].state)
    return (ID(state), index - states[state].timers.startIndex)
  }
}

/// Consecutive entries of a table.
struct Span: Sendable {
  private var start: Int32
  private var end: Int32

  init(_ range: Range<Int>) {
    start = Int32(range.lowerBound)
    end = Int32(range.upperBound)
  }

  static let empty = Span(0..<0)

  var range: Range<Int> { Int(start)..<Int(end) }
  var startIndex: Int { Int(start) }
  var count: Int { Int(end - start) }
  var isEmpty: Bool { start == end }
}

/// A state.
struct StateEntry: Sendable {
  enum Kind: Sendable { case atomic, final, compound, parallel, shallowHistory, deepHistory }

  var kind: Kind
  /// The parent; below zero for a root.
  var parent: Int32
  /// The index after the last descendant.
  var end: Int32
  var component: Int32
  /// The number of states from the root of its component to the state, both included.
  var depth: Int32
  /// The nearest state that handles or defers events: the state itself or one around it; below zero if there is none.
  var handlingState: Int32 = -1
  /// The nearest state that has eventless transitions, likewise.
  var eventlessState: Int32 = -1
  /// The number of children, history pseudo-states included.
  var childCount: Int32
  /// The children that aren't history pseudo-states, in ``Program/indexLists``.
  var children = Span.empty
  /// The history pseudo-states among the children, in ``Program/indexLists``.
  var histories = Span.empty
  /// The targets of the entrance of a compound state or a history, in ``Program/indexLists``.
  var initialTargets = Span.empty
  var initialActions = Span.empty
  var entry = Span.empty
  var exit = Span.empty
  /// The lists of transitions for named events, and the deferrals, by event.
  var handlers = Span.empty
  var onAny = Span.empty
  var always = Span.empty
  var done = Span.empty
  var timers = Span.empty

  var isAtomic: Bool { kind == .atomic || kind == .final }
  var handlesEvents: Bool { !handlers.isEmpty || !onAny.isEmpty }
}

/// The transitions of a state that name an event, and whether the state defers it.
struct Handler: Sendable {
  var event: Int32
  var defers: Bool
  var transitions: Span
}

struct TransitionEntry: Sendable {
  var id: Int32
  var source: Int32
  /// The state inside which states are exited and entered; below zero without targets.
  var domain: Int32
  var targets: Span
  /// The guard; below zero if there is none.
  var condition: Int32
  var guardIndex: Int32
  var actions: Span
  var site: Int32
}

enum ActionEntry: Sendable {
  /// Makes a callback. Only those arguments count that can fault.
  case call(Int32, faulting: Span)
  case set(Span)
  case raise(Int32)
  /// Makes the calls of one of the lists of actions in ``Program/callLists``.
  case open(Span)
  case choose(condition: Int32, guardIndex: Int32, then: Span, otherwise: Span)
  case send(component: Int32, Span)
  case restart(component: Int32)
}

struct AssignmentEntry: Sendable {
  var field: Int32
  var value: Int32
}

struct SentEventEntry: Sendable {
  var event: Int32
  var arguments: Span
  var isOptional: Bool
  var site: Int32
}

/// An expression with what it mentions.
struct ExpressionEntry: Sendable {
  var root: Int32
  /// The number of mentions of fields.
  var mentionCount: Int32
  /// The fields in the order of their first mention, in ``Program/indexLists``.
  var fields: Span
  /// The names of parameters, in ``Program/indexLists``.
  var parameters: Span
  var site: Int32
}

/// An operation of an expression. Its operands are nodes.
enum ExpressionNode: Sendable {
  case literal(Int)
  case field(Int32)
  /// The parameter with a name, or the word for its name if the event has none.
  case parameter(name: Int32, missing: Int)
  case isActive(Int32)
  case not(Int32)
  case and(Span)
  case or(Span)
  case compareNumbers(Expression.Comparison, Int32, Int32)
  case compareDoubles(Expression.Comparison, Int32, Int32)
  case compareOthers(Expression.Comparison, Int32, Int32)
  case arithmetic(Expression.Arithmetic, Int32, Int32, site: Int32)
  case negation(Int32, site: Int32)
}

struct TimerEntry: Sendable {
  var state: Int32
  /// The field with the length; below zero if that is constant.
  var field: Int32
  var milliseconds: Int
  var transitions: Span
  /// The rank among the timers that elapse at the same time.
  var rank: Int32
  var site: Int32
}

/// The machine itself, or a part.
struct ComponentEntry: Sendable {
  var root: Int32
  /// The atomic and final states of the component itself.
  var atomicStates: BitSet
  /// The events of the component itself.
  var events: Span
  /// The states and the events, with those of the parts in it.
  var states: Span
  var allEvents: Span
  /// The private fields, with those of the parts in it, in ``Program/indexLists``.
  var privateFields: Span
  /// The components with their states inside this one, itself included.
  var inner: [Int32]
  /// The component that contains it; below zero for the machine itself.
  var container: Int32
  /// The components that it contains directly, in ``Program/indexLists``.
  var parts: Span
}
