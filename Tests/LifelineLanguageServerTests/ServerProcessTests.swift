import Foundation
import TestSupport
import XCTest

/// Runs the server as a process, as an editor does.
final class ServerProcessTests: XCTestCase, FolderTestCase {
  private(set) var folder = URL(filePath: "/")
  private var clients: [LanguageClient] = []

  override func setUpWithError() throws { folder = try createTemporaryFolder() }

  override func tearDownWithError() throws {
    for client in clients where client.process.isRunning { client.process.terminate() }
    try FileManager.default.removeItem(at: folder)
  }

  private func makeClient() throws -> LanguageClient {
    let client = try LanguageClient(program: buildFolder.appending(path: "lifeline-lsp"), in: folder)
    clients.append(client)
    return client
  }

  private func uri(_ name: String) -> String { "file://" + folder.appending(path: name).path }

  private let untitled = "untitled:Untitled-1"

  // MARK: Diagnostics

  func testEachVersionOfATextGetsItsDiagnostics() throws {
    let client = try makeClient()
    try client.initialize()
    client.open(untitled, spec("Bell"))
    XCTAssertEqual(try client.diagnostics(untitled, version: 1), [])
    client.change(untitled, spec("Bell", expecting: "knock"), version: 2)
    XCTAssertEqual(try client.diagnostics(untitled, version: 2), ["L402 in line 10"])
    client.change(untitled, spec("Bell", expecting: "rnig"), version: 3)
    XCTAssertEqual(try client.diagnostics(untitled, version: 3), ["L213 in line 10"])
    client.change(untitled, spec("Bell") + "  half: [", version: 4)
    XCTAssertEqual(try client.diagnostics(untitled, version: 4).count, 1)
    client.change(untitled, spec("Bell"), version: 5)
    XCTAssertEqual(try client.diagnostics(untitled, version: 5), [])
    client.notify("textDocument/didClose", ["textDocument": ["uri": untitled]])
    _ = try client.wait("the end of the diagnostics") {
      $0["method"] as? String == "textDocument/publishDiagnostics"
    }
    _ = try client.request("shutdown")
    client.notify("exit")
    XCTAssertEqual(try client.waitForEnd(), 0)
    XCTAssertEqual(client.rest.count, 0, "\(client.rest)")
  }

  func testAMachineIsExploredBehindItsCheck() throws {
    let client = try makeClient()
    try client.initialize()
    client.open(
      untitled,
      """
      lifeline: 1
      machine: Bell
      callbacks: {ring: {needs: knock}, knock: }
      events: [go, stay]
      states: {one: {on: {go: {do: ring}, stay: {do: knock}}}}

      """)
    XCTAssertEqual(try client.diagnostics(untitled, version: 1), [])
    XCTAssertEqual(try client.diagnostics(untitled, version: 1), ["L803 in line 3"])
  }

  func testAnEditEndsALongExploration() throws {
    let client = try makeClient()
    try client.initialize()
    client.open(
      untitled,
      """
      lifeline: 1
      machine: Meter
      context: {n: {default: 0, private: true}, m: {default: 0, private: true}}
      events: [up, over]
      states: {a: {on: {up: {do: {set: {n: n + 1}}}, over: {do: {set: {m: m + n}}}}}}

      """)
    XCTAssertEqual(try client.diagnostics(untitled, version: 1), [])
    client.change(untitled, spec("Bell", expecting: "knock"), version: 2)
    XCTAssertEqual(try client.diagnostics(untitled, version: 2), ["L402 in line 10"])
    _ = try client.request("shutdown")
    XCTAssertEqual(client.rest.count, 0, "\(client.rest)")
  }

  func testAVersionThatIsReplacedAtOnceGetsAtMostOneReport() throws {
    let client = try makeClient()
    try client.initialize()
    client.open(untitled, spec("Bell"))
    for version in 2...40 { client.change(untitled, spec("Bell\(version)"), version: version) }
    XCTAssertEqual(try client.diagnostics(untitled, version: 40), [])
    _ = try client.request("shutdown")
    let versions = client.rest.compactMap { ($0["params"] as? LanguageClient.Message)?["version"] as? Int }
    XCTAssertEqual(versions.count, Set(versions).count)
    XCTAssertEqual(versions, versions.sorted())
  }

