import LifelineInterpreter
import LifelineModel

/// Where a scenario ends, by combination; `nil` where it fails.
package typealias ScenarioEnds = [Snapshot?]

/// The combinations of the values of a scenario's `where`.
package struct Combinations {
  private let fields: [ID<Field>]
  private let product: CartesianProduct<Value>
  /// The fields as the scenario gives them, before `where`.
  private let given: [Value]
  /// How many combinations there are.
  package var count: Int { product.count }

  package init(of scenario: borrowing Scenario, machine: Machine) {
    fields = scenario.variations.map(\.field)
    product = CartesianProduct(scenario.variations.map(\.values))
    var given = machine.fields.map(\.defaultValue)
    for field in scenario.fields { given[field.field.index] = field.value }
    self.given = given
  }

  /// The values of `where` in the combination of this number: the last field's change fastest.
  package func values(_ combination: Int) -> [(field: ID<Field>, value: Value)] {
    zip(fields, product[combination]).map { (field: $0, value: $1) }
  }

  /// All fields at the beginning.
  package func fields(_ combination: Int) -> [Value] {
    var fields = given
    for (field, value) in values(combination) { fields[field.index] = value }
    return fields
  }
}

extension Machine {
  /// The places of the scenarios, each behind the one that it follows.
  package var playingOrder: [Int] {
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
