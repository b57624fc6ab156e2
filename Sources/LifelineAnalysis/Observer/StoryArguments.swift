import LifelineInterpreter
import LifelineModel

/// The arguments that a log shows of the calls and events of its story.
package struct StoryArguments: Sendable {
  /// An argument.
  package struct Argument: Sendable {
    /// The step of the story, and the number of the call in it; `nil` for the event.
    package var step: Int
    package var call: Int?
    /// The index of the parameter.
    package var parameter: Int
    package var found: LoggedValue
    /// The index of the line.
    package var line: Int
    /// The value that the story has, if it is the one that the log shows.
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
  /// The number of steps before an argument whose events are tried.
  private static let distanceLimit = 8

  private let index: MachineIndex

  /// Finds the arguments of a story that explains some lines, and changes what the host says so that they come.
  ///
  /// An event gets the arguments that its line shows. The others are tried, each alone: those of the events of the same step and of a
  /// few before it, and the fields of the same step. Other ways to the arguments may exist.
  static func find(in story: LogStory, for lines: [Line], by observer: Observer) -> StoryArguments {
    let automaton = observer.automaton
    var result = StoryArguments(story: story, arguments: [], index: automaton.exploration.index)
    guard lines.contains(where: { !$0.arguments.isEmpty }),
      let alignment = LogAlignment.align(
        story, with: lines.map(\.items), owed: observer.owed, showing: automaton.events, in: automaton.machine)
    else { return result }
    for (place, line) in zip(alignment.items, alignment.lines) {
      guard let line else { continue }
      for (parameter, declaration) in story.parameters(ofCall: place.call, inStep: place.step, of: automaton.machine)
        .enumerated()
      {
        guard let found = lines[line].arguments[declaration.name] else { continue }
        if case .open = found.meaning(as: declaration.type) { continue }
        result.arguments.append(
          Argument(step: place.step, call: place.call, parameter: parameter, found: found, line: line))
      }
    }
    result.compare()
    result.takeOverEvents()
    result.fit()
    return result
  }

  /// The number of arguments that the log shows and the story doesn't have.
  var missingCount: Int { arguments.count { $0.value == nil } }

  /// The story with the arguments of events as the log shows them, also those with which the machine would do something else.
  package var loggedStory: LogStory {
    var result = story
    for argument in arguments where argument.call == nil && argument.value == nil {
      guard case .send(let event, var values) = result.steps[argument.step].cause else { continue }
      switch meaning(of: argument) {
      case .value(let value): values[argument.parameter] = value
      case .none: values[argument.parameter] = .opaque(argument.found.text)
      case .open: continue
      }
      result.steps[argument.step].cause = .send(event, arguments: values)
    }
    return result
  }

  /// Whether the story has all arguments that the log shows.
  var areAllShown: Bool { missingCount == 0 }

  private var machine: Machine { index.machine }

  private func meaning(of argument: Argument) -> LoggedMeaning {
    argument.found.meaning(
      as: story.parameters(ofCall: argument.call, inStep: argument.step, of: machine)[argument.parameter].type)
  }

  /// Returns the value that an argument has in the story.
  private func value(of argument: Argument) -> Value? {
    let step = story.steps[argument.step]
    if let call = argument.call { return step.calls[call].arguments[argument.parameter] }
    guard case .send(_, let arguments) = step.cause else { return nil }
    return arguments[argument.parameter]
  }

  /// Notes which arguments the story has.
  private mutating func compare() {
    for index in arguments.indices {
      arguments[index].value = nil
      if let value = value(of: arguments[index]), case .value(value) = meaning(of: arguments[index]) {
        arguments[index].value = value
      }
    }
  }

  /// Gives events the arguments that their lines show: all of them, or else each with which the story stays the same.
  private mutating func takeOverEvents() {
    let missing = arguments.filter { $0.call == nil && $0.value == nil }
    guard !missing.isEmpty, !takeOver(missing), missing.count > 1 else { return }
    for argument in missing.prefix(Self.trialLimit) { _ = takeOver([argument]) }
  }

  /// - Returns: Whether the story stays the same with some arguments of its events.
  private mutating func takeOver(_ shown: [Argument]) -> Bool {
    var other = self
    for argument in shown {
      guard case .value(let value) = meaning(of: argument),
        case .send(let event, var values) = other.story.steps[argument.step].cause,
        machine[event].parameters[argument.parameter].type.accepts(value)
      else { continue }
      values[argument.parameter] = value
      other.story.steps[argument.step].cause = .send(event, arguments: values)
    }
    guard other.replay() else { return false }
    other.compare()
    self = other
    return true
  }

  /// Tries other words of the host for each argument that the machine doesn't compute.
  private mutating func fit() {
    var trials = 0
    for index in arguments.indices where arguments[index].value == nil {
      let argument = arguments[index]
      guard argument.call != nil, case .value(let wanted) = meaning(of: argument),
        let computed = value(of: argument)
      else { continue }
      search: for number in (max(0, argument.step - Self.distanceLimit)...argument.step).reversed() {
        for step in changed(number, from: computed, to: wanted, withFields: number == argument.step) {
          guard trials < Self.trialLimit else { return }
          trials += 1
          var other = self
          other.story.steps[number] = step
          guard other.replay() else { continue }
          other.compare()
          if other.arguments[index].value != nil, other.missingCount < missingCount {
            self = other
            break search
          }
        }
      }
    }
  }

  /// Returns a step with other arguments of its event, if the log doesn't show them, and with other fields, one at a time, that may
  /// lead from one value to another.
  private func changed(
    _ number: Int, from computed: Value, to wanted: Value, withFields: Bool
  ) -> [LogStory.Step] {
    let step = story.steps[number]
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
      let shown = Set(self.arguments.filter { $0.step == number && $0.call == nil }.map(\.parameter))
      for (place, parameter) in machine[event].parameters.enumerated() where !shown.contains(place) {
        for value in candidates(arguments[place], parameter.type) {
          var changed = step
          var values = arguments
          values[place] = value
          changed.cause = .send(event, arguments: values)
          result.append(changed)
        }
      }
    }
    guard withFields else { return result }
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
    if value == .absent { return isOptional }
    return switch (self, value) {
    case (.bool, .bool), (.int, .int), (.string, .string), (.double, .double), (.opaque, .opaque): true
    case (.duration, .duration(let milliseconds)): milliseconds > 0
    case (.cases, .named(let name)), (.declared, .named(let name)): caseNames?.contains(name) ?? false
    default: false
    }
  }
}
