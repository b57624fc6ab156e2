import XCTest

@testable import Headphones

/// The class does what the machine calls for. The scenarios test the machine itself.
@MainActor final class HeadphonesTests: XCTestCase {
  private final class RecordedRadio: Radio {
    var calls: [String] = []

    func connect(_ device: UUID) { calls.append("connect \(device)") }
    func cancel(_ device: UUID) { calls.append("cancel \(device)") }
  }

  func testAnotherDeviceIsChosen() async {
    let radio = RecordedRadio()
    let headphones = Headphones(radio: radio)
    let (white, black) = (UUID(), UUID())
    headphones.choose(white)
    headphones.didConnect(white)
    XCTAssertEqual(headphones.status, "connected")
    headphones.choose(black)
    headphones.didConnect(white)
    XCTAssertEqual(headphones.status, "connecting", "the answer is about other headphones")
    headphones.didLose(white)
    headphones.didConnect(black)
    XCTAssertEqual(headphones.status, "connected")
    headphones.close()
    XCTAssertEqual(
      radio.calls, ["connect \(white)", "cancel \(white)", "connect \(black)", "cancel \(black)"])
  }

  func testAConnectionThatIsStoredIsForTheSameDevice() async throws {
    let device = UUID()
    var link = Link { _ in }
    link.handle(.choose(other: device)) { _ in }
    var stored = try JSONDecoder().decode(Link.self, from: JSONEncoder().encode(link))
    var calls: [Link.Callback] = []
    stored.handle(.answer) { calls.append($0) }
    XCTAssertEqual(calls, [.didConnect(device: device)])
  }
}
