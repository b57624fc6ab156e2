import LifelineInterpreter
import LifelineModel

/// The snapshots at the end of a scenario, by combination; `nil` where it fails.
package typealias ScenarioEnds = [Snapshot?]

/// The combinations of the values of a scenario's `where`.
package struct Combinations {
  private let variedFields: [ID<Field>]
  private let product: CartesianProduct<Value>
  /// The values of all fields at the beginning, before `where` applies.
  private let givenFields: [Value]

  /// Returns the combinations of the values of `scenario`.
  package static func collect(from scenario: Scenario, in machine: Machine) -> Combinations {
    var fields = machine.fields.map(\.defaultValue)
    for field in scenario.fields { fields[field.field.index] = field.value }
    return Combinations(
      variedFields: scenario.variations.map(\.field), product: CartesianProduct(scenario.variations.map(\.values)),
      givenFields: fields)
  }

  /// The number of combinations.
  package var count: Int { product.count }

  /// Returns the values of `where` in a combination. The values of the last field change fastest.
  func values(_ combination: Int) -> [(field: ID<Field>, value: Value)] {
    zip(variedFields, product[combination]).map { (field: $0, value: $1) }
  }

  /// Returns the values of all fields at the beginning.
  package func fields(_ combination: Int) -> [Value] {
    var fields = givenFields
    for (field, value) in values(combination) { fields[field.index] = value }
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
