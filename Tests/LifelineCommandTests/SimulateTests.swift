import Foundation
import TestSupport
import XCTest

/// `lifeline simulate`, on a terminal and through a pipe.
final class SimulateTests: CommandTestCase {
  private let page = packageRoot.appending(path: "docs/simulate.md")

  // MARK: A terminal

  /// The session that the page shows is what the terminal shows, with the lines that are typed.
  func testTheSessionOfThePage() throws {
    let blocks = MarkdownBlock.blocks(in: try text(of: page))
    let spec = try XCTUnwrap(blocks.first { $0.language == "yaml" && $0.kind.isEmpty })
    let session = try XCTUnwrap(blocks.first { $0.language == "console" && $0.text.contains("\n> ") })
    try write(spec.text, to: "Player.yaml")
    let lines = session.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast()
    XCTAssertEqual(lines.first, "$ lifeline simulate Player.yaml")
    let typed = lines.filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) }
    XCTAssertGreaterThan(typed.count, 5)
    let result = try simulate("Player.yaml", typed.flatMap { [.expect("> "), .type($0 + "\n")] })
    XCTAssertEqual(result.output, lines.dropFirst().map { $0 + "\n" }.joined())
    XCTAssertEqual(result.status, 0)
    XCTAssertTrue(result.isIntact)
    XCTAssertEqual(try lifeline("check", "Player.yaml").status, 0)
  }

  func testATerminalShowsMistakesAndGoesOn() throws {
    try write(spec("Door"), to: "Door.yaml")
    let result = try simulate(
      "Door.yaml",
      [
        .expect("Door: 2 states, 1 event. Type an event, or `help`.\nstart: []\nin closed\n  open  → opened: ring\n> "),
        .type("opne\n"),
        .expect("error: there is no event and no command `opne`; did you mean `open`? [L650]\n> "), .type("open\n"),
        .expect("open: [ring]\nin opened\n  open  → closed: knock\n> "), .type("save opening rings\n"),
        .expect(
          "error: Door.yaml has a scenario `opening rings` already, which isn't overwritten; choose another name [L651]\n> "
        ),
        .type("\n"), .expect("> "), .end,
      ])
    XCTAssertNil(result.missing, result.output)
    XCTAssertEqual(result.status, 0)
    XCTAssertTrue(result.output.hasSuffix("> \n"), result.output)
    XCTAssertTrue(result.isIntact)
    XCTAssertEqual(read("Door.yaml"), spec("Door"))
  }

  func testASessionIsDrawnIntoAFile() throws {
    try write(spec("Door"), to: "Door.yaml")
    try write("mine\n", to: "mine.svg")
    let result = try simulate(
      "Door.yaml",
      [
        .expect("> "), .type("open\n"), .expect("> "), .type("draw session.svg\n"), .expect("wrote session.svg\n> "),
        .type("draw \"a session.txt\"\n"), .expect("wrote a session.txt\n> "), .type("draw mine.svg\n"),
        .expect("[L617]"), .expect("> "), .type("draw a session.txt\n"),
        .expect("error: name one file after `draw`; write a path with spaces in double quotes [L650]\n> "), .end,
      ])
    XCTAssertNil(result.missing, result.output)
    XCTAssertEqual(read("mine.svg"), "mine\n")
    let picture = try XCTUnwrap(read("session.svg"))
    XCTAssertTrue(picture.contains("<svg ") && picture.contains(">a session with Door<"), picture)
    XCTAssertTrue(try XCTUnwrap(read("a session.txt")).contains("→ ring"))
  }

  func testAFileThatChangesDuringTheSessionIsNotOverwritten() throws {
    try write(spec("Door"), to: "Door.yaml")
    let result = try simulate(
      "Door.yaml",
      [
        .expect("> "), .type("open\n"), .expect("> "), .run("echo '# new' >> Door.yaml"), .type("save an opening\n"),
        .expect("[L621]\nThe scenario, to add it by hand:\nscenarios:\n  an opening:\n"), .expect("> "), .end,
      ])
    XCTAssertNil(result.missing, result.output)
    XCTAssertEqual(read("Door.yaml"), spec("Door") + "# new\n")
  }

  func testControlCEndsIt() throws {
    try write(spec("Door"), to: "Door.yaml")
    let result = try simulate("Door.yaml", [.expect("> "), .interrupt])
    XCTAssertNil(result.missing, result.output)
    XCTAssertEqual(result.status, -2)
    XCTAssertTrue(result.isIntact)
  }

  private func simulate(_ spec: String, _ actions: [TerminalSession.Action]) throws -> TerminalSession.Result {
    let command = [buildFolder.appending(path: "lifeline").path, "simulate", spec]
    return try TerminalSession.run(command, in: folder, actions)
  }

  // MARK: A pipe

  private func pipe(_ input: String, _ arguments: String..., prefix: String = "") throws -> ProcessResult {
    try Data(input.utf8).write(to: folder.appending(path: "input"))
    return try pipe(arguments: arguments)
  }

  private func pipe(arguments: [String]) throws -> ProcessResult {
    let command = "\"$@\" < input"
    let tool = buildFolder.appending(path: "lifeline").path
    let result = try execute(
      "/bin/sh", ["-c", command, "sh", tool, "simulate"] + arguments, in: folder, environment: ["NO_COLOR": "1"],
      limit: 60)
    XCTAssertFalse(result.wasEndedBySignal, result.errors)
    return result
  }

  func testThroughAPipe() throws {
    try write(spec("Door"), to: "Door.yaml")
    let result = try pipe("# twice\nopen\r\nopen\nsave twice", "Door.yaml")
    XCTAssertEqual(result.errors, "")
    XCTAssertEqual(result.status, 0)
    XCTAssertEqual(
      result.output,
      """
      start: []
      in closed
        open  → opened: ring
      open: [ring]
      in opened
        open  → closed: knock
      open: [knock]
      in closed
        open  → opened: ring
      --- Door.yaml
      +++ Door.yaml
      @@ -8,3 +8,8 @@
       scenarios:
         opening rings:
           when: {open: ring}
      +  twice:
      +    when:
      +      - open: ring
      +      - open: knock
      +    then: closed
      saved `twice` in Door.yaml

      """)
    let check = try lifeline("check", "Door.yaml")
    XCTAssertEqual(
      check.output, "Door: 2 scenarios hold; no loop is endless, all 2 states are reached (2 configurations)\n")
  }

  func testAnErrorInAPipe() throws {
    try write(spec("Door"), to: "Door.yaml")
    let result = try pipe("open\nopne now\nopen\nsave twice\nquit\nnonsense\n", "Door.yaml")
    XCTAssertEqual(result.status, 1)
    XCTAssertEqual(
      result.errors,
      """
      <stdin>:2:1: error: there is no event and no command `opne`; did you mean `open`? [L650]
          2 | opne now
            | ^~~~
      <stdin>:4:1: error: nothing is saved, because line 2 was an error; correct it [L653]

      """)
    XCTAssertTrue(result.output.contains("open: [knock]\n"), result.output)
    XCTAssertEqual(read("Door.yaml"), spec("Door"))
  }

  func testForeignBytes() throws {
    try write(spec("Door"), to: "Door.yaml")
    let long = String(repeating: "x", count: 200_000)
    var input = Data("open\n".utf8) + Data([0xFF, 0xFE, 0x0A, 0x00, 0x1B, 0x5B, 0x32, 0x4A, 0x0A])
    input += Data("\(long)\nwait 9999999999999999999999h\n\(long)".utf8)
    try input.write(to: folder.appending(path: "input"))
    let result = try pipe(arguments: ["Door.yaml"])
    XCTAssertEqual(result.status, 1)
    let heads = result.errors.split(separator: "\n").filter { $0.hasPrefix("<stdin>:") }
    XCTAssertEqual(heads.map { $0.split(separator: ":")[1] }, ["2", "3", "4", "5", "6"])
    XCTAssertTrue(heads[0].contains("this line isn't encoded in UTF-8 [L650]"), result.errors)
    XCTAssertTrue(heads[1].contains("`\\u{00}\\u{1B}[2J`"), result.errors)
    XCTAssertTrue(heads[2].contains("this line has more than 65,536 bytes [L650]"), result.errors)
    XCTAssertFalse(result.errors.contains("\u{1B}"))
  }

  func testAReaderThatGoesAway() throws {
    try write(spec("Door"), to: "Door.yaml")
    let tool = buildFolder.appending(path: "lifeline").path
    let result = try execute(
      "/bin/sh", ["-c", "yes open | \"$0\" simulate Door.yaml | head -n 1", tool], in: folder, limit: 60)
    XCTAssertEqual(result.output, "start: []\n")
  }

  // MARK: The command line

  func testBeginnings() throws {
    try write(spec("Door"), to: "Door.yaml")
    let result = try pipe("", "Door.yaml", "--given", "opened")
    XCTAssertEqual(result.output, "given opened\nin opened\n  open  → closed: knock\n")
    let unknown = try pipe("", "Door.yaml", "--given", "opend")
    XCTAssertEqual(unknown.status, 64)
    XCTAssertTrue(
      unknown.errors.hasPrefix(
        "Error: --given: there is no state `opend`; did you mean `opened`?\nUsage: lifeline simulate "),
      unknown.errors)
    let together = try pipe("", "Door.yaml", "--given", "opened", "--given", "closed")
    XCTAssertEqual(together.status, 1)
    XCTAssertTrue(
      together.errors.hasPrefix(
        "Door.yaml: error: Door can't begin so: Door cannot be in these states together (see Scenarios) [L652]\n"),
      together.errors)
  }

  func testSpecsThatCannotBeSimulated() throws {
    try write(spec("Door").replacing("ring}}", with: "rings}}"), to: "Specs/Door.yaml")
    try write(spec("Gate"), to: "Specs/Gate.yaml")
    let broken = try pipe("open\n", "Specs/Door.yaml")
    XCTAssertEqual(broken.status, 1)
    XCTAssertTrue(broken.errors.contains("there is no callback `rings`"), broken.errors)
    let several = try pipe("", "Specs")
    XCTAssertEqual(several.status, 64)
    XCTAssertTrue(several.errors.hasPrefix("Error: Specs contains several specs. Name one of them.\n"), several.errors)
    let standardInput = try pipe("", "-")
    XCTAssertEqual(standardInput.status, 64)
    XCTAssertTrue(
      standardInput.errors.hasPrefix("Error: Standard input is for what the machine is to do. Name a file.\n"),
      standardInput.errors)
  }
}
