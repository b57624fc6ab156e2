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
    case .targets(let address, _), .negatedGuard(let address), .droppedGuard(let address): restore(address.state)
    case .entrance(let state, _), .swappedEntryAndExit(let state), .timer(let state, _, _): restore(state)
    case .defaultDuration(let field, _): machine.fields[field.index] = original.fields[field.index]
    }
    func restore(_ state: ID<State>) { machine.states[state.index] = original.states[state.index] }
  }
}

/// A change of a list of actions, at an index of the list.
enum ActionEdit: Hashable, Sendable {
  case drop(Int)
  case duplicate(Int)
  /// Swaps the action with the next one.
  case swap(Int)
  case negateChoice(Int)
  /// Replaces a conditional action by the actions of its `do`.
  case dropChoice(Int)
  case dropSent(SentPosition)
  case duplicateSent(SentPosition)
  /// Swaps the event with the next one of the same action.
  case swapSent(SentPosition)
  case otherEvent(SentPosition, ID<Event>)
  /// Sends the events of an action to another part.
  case otherPart(action: Int, ID<Part>, eventOffset: Int)

  /// The position of an event among those that an action sends.
  struct SentPosition: Hashable, Sendable {
    var action: Int
    var event: Int
  }

  func apply(to actions: inout [Action]) {
    switch self {
    case .drop(let index): actions.remove(at: index)
    case .duplicate(let index): actions.insert(actions[index], at: index)
    case .swap(let index): actions.swapAt(index, index + 1)
    case .negateChoice(let index):
      guard case .choose(let condition, let yes, let no, let range) = actions[index] else { return }
      actions[index] = .choose(condition.negated, then: yes, else: no, range: range)
    case .dropChoice(let index):
      guard case .choose(_, let yes, _, _) = actions[index] else { return }
      actions.replaceSubrange(index...index, with: yes)
    case .dropSent(let position): Self.editSent(at: position, in: &actions) { $0.remove(at: position.event) }
    case .duplicateSent(let position):
      Self.editSent(at: position, in: &actions) { $0.insert($0[position.event], at: position.event) }
    case .swapSent(let position):
      Self.editSent(at: position, in: &actions) { $0.swapAt(position.event, position.event + 1) }
    case .otherEvent(let position, let event):
      Self.editSent(at: position, in: &actions) { $0[position.event].event = event }
    case .otherPart(let action, let other, let offset):
      guard case .send(_, var events, let range) = actions[action] else { return }
      for index in events.indices { events[index].event = ID(events[index].event.index + offset) }
      actions[action] = .send(other, events, range: range)
    }
  }

  private static func editSent(
    at position: SentPosition, in actions: inout [Action], _ edit: (inout [SentEvent]) -> Void
  ) {
    guard case .send(let part, var events, let range) = actions[position.action] else { return }
    edit(&events)
    actions[position.action] = .send(part, events, range: range)
  }
}

extension Expression {
  fileprivate var negated: Expression {
    if case .not(let operand) = kind { return operand }
    return Expression(.not(self), type: .bool, range: range)
  }
}
