import LifelineInterpreter
import LifelineModel
import LifelineSource

/// The deeds of a machine in a step, as far as arguments of calls depend on them.
enum StepOperation: Sendable {
  /// Makes a call.
  case call(Call, arguments: [Argument])
  /// Assigns to followed fields, whose new values are computed first.
  case assign([Assignment])
  /// Goes on because a condition is true, or false.
  case decide(Expression, Bool)
  /// Resets the private fields of a part.
  case reset([ID<Field>])
  /// Lets a part handle an event with these parameters.
  case enter([(name: String, value: Expression)])
  /// Returns from a part.
  case leave

  /// An argument of a call.
  enum Argument: Sendable {
    case value(Value)
    case expression(Expression)
  }
}

/// The steps of an explored machine as lists of operations. They are made when they are first needed.
struct StepPrograms {
  /// A step from a node.
  struct Step {
    var program: Int32
    /// The event that the host sends, if logs show it.
    var item: ID<LogItem>?
    var target: CallAutomaton.Position
    /// The first edge from the node that is this step.
    var edge: Int
  }

  /// The properties that distinguish a step from others of its node.
  private struct StepKey: Hashable {
    var program: Int32
    var item: ID<LogItem>?
    var target: CallAutomaton.Position
  }

  let automaton: CallAutomaton
  let followed: FollowedFields
  /// The operations of each program.
  private(set) var programs: [[StepOperation]] = []
  private var numbers: [[OperationKey]: Int32] = [:]
  /// The steps of each node, as far as they were needed.
  private var steps: [CallAutomaton.Position: [Step]] = [:]
  /// For each edge its step, as far as it was needed.
  private var stepsOfEdges: [Int: Step] = [:]
  private let edgeStarts: [Int32]
  /// The work that was done.
  private(set) var work = 0

  init(_ automaton: CallAutomaton, _ followed: FollowedFields) {
    self.automaton = automaton
    self.followed = followed
    var starts: [Int32] = []
    for (index, edge) in automaton.exploration.edges.flat.enumerated() {
      while starts.count <= edge.source { starts.append(Int32(index)) }
    }
    while starts.count <= automaton.nodeCount { starts.append(Int32(automaton.exploration.edges.count)) }
    edgeStarts = starts
  }

  /// Returns the different steps from a node.
  mutating func steps(from node: CallAutomaton.Position) -> [Step] {
    if let known = steps[node] { return known }
    var seen: Set<StepKey> = []
    let found = (Int(edgeStarts[Int(node)])..<Int(edgeStarts[Int(node) + 1])).compactMap { edge in
      step(ofEdge: edge).flatMap { step in
        seen.insert(StepKey(program: step.program, item: step.item, target: step.target)).inserted ? step : nil
      }
    }
    steps[node] = found
    return found
  }

  /// Returns the step of an edge; `nil` if the edge is left out.
  mutating func step(ofEdge index: Int) -> Step? {
    guard automaton.edgeEntries[index] >= 0 else { return nil }
    if let known = stepsOfEdges[index] { return known }
    let exploration = automaton.exploration
    let edge = exploration.edges[index]
    var run = Interpreter(exploration.index, at: exploration.nodes[edge.source].snapshot)
    var recorder = StepRecorder(followed: followed)
    if case .send = edge.stimulus.kind {
      let followed = followed
      recorder.certainValue = { exploration.certainValue(of: $0, in: edge.source, besides: followed) }
    }
    let reaction = run.apply(edge.stimulus, observer: &recorder)
    recorder.fillArguments(from: reaction)
    work += 8 + recorder.operations.count
    var step = Step(
      program: number(of: recorder), target: automaton.exploration.edges.flat[index].target, edge: index)
    if case .send(let event, _) = edge.stimulus.kind, automaton.events.contains(event) {
      step.item = automaton.machine.id(of: .event(event))
    }
    stepsOfEdges[index] = step
    return step
  }

