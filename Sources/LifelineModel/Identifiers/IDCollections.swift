/// A set of parts of one kind.
///
/// It is kept as bits, for parts are numbered from 0. Sets of each kind of identifiers would each be a type of its own at
/// run time, which takes a short run longer to make than all the work with it.
package struct IDSet<Subject>: Sendable {
  /// A bit for every part up to the last one in the set, the first part's being the lowest of the first word.
  private var words: [UInt] = []

  /// Creates the empty set.
  package init() {}

  /// Creates the set of `ids`.
  package init(_ ids: [ID<Subject>]) {
    for id in ids { insert(id) }
  }

  /// Whether there is nothing in the set.
  package var isEmpty: Bool { words.isEmpty }

  /// How many parts there are in the set.
  package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// The parts in the order of the document.
  package var sorted: [ID<Subject>] {
    var result: [ID<Subject>] = []
    for (place, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        result.append(ID(place * UInt.bitWidth + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
    return result
  }

  /// Whether `id` is in the set.
  package func contains(_ id: ID<Subject>) -> Bool {
    let (place, bit) = Self.address(of: id)
    return place < words.count && words[place] & bit != 0
  }

  /// Adds `id`; says whether it was missing.
  @discardableResult
  package mutating func insert(_ id: ID<Subject>) -> Bool {
    let (place, bit) = Self.address(of: id)
    if place >= words.count { words += [UInt](repeating: 0, count: place + 1 - words.count) }
    defer { words[place] |= bit }
    return words[place] & bit == 0
  }

  /// Adds all parts of another set.
  package mutating func formUnion(_ other: Self) {
    if other.words.count > words.count { words += [UInt](repeating: 0, count: other.words.count - words.count) }
    for place in other.words.indices { words[place] |= other.words[place] }
  }

  private static func address(of id: ID<Subject>) -> (place: Int, bit: UInt) {
    (id.index / UInt.bitWidth, 1 << (id.index % UInt.bitWidth))
  }
}

/// Values by parts of one kind. It is kept by numbers: dictionaries of each kind of identifiers would each be a type of its
/// own at run time, as with ``IDSet``.
package struct IDMap<Subject, Value> {
  var values: [Int: Value] = [:]

  /// Creates a map without values.
  package init() {}

  /// Whether there is no value.
  package var isEmpty: Bool { values.isEmpty }

  /// The parts that have a value, in the order of the document.
  package var ids: [ID<Subject>] { values.keys.sorted().map { ID($0) } }

  /// The value of `id`.
  package subscript(id: ID<Subject>) -> Value? {
    get { values[id.index] }
    set { values[id.index] = newValue }
  }

  /// The value of `id`, which has this one at first.
  package subscript(id: ID<Subject>, default standard: @autoclosure () -> Value) -> Value {
    get { values[id.index] ?? standard() }
    _modify { yield &values[id.index, default: standard()] }
  }

  /// The values with their parts, in the order of the document.
  package var sorted: [(id: ID<Subject>, value: Value)] {
    // By the keys alone: a list of keys with values would be one more type for each type of values.
    values.keys.sorted().compactMap { key in values[key].map { (ID(key), $0) } }
  }
}

extension IDMap: Sendable where Value: Sendable {}
extension IDMap: Equatable where Value: Equatable {}
extension IDMap: Hashable where Value: Hashable {}
