import Foundation

/// A generator of numbers that look random and are the same for the same seed (Vigna's SplitMix64).
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates the generator of the numbers that belong to a seed.
  package init(seed: UInt64) { state = seed }

  /// Returns the next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number from 0 up to, but not including, `limit`.
  package mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  /// Returns a number of a range.
  package mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// Returns true in `percent` of 100 cases.
  package mutating func happens(_ percent: Int) -> Bool { below(100) < percent }

  /// Returns one of the elements, of which there must be one.
  package mutating func element<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// Returns one of the choices, or `standard` if there are none.
  package mutating func pick<Choice>(_ choices: [Choice], else standard: Choice) -> Choice {
    choices.randomElement(using: &self) ?? standard
  }

  /// Returns `count` of the choices in any order, or all of them.
  package mutating func pick<Choice>(_ count: Int, of choices: [Choice]) -> [Choice] {
    Array(choices.shuffled(using: &self).prefix(count))
  }
}

/// Returns the seed of a random test, which is printed, so that a failure can be repeated.
///
/// The environment's `LIFELINE_SEED` takes precedence, and `LIFELINE_COMMON_SEED` is the seed of tests that have none.
///
/// - Parameter standard: The seed of a run without a setting, or `nil` for the common one, or else another one in each run.
package func testSeed(default standard: UInt64? = nil) -> UInt64 {
  func setting(_ name: String) -> UInt64? { ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } }
  let seed = setting("LIFELINE_SEED") ?? standard ?? setting("LIFELINE_COMMON_SEED") ?? .random(in: 0 ... .max)
  print("LIFELINE_SEED=\(seed)")
  return seed
}
