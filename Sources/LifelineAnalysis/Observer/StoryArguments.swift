import LifelineInterpreter
import LifelineModel

/// The arguments that a log shows of the calls of its story.
package struct StoryArguments: Sendable {
  /// An argument.
  package struct Argument: Sendable {
    /// The step of the story, and the number of the call in it.
    package var step: Int
    package var call: Int
    /// The index of the parameter.
    package var parameter: Int
    package var found: LoggedValue
    /// The index of the line.
    package var line: Int
    /// The value that the machine computes in the story, if it is the one that the log shows.
    package var value: Value?
  }

  /// A line of the log.
  package struct Line: Sendable {
    package var items: [ID<LogItem>]
    package var arguments: [String: LoggedValue]

    /// Creates a line.
    package init(items: [ID<LogItem>], arguments: [String: LoggedValue]) {
      self.items = items
      self.arguments = arguments
    }
  }

  /// The story, in which the host says what leads to the arguments, as far as that was found.
  package private(set) var story: LogStory
  /// The arguments, in order.
  package private(set) var arguments: [Argument]

  /// The number of stories that are tried.
  private static let trialLimit = 1_000

  private let index: MachineIndex

  /// Finds the arguments of a story that explains some lines, and changes what the host says so that they come.
  ///
  /// The arguments of the event and the fields of the same step are tried, each alone; other ways to the arguments may exist.
  package static func find(in story: LogStory, for lines: [Line], by observer: Observer) -> StoryArguments {
    let automaton = observer.automaton
    var result = StoryArguments(story: story, arguments: [], index: automaton.exploration.index)
    guard lines.contains(where: { !$0.arguments.isEmpty }),
      let alignment = LogAlignment.align(
        story, with: lines.map(\.items), owed: observer.owed, showing: automaton.events, in: automaton.machine)
    else { return result }
    for (place, line) in zip(alignment.items, alignment.lines) {
      guard let call = place.call, let line else { continue }
      let parameters = automaton.machine[story.steps[place.step].calls[call].callback].parameters
      for (parameter, declaration) in parameters.enumerated() {
        guard let found = lines[line].arguments[declaration.name] else { continue }
        if case .open = found.meaning(as: declaration.type) { continue }
        result.arguments.append(
          Argument(step: place.step, call: call, parameter: parameter, found: found, line: line))
      }
    }
    result.compare()
    result.fit()
    return result
  }

  private var machine: Machine { index.machine }

  private func type(of argument: Argument) -> ValueType {
    machine[story.steps[argument.step].calls[argument.call].callback].parameters[argument.parameter].type
  }

  /// Notes which arguments the machine computes in the story.
  private mutating func compare() {
    for index in arguments.indices {
      let argument = arguments[index]
      let computed = story.steps[argument.step].calls[argument.call].arguments[argument.parameter]
      if case .value(computed) = argument.found.meaning(as: type(of: argument)) {
        arguments[index].value = computed
      } else {
        arguments[index].value = nil
      }
    }
  }

  /// The number of arguments that the machine computes in the story.
  private var fittingCount: Int { arguments.count { $0.value != nil } }

  /// Tries other words of the host for each argument that the machine doesn't compute.
  private mutating func fit() {
    var trials = 0
    for index in arguments.indices where arguments[index].value == nil {
      let argument = arguments[index]
      guard case .value(let wanted) = argument.found.meaning(as: type(of: argument)) else { continue }
      let computed = story.steps[argument.step].calls[argument.call].arguments[argument.parameter]
      for step in changed(story.steps[argument.step], from: computed, to: wanted) {
        guard trials < Self.trialLimit else { return }
        trials += 1
        var other = self
        other.story.steps[argument.step] = step
        guard other.replay() else { continue }
        other.compare()
        if other.arguments[index].value != nil, other.fittingCount > fittingCount {
          self = other
          break
        }
      }
    }
  }

  /// Returns a step with other arguments of its event and other fields, one at a time, that may lead from one value to another.
  private func changed(_ step: LogStory.Step, from computed: Value, to wanted: Value) -> [LogStory.Step] {
    func candidates(_ old: Value, _ type: ValueType) -> [Value] {
      guard let number = old.number, let computed = computed.number, let target = wanted.number else {
        return type.accepts(wanted) ? [wanted] : []
      }
      let (difference, overflows) = target.subtractingReportingOverflow(computed)
      let (sum, isTooLarge) = number.addingReportingOverflow(difference)
      return ([Value(target, as: type)] + (overflows || isTooLarge ? [] : [Value(sum, as: type)])).filter(type.accepts)
    }
    var result: [LogStory.Step] = []
    if case .send(let event, let arguments) = step.cause {
      for (place, parameter) in machine[event].parameters.enumerated() {
        for value in candidates(arguments[place], parameter.type) {
          var changed = step
          var values = arguments
          values[place] = value
          changed.cause = .send(event, arguments: values)
          result.append(changed)
        }
      }
    }
    for (place, fact) in step.facts.enumerated() {
      for value in candidates(fact.value, machine[fact.field].type) {
        var changed = step
        changed.facts[place].value = value
        result.append(changed)
      }
    }
    let set = Set(step.facts.map(\.field))
    for index in machine.declared.fields.indices {
      let (field, declared) = (ID<Field>(index), machine.fields[index])
      guard !declared.isFixed, !declared.isPrivate, !set.contains(field), declared.type.accepts(wanted) else {
        continue
      }
      var changed = step
      changed.facts.append(FieldValue(field: field, value: wanted))
      result.append(changed)
    }
    return result
  }

  /// Runs the story, whose words of the host have changed, and notes the new values.
  /// - Returns: Whether it is the same story otherwise.
  private mutating func replay() -> Bool {
    var run = Interpreter(index, fields: story.beginning)
    for (number, step) in story.steps.enumerated() {
      for fact in step.facts {
        if let bounds = machine[fact.field].bounds, let value = fact.value.number, !bounds.contains(value) {
          return false
        }
        run.set(fact.field, to: fact.value)
      }
      run.alternatives = step.alternatives
      let reaction =
        switch step.cause {
        case .start: run.start()
        case .send(let event, let arguments): run.send(event, arguments: arguments)
        case .wait(let milliseconds): run.advance(byMilliseconds: milliseconds)
        }
      guard reaction.fault == nil, reaction.calls.map(\.callback) == step.calls.map(\.callback),
        run.atomicStates == step.states, reaction.taken.map(\.id) == step.taken
      else { return false }
      story.steps[number].calls = reaction.calls
      story.steps[number].openCalls = reaction.openCalls
    }
    return true
  }
}

extension ValueType {
  /// Returns whether a value belongs to the type.
  fileprivate func accepts(_ value: Value) -> Bool {
    switch (self, value) {
    case (.bool, .bool), (.int, .int), (.string, .string), (.double, .double), (.opaque, .opaque): true
    case (.duration, .duration(let milliseconds)): milliseconds > 0
    case (.cases, .named(let name)), (.declared, .named(let name)): caseNames?.contains(name) ?? false
    default: false
    }
  }
}
