import LifelineModel

/// A change of a list of actions, at an index of the list.
enum ActionEdit: Hashable, Sendable {
  case drop(Int)
  case duplicate(Int)
  /// Swaps the action with the next one.
  case swap(Int)
  /// Moves the first action behind the second one.
  case move(Int, behind: Int)
  case negateChoice(Int)
  /// Replaces a conditional action by the actions of its `do`.
  case dropChoice(Int)
  case changeCondition(Int, ExpressionEdit)
  case dropAssignment(AssignmentPosition)
  case changeAssignment(AssignmentPosition, ExpressionEdit)
  /// Changes an argument of a call.
  case changeArgument(action: Int, argument: Int, ExpressionEdit)
  /// Removes an item of an action that leaves something open.
  case dropItem(action: Int, item: Int)
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

  /// The position of an assignment among those of an action.
  struct AssignmentPosition: Hashable, Sendable {
    var action: Int
    var assignment: Int
  }

  func apply(to actions: inout [Action]) {
    switch self {
    case .drop(let index): actions.remove(at: index)
    case .duplicate(let index): actions.insert(actions[index], at: index)
    case .swap(let index): actions.swapAt(index, index + 1)
    case .move(let index, let other): actions.insert(actions.remove(at: index), at: other)
    case .negateChoice(let index):
      guard case .choose(let condition, let yes, let no, let range) = actions[index] else { return }
      actions[index] = .choose(condition.negated, then: yes, else: no, range: range)
    case .dropChoice(let index):
      guard case .choose(_, let yes, _, _) = actions[index] else { return }
      actions.replaceSubrange(index...index, with: yes)
    case .changeCondition(let index, let edit):
      guard case .choose(let condition, let yes, let no, let range) = actions[index] else { return }
      actions[index] = .choose(edit.apply(to: condition), then: yes, else: no, range: range)
    case .dropAssignment(let position):
      Self.editAssignments(at: position, in: &actions) { $0.remove(at: position.assignment) }
    case .changeAssignment(let position, let edit):
      Self.editAssignments(at: position, in: &actions) {
        $0[position.assignment].value = edit.apply(to: $0[position.assignment].value)
      }
    case .changeArgument(let index, let argument, let edit):
      guard case .call(var call) = actions[index] else { return }
      call.arguments[argument] = edit.apply(to: call.arguments[argument])
      actions[index] = .call(call)
    case .dropItem(let index, let item):
      guard case .open(let open, let range) = actions[index] else { return }
      var items = open.items
      items.remove(at: item)
      actions[index] = .open(OpenCalls(open.form, items), range: range)
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

  private static func editAssignments(
    at position: AssignmentPosition, in actions: inout [Action], _ edit: (inout [Assignment]) -> Void
  ) {
    guard case .set(var assignments, let range) = actions[position.action] else { return }
    edit(&assignments)
    actions[position.action] = .set(assignments, range: range)
  }
}
