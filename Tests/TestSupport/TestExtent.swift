import Foundation
import XCTest

/// The extent of the tests that run. Each extent includes the tests of those before it.
package enum TestExtent: String, CaseIterable, Comparable {
  /// The tests of `make test`, which take minutes.
  case quick
  /// The tests of `.ci/run`.
  case thorough
  /// The tests of `make test-all` and `.ci/nightly`.
  case all

  /// The extent that the environment's `LIFELINE_TESTS` names. Another value than one of these makes every test run.
  package static let current =
    ProcessInfo.processInfo.environment["LIFELINE_TESTS"]
    .map { TestExtent(rawValue: $0) ?? .all } ?? .quick

  package static func < (left: TestExtent, right: TestExtent) -> Bool {
    left != right && (left == .quick || right == .all)
  }
}

/// Skips a test that takes long and rarely fails, unless the environment asks for at least this extent.
package func skipTest(below extent: TestExtent) throws {
  try XCTSkipIf(TestExtent.current < extent, "LIFELINE_TESTS=\(extent.rawValue) runs this test")
}

/// Returns the value for the current extent of tests.
package func forExtent<Value>(quick: Value, thorough: Value, all: Value) -> Value {
  switch TestExtent.current {
  case .quick: quick
  case .thorough: thorough
  case .all: all
  }
}

/// Returns the number of random machines that a test tries: `LIFELINE_MACHINES`, or else that for the extent of tests.
package func numberOfRandomMachines(quick: Int, thorough: Int, all: Int) -> Int {
  let setting = ProcessInfo.processInfo.environment["LIFELINE_MACHINES"].flatMap { Int($0) }
  return setting ?? forExtent(quick: quick, thorough: thorough, all: all)
}
