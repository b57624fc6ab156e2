import Foundation
import TestSupport
import XCTest

/// Sessions with the process, and their ends.
final class ServerProcessTests: ServerTestCase {
  func testRequestsBeforeAndAfterTheSessionAreRefused() throws {
    let client = try makeClient()
    func code(_ answer: LanguageClient.Message) -> Int? {
      (answer["error"] as? LanguageClient.Message)?["code"] as? Int
    }
    XCTAssertEqual(code(try client.request("textDocument/hover")), -32002)
    try client.initialize()
    XCTAssertEqual(code(try client.request("initialize", ["capabilities": [String: Any]()])), -32600)
    XCTAssertEqual(code(try client.request("textDocument/nothing")), -32601)
    XCTAssertEqual(code(try client.request("textDocument/hover")), -32602)
    XCTAssertTrue(try client.request("shutdown")["result"] is NSNull)
    XCTAssertEqual(code(try client.request("textDocument/hover")), -32600)
    client.notify("exit")
    XCTAssertEqual(try client.waitForEnd(), 0)
  }

  func testExitWithoutShutdownIsAFailure() throws {
    let client = try makeClient()
    client.notify("exit")
    XCTAssertEqual(try client.waitForEnd(), 1)
  }

  func testBadMessagesAreAnsweredAndTheSessionGoesOn() throws {
    let client = try makeClient()
    for content in ["{", "[]", "", "{\"jsonrpc\":\"2.0\"}", "\u{1}", String(repeating: "[", count: 10_000)] {
      client.send(raw: "Content-Length: \(content.utf8.count)\r\n\r\n\(content)")
      let answer = try client.wait("an error about `\(content.prefix(20))`") { $0["error"] != nil }
      XCTAssertTrue(answer["id"] is NSNull)
    }
    // A header may have other fields, and the names of fields have no case.
    let content = "{\"jsonrpc\": \"2.0\", \"id\": \"x\",\n\"method\": \"initialize\", \"params\": {}}"
    client.send(raw: "Content-Type: text\r\ncontent-length: \(content.utf8.count)\r\n\r\n\(content)")
    XCTAssertNotNil(try client.wait("an answer") { $0["id"] as? String == "x" }["result"])
  }

  func testAStreamWithoutLengthsEndsTheSession() throws {
    let client = try makeClient()
    client.send(raw: "What is this?\r\n\r\n")
    let answer = try client.wait("an error") { $0["error"] != nil }
    XCTAssertTrue("\(answer)".contains("Content-Length"))
    XCTAssertEqual(try client.waitForEnd(), 1)
  }

