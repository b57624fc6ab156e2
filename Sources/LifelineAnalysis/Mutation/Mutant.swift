import LifelineInterpreter
import LifelineModel
import LifelineSource

/// One small change of a machine, which a scenario should notice.
package struct Mutant: Hashable, Sendable {
  /// What is changed.
  enum Edit: Hashable, Sendable {
    case actions(ActionListAddress, ActionEdit)
    case targets(TransitionAddress, [ID<State>])
    case negatedGuard(TransitionAddress)
    case droppedGuard(TransitionAddress)
    case entrance(ID<State>, [ID<State>])
    case swappedEntryAndExit(ID<State>)
    case timer(ID<State>, index: Int, milliseconds: Int)
    case defaultDuration(ID<Field>, milliseconds: Int)
  }

  /// What has to be touched by a scenario that can notice.
  enum Site: Hashable, Sendable {
    case state(ID<State>)
    case transition(ID<Transition>)
    case condition(Guard)
    /// Nobody knows.
    case anything
  }

  /// The change in words: what stands behind "no scenario notices that".
  package var change: String
  /// The place in the spec that is changed.
  package var range: SourceRange
  /// What is changed.
  let edit: Edit
  /// Where it shows first.
  let site: Site

  /// The machine with the change.
  package func applied(to machine: Machine) -> Machine {
    var machine = machine
    switch edit {
    case .actions(let address, let edit):
      machine.editActions(at: address) { edit.apply(to: &$0) }
    case .targets(let address, let targets):
      machine.editTransition(at: address) { $0.targets = targets }
    case .negatedGuard(let address):
      machine.editTransition(at: address) { $0.condition = $0.condition?.negated }
    case .droppedGuard(let address):
      machine.editTransition(at: address) { $0.condition = nil }
    case .entrance(let state, let targets):
      machine.editEntrance(of: state) { $0.targets = targets }
    case .swappedEntryAndExit(let state):
      let entry = machine.states[state.index].entry
      machine.states[state.index].entry = machine.states[state.index].exit
      machine.states[state.index].exit = entry
    case .timer(let state, let index, let milliseconds):
      machine.states[state.index].timers[index].length = .constant(milliseconds: milliseconds)
    case .defaultDuration(let field, let milliseconds):
      machine.fields[field.index].defaultValue = .duration(milliseconds: milliseconds)
    }
    return machine
  }
}

/// A change of a list of actions, by their places in it.
enum ActionEdit: Hashable, Sendable {
  case drop(Int)
  case duplicate(Int)
  /// With the next one.
  case swap(Int)
  /// Chooses what it would not.
  case negateChoice(Int)
  /// Chooses the first of the two, whatever the condition is.
  case dropChoice(Int)

  func apply(to actions: inout [Action]) {
    switch self {
    case .drop(let place): actions.remove(at: place)
    case .duplicate(let place): actions.insert(actions[place], at: place)
    case .swap(let place): actions.swapAt(place, place + 1)
    case .negateChoice(let place):
      guard case .choose(let condition, let yes, let no, let range) = actions[place] else { return }
      actions[place] = .choose(condition.negated, then: yes, else: no, range: range)
    case .dropChoice(let place):
      guard case .choose(_, let yes, _, _) = actions[place] else { return }
      actions.replaceSubrange(place...place, with: yes)
    }
  }
}

extension Expression {
  /// What is true where this is not.
  fileprivate var negated: Expression {
    if case .not(let operand) = kind { return operand }
    return Expression(.not(self), type: .bool, range: range)
  }
}
