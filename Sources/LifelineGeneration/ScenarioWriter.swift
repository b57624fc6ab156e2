import LifelineModel

/// Writes scenarios as tests.
struct ScenarioWriter {
  /// What tests drive.
  enum Driven {
    /// The generated machine.
    case machine
    /// A type of the user's.
    case subject
  }

  private let context: MachineContext
  private let drives: Driven
  private var names = ScenarioNames()
  private(set) var expectations: ExpectationWriter
  /// Whether one of the tests forbids calls, or listens to some channels only.
  private(set) var forbidsCalls = false
  private(set) var selectsChannels = false
  /// Whether one of the scenarios has a `where`.
  private(set) var hasCombinations = false

  private var machine: Machine { context.machine }
  private var text: ExpressionText { ExpressionText(of: context) }

  init(_ context: MachineContext, drives: Driven = .machine) {
    self.context = context
    self.drives = drives
    expectations = ExpectationWriter(context)
  }

  /// The tests of all scenarios that hold, one for each combination of the values of `where`.
  mutating func methods() -> [TestMethodView] {
    var result: [TestMethodView] = []
    for scenario in machine.scenarios where scenario.refutation == nil {
      let chain = chain(to: scenario)
      let variations = chain[0].variations
      for combination in CartesianProduct(variations.map(\.values)) {
        var doc = SwiftText.commentLines(scenario.name).map { "/// \($0)" }
        let values = zip(variations, combination).map { "\(machine[$0.field].name): \($1)" }
        let shown = values.joined(separator: ", ")
        if !values.isEmpty { doc.append("/// (\(SwiftText.commentLine(shown)))") }
        var fields = IDMap<Field, Value>()
        for (variation, value) in zip(variations, combination) { fields[variation.field] = value }
        var method = method(names.next(for: scenario.name), doc: doc, chain, where: fields)
        if !values.isEmpty {
          method.steps[0].restrictions += ", where: \(SwiftText.stringLiteral(shown))"
          hasCombinations = true
        }
        result.append(method)
      }
    }
    return result
  }

  /// The test of the last of `chain`, each of which follows the one before it.
  mutating func method(
    _ name: String, doc: [String], _ chain: [Scenario], where fields: IDMap<Field, Value> = IDMap()
  ) -> TestMethodView {
    let steps = steps(chain, where: fields)
    let canThrow = drives == .subject || (context.layout.hasRegions && steps.first?.kind == .resume)
    return TestMethodView(name: name, doc: doc, canThrow: canThrow, steps: steps)
  }

  /// The scenario with those that it follows, directly or not, the first of them first.
  private func chain(to scenario: Scenario) -> [Scenario] {
    var result = [scenario]
    var next = scenario
    while case .end(let id) = next.beginning {
      next = machine[id]
      result.append(next)
    }
    return result.reversed()
  }

  private mutating func steps(_ chain: [Scenario], where fields: IDMap<Field, Value>) -> [TestStepView] {
    guard let first = chain.first, let last = chain.last else { return [] }
    var result = beginning(first, of: last, isAlone: chain.count == 1, where: fields)
    for scenario in chain.dropLast() {
      for step in scenario.steps { result += driven(step) }
    }
    for step in last.steps { result += asserted(step, where: fields) }
    if let outcome = last.outcome { result += asserted(outcome) }
    // What starting calls is looked at in the same line.
    result[0].isLast = result.count == 1 && result[0].kind != .start
    return result
  }

  // MARK: - The beginning

  private mutating func beginning(
    _ first: Scenario, of last: Scenario, isAlone: Bool, where fields: IDMap<Field, Value>
  ) -> [TestStepView] {
    var values = fields
    for field in first.fields { values[field.field] = field.value }
    let context = values.sorted.map { field, value in
      "\(SwiftText.argumentLabel(machine[field].name)): \(text.text(value))"
    }
    let contextArgument =
      context.isEmpty ? "" : "context: \(names(of: "Context"))(\(context.joined(separator: ", ")))"
    var step = TestStepView(kind: .resume, line: first.range.start.line, subject: contextArgument)
    step.restrictions = restrictions(last)
    if case .states(let states) = first.beginning {
      step.subject = [place(of: states), contextArgument].filter { !$0.isEmpty }.joined(separator: ", ")
      if drives == .subject { step.kind = .begin }
      return [step]
    }
    if drives == .subject { return begun(step, checkingStartOf: isAlone ? first : nil, where: fields) }
    if isAlone, let start = first.steps.first, case .start(let expected) = start.kind {
      step.kind = .start
      step.line = start.range.start.line
      step.expectation = expectations.argument(expected, where: fields)
    } else if self.context.startsSilently {
      step.kind = .startSilently
    } else if isAlone {
      step.kind = .start
      step.expectation = "expecting: []"
    } else {
      step.kind = .startUnheard
    }
    return [step]
  }

  /// A subject of the user's starts; what that calls is looked at unless another scenario did so.
  private mutating func begun(
    _ step: TestStepView, checkingStartOf scenario: Scenario?, where fields: IDMap<Field, Value>
  ) -> [TestStepView] {
    var step = step
    step.kind = .begin
    guard let scenario else { return [step] }
    var check = TestStepView(kind: .expectStart, line: step.line, expectation: "expecting: []")
    if let start = scenario.steps.first, case .start(let expected) = start.kind {
      check.line = start.range.start.line
      check.expectation = expectations.argument(expected, where: fields)
    }
    return [step, check]
  }

