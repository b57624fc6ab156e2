/// A set of parts of one kind.
///
/// It is kept as numbers: sets of each kind of identifiers would each be a type of its own at run time, which takes a
/// short run longer to make than all the work with it.
public struct IDSet<Subject>: Sendable {
  private var indices: Set<Int> = []

  /// Creates the empty set.
  public init() {}

  /// Creates the set of `ids`.
  public init(_ ids: [ID<Subject>]) {
    for id in ids { insert(id) }
  }

  /// Whether there is nothing in the set.
  public var isEmpty: Bool { indices.isEmpty }

  /// How many parts there are in the set.
  public var count: Int { indices.count }

  /// The parts in the order of the document.
  public var sorted: [ID<Subject>] { indices.sorted().map { ID($0) } }

  /// Whether `id` is in the set.
  public func contains(_ id: ID<Subject>) -> Bool { indices.contains(id.index) }

  /// Adds `id`; says whether it was missing.
  @discardableResult
  public mutating func insert(_ id: ID<Subject>) -> Bool { indices.insert(id.index).inserted }
}

/// Values by parts of one kind, kept by numbers as ``IDSet`` is.
public struct IDMap<Subject, Value> {
  @usableFromInline var values: [Int: Value] = [:]

  /// Creates a map without values.
  public init() {}

  /// The value of `id`.
  public subscript(id: ID<Subject>) -> Value? {
    get { values[id.index] }
    set { values[id.index] = newValue }
  }

  /// The value of `id`, which has this one at first.
  public subscript(id: ID<Subject>, default standard: @autoclosure () -> Value) -> Value {
    get { values[id.index] ?? standard() }
    _modify { yield &values[id.index, default: standard()] }
  }

  /// The values with their parts, in the order of the document.
  @inlinable public var sorted: [(id: ID<Subject>, value: Value)] {
    values.isEmpty ? [] : values.sorted { $0.key < $1.key }.map { (ID($0.key), $0.value) }
  }
}

extension IDMap: Sendable where Value: Sendable {}
