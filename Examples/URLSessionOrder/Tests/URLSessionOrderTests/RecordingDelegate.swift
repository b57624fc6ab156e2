import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The delegate of the session, which appends each call. The session calls it on a queue of its own.
///
/// With `SESSION_ORDER_LOG` in the environment, it also prints the calls as lines of a log.
final class RecordingDelegate: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
  private static let prints = ProcessInfo.processInfo.environment["SESSION_ORDER_LOG"] != nil

  private let calls: SessionOrderCalls
  /// The name of the session in the log.
  private let name: String

  init(_ calls: SessionOrderCalls, name: String) {
    self.calls = calls
    self.name = name
  }

  private func report(_ call: SessionOrder.Callback) {
    calls.append(call)
    if Self.prints { print("-[\(name) \("\(call)".prefix { $0 != "(" })]") }
  }

  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
    report(.didBecomeInvalid)
  }

  // MARK: - Tasks

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    report(.willRedirect)
    completionHandler(request)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    report(.didReceiveChallenge)
    completionHandler(.useCredential, URLCredential(user: "alice", password: "secret", persistence: .none))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    report(.didSendBody)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let result: SessionOrder.Result =
      switch (error as? URLError)?.code {
      case nil where error == nil: .success
      case .cancelled: .cancelled
      case .timedOut: .timedOut
      default: .failed
      }
    report(.didComplete(result: result))
  }

  // MARK: - Data tasks

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    report(.didReceiveResponse)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    report(.didReceiveData)
  }

  // MARK: - Downloads

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
    totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
  ) {
    report(.didWriteData)
  }

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
  ) {
    report(.didFinishDownloading)
  }
}
