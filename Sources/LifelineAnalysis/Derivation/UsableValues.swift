import LifelineModel

/// The values that tests can send: of types that the language does not know, only those that scenarios name, since
/// only they are supplied.
struct UsableValues: Sendable {
  private let machine: Machine
  private let samples: SampleValues
  private var supplied: [ValueType: Set<String>] = [:]

  init(_ machine: Machine) {
    self.machine = machine
    samples = SampleValues(machine, timing: Timing(machine))
    for scenario in machine.scenarios {
      for step in scenario.steps {
        switch step.kind {
        case .send(let event, let arguments, _), .ignored(let event, let arguments):
          for (parameter, argument) in zip(machine[event].parameters, arguments) {
            if case .opaque(let name) = argument { supplied[parameter.type, default: []].insert(name) }
          }
        case .start, .wait, .set: continue
        }
      }
    }
  }

  /// A value for each of an event's parameters.
  func arguments(of event: ID<Event>) -> [Value] { samples.parameters[event.index].compactMap(\.first) }

  /// Whether tests can send the event.
  func canSend(_ event: ID<Event>) -> Bool { missing(among: arguments(of: event), of: event) == nil }

  /// The first of the event's parameters for which `arguments` have nothing that a test can say.
  func missing(among arguments: [Value], of event: ID<Event>) -> Parameter? {
    let parameters = machine[event].parameters
    if arguments.count < parameters.count { return parameters[arguments.count] }
    return zip(parameters, arguments).first { parameter, argument in
      guard case .opaque(let name) = argument else { return false }
      return supplied[parameter.type]?.contains(name) != true
    }?.0
  }
}
