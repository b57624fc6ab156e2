import Dispatch
import LifelineWorkspace
import XCTest

@testable import LifelineLanguageServer

/// Tests of what the threads of the server share, and of the order of checks.
final class ServerLoopTests: XCTestCase {
  func testACancellationIsOfOneRequest() {
    var interest = Interest()
    interest.cancel("1")
    XCTAssertFalse(interest.takeCancellation(of: "\"1\""), "a text is another ID")
    XCTAssertTrue(interest.takeCancellation(of: "1"))
    XCTAssertFalse(interest.takeCancellation(of: "1"))
  }

  func testCancellationsOfNothingAreForgotten() {
    var interest = Interest()
    for id in 0...Interest.cancellationLimit { interest.cancel("\(id)") }
    XCTAssertFalse(interest.takeCancellation(of: "0"))
    XCTAssertTrue(interest.takeCancellation(of: "\(Interest.cancellationLimit)"))
  }

  func testOnlyTheLatestCheckIsWanted() {
    var interest = Interest()
    interest.want(check: 1, of: "a")
    interest.want(check: 2, of: "b")
    XCTAssertTrue(interest.wants(check: 1, of: "a"))
    interest.want(check: 3, of: "a")
    XCTAssertFalse(interest.wants(check: 1, of: "a"))
    XCTAssertTrue(interest.wants(check: 3, of: "a"))
    interest.wantNoCheck(of: "a")
    XCTAssertFalse(interest.wants(check: 3, of: "a"))
    XCTAssertTrue(interest.wants(check: 2, of: "b"))
  }

  private func order(_ number: Int, _ uri: String) -> CheckOrder {
    let job = EditorJob(EditorText(path: nil, bytes: []), name: "untitled:Test", others: [], workingFolder: "/")
    return CheckOrder(uri: uri, number: number, job: job)
  }

  func testOneCheckOfADocumentRunsAtATime() {
    var schedule = CheckSchedule<CheckOrder>()
    XCTAssertEqual(schedule.add(order(1, "a"), of: "a")?.number, 1)
    XCTAssertEqual(schedule.add(order(2, "b"), of: "b")?.number, 2, "another document")
    XCTAssertNil(schedule.add(order(3, "a"), of: "a"))
    XCTAssertNil(schedule.add(order(4, "a"), of: "a"))
    XCTAssertEqual(schedule.end("a")?.number, 4, "the newest")
    XCTAssertNil(schedule.add(order(5, "a"), of: "a"), "the fourth is running")
    schedule.abandon("a")
    XCTAssertNil(schedule.end("a"))
    XCTAssertEqual(schedule.add(order(6, "a"), of: "a")?.number, 6)
  }

  func testEventsKeepTheirOrder() {
    let mailbox = Mailbox<Int>()
    DispatchQueue.global().async { for number in 0..<10_000 { mailbox.put(number) } }
    var taken: [Int] = []
    while taken.count < 10_000 { taken += mailbox.takeAll() }
    XCTAssertEqual(taken, Array(0..<10_000))
  }
}
