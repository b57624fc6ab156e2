import Foundation
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A session of Foundation with a task, and the server to which the task goes.
///
/// Only Foundation knows whether a call is still under way. So there is no `settle`: each step waits for the calls that it
/// expects.
final class SessionUnderTest: SessionOrderSubject {
  private let server: LoopbackServer
  private let session: URLSession
  private let task: URLSessionTask

  #if canImport(FoundationNetworking)
    private static let system = SessionOrder.Context.System.linux
  #else
    private static let system = SessionOrder.Context.System.apple
  #endif

  init(given: SessionOrderGiven, calls: SessionOrderCalls) async throws {
    guard given.context.system == Self.system else { throw XCTSkip("This is about Foundation on another system.") }
    server = try LoopbackServer()
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.timeoutIntervalForRequest = given.context.patience / .seconds(1)
    let delegate = RecordingDelegate(calls, name: "Session\(server.port)")
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    var request = URLRequest(url: server.url.appending(path: "first"))
    switch given.context.kind {
    case .data: task = session.dataTask(with: request)
    case .download: task = session.downloadTask(with: request)
    case .upload:
      request.httpMethod = "POST"
      task = session.uploadTask(with: request, from: Data("a body".utf8))
    }
  }

  func send(_ event: SessionOrder.Event) async -> Bool? {
    do {
      switch event {
      case .resume: task.resume()
      case .cancel: task.cancel()
      case .finishTasksAndInvalidate: session.finishTasksAndInvalidate()
      case .invalidateAndCancel: session.invalidateAndCancel()
      case .challenge:
        try await answer("401 Unauthorized", "WWW-Authenticate: Basic realm=\"test\"\r\nContent-Length: 0")
      case .redirect:
        try await answer("302 Found", "Location: \(server.url.appending(path: "second"))\r\nContent-Length: 0")
      case .respond:
        try await server.receiveRequest()
        try await server.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\n")
      case .sendBody: try await server.send("answer")
      }
    } catch {
      // The calls that are missing then say what has gone wrong.
      print("the server: \(error)")
    }
    return nil
  }

  /// Answers a request with a head, and ends the connection.
  private func answer(_ status: String, _ fields: String) async throws {
    try await server.receiveRequest()
    try await server.send("HTTP/1.1 \(status)\r\n\(fields)\r\nConnection: close\r\n\r\n")
    await server.hangUp()
  }

  /// The time passes by itself: the step waits for the calls of the timer.
  func advance(by duration: Duration) async {}

  func set(_ fact: SessionOrderFact) async {}
}
