import LifelineModel

/// A translation between values and machine words.
///
/// A Boolean is 0 or 1, and a number or a length of time is itself. Other values are indices of a list in which each is
/// kept once. So two values of one type are the same if their words are.
package struct ValueTable: Sendable {
  private var values: [Value] = []
  private var indices: [Value: Int] = [:]
  /// The floating-point numbers among the values, at the same indices.
  private(set) var doubles: [Double] = []

  /// Returns the word for a value.
  package mutating func word(for value: Value) -> Int {
    switch value {
    case .bool(let truth): return truth ? 1 : 0
    case .int(let number), .duration(let number): return number
    case .double, .string, .named, .opaque:
      if let known = indices[value] { return known }
      indices[value] = values.count
      values.append(value)
      if case .double(let number) = value { doubles.append(number) } else { doubles.append(0) }
      return values.count - 1
    }
  }

  /// Returns the value of a type for a word.
  package func value(_ word: Int, as type: ValueType) -> Value {
    switch type {
    case .bool: .bool(word != 0)
    case .int: .int(word)
    case .duration: .duration(milliseconds: word)
    case .double, .string, .cases, .declared, .opaque: values[word]
    }
  }
}
