import Foundation

/// Returns the seed of a randomized test, which `LIFELINE_SEED` can set, and prints it.
package func randomSeed(default seed: UInt64) -> UInt64 {
  let seed = ProcessInfo.processInfo.environment["LIFELINE_SEED"].flatMap { UInt64($0) } ?? seed
  print("LIFELINE_SEED=\(seed)")
  return seed
}
