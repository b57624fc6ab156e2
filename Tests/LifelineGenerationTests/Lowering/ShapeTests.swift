import XCTest

@testable import LifelineGeneration

/// The decisions about the form of a machine's code.
final class ShapeTests: XCTestCase {
  private let nothing = Shape.Needs(
    hasRegions: false, isFlat: true, canFinish: false, hasTimers: false, defers: false, hasPendingParts: false,
    hasEventless: false, hasInternalEvents: false, canExceedMicrostepLimit: false)

  private func shape(_ change: (inout Shape.Needs) -> Void) -> Shape {
    var needs = nothing
    change(&needs)
    return Shape.decide(needs)
  }

  func testOneMicrostepIsTheWholeMacrostep() {
    let shape = Shape.decide(nothing)
    XCTAssertEqual(shape.macrostep, .direct)
    XCTAssertNil(shape.settling)
    XCTAssertFalse(shape.hasMacrostepData)
    XCTAssertEqual(self.shape { $0.hasTimers = true }.macrostep, .direct)
  }

  func testRareWorkIsOutlined() {
    XCTAssertEqual(shape { $0.hasInternalEvents = true }.macrostep, .outlined([.settle]))
    XCTAssertEqual(shape { $0.defers = true }.macrostep, .outlined([.recallDeferred]))
    let all = shape {
      $0.hasRegions = true
      $0.canFinish = true
      $0.hasInternalEvents = true
      $0.defers = true
    }
    XCTAssertEqual(all.macrostep, .outlined([.settle, .finish, .recallDeferred]))
    XCTAssertEqual(all.end, .dropping)
  }

  func testEventlessTransitionsAreTriedEveryTime() {
    XCTAssertEqual(shape { $0.hasEventless = true }.macrostep, .inline([.settle]))
  }

  func testTheEndOnlyMattersIfThereIsSomethingToDrop() {
    XCTAssertEqual(shape { $0.canFinish = true }.end, .plain)
    let timed = shape {
      $0.canFinish = true
      $0.hasTimers = true
    }
    XCTAssertEqual(timed.end, .dropping)
    XCTAssertEqual(timed.macrostep, .inline([.finish]))
    let around = shape {
      $0.canFinish = true
      $0.hasPendingParts = true
    }
    XCTAssertEqual(around.end, .dropping)
    XCTAssertEqual(shape { $0.hasPendingParts = true }.end, .never)
  }

  func testOnlySettlingMachinesCountMicrosteps() {
    XCTAssertFalse(shape { $0.canExceedMicrostepLimit = true }.countsMicrosteps)
    let counting = shape {
      $0.canExceedMicrostepLimit = true
      $0.hasEventless = true
    }
    XCTAssertTrue(counting.countsMicrosteps)
    XCTAssertEqual(counting.parameters(.event), [.event, .calls, .macrostep])
  }
}
