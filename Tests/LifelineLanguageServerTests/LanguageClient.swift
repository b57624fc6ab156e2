import Foundation
import XCTest

/// A client of the language server, which runs it as an editor does: as a process, over two pipes.
final class LanguageClient: @unchecked Sendable {
  typealias Message = [String: Any]

  let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let condition = NSCondition()
  private var bytes = Data()
  private var messages: [Message] = []
  private var isAtEnd = false
  private var nextID = 0

  /// Starts the server.
  /// - Parameter waits: Whether reading from the server's input waits for bytes.
  init(program: URL, in folder: URL, inputWaiting waits: Bool = true) throws {
    let descriptor = input.fileHandleForReading.fileDescriptor
    if !waits { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) }
    process.executableURL = program
    process.currentDirectoryURL = folder
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.standardError
    try process.run()
    let handle = output.fileHandleForReading
    Thread.detachNewThread { [self] in
      while true {
        let chunk = handle.availableData
        condition.lock()
        if chunk.isEmpty { isAtEnd = true } else { append(chunk) }
        condition.broadcast()
        condition.unlock()
        if chunk.isEmpty { return }
      }
    }
  }

  private func append(_ chunk: Data) {
    bytes.append(chunk)
    while let header = bytes.range(of: Data("\r\n\r\n".utf8)) {
      let lines = String(decoding: bytes[bytes.startIndex..<header.lowerBound], as: UTF8.self)
      // Anything else on the output would be no message.
      guard lines.hasPrefix("Content-Length: "), let length = Int(lines.dropFirst(16)) else {
        messages.append(["garbage": lines])
        return
      }
      guard bytes.endIndex - header.upperBound >= length else { return }
      let content = bytes[header.upperBound..<header.upperBound + length]
      bytes = Data(bytes[(header.upperBound + length)...])
      let value = try? JSONSerialization.jsonObject(with: content) as? Message
      messages.append(value ?? ["garbage": String(decoding: content, as: UTF8.self)])
    }
  }

  // MARK: Sending

  func send(raw text: String) { try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

  /// Sends messages, all at once.
  func send(_ messages: Message...) {
    send(
      raw: messages.map { message in
        var message = message
        message["jsonrpc"] = "2.0"
        guard let content = try? JSONSerialization.data(withJSONObject: message) else {
          XCTFail("no JSON")
          return ""
        }
        return "Content-Length: \(content.count)\r\n\r\n" + String(decoding: content, as: UTF8.self)
      }.joined())
  }

  func notify(_ method: String, _ parameters: Message = [:]) { send(["method": method, "params": parameters]) }

  /// Sends a request, and returns its answer.
  func request(_ method: String, _ parameters: Message = [:]) throws -> Message {
    let id = start(method, parameters)
    return try wait("the answer to \(method)") { $0["id"] as? Int == id }
  }

  /// Sends a request without waiting for its answer.
  func start(_ method: String, _ parameters: Message = [:]) -> Int {
    nextID += 1
    send(["id": nextID, "method": method, "params": parameters])
    return nextID
  }

  func initialize(_ parameters: Message = ["capabilities": [String: Any]()]) throws {
    let answer = try request("initialize", parameters)
    XCTAssertNotNil(answer["result"])
    notify("initialized")
  }

  func open(_ uri: String, _ text: String, version: Int = 1) {
    notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": uri, "languageId": "yaml", "version": version, "text": text]])
  }

  func change(_ uri: String, _ text: String, version: Int) {
    notify(
      "textDocument/didChange",
      ["textDocument": ["uri": uri, "version": version], "contentChanges": [["text": text]]])
  }

  // MARK: Receiving

  struct Timeout: Error, CustomStringConvertible {
    var description: String
  }

  /// Waits for a message, and removes it.
  func wait(
    _ description: String, seconds: TimeInterval = 20, for isWanted: (Message) -> Bool
  ) throws -> Message {
    let deadline = Date(timeIntervalSinceNow: seconds)
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let index = messages.firstIndex(where: isWanted) { return messages.remove(at: index) }
      if isAtEnd { throw Timeout(description: "the server ended before \(description)") }
      if !condition.wait(until: deadline) {
        throw Timeout(description: "no \(description) within \(seconds) s; there are \(messages)")
      }
    }
  }

  /// Waits for the diagnostics of a version, and returns their codes with their lines.
  func diagnostics(_ uri: String, version: Int) throws -> [String] {
    try rawDiagnostics(uri, version: version).map { diagnostic in
      let range = diagnostic["range"] as? Message
      let line = (range?["start"] as? Message)?["line"] as? Int ?? -1
      return "\(diagnostic["code"] as? String ?? "?") in line \(line + 1)"
    }
  }

  /// Waits for the diagnostics of a version.
  func rawDiagnostics(_ uri: String, version: Int) throws -> [Message] {
    let message = try wait("diagnostics of version \(version)") { message in
      let parameters = message["params"] as? Message
      return message["method"] as? String == "textDocument/publishDiagnostics" && parameters?["uri"] as? String == uri
        && parameters?["version"] as? Int == version
    }
    let parameters = message["params"] as? Message
    return parameters?["diagnostics"] as? [Message] ?? []
  }

  /// The messages that nobody waited for.
  var rest: [Message] {
    condition.lock()
    defer { condition.unlock() }
    return messages
  }

  // MARK: End

  func closeInput() { try? input.fileHandleForWriting.close() }

  func closeOutput() { try? output.fileHandleForReading.close() }

  /// Waits until the process ends, and returns its exit status.
  func waitForEnd(seconds: TimeInterval = 20) throws -> Int32 {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while process.isRunning {
      if Date() > deadline {
        process.terminate()
        throw Timeout(description: "the server is still running after \(seconds) s")
      }
      Thread.sleep(forTimeInterval: 0.01)
    }
    return process.terminationStatus
  }
}
