import Foundation
import TestSupport
import XCTest

/// The diagnostics of texts that an editor opens, changes and saves, and of their parts.
final class ServerDiagnosticTests: ServerTestCase {
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
}