  func testOtherYAMLGetsNoDiagnostics() throws {
    let client = try makeClient()
    try client.initialize()
    client.open(uri("docker-compose.yaml"), "services: [\n")
    client.open(untitled, spec("Bell"))
    XCTAssertEqual(try client.diagnostics(untitled, version: 1), [])
    let answer = try client.request(
      "textDocument/completion",
      ["textDocument": ["uri": uri("docker-compose.yaml")], "position": ["line": 0, "character": 3]])
    XCTAssertTrue(answer["result"] is NSNull)
    // Without the key, the text isn't a spec any more, and what was said about it is withdrawn.
    client.change(untitled, "a: b\n", version: 2)
    XCTAssertEqual(try client.diagnostics(untitled, version: 2), [])
    XCTAssertEqual(client.rest.count, 0, "\(client.rest)")
  }

  func testTheConfigurationBesideTheFileCounts() throws {
    try write("// swift-tools-version:6.0\n", to: "Package.swift")
    try write("allow: {L212: It comes later.}\n", to: "Specs/lifeline.yaml")
    let text = spec("Bell").replacingOccurrences(of: "[ring, knock]", with: "[ring, knock, unused]")
    let client = try makeClient()
    try client.initialize()
    client.open(untitled, text)
    XCTAssertEqual(try client.diagnostics(untitled, version: 1), ["L212 in line 3"])
    client.open(uri("Specs/Bell.yaml"), text)
    XCTAssertEqual(try client.diagnostics(uri("Specs/Bell.yaml"), version: 1), [])
    try write("", to: "Specs/lifeline.yaml")
    client.notify("textDocument/didSave", ["textDocument": ["uri": uri("Specs/lifeline.yaml")]])
    XCTAssertEqual(try client.diagnostics(uri("Specs/Bell.yaml"), version: 1), ["L212 in line 3"])
  }

  func testSavingExploresTheMachine() throws {
    let client = try makeClient()
    try client.initialize()
    let text = spec("Bell").replacingOccurrences(of: "[ring, knock]", with: "{ring: {needs: knock}, knock: }")
    client.open(untitled, text)
    XCTAssertEqual(try client.diagnostics(untitled, version: 1), [])
    client.notify("textDocument/didSave", ["textDocument": ["uri": untitled]])
    XCTAssertEqual(try client.diagnostics(untitled, version: 1), ["L803 in line 3"])
  }

  // MARK: Parts

  func testOpenTextsAreUsedAsParts() throws {
    let user = """
      lifeline: 1
      machine: House
      parts: {bell: Bell.yaml}
      events: [come]
      states:
        quiet: {on: {come: {do: {bell: open}}}}

      """
    try write(spec("Bell"), to: "Bell.yaml")
    let client = try makeClient()
    try client.initialize()
    client.open(uri("House.yaml"), user)
    XCTAssertEqual(try client.diagnostics(uri("House.yaml"), version: 1), [])
    // The file on disk stays as it is.
    client.open(uri("Bell.yaml"), spec("Bell"))
    XCTAssertEqual(try client.diagnostics(uri("House.yaml"), version: 1), [])
    client.change(
      uri("Bell.yaml"),
      spec("Bell").replacingOccurrences(of: "open]", with: "shut]")
        .replacingOccurrences(of: "open:", with: "shut:"), version: 2)
    XCTAssertEqual(try client.diagnostics(uri("House.yaml"), version: 1), ["L213 in line 6"])
    // Closed, it is what is on disk again.
    client.notify("textDocument/didClose", ["textDocument": ["uri": uri("Bell.yaml")]])
    XCTAssertEqual(try client.diagnostics(uri("House.yaml"), version: 1), [])
  }

  func testFilesThatOtherProgramsChangeAreReadAgain() throws {
    try write("// swift-tools-version:6.0\n", to: "Package.swift")
    try write(spec("Bell"), to: "Bell.yaml")
    let client = try makeClient()
    try client.initialize(
      ["capabilities": ["workspace": ["didChangeWatchedFiles": ["dynamicRegistration": true]]]])
    let request = try client.wait("the registration") { $0["method"] as? String == "client/registerCapability" }
    client.send(["id": request["id"] ?? 0, "result": NSNull()])
    let house = uri("House.yaml")
    client.open(
      house,
      """
      lifeline: 1
      machine: House
      parts: {bell: Bell.yaml}
      events: [come, unused]
      states:
        quiet: {on: {come: {do: {bell: open}}}}

      """)
    XCTAssertEqual(try client.diagnostics(house, version: 1), ["L212 in line 4"])
    func report(_ names: String...) {
      client.notify("workspace/didChangeWatchedFiles", ["changes": names.map { ["uri": uri($0), "type": 2] }])
    }
    try write(spec("Bell").replacingOccurrences(of: "open", with: "shut"), to: "Bell.yaml")
    report("Other.yaml", "Bell.yaml", "House.yaml")
    XCTAssertEqual(try client.diagnostics(house, version: 1), ["L213 in line 6"], "what nothing uses waits")
    try write(spec("Bell"), to: "Bell.yaml")
    report("Bell.yaml")
    XCTAssertEqual(try client.diagnostics(house, version: 1), ["L212 in line 4"])
    try write("allow: {L212: It comes later.}\n", to: "lifeline.yaml")
    report("lifeline.yaml")
    XCTAssertEqual(try client.diagnostics(house, version: 1), [])
  }

