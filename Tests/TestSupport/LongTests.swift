import Foundation
import XCTest

private let skipsLongTests = ProcessInfo.processInfo.environment["LIFELINE_LONG_TESTS"] == "no"

/// Skips a test that takes long and rarely fails, if the environment says so, as `.ci/run` does.
package func skipLongTest() throws {
  try XCTSkipIf(skipsLongTests, "the nightly checks run this test")
}

/// Returns the number of random machines that a test tries: `LIFELINE_MACHINES`, or else a default, of which a quarter is
/// enough where long tests are skipped.
package func numberOfRandomMachines(default count: Int) -> Int {
  let setting = ProcessInfo.processInfo.environment["LIFELINE_MACHINES"].flatMap { Int($0) }
  return setting ?? (skipsLongTests ? count / 4 : count)
}