  func testABrokenFrameEndsTheSessionWithAMessage() throws {
    let content = #"{"jsonrpc":"2.0","id":7,"method":"initialize","params":{}}"#
    let count = content.utf8.count
    let good = "Content-Length: \(count)\\r\\n\\r\\n\(content)"
    let noLength = "the header of a message has no `Content-Length`"
    let frames: [(text: String, reason: String?)] = [
      ("garbage\\r\\n\\r\\n", noLength),
      ("Content-Length \(count)\\r\\n\\r\\n\(content)", noLength),
      ("Content-Length: many\\r\\n\\r\\n\(content)", "`many` is not the length of a message"),
      ("Content-Length: 1 2\\r\\n\\r\\n\(content)", "`1 2` is not the length of a message"),
      ("Content-Length:\\r\\n\\r\\n\(content)", "`` is not the length of a message"),
      ("Content-Length: +1\\r\\n\\r\\n\(content)", "`+1` is not the length of a message"),
      ("Content-Length: -1\\r\\n\\r\\n\(content)", "`-1` is not the length of a message"),
      (
        "Content-Length: 999999999\\r\\n\\r\\n",
        "a message of 999999999 bytes is longer than the limit of 134217728"
      ),
      (
        "Content-Length: 2\\r\\nContent-Length: 3\\r\\n\\r\\n\(content)",
        "the header of a message has two `Content-Length`"
      ),
      (
        "Content-Length: \(count)\\n\\n\(content)",
        "a line of a header doesn't end with a carriage return and a line feed"
      ),
      // The rest of a message is taken for the next header, or the next header for a part of the message.
      ("Content-Length: \(count - 9)\\r\\n\\r\\n\(content)\(good)", nil),
      ("Content-Length: \(count + 9)\\r\\n\\r\\n\(content)\(good)", nil),
    ]
    for (frame, reason) in frames {
      // The input stays open, so only the frame ends the server.
      let script = "{ printf '%b' '\(good)\(frame)'; sleep 20; } | { '\(program)'; echo $? >status; kill 0; }"
      try? FileManager.default.removeItem(at: folder.appending(path: "status"))
      let result = try execute("setsid", ["sh", "-c", script], in: folder, limit: 15)
      XCTAssertEqual(read("status"), "1\n", frame)
      XCTAssertTrue(result.output.contains(#""id":7"#), "\(frame): what came before is answered")
      XCTAssertTrue(result.output.contains("-32700"), "\(frame): \(result.output)")
      let end = ", so lifeline-lsp can't find the next message, and ends\n"
      XCTAssertTrue(result.errors.hasPrefix("error: \(reason ?? "")"), "\(frame): \(result.errors)")
      XCTAssertTrue(result.errors.contains(end), "\(frame): \(result.errors)")
      if let reason { XCTAssertEqual(result.errors, "error: " + reason + end, frame) }
    }
  }

  func testAnInputThatEndsInsideAMessageIsAFailure() throws {
    for input in ["Content-Length: 20\\r\\n\\r\\n{", "Content-Len"] {
      let result = try execute("sh", ["-c", "printf '%b' '\(input)' | '\(program)'"], in: folder, limit: 15)
      XCTAssertEqual(result.status, 1, input)
      XCTAssertEqual(result.output, "")
    }
  }

  func testALifeLineIsAFileUntilTheServerEnds() throws {
    let client = try makeClient()
    try client.initialize(["capabilities": ["window": ["showDocument": ["support": true]]]])
    client.open(untitled, spec("Bell", expecting: "ring"))
    _ = try client.diagnostics(untitled, version: 1)
    var paths: [String] = []
    for _ in 1...2 {
      let answer = try client.request(
        "workspace/executeCommand", ["command": "lifeline.showLifeLine", "arguments": [untitled, "opening rings"]])
      let request = try client.wait("a document to show") { $0["method"] as? String == "window/showDocument" }
      let parameters = try XCTUnwrap(request["params"] as? LanguageClient.Message)
      let url = try XCTUnwrap((parameters["uri"] as? String).flatMap(URL.init(string:)))
      XCTAssertEqual(try String(contentsOf: url, encoding: .utf8), answer["result"] as? String)
      paths.append(url.path)
    }
    XCTAssertEqual(Set(paths).count, 2, "an editor may have the first file open")
    _ = try client.request("shutdown")
    client.notify("exit")
    XCTAssertEqual(try client.waitForEnd(), 0)
    for path in paths { XCTAssertFalse(FileManager.default.fileExists(atPath: path), path) }
    let folder = URL(filePath: try XCTUnwrap(paths.first)).deletingLastPathComponent()
    XCTAssertFalse(FileManager.default.fileExists(atPath: folder.path))
  }

  func testARequestCanBeCancelled() throws {
    try skipTest(below: .thorough)
    let client = try makeClient()
    try client.initialize()
    client.open(untitled, LargeSpec.text(lines: 4_000))
    func request(_ id: String) -> LanguageClient.Message {
      [
        "id": id, "method": "textDocument/completion",
        "params": ["textDocument": ["uri": untitled], "position": ["line": 3, "character": 0]],
      ]
    }
    func cancellation(_ id: String) -> LanguageClient.Message {
      ["method": "$/cancelRequest", "params": ["id": id]]
    }
    func code(_ id: String) throws -> Int? {
      let answer = try client.wait("the answer to \(id)") { $0["id"] as? String == id }
      return (answer["error"] as? LanguageClient.Message)?["code"] as? Int
    }
    // The second cancellation overtakes a request that waits.
    client.send(
      cancellation("early"), request("early"), request("first"), request("second"), request("third"),
      cancellation("third"))
    XCTAssertEqual(try code("early"), -32800)
    XCTAssertNil(try code("first"))
    XCTAssertNil(try code("second"))
    XCTAssertEqual(try code("third"), -32800)
    client.send(request("early"))
    XCTAssertNil(try code("early"), "a cancellation is of one request")
  }

  func testAnInputThatDoesNotWaitIsRead() throws {
    let client = try LanguageClient(
      program: buildFolder.appending(path: "lifeline-lsp"), in: folder, inputWaiting: false)
    clients.append(client)
    Thread.sleep(forTimeInterval: 0.2)
    try client.initialize()
    client.open(untitled, spec("Bell"))
    XCTAssertEqual(try client.diagnostics(untitled, version: 1), [])
  }

  func testTheServerEndsWithItsInput() throws {
    let client = try makeClient()
    try client.initialize()
    client.open(untitled, spec("Bell"))
    client.closeInput()
    XCTAssertEqual(try client.waitForEnd(), 1)
  }

  func testTheServerEndsIfNobodyReadsItsOutput() throws {
    let request = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}"
    try write("Content-Length: \(request.utf8.count)\r\n\r\n\(request)", to: "request")
    let program = buildFolder.appending(path: "lifeline-lsp").path
    // The reader goes at once, and the input stays open.
    let script = """
      { cat request; sleep 0.3; cat request; sleep 20; } | { '\(program)'; echo $? >status; kill 0; } | head -c 1 >/dev/null
      """
    _ = try execute("setsid", ["sh", "-c", script], in: folder, limit: 15)
    XCTAssertEqual(read("status"), "1\n")
  }

  func testTheServerEndsWithTheProcessOfItsClient() throws {
    let parent = Process()
    parent.executableURL = URL(filePath: "/bin/sleep")
    parent.arguments = ["600"]
    try parent.run()
    let client = try makeClient()
    try client.initialize(["processId": Int(parent.processIdentifier), "capabilities": [String: Any]()])
    XCTAssertTrue(client.process.isRunning)
    parent.terminate()
    parent.waitUntilExit()
    XCTAssertEqual(try client.waitForEnd(), 1)
  }

  func testTheProgramSaysWhatItIs() throws {
    let program = buildFolder.appending(path: "lifeline-lsp").path
    let version = try execute(program, ["--version"], in: folder)
    XCTAssertEqual(version.status, 0)
    XCTAssertNotNil(version.output.wholeMatch(of: /\d+\.\d+\.\d+(-\w+)?\n/), version.output)
    let help = try execute(program, ["--help"], in: folder)
    XCTAssertEqual(help.status, 0)
    XCTAssertTrue(help.output.contains("USAGE: lifeline-lsp"))
    let unknown = try execute(program, ["--port"], in: folder)
    XCTAssertEqual(unknown.status, 64)
    XCTAssertEqual(
      unknown.errors,
      "error: unknown argument `--port`; `lifeline-lsp` takes none but its options. See `lifeline-lsp --help`\n")
    XCTAssertEqual(unknown.output, "")
    let several = try execute(program, ["--stdio", "--version"], in: folder)
    XCTAssertEqual(several.status, 64)
    XCTAssertEqual(
      several.errors,
      "error: `lifeline-lsp` takes at most one option, but there are 2. See `lifeline-lsp --help`\n")
  }

  func testALargeSpecIsAnswered() throws {
    try skipTest(below: .thorough)
    let client = try makeClient()
    try client.initialize()
    let text = LargeSpec.text(lines: 10_000)
    client.open(untitled, text)
    XCTAssertEqual(try client.diagnostics(untitled, version: 1), [])
    client.change(untitled, text + "  another:\n    on: {next: s", version: 2)
    let answer = try client.request(
      "textDocument/completion",
      [
        "textDocument": ["uri": untitled],
        "position": ["line": text.split(separator: "\n").count + 1, "character": 15],
      ])
    let items = (answer["result"] as? LanguageClient.Message)?["items"] as? [Any]
    XCTAssertGreaterThan(items?.count ?? 0, 1_000)
  }
}
