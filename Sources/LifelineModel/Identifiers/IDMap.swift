/// Values by parts of one kind, which lists them in document order.
package struct IDMap<Subject, Value> {
  /// The values by the indices of their parts.
  private var values: [Int: Value] = [:]

  /// Creates a map without values.
  package init() {}

  /// Whether there is no value.
  package var isEmpty: Bool { values.isEmpty }

  /// The parts that have a value, in document order.
  package var ids: [ID<Subject>] { values.keys.sorted().map { ID($0) } }

  /// The parts and their values, in document order.
  package var sorted: [(id: ID<Subject>, value: Value)] {
    values.sorted { $0.key < $1.key }.map { (ID($0.key), $0.value) }
  }

  /// The value of `id`.
  package subscript(id: ID<Subject>) -> Value? {
    get { values[id.index] }
    set { values[id.index] = newValue }
  }

  /// The value of `id`, or `defaultValue` if it has none.
  package subscript(id: ID<Subject>, default defaultValue: @autoclosure () -> Value) -> Value {
    get { values[id.index, default: defaultValue()] }
    _modify { yield &values[id.index, default: defaultValue()] }
  }
}

extension IDMap: Sendable where Value: Sendable {}
extension IDMap: Equatable where Value: Equatable {}
extension IDMap: Hashable where Value: Hashable {}
