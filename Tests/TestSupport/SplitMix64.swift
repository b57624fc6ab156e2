import Foundation

/// Numbers that look random and are the same for the same seed (Vigna's SplitMix64).
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  /// Creates the generator of the numbers that belong to a seed.
  package init(state: UInt64) { self.state = state }

  /// The next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Returns the seed of a random test, and prints it so that a failure can be repeated.
/// - Parameter standard: The seed unless the variable `LIFELINE_SEED` is set.
package func testSeed(default standard: UInt64) -> UInt64 {
  let seed = ProcessInfo.processInfo.environment["LIFELINE_SEED"].flatMap(UInt64.init) ?? standard
  print("LIFELINE_SEED=\(seed)")
  return seed
}
