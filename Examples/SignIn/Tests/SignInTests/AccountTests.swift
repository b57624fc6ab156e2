import XCTest

@testable import SignIn

/// The account does what the machine calls for, at the right time. The scenarios test the machine itself.
@MainActor final class AccountTests: XCTestCase {
  private let clock = SessionTests.ManualClock()
  private let server = ServerStub()

  func testATokenIsRenewed() async {
    let account = Account(server: server)
    let time = Task { await account.run(clock: clock) }
    account.signIn()
    XCTAssertEqual(account.screen, .browser)
    account.continueSignIn(code: "xyz")
    await answer("exchange xyz", .success(Grant(token: SessionValues.first, lifetime: .seconds(3_600))))
    await wait { account.screen == .content }
    XCTAssertEqual(account.token, SessionValues.first)

    await wait { self.clock.timeUntilNextDeadline != nil }
    clock.move(by: .seconds(59 * 60))
    await answer("refresh first", .success(Grant(token: SessionValues.second, lifetime: .seconds(3_600))))
    await wait { account.token == SessionValues.second }
    time.cancel()
  }

  func testTheNetworkFailsTwice() async {
    let account = Account(server: server, storedToken: SessionValues.old)
    let time = Task { await account.run(clock: clock) }
    XCTAssertEqual(account.screen, .content, "a stored token needs no browser")
    await wait { self.clock.timeUntilNextDeadline != nil }
    clock.move(by: .seconds(10))
    await answer("refresh old", .failure(Offline()))
    clock.move(by: .seconds(1))
    await answer("refresh old", .failure(Offline()))
    clock.move(by: .milliseconds(1_999))
    await settle()
    XCTAssertEqual(server.requests, [], "the second pause takes two seconds")
    clock.move(by: .milliseconds(1))
    await answer("refresh old", .success(Grant(token: SessionValues.first, lifetime: .seconds(3_600))))
    await wait { account.token == SessionValues.first }
    XCTAssertEqual(account.screen, .content)
    time.cancel()
  }

  func testARefusedTokenEndsTheSession() async {
    let account = Account(server: server, storedToken: SessionValues.old)
    let time = Task { await account.run(clock: clock) }
    await wait { self.clock.timeUntilNextDeadline != nil }
    clock.move(by: .seconds(10))
    await answer("refresh old", .failure(Refusal()))
    await wait { account.screen == .signIn }
    XCTAssertEqual(account.error, "Sign in again.")
    XCTAssertNil(account.token)
    time.cancel()
  }

  func testAnAnswerThatComesTooLateIsDropped() async {
    let account = Account(server: server, storedToken: SessionValues.old)
    let time = Task { await account.run(clock: clock) }
    await wait { self.clock.timeUntilNextDeadline != nil }
    clock.move(by: .seconds(10))
    await wait { self.server.requests == ["refresh old"] }
    account.signOut()
    account.signIn()
    account.continueSignIn(code: "xyz")
    await wait { self.server.requests == ["refresh old", "exchange xyz"] }
    // The machine waits for an answer again, but not for this one.
    await answer("refresh old", .success(Grant(token: SessionValues.second, lifetime: .seconds(3_600))))
    await settle()
    XCTAssertNil(account.token)
    await answer("exchange xyz", .success(Grant(token: SessionValues.first, lifetime: .seconds(3_600))))
    await wait { account.token == SessionValues.first }
    time.cancel()
  }

  /// Waits for a request, and answers it.
  private func answer(_ request: String, _ result: Result<Grant, any Error>, line: UInt = #line) async {
    await wait(line: line) { self.server.requests.contains(request) }
    server.answer(request, result)
    await settle()
  }

  private func wait(line: UInt = #line, until condition: () -> Bool) async {
    let end = ContinuousClock.now + .seconds(10)
    while !condition() {
      if ContinuousClock.now > end { return XCTFail("waits in vain", line: line) }
      await Task.yield()
    }
  }

  /// Lets all other tasks run.
  private func settle() async { for _ in 0..<100 { await Task.yield() } }
}

private struct Offline: Error {}

/// A server whose answers the tests give.
@MainActor private final class ServerStub: TokenServer {
  private var waiting: [(request: String, continuation: CheckedContinuation<Grant, any Error>)] = []

  /// The requests without an answer.
  var requests: [String] { waiting.map(\.request) }

  func answer(_ request: String, _ result: Result<Grant, any Error>) {
    guard let index = waiting.firstIndex(where: { $0.request == request }) else { return }
    waiting.remove(at: index).continuation.resume(with: result)
  }

  func exchange(code: String) async throws -> Grant { try await receive("exchange \(code)") }

  func refresh(_ token: Token) async throws -> Grant { try await receive("refresh \(token.text)") }

  private func receive(_ request: String) async throws -> Grant {
    try await withCheckedThrowingContinuation { waiting.append((request, $0)) }
  }
}
