import LifelineEngine
import LifelineModel

/// The calls of explored steps, told apart by what is known of the arguments that a monitor compares.
///
/// A label is an item of its own, behind all others. A call of which nothing is known keeps its item.
struct CallLabels {
  /// A call with the values that its compared arguments may have; `nil` for any.
  private struct Label: Hashable {
    var callback: ID<Callback>
    var values: [Set<Value>?]
  }

  private let machine: Machine
  private let compared: [ID<Callback>: MonitorArguments]
  private var labels: [Label] = []
  private var numbers: [Label: Int] = [:]
  private var lists = StepLists()

  /// The number of steps beyond which arguments aren't compared.
  static let stepLimit = 200_000

  private init(_ machine: Machine, _ compared: [MonitorArguments]) {
    self.machine = machine
    self.compared = Dictionary(uniqueKeysWithValues: compared.map { ($0.callback, $0) })
  }

  /// The items of all steps.
  var steps: StepLists {
    var steps = lists
    steps.labels = labels.map(\.callback)
    return steps
  }

  /// Finds the labels of an automaton's calls; `nil` if it has too many steps.
  static func find(in automaton: CallAutomaton, comparing compared: [MonitorArguments]) -> CallLabels? {
    let exploration = automaton.exploration
    guard exploration.edges.count <= stepLimit else { return nil }
    var result = CallLabels(automaton.machine, compared)
    let followed = FollowedFields.find(in: automaton.machine)
    var programs = StepPrograms(automaton, followed)
    let areCompared = exploration.traces.map { trace in
      trace.contains { result.compared[$0] != nil }
    }
    for (index, edge) in exploration.edges.flat.enumerated() {
      guard areCompared[Int(edge.trace)], let step = programs.step(ofEdge: index) else {
        result.lists.add(nil)
        continue
      }
      let environment = automaton.environment(of: edge.source, followed)
      let items = result.items(
        of: programs.programs[Int(step.program)], ValueScope(followed: followed, environment: environment))
      result.lists.add(items)
    }
    return result
  }

  /// Returns the items for which a column of a monitor's table stands.
  func items(ofColumn column: Int) -> [ID<LogItem>] {
    if column < machine.callbacks.count {
      return [ID(column)] + labels.indices.filter { labels[$0].callback.index == column }.map { item(ofLabel: $0) }
    }
    guard
      let arguments = compared.values.first(where: { $0.firstColumn <= column && column < $0.firstColumn + $0.count })
    else { return [ID(column)] }
    let values = arguments.values(of: column - arguments.firstColumn)
    let fitting = labels.indices.filter { index in
      labels[index].callback == arguments.callback
        && zip(labels[index].values, values).allSatisfy { $0?.contains($1) ?? true }
    }
    return [ID(arguments.callback)] + fitting.map { item(ofLabel: $0) }
  }

  private func item(ofLabel number: Int) -> ID<LogItem> { ID(machine.logItemCount + number) }

  /// Returns the items of a step's calls.
  private mutating func items(of operations: [StepOperation], _ scope: ValueScope) -> [ID<LogItem>] {
    var scope = scope
    var items: [ID<LogItem>] = []
    for operation in operations {
      if case .call(let call, let arguments) = operation {
        items.append(item(of: call, arguments, in: scope))
      } else {
        // The exploration has taken the step, so all of this can happen.
        _ = scope.apply(operation)
      }
    }
    return items
  }

  private mutating func item(
    of call: Call, _ arguments: [StepOperation.Argument], in scope: ValueScope
  ) -> ID<LogItem> {
    guard let compared = compared[call.callback] else { return ID(call.callback) }
    let values = compared.parameters.map { parameter -> Set<Value>? in
      let possible: PossibleValues? =
        switch arguments[parameter.place] {
        case .value(let value): .some([value])
        case .expression(let expression): scope.values(of: expression)
        }
      guard case .some(let values)? = possible, values.count < parameter.values.count else { return nil }
      return values
    }
    if values.allSatisfy({ $0 == nil }) { return ID(call.callback) }
    let label = Label(callback: call.callback, values: values)
    if let known = numbers[label] { return item(ofLabel: known) }
    numbers[label] = labels.count
    labels.append(label)
    return item(ofLabel: labels.count - 1)
  }
}

extension CallAutomaton {
  /// Returns what is known of followed fields in a node: the values of those that the node tells apart, if they are no numbers.
  fileprivate func environment(of node: Position, _ followed: FollowedFields) -> ValueEnvironment {
    var environment = followed.unknown
    environment.scopes = [[:]]
    let memory = exploration.environment.roles.memory
    for (place, field) in followed.fields.enumerated() {
      switch machine[field].type {
      case .bool, .cases, .declared:
        if memory.contains(field) { environment.fields[place] = .some([exploration.nodes[Int(node)][field]]) }
      case .int, .duration, .double, .string, .opaque: break
      }
    }
    return environment
  }
}
