import LifelineInterpreter
import LifelineModel

/// The combinations of the values and states of a scenario's `where`.
package struct Combinations {
  private let scenario: Scenario
  private let index: MachineIndex
  /// The states in which the first scenario of the chain begins, before `where` adds some.
  private let givenStates: [ID<State>]
  private let variedFields: [ID<Field>]
  private let product: CartesianProduct<Value>
  /// The values of all fields at the beginning, before `where` applies.
  private let givenFields: [Value]

  /// Returns the combinations of `scenario`.
  package static func collect(from scenario: Scenario, in index: MachineIndex) -> Combinations {
    var fields = index.machine.fields.map(\.defaultValue)
    for field in scenario.fields { fields[field.field.index] = field.value }
    var first = scenario
    while case .end(let other) = first.beginning { first = index.machine[other] }
    return Combinations(
      scenario: scenario, index: index, givenStates: first.givenStates,
      variedFields: scenario.variations.map(\.field), product: CartesianProduct(scenario.variations.map(\.values)),
      givenFields: fields)
  }

  /// The number of combinations.
  package var count: Int { scenario.combinationCount }

  /// Returns the values of `where` in a combination. The values of the last field change fastest, and the states slowest.
  func values(_ combination: Int) -> [FieldValue] {
    zip(variedFields, product[combination % product.count]).map { FieldValue(field: $0, value: $1) }
  }

  /// Returns the index of the states that `where` adds in a combination; `nil` if it names no states.
  func indexOfAddedStates(_ combination: Int) -> Int? {
    scenario.addedStates.isEmpty ? nil : combination / product.count
  }

  private func addedStates(_ combination: Int) -> Scenario.AddedStates? {
    indexOfAddedStates(combination).map { scenario.addedStates[$0] }
  }

  /// Returns a combination as the spec writes it, without braces.
  package func text(_ combination: Int) -> String {
    index.machine.text(ofCombination: values(combination), adding: addedStates(combination))
  }

  /// Returns the oracle of the scenario for a combination.
  package func oracle(_ combination: Int) -> ScenarioOracle {
    let fields = fields(combination)
    guard let added = addedStates(combination) else {
      return ScenarioOracle(scenario, index: index, fields: fields, givenStates: givenStates)
    }
    let states = givenStates + added.states
    var beginning = Interpreter(index, fields: fields)
    // States that can't be active together are reported when the scenario is played.
    _ = beginning.resume(in: states)
    return ScenarioOracle(
      scenario, index: index, fields: fields, givenStates: states,
      configuration: beginning.snapshot.configuration)
  }

  /// Returns the values of all fields at the beginning.
  private func fields(_ combination: Int) -> [Value] {
    var fields = givenFields
    for varied in values(combination) { fields[varied.field.index] = varied.value }
    return fields
  }
}

extension Machine {
  /// Returns the indices of the scenarios, each after the one that it follows.
  package func findPlayingOrder() -> [Int] {
    var order: [Int] = []
    var isListed = [Bool](repeating: false, count: scenarios.count)
    for first in scenarios.indices {
      var chain: [Int] = []
      var next: Int? = first
      while let scenario = next, !isListed[scenario] {
        isListed[scenario] = true
        chain.append(scenario)
        next = if case .end(let other) = scenarios[scenario].beginning { other.index } else { nil }
      }
      order += chain.reversed()
    }
    return order
  }
}
