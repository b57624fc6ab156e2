import LifelineInterpreter
import LifelineModel

/// Actions, and what they do to parts.
extension Engine {
  /// Runs actions in order: `executeContent`.
  mutating func execute(_ list: Span, _ arguments: Arguments) throws(Stop) {
    visitCount += list.count
    for position in list.range {
      switch program.actions[position] {
      case .call(let callback, let faulting):
        for argument in faulting.range { note(program.indexLists[argument]) }
        for argument in faulting.range { _ = try value(of: program.indexLists[argument], arguments) }
        calls.append(Int(callback))
      case .set(let assignments): try assign(assignments, arguments)
      case .raise(let event): queue.append(QueueEntry.raised(event: Int(event)).word)
      case .open(let open):
        let choice = openCounts.count < chosenAlternatives.count ? chosenAlternatives[openCounts.count] : 0
        openCounts.append(open.count)
        try execute(program.callLists[open.startIndex + (choice < open.count ? choice : 0)], arguments)
      case .choose(let condition, let guardIndex, let then, let otherwise):
        let holds = try decide(condition, guardIndex: guardIndex, arguments)
        try execute(holds ? then : otherwise, arguments)
      case .send(let component, let events):
        for sent in events.range { try send(program.sentEvents[sent], to: Int(component), arguments) }
      case .restart(let component): try restart(Int(component))
      }
    }
  }

  /// Makes assignments whose right sides all see the fields as they are before the first.
  private mutating func assign(_ assignments: Span, _ arguments: Arguments) throws(Stop) {
    for position in assignments.range {
      note(program.assignments[position].value)
      assignedFields.append(Int(program.assignments[position].field))
    }
    let base = stack.count
    for position in assignments.range {
      let assignment = program.assignments[position]
      let word = try value(of: assignment.value, arguments)
      if let bounds = program.bounds[Int(assignment.field)], !bounds.contains(word) {
        throw refuse(word, for: assignment)
      }
      stack.append(word)
    }
    for (offset, position) in assignments.range.enumerated() {
      fields[Int(program.assignments[position].field)] = stack[base + offset]
    }
    stack.shrink(to: base)
  }

  /// Notes the fault of an assignment to a field in whose range a value doesn't lie.
  private mutating func refuse(_ word: Int, for assignment: AssignmentEntry) -> Stop {
    let field = program.machine.fields[Int(assignment.field)]
    // In the file of a part, the field has no path.
    let prefix = current == 0 ? 0 : program.machine.parts[current - 1].name.utf8.count + 1
    let kind = Fault.Kind.outOfRange(
      field: String(field.name.dropFirst(prefix)), value: Value(word, as: field.type), range: field.boundsText ?? "")
    return stop(kind, at: program.expressions[Int(assignment.value)].site)
  }

  /// Sends an event to a part of the component that runs. The part handles it to its rest.
  private mutating func send(
    _ sent: SentEventEntry, to component: Int, _ arguments: Arguments
  ) throws(Stop) {
    for argument in sent.arguments.range { note(program.indexLists[argument]) }
    let start = self.arguments.count
    for argument in sent.arguments.range {
      let word = try value(of: program.indexLists[argument], arguments)
      self.arguments.append(word)
    }
    let sender = current
    try run(component) { (engine) throws(Stop) in
      let treatment = try engine.handle(Int(sent.event), Arguments(event: Int(sent.event), start: start))
      if treatment == .ignored, !sent.isOptional { engine.noteUntaken(sent, sender: sender) }
    }
    self.arguments.shrink(to: start)
  }

  private mutating func noteUntaken(_ sent: SentEventEntry, sender: Int) {
    partOutcomes += [0, Int(sent.event), current, sender, Int(sent.site), 0]
    let countPosition = partOutcomes.count - 1
    let component = program.components[current]
    var state = active.first(from: 0, below: program.states.count, in: component.atomicStates)
    while state >= 0 {
      partOutcomes.append(state)
      partOutcomes[countPosition] += 1
      state = active.first(from: state + 1, below: program.states.count, in: component.atomicStates)
    }
  }

  /// Makes a part new, and starts it. Its fields stay, except private ones.
  private mutating func restart(_ index: Int) throws(Stop) {
    partOutcomes += [1, index, calls.count]
    let component = program.components[index]
    visitCount += 1 + timers.count / 2
    for inner in component.inner where active.contains(Int(program.components[Int(inner)].root)) {
      finished.remove(Int(inner))
    }
    for state in component.states.range { active.remove(state) }
    for (position, id) in program.histories.enumerated() where component.states.range.contains(id.index) {
      history[position] = 0
    }
    dropTimersAndEvents(of: component)
    for position in component.privateFields.range {
      let field = Int(program.indexLists[position])
      fields[field] = program.defaults[field]
    }
    try run(index) { (engine) throws(Stop) in try engine.enterInitialStates() }
  }

  /// Drops the running timers and the deferred events of a component and the parts in it.
  mutating func dropTimersAndEvents(of component: ComponentEntry) {
    disarm { component.states.range.contains(Int($0.state)) }
    let events = component.allEvents.range
    deferred.removeAll { events.contains($0) }
  }

  /// Returns the outcomes that some words of ``partOutcomes`` stand for.
  package static func partOutcomes(_ words: [Int], of program: Program) -> [Reaction.PartOutcome] {
    var result: [Reaction.PartOutcome] = []
    var position = 0
    while position < words.count {
      if words[position] == 1 {
        result.append(.restarted(ID(words[position + 1] - 1), callCount: words[position + 2]))
        position += 3
      } else {
        let sender = words[position + 3]
        let end = position + 6 + words[position + 5]
        result.append(
          .untaken(
            Reaction.UntakenEvent(
              event: ID(words[position + 1]), part: ID(words[position + 2] - 1),
              sender: sender == 0 ? nil : ID(sender - 1), range: program.sites[words[position + 4]],
              states: words[position + 6..<end].map { ID($0) })))
        position = end
      }
    }
    return result
  }
}
