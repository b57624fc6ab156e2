/// A callback of which a monitor compares arguments, with a column of the table for each combination of their values.
package struct MonitorArguments: Hashable, Sendable {
  /// A parameter with few values.
  package struct Compared: Hashable, Sendable {
    /// The place of the parameter among those of the callback.
    package var place: Int
    /// All values of its type.
    package var values: [Value]

    /// Creates a parameter.
    package init(place: Int, values: [Value]) {
      self.place = place
      self.values = values
    }
  }

  package var callback: ID<Callback>
  package var parameters: [Compared]
  /// The column of the first combination.
  package var firstColumn: Int

  /// The greatest number of combinations.
  package static let limit = 32

  /// Creates a callback.
  package init(callback: ID<Callback>, parameters: [Compared], firstColumn: Int) {
    self.callback = callback
    self.parameters = parameters
    self.firstColumn = firstColumn
  }

  /// The number of combinations.
  package var count: Int { parameters.reduce(1) { $0 * $1.values.count } }

  /// Returns the values of a combination, in the order of the parameters; the last one changes fastest.
  package func values(of combination: Int) -> [Value] {
    var rest = combination
    let values = parameters.reversed().map { parameter in
      defer { rest /= parameter.values.count }
      return parameter.values[rest % parameter.values.count]
    }
    return values.reversed()
  }

  /// Returns the column of a call with these values; `nil` if they are none of the parameters'.
  package func column(of values: [Value]) -> Int? {
    var combination = 0
    for (parameter, value) in zip(parameters, values) {
      guard let index = parameter.values.firstIndex(of: value) else { return nil }
      combination = combination * parameter.values.count + index
    }
    return firstColumn + combination
  }
}

extension Machine {
  /// Returns the callbacks of which a monitor compares arguments: own ones with parameters of few values, if the spec asks for
  /// it.
  /// - Parameter eventCount: The number of events that the monitor is told of.
  package func comparedCallbacks(besides eventCount: Int) -> [MonitorArguments] {
    guard monitorChoices.comparesArguments else { return [] }
    var next = callbacks.count + eventCount
    return callbacks.indices.compactMap { index in
      guard declares(ID<Callback>(index)), !monitorChoices.ignored.contains(ID(index)) else { return nil }
      var compared = MonitorArguments(callback: ID(index), parameters: [], firstColumn: next)
      for (place, parameter) in callbacks[index].parameters.enumerated() {
        let values =
          parameter.type == .bool
          ? [.bool(false), .bool(true)] : (parameter.type.caseNames ?? []).map { Value.named($0) }
        if !values.isEmpty, compared.count * values.count <= MonitorArguments.limit {
          compared.parameters.append(.init(place: place, values: values))
        }
      }
      guard !compared.parameters.isEmpty else { return nil }
      next += compared.count
      return compared
    }
  }
}