  func testSavingReadsPartsAgain() throws {
    try write(spec("Bell"), to: "Bell.yaml")
    let client = try makeClient()
    try client.initialize()
    let house = uri("House.yaml")
    client.open(
      house,
      """
      lifeline: 1
      machine: House
      parts: {bell: Bell.yaml}
      events: [come]
      states:
        quiet: {on: {come: {do: {bell: open}}}}

      """)
    XCTAssertEqual(try client.diagnostics(house, version: 1), [])
    try write(spec("Bell").replacingOccurrences(of: "open", with: "shut"), to: "Bell.yaml")
    // The request doesn't wait for the check.
    client.send(
      ["method": "textDocument/didSave", "params": ["textDocument": ["uri": house]]],
      [
        "id": "events", "method": "textDocument/completion",
        "params": ["textDocument": ["uri": house], "position": ["line": 5, "character": 34]],
      ])
    XCTAssertEqual(try client.diagnostics(house, version: 1), ["L213 in line 6"])
    let completion = try client.wait("the completions") { $0["id"] as? String == "events" }
    let items = (completion["result"] as? LanguageClient.Message)?["items"] as? [LanguageClient.Message]
    XCTAssertEqual(items?.map { $0["label"] as? String }, ["shut"])
  }

  func testTwoFilesThatUseEachOtherAreReported() throws {
    func user(_ machine: String, of part: String) -> String {
      "lifeline: 1\nmachine: \(machine)\nparts: {other: \(part).yaml}\nstates: {one: }\n"
    }
    func messages(_ name: String, version: Int) throws -> [String] {
      try client.rawDiagnostics(uri(name), version: version).map { "\($0["code"] ?? "") \($0["message"] ?? "")" }
    }
    let client = try makeClient()
    try client.initialize()
    client.open(uri("Left.yaml"), user("Left", of: "Right"))
    let missing = try messages("Left.yaml", version: 1)
    XCTAssertTrue(missing.first?.hasPrefix("L240 `Right.yaml` cannot be used: ") ?? false, "\(missing)")
    client.open(uri("Right.yaml"), user("Right", of: "Left"))
    XCTAssertEqual(
      try messages("Right.yaml", version: 1),
      ["L240 `Left.yaml` leads back to this file: `Right.yaml` → `Left.yaml` → `Right.yaml`"])
    XCTAssertEqual(
      try messages("Left.yaml", version: 1),
      ["L240 `Right.yaml` leads back to this file: `Left.yaml` → `Right.yaml` → `Left.yaml`"])
    client.change(uri("Right.yaml"), "lifeline: 1\nmachine: Right\nstates: {one: }\n", version: 2)
    XCTAssertEqual(try messages("Right.yaml", version: 2), [])
    XCTAssertEqual(
      try messages("Left.yaml", version: 1), ["L212 no action, condition or scenario mentions the part `other`"])
  }

  // MARK: Sessions

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

  private var program: String { buildFolder.appending(path: "lifeline-lsp").path }

  func testAnInputThatEndsInsideAMessageIsAFailure() throws {
    for input in ["Content-Length: 20\\r\\n\\r\\n{", "Content-Len"] {
      let result = try execute("sh", ["-c", "printf '%b' '\(input)' | '\(program)'"], in: folder, limit: 15)
      XCTAssertEqual(result.status, 1, input)
      XCTAssertEqual(result.output, "")
    }
  }

  func testARequestCanBeCancelled() throws {
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

  // MARK: Ends

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

  // MARK: Size

  func testALargeSpecIsAnswered() throws {
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

/// A spec with many lines.
enum LargeSpec {
  static func text(lines: Int) -> String {
    let count = (lines - 8) / 3
    var text = "lifeline: 1\nmachine: Large\ncallbacks: [call]\nevents: [next, back]\ninitial: s0\nstates:\n"
    for index in 0..<count {
      text += "  s\(index):\n    entry: call\n    on: {next: s\((index + 1) % count), back: s\(index)}\n"
    }
    return text
  }
}
