import Foundation

/// The number of the mutant that runs. It selects among the alternatives in the machine's text.
public enum Mutation {
  /// The number of the mutant that runs; 0 is the machine itself.
  public nonisolated(unsafe) static var current = 0
  /// The first number of each group of mutants whose code was executed, with the group's size; `nil` if it isn't
  /// recorded.
  public nonisolated(unsafe) static var passed: [Int: Int]?

  /// Returns the index of the running mutant among the `count` mutants from `first` on, or `nil` if it's another one.
  static func choice(_ first: Int, _ count: Int) -> Int? {
    if passed != nil { passed?[first] = count }
    let index = current - first
    return 0 <= index && index < count ? index : nil
  }

  static func stays(_ number: Int) -> Bool { choice(number, 1) == nil }

  /// Returns the order in which `count` statements run: unchanged, with one dropped or doubled, or with two swapped.
  static func order(_ first: Int, of count: Int, doubled: [Int], swapped: [Int]) -> [Int] {
    var order = Array(0..<count)
    guard let index = choice(first, count + doubled.count + swapped.count) else { return order }
    if index < count {
      order.remove(at: index)
    } else if index < count + doubled.count {
      order.insert(doubled[index - count], at: doubled[index - count])
    } else {
      let step = swapped[index - count - doubled.count]
      order.swapAt(step, step + 1)
    }
    return order
  }

  /// Returns a condition as the mutant changes it: negated, or, of three mutants, negated, always true, or always
  /// false.
  static func condition(_ value: Bool, _ first: Int, _ count: Int) -> Bool {
    switch choice(first, count) {
    case 0: !value
    case 1: true
    case 2: false
    default: value
    }
  }

  static func either<Value>(_ value: Value, or other: Value, _ number: Int) -> Value { stays(number) ? value : other }

  static func either<Value>(_ value: Value, or others: [Value], _ first: Int) -> Value {
    choice(first, others.count).map { others[$0] } ?? value
  }

  /// Returns the index of a case, or the one that the mutant replaces it with, of `count` cases.
  static func another<Value: RawRepresentable<UInt8>>(_ value: Value, of count: Int, _ first: Int) -> Value {
    guard let index = choice(first, count - 1) else { return value }
    return Value(rawValue: UInt8((Int(value.rawValue) + 1 + index) % count)) ?? value
  }

  static func near(_ value: Int, _ first: Int) -> Int { choice(first, 2).map { value + ($0 == 0 ? 1 : -1) } ?? value }

  static func near(_ value: Duration, _ first: Int) -> Duration {
    choice(first, 2).map { value + .milliseconds($0 == 0 ? 1 : -1) } ?? value
  }
}
