import LifelineModel

extension MonitorTableChoices.GivenField {
  /// Returns the group of a value as a generated monitor finds it.
  package func group(of value: Value) -> Int {
    let found = cases.first { known in
      switch known.values {
      case .value(let other): other == value
      case .numbers(let range): value.number.map(range.contains) ?? false
      case .others: true
      }
    }
    return found?.group ?? 0
  }
}
