import LifelineInterpreter
import LifelineModel
import LifelineSource

/// A small change of a machine, which a scenario should detect.
package struct Mutant: Hashable, Sendable {
  enum Edit: Hashable, Sendable {
    case actions(ActionListAddress, ActionEdit)
    case targets(TransitionAddress, [ID<State>])
    case negatedGuard(TransitionAddress)
    case droppedGuard(TransitionAddress)
    case changedGuard(TransitionAddress, ExpressionEdit)
    case entrance(ID<State>, [ID<State>])
    case swappedEntryAndExit(ID<State>)
    case timer(ID<State>, index: Int, milliseconds: Int)
    case defaultDuration(ID<Field>, milliseconds: Int)
  }

  /// A part of the machine that a scenario has to cover before it can kill the mutant.
  enum Site: Hashable, Sendable {
    case state(ID<State>)
    case transition(ID<Transition>)
    case condition(Guard)
    /// Any scenario may kill the mutant.
    case anything
  }

  /// The change in words, as in "no scenario fails if `change`".
  package var change: String
  /// The range of the spec that is changed.
  package var range: SourceRange
  let edit: Edit
  let site: Site

  /// Makes the change in a machine.
  func apply(to machine: inout Machine) {
    switch edit {
    case .actions(let address, let edit):
      machine.editActions(at: address) { edit.apply(to: &$0) }
    case .targets(let address, let targets):
      machine.editTransition(at: address) { $0.targets = targets }
    case .negatedGuard(let address):
      machine.editTransition(at: address) { $0.condition = $0.condition?.negated }
    case .droppedGuard(let address):
      machine.editTransition(at: address) { $0.condition = nil }
    case .changedGuard(let address, let edit):
      machine.editTransition(at: address) { $0.condition = $0.condition.map(edit.apply) }
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
  }

  /// Takes the change back.
  /// - Parameter original: The machine without the change.
  func revert(_ machine: inout Machine, to original: Machine) {
    switch edit {
    case .actions(let address, _): restore(address.owner.state)
    case .targets(let address, _), .negatedGuard(let address), .droppedGuard(let address),
      .changedGuard(let address, _):
      restore(address.state)
    case .entrance(let state, _), .swappedEntryAndExit(let state), .timer(let state, _, _): restore(state)
    case .defaultDuration(let field, _): machine.fields[field.index] = original.fields[field.index]
    }
    func restore(_ state: ID<State>) { machine.states[state.index] = original.states[state.index] }
  }
}

extension Expression {
  /// The opposite of a condition.
  var negated: Expression {
    if case .not(let operand) = kind { return operand }
    return Expression(.not(self), type: .bool, range: range)
  }
}
