import LifelineModel

/// Lowers actions to statements.
struct ActionLowering {
  /// The machine with its parts.
  let machine: Machine
  /// The states that the machine and its parts only pass.
  var passed = IDSet<State>()

  private func folder(_ activity: Activity?) -> ExpressionFolder {
    ExpressionFolder(machine: machine, activity: activity, passed: passed)
  }

  /// Returns the statements for `actions` that run while `activity` is known.
  func statements(_ actions: [Action], activity: Activity?) -> [Statement] {
    actions.flatMap { action -> [Statement] in
      switch action {
      case .call(let call):
        let folder = folder(activity)
        let parameters = machine[call.callback].parameters
        return [.call(call.callback, arguments(call.arguments, for: parameters, folder))]
      case .open(let open, _):
        return statements(open.alternatives[0].map { .call($0) }, activity: activity)
      case .set(let assignments, _): return self.assignments(assignments, activity: activity)
      case .raise(let event, _): return [.raise(.event(event))]
      case .send(let part, let events, _): return sends(of: events, to: part, activity: activity)
      case .restart(let part, _): return [.startPart(part)]
      case .choose(let condition, let then, let otherwise, _):
        return choice(condition, then: then, else: otherwise, activity: activity)
      }
    }
  }

  private func arguments(
    _ arguments: [Expression], for parameters: [Parameter], _ folder: ExpressionFolder
  ) -> [SwiftExpression] {
    let lowering = ExpressionLowering(machine: machine)
    return zip(arguments, parameters).map { lowering.lower(folder.fold($0), as: $1.type) }
  }

  private func sends(of events: [SentEvent], to part: ID<Part>, activity: Activity?) -> [Statement] {
    let folder = folder(activity)
    return events.map { sent in
      .send(
        part,
        SentCall(
          event: ID(sent.event.index - machine[part].place.events),
          arguments: arguments(sent.arguments, for: machine[sent.event].parameters, folder)))
    }
  }

  /// Returns a condition without the parts that are known.
  func condition(_ condition: Expression?, activity: Activity?) -> LoweredCondition {
    guard let condition else { return .known(true) }
    let folded = folder(activity).fold(condition)
    if let known = folded.constant { return .known(known) }
    return .unknown(ExpressionLowering(machine: machine).lower(folded))
  }

  private func choice(
    _ condition: Expression, then: [Action], else otherwise: [Action], activity: Activity?
  ) -> [Statement] {
    let folded = folder(activity).fold(condition)
    if let known = folded.constant { return statements(known ? then : otherwise, activity: activity) }
    let thenStatements = statements(then, activity: activity)
    let otherStatements = statements(otherwise, activity: activity)
    let lowering = ExpressionLowering(machine: machine)
    if !thenStatements.isEmpty {
      return [.if(lowering.lower(folded), then: thenStatements, else: otherStatements)]
    }
    // A condition that decides nothing isn't evaluated, even if it would trap.
    guard !otherStatements.isEmpty else { return [] }
    let opposite = Expression(.not(folded), type: .bool, range: folded.range)
    return [.if(lowering.lower(opposite), then: otherStatements, else: [])]
  }

  /// Returns assignments one after the other if no right side reads a field assigned before it.
  private func assignments(_ assignments: [Assignment], activity: Activity?) -> [Statement] {
    let folder = folder(activity)
    let values = assignments.map { folder.fold($0.value) }
    var assigned = IDSet<Field>()
    var isSequential = true
    for (assignment, value) in zip(assignments, values) {
      if value.contains(where: { if case .field(let field) = $0.kind { assigned.contains(field) } else { false } }) {
        isSequential = false
      }
      assigned.insert(assignment.field)
    }
    let lowering = ExpressionLowering(machine: machine, readsPreviousFields: !isSequential)
    let lowered = zip(assignments, values).map { assignment, value in
      let field = machine[assignment.field]
      let lowered = lowering.lower(value, as: field.type)
      // The reader has checked constants.
      let isChecked = field.bounds != nil && value.literal == nil
      return FieldAssignment(
        field: assignment.field, value: isChecked ? .inRange(lowered, ofField: assignment.field) : lowered)
    }
    return isSequential ? lowered.map { .assign($0.field, $0.value) } : [.assignTogether(lowered)]
  }
}

/// A condition that may be known before the machine runs.
enum LoweredCondition {
  case known(Bool)
  case unknown(SwiftExpression)
}
