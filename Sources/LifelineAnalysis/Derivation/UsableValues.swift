import LifelineModel

/// The arguments that tests can send. Test code supplies only those values of opaque types that scenarios name.
struct UsableValues {
  private let machine: Machine
  private let values: ValuePartitions
  /// The names of values that scenarios send, by their opaque types without `?`.
  private let supplied: [ValueType: Set<String>]

  /// Collects the values that the scenarios of a machine name.
  static func collect(from environment: EnvironmentModel) -> UsableValues {
    let machine = environment.machine
    var supplied: [ValueType: Set<String>] = [:]
    for (event, values) in machine.sentValues {
      for (parameter, values) in zip(machine[event].parameters, values) {
        for case .opaque(let name) in values { supplied[parameter.type.wrapped, default: []].insert(name) }
      }
    }
    return UsableValues(machine: machine, values: environment.values, supplied: supplied)
  }

  /// Returns the stimulus that sends an event with a value for each parameter.
  func stimulus(for event: ID<Event>) -> Stimulus {
    Stimulus(.send(event, arguments: values.parameters[event.index].compactMap(\.first)))
  }

  /// Returns whether tests can apply a stimulus.
  func canApply(_ stimulus: Stimulus) -> Bool {
    guard case .send(let event, let arguments) = stimulus.kind else { return true }
    return missing(among: arguments, of: event) == nil
  }

  /// Returns the first parameter of an event for which a test can't supply the argument.
  func missing(among arguments: [Value], of event: ID<Event>) -> Parameter? {
    let parameters = machine[event].parameters
    if arguments.count < parameters.count { return parameters[arguments.count] }
    return zip(parameters, arguments).first { parameter, argument in
      guard case .opaque(let name) = argument, argument != .absent || !parameter.type.isOptional else { return false }
      return supplied[parameter.type.wrapped]?.contains(name) != true
    }?.0
  }
}
