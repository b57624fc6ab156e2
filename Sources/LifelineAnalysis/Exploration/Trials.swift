import LifelineInterpreter
import LifelineModel

/// What the host may do in a snapshot, one after the other.
///
/// After each, ``finish(_:)`` says what was looked at; the other values of that are tried later, so that every
/// combination that makes a difference is tried once.
package struct Trials: Sendable {
  /// Something that has more than one value.
  private enum Variable: Hashable {
    case fact(ID<Field>)
    /// An argument's place.
    case argument(Int)
  }

  private struct Choice {
    let variable: Variable
    let value: Value
  }

  private let stimuli: Stimuli
  private let kinds: [Stimulus.Kind]
  private let fields: [Value]
  private var nextKind = 0
  private var pending: [[Choice]] = []
  private var nextPending = 0
  private var choices: [Choice] = []
  /// Whether everything was tried, so far: what depends on too many values at once is not.
  package private(set) var isExhaustive = true

  /// How many combinations of values are tried of one event.
  private static let limit = 10_000

  init(_ stimuli: Stimuli, kinds: [Stimulus.Kind], fields: [Value]) {
    self.stimuli = stimuli
    self.kinds = kinds
    self.fields = fields
  }

  /// What to try next.
  package mutating func next() -> Stimulus? {
    if nextPending == pending.count {
      guard nextKind < kinds.count else { return nil }
      nextKind += 1
      pending = [[]]
      nextPending = 0
    }
    choices = pending[nextPending]
    nextPending += 1
    return stimulus
  }

  /// Takes note of what the last trial looked at, and gives it with every fact that it depended on.
  mutating func finish(_ observations: Observation...) -> Stimulus {
    for observation in observations {
      for field in observation.fields where stimuli.roles.roles[field.index] == .fact {
        vary(.fact(field), from: fields[field.index], over: stimuli.samples.fields[field.index])
      }
      guard case .send(let event, _) = kinds[nextKind - 1], !observation.parameters.isEmpty else { continue }
      for (place, parameter) in stimuli.chart.machine.events[event.index].parameters.enumerated()
      where observation.parameters.contains(parameter.name) {
        let values = stimuli.samples.parameters[event.index][place]
        if let first = values.first { vary(.argument(place), from: first, over: values) }
      }
    }
    return stimulus
  }

  private mutating func vary(_ variable: Variable, from value: Value, over values: [Value]) {
    guard !choices.contains(where: { $0.variable == variable }) else { return }
    for other in values where other != value {
      guard pending.count < Self.limit else {
        isExhaustive = false
        break
      }
      pending.append(choices + [Choice(variable: variable, value: other)])
    }
    choices.append(Choice(variable: variable, value: value))
  }

  private var stimulus: Stimulus {
    var stimulus = Stimulus(kinds[nextKind - 1])
    for choice in choices {
      switch choice.variable {
      case .fact(let field): stimulus.facts.append(Fact(field: field, value: choice.value))
      case .argument(let place):
        guard case .send(let event, var arguments) = stimulus.kind, place < arguments.count else { continue }
        arguments[place] = choice.value
        stimulus.kind = .send(event, arguments: arguments)
      }
    }
    return stimulus
  }
}