  /// The argument that says where a machine is put.
  private func place(of states: [ID<State>]) -> String {
    if context.layout.hasRegions {
      // A state beside one that stands in it says nothing more.
      let states = states.filter { state in !states.contains { machine.isDescendant($0, of: state) } }
      let label = drives == .subject ? "states" : "resumingIn"
      return "\(label): [\(casePattern(states.map(context.names.anyStateCase)))]"
    }
    let state = states.max { machine[$0].depth < machine[$1].depth } ?? Machine.root
    let planner = EntryPlanner(machine: machine, isFresh: true)
    let leaf = planner.leaf(of: planner.plan(in: state, to: [])) ?? state
    if drives == .subject { return "states: [.\(context.names.anyStateCase(leaf))]" }
    return "resumingIn: .\(context.names.stateCase(leaf))"
  }

  private func names(of nested: String) -> String { "\(context.names.type).\(nested)" }

  private mutating func restrictions(_ scenario: Scenario) -> String {
    var result = ""
    if scenario.observing.count < machine.channels.count {
      let channels = machine.channels.filter(scenario.observing.contains)
      selectsChannels = true
      result += ", observing: [\(channels.map(SwiftText.stringLiteral).joined(separator: ", "))]"
    }
    if !scenario.never.isEmpty {
      forbidsCalls = true
      let names = scenario.never.map { SwiftText.stringLiteral(machine[$0].name) }
      result += ", never: [\(names.joined(separator: ", "))]"
    }
    return result
  }

  // MARK: - Steps

  /// A step of a scenario that is followed: it happens, and nothing is expected of it.
  private func driven(_ step: Step) -> [TestStepView] {
    let line = step.range.start.line
    switch step.kind {
    case .start: return []
    case .send(let event, let arguments, _), .ignored(let event, let arguments):
      let event = call(event, arguments)
      if drives == .subject { return [TestStepView(kind: .driveSubject, line: line, subject: event)] }
      return [TestStepView(kind: .drive, line: line, subject: "handle(\(event))")]
    case .wait(let milliseconds, _):
      guard context.hasTimers else { return [] }
      let length = text.text(.duration(milliseconds: milliseconds))
      if drives == .subject { return [TestStepView(kind: .driveSubject, line: line, subject: length)] }
      return [TestStepView(kind: .drive, line: line, subject: "advance(by: \(length))")]
    case .set(let values): return set(values)
    }
  }

  private mutating func asserted(_ step: Step, where fields: IDMap<Field, Value>) -> [TestStepView] {
    let line = step.range.start.line
    var result: [TestStepView] = []
    switch step.kind {
    case .start: break
    case .send(let event, let arguments, let expected):
      var view = TestStepView(kind: .send, line: line, subject: call(event, arguments))
      if let expected { view.expectation = expectations.argument(expected, where: fields) }
      result.append(view)
    case .ignored(let event, let arguments):
      result.append(TestStepView(kind: .ignore, line: line, subject: call(event, arguments)))
    case .wait(let milliseconds, let expected):
      // A machine without timers does nothing as time passes.
      guard context.hasTimers else { break }
      let length = text.text(.duration(milliseconds: milliseconds))
      var view = TestStepView(kind: .wait, line: line, subject: length)
      if let expected { view.expectation = expectations.argument(expected, where: fields) }
      result.append(view)
    case .set(let values): result += set(values)
    }
    if let outcome = step.outcome { result += asserted(outcome) }
    return result
  }

  private func set(_ values: [FieldValue]) -> [TestStepView] {
    values.map { value in
      TestStepView(
        kind: drives == .subject ? .setFact : .set, line: value.range.start.line,
        field: SwiftText.identifier(machine[value.field].name),
        value: text.text(value.value))
    }
  }

  private func asserted(_ outcome: Outcome) -> [TestStepView] {
    outcome.states.map { state, range in
      TestStepView(kind: .isActive, line: range.start.line, subject: ".\(context.names.anyStateCase(state))")
    }
      + outcome.fields.map { field in
        let name = machine[field.field].name
        var value = text.text(field.value)
        if drives == .subject {
          return TestStepView(
            kind: .factHolds, line: field.range.start.line, field: SwiftText.identifier(name), value: value)
        }
        if case .named = field.value {
          value = "\(names(of: "Context")).\(context.names.fieldTypes[name] ?? "")\(value)"
        }
        return TestStepView(
          kind: .fieldEquals, line: field.range.start.line, field: SwiftText.identifier(name), value: value)
      }
  }

  /// Looks at how long it is to the next deadline, which the generated machine tells if it has timers.
  func deadline(_ milliseconds: Int?, line: Int) -> TestStepView? {
    guard context.hasTimers, drives == .machine else { return nil }
    let length = milliseconds.map { text.text(.duration(milliseconds: $0)) } ?? "nil"
    return TestStepView(kind: .deadlineEquals, line: line, value: length)
  }

  private func call(_ id: ID<Event>, _ arguments: [Value]) -> String {
    let event = machine[id]
    let list = zip(event.parameters, arguments).map { parameter, value in
      "\(SwiftText.argumentLabel(parameter.name)): \(text.text(value))"
    }
    let name = ".\(SwiftText.identifier(event.name))"
    return list.isEmpty ? name : "\(name)(\(list.joined(separator: ", ")))"
  }
}
