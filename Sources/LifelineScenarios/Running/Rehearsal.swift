import LifelineInterpreter
import LifelineModel

/// What a machine does in a scenario for one combination of the values of `where`, whatever the scenario expects.
package struct Rehearsal {
  /// A step that was played.
  package struct Moment {
    var reaction: Reaction
    /// The machine after the step.
    var after: Interpreter
  }

  /// What starting did, where no step says that the machine starts.
  package private(set) var start: Reaction?
  package private(set) var moments: [Moment] = []
  /// The machine at the end.
  package private(set) var end: Interpreter

  /// Plays `scenario` from its own beginning, with `fields`, or from the end of the one that it follows.
  package init(_ scenario: Scenario, on chart: MachineIndex, from beginning: Play.Beginning) throws(Incorrigibility) {
    switch beginning {
    case .own(let fields): end = Interpreter(chart, fields: fields)
    case .end(let snapshot): end = Interpreter(chart, at: snapshot)
    }
    switch scenario.beginning {
    case .end: break
    case .states(let states): try Self.require(end.resume(in: states), at: scenario)
    case .start:
      if case .start = scenario.steps.first?.kind { break }
      let reaction = end.start()
      try Self.require(reaction, at: scenario)
      start = reaction
    }
    var observer = NoObserver()
    for step in scenario.steps {
      let reaction = end.perform(step, observer: &observer)
      if let fault = reaction.fault {
        throw Incorrigibility(message: "\(step.title(in: chart)): \(fault.message)", range: step.range)
      }
      moments.append(Moment(reaction: reaction, after: end))
    }
  }

  private static func require(_ reaction: Reaction, at scenario: Scenario) throws(Incorrigibility) {
    guard let fault = reaction.fault else { return }
    throw Incorrigibility(message: fault.message, range: scenario.beginningRange ?? scenario.range)
  }
}