  private mutating func number(of recorder: StepRecorder) -> Int32 {
    if let known = numbers[recorder.keys] { return known }
    let number = Int32(programs.count)
    numbers[recorder.keys] = number
    programs.append(recorder.operations)
    return number
  }
}

/// The properties that distinguish an operation from others.
private struct OperationKey: Hashable {
  var kind: Int
  var ranges: [SourceRange] = []
  /// The callback, the fields or the part: a part's file may belong to several parts.
  var ids: [Int] = []
  var values: [Value] = []
}

/// An observer that writes down the operations of a step.
private struct StepRecorder: InterpreterObserver {
  let followed: FollowedFields
  private(set) var operations: [StepOperation] = []
  private(set) var keys: [OperationKey] = []
  /// Returns the value of an expression that is certain at the beginning of the step; `nil` behind that beginning.
  var certainValue: ((Expression) -> Value?)?
  private var condition: Expression?

  init(followed: FollowedFields) { self.followed = followed }

  private mutating func add(_ operation: StepOperation, _ key: OperationKey) {
    operations.append(operation)
    keys.append(key)
  }

  mutating func willEvaluate(_ expression: Expression) { condition = expression }

  mutating func didDecide(_ outcome: GuardOutcome) {
    guard var condition, condition.variables.contains(where: isFollowed) else { return }
    var key = OperationKey(
      kind: outcome.holds ? 1 : 0, ranges: [condition.range], ids: condition.usedFields.map(\.index))
    if let certainValue {
      condition = condition.replacing { expression in
        let value = certainValue(expression)
        if let value { key.values.append(value) }
        return value
      }
    }
    add(.decide(condition, outcome.holds), key)
  }

  // The machine has left the node in which the step began, or is about to.
  mutating func willFollow(_ transition: Transition) { certainValue = nil }
  mutating func willExit(_ state: ID<State>) { certainValue = nil }

  private func isFollowed(_ variable: ExpressionVariable) -> Bool {
    switch variable {
    case .field(let field): followed.place(of: field) != nil
    case .parameter: true
    }
  }

  mutating func willCall(_ call: Call) {
    // A part's file may belong to several parts, but a callback of the machine belongs to one of them.
    add(
      .call(call, arguments: call.arguments.map { .expression($0) }),
      OperationKey(kind: 2, ranges: [call.range], ids: [call.callback.index]))
  }

  mutating func willSet(_ assignments: [Assignment]) {
    let known = assignments.filter { followed.place(of: $0.field) != nil }
    guard !known.isEmpty else { return }
    add(
      .assign(known),
      OperationKey(kind: 3, ranges: known.map(\.value.range), ids: known.map(\.field.index)))
  }

  mutating func willRestart(_ part: ID<Part>) {
    let fields = followed.machine[part].place.fields
      .filter { followed.machine[$0].isPrivate && followed.place(of: $0) != nil }
    add(.reset(fields), OperationKey(kind: 4, ids: [part.index]))
  }

  mutating func willSend(_ event: SentEvent, to part: ID<Part>) {
    let parameters = followed.machine[event.event].parameters
    add(
      .enter(zip(parameters, event.arguments).map { ($0.name, $1) }),
      OperationKey(kind: 5, ranges: [event.range], ids: [part.index, event.event.index]))
  }

  mutating func didSend() { add(.leave, OperationKey(kind: 6)) }

  /// Gives arguments without variables the values that they had.
  mutating func fillArguments(from reaction: Reaction) {
    var next = 0
    for (index, operation) in operations.enumerated() {
      guard case .call(let call, var arguments) = operation else { continue }
      guard next < reaction.calls.count else { return }
      for (place, expression) in call.arguments.enumerated() where expression.variables.isEmpty {
        arguments[place] = .value(reaction.calls[next].arguments[place])
        keys[index].values.append(reaction.calls[next].arguments[place])
      }
      operations[index] = .call(call, arguments: arguments)
      next += 1
    }
  }
}
