import Foundation
import XCTest

/// Skips a test that takes long and rarely fails, if the environment says so, as `.ci/run` does.
package func skipLongTest() throws {
  let isSkipped = ProcessInfo.processInfo.environment["LIFELINE_LONG_TESTS"] == "no"
  try XCTSkipIf(isSkipped, "the nightly checks run this test")
}
