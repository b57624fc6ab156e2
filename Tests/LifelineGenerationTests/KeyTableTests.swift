import XCTest

@testable import LifelineGeneration

final class KeyTableTests: XCTestCase {
  func testEachKeyHasItsMeaning() {
    let keys = ["send", "set", "start", "wait", "drive", "startSilently", "e\u{301}", "s"]
    let table = KeyTable(keys.enumerated().map { ($0.element, $0.offset) })
    for (place, key) in keys.enumerated() { XCTAssertEqual(table[key], place, key) }
    for key in ["", "se", "sent", "stare", "startSilentlY", "startSilently2", "somethingLongerThanAll"] {
      XCTAssertNil(table[key], key)
    }
    XCTAssertNil(KeyTable<Int>([])["send"])
  }

  func testStepsKnowTheirKeysAndNoOthers() {
    for kind in TestStepView.Kind.allCases {
      let step = TestStepView(kind: kind)
      for key in TestStepView.keys { XCTAssertNotNil(step.value(for: key), key) }
      XCTAssertNil(step.value(for: "name"))
      let flags = (TestStepView.Group.allCases.map(\.rawValue) + TestStepView.Kind.allCases.map(\.rawValue)).filter {
        key in
        if case .flag(true) = step.value(for: key) { true } else { false }
      }
      XCTAssertEqual(flags, [kind.group.rawValue, kind.rawValue])
    }
  }
}
