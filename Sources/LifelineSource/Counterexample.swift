/// A run of a machine that shows a mistake, step by step, in the names and values of the spec.
package struct Counterexample: Hashable, Sendable {
  /// A name with a value, as a spec writes it.
  package struct Setting: Hashable, Sendable {
    package var name: String
    package var value: String

    /// Creates a name with a value.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Something that the host does.
  package enum Stimulus: Hashable, Sendable {
    case start
    /// The host sends an event, which the machine handles, ignores or defers.
    case event(String, arguments: [Setting], treatment: String)
    case wait(milliseconds: Int)
  }

  /// A call of the machine.
  package struct Call: Hashable, Sendable {
    package var name: String
    package var arguments: [Setting]

    /// Creates a call.
    package init(_ name: String, arguments: [Setting]) {
      self.name = name
      self.arguments = arguments
    }
  }

  /// A stimulus with everything that follows from it.
  package struct Step: Hashable, Sendable {
    /// The fields that the host sets before.
    package var facts: [Setting]
    package var stimulus: Stimulus
    package var calls: [Call]
    /// The paths of the active atomic states afterwards; none after a fault.
    package var states: [String]
    /// The values of all fields afterwards; none after a fault.
    package var fields: [Setting]
    /// The reason that the run can't go on; `nil` if it can.
    package var fault: String?

    /// Creates a step.
    package init(
      facts: [Setting], stimulus: Stimulus, calls: [Call], states: [String], fields: [Setting], fault: String? = nil
    ) {
      self.facts = facts
      self.stimulus = stimulus
      self.calls = calls
      self.states = states
      self.fields = fields
      self.fault = fault
    }
  }

  /// An item of the list of steps.
  package enum Item: Hashable, Sendable {
    case step(Step)
    /// The steps before this item, as many as it says, come again a number of times.
    case again(steps: Int, times: Int)
  }

  /// The steps, with repetitions folded.
  package var items: [Item]
  /// Remarks that the steps don't show.
  package var remarks: [String]

  /// Creates a counterexample of all steps of a run. The last one isn't folded, because it is the one to look at.
  package init(of run: [Step], remarks: [String] = []) {
    items = []
    var next = 0
    for repetition in Repetition.find(in: run.dropLast().map(Optional.some)) {
      items += run[next..<repetition.start + repetition.stepCount].map(Item.step)
      items.append(.again(steps: repetition.stepCount, times: repetition.count))
      next = repetition.end
    }
    items += run[next...].map(Item.step)
    self.remarks = remarks
  }
}
