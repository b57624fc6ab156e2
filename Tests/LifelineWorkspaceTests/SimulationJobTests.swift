import LifelineSimulation
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineWorkspace

/// Simulations of specs in files: their beginnings, and how they are saved.
final class SimulationJobTests: WorkspaceTestCase {
  private func simulate(_ spec: String) throws -> Simulation {
    try write(spec, to: "Spec.yaml")
    let result = try SimulationJob().run(path: path("Spec.yaml"))
    return try XCTUnwrap(result.simulation, "\(result.diagnostics.diagnostics.map(\.message))")
  }

  func testBeginningsThatAreNone() throws {
    try write(simulatedSpec, to: "Spec.yaml")
    try write("lifeline: 1\nmachine: A\nstates: {a: {to: b}}\n", to: "Bad.yaml")
    XCTAssertThrowsError(try SimulationJob(given: ["bussy"]).run(path: path("Spec.yaml"))) { error in
      guard case SimulationJob.Mistake.given(let mistake) = error else { return XCTFail("\(error)") }
      XCTAssertEqual(mistake.message, "there is no state `bussy`; did you mean `busy`?")
    }
    XCTAssertThrowsError(try SimulationJob().run(path: folder.path)) { error in
      guard case SimulationJob.Mistake.severalSpecs = error else { return XCTFail("\(error)") }
    }
    let together = try SimulationJob(given: ["empty", "busy"]).run(path: path("Spec.yaml"))
    XCTAssertEqual(
      together.diagnostics.diagnostics.map(\.message),
      ["Shop can't begin so: Shop cannot be in these states together (see Scenarios)"])
    for name in ["Bad.yaml", "Missing.yaml"] {
      let result = try SimulationJob().run(path: path(name))
      XCTAssertNil(result.simulation)
      XCTAssertTrue(result.diagnostics.containsErrors)
    }
  }

  func testSavesASession() throws {
    var simulation = try simulate(simulatedSpec)
    for line in [
      "enter", "enter", "buy name=\"an apple\" count=2", "leave reason=tooLate", "given busy patience=1min", "later",
      "set title=\"a: b # c\"", "buy name=a count=1", "wait 1min", "hurry",
    ] { XCTAssertNil(simulation.answer(line).mistake, line) }
    let saving = simulation.save(named: "a second: guest")
    XCTAssertNil(saving.mistake)
    XCTAssertEqual(saving.lines, ["saved `a second: guest` in \(path("Spec.yaml"))"])
    XCTAssertEqual(
      read("Spec.yaml"),
      simulatedSpec + """
          "a second: guest":
            given: {state: busy, patience: 1min}
            when:
              - later: []
              - set: {title: "a: b # c"}
              - buy: {sell: {name: "a", count: 1}}
                with: {name: "a", count: 1}
              - wait: 1min
                expect: []
              - hurry: []
            then: {state: [idle, shut], stock: 1}

        """)
    XCTAssertEqual(saving.difference?.lines.filter { if case .new = $0 { true } else { false } }.count, 11)
    // The session goes on with the new text.
    XCTAssertNil(simulation.save(named: "again").mistake)
    XCTAssertEqual(
      simulation.save(named: "a guest").mistake?.message,
      "\(path("Spec.yaml")) has a scenario `a guest` already, which isn't overwritten; choose another name")
    XCTAssertEqual(simulation.save(named: "again").mistake?.kind.code, "L651")
  }

  /// A text isn't written into a file that has the ending of a picture or of a page.
  func testPicturesThatNothingDraws() throws {
    var conversation = SimulationConversation(try simulate(simulatedSpec), isInteractive: true)
    for name in ["a.png", "a.PDF", "a.md"] {
      let output = conversation.take(.text("draw \(path(name))"))
      let messages = output.map { if case .diagnostic(let diagnostic) = $0 { diagnostic.message } else { "\($0)" } }
      XCTAssertEqual(messages.count, 1, "\(messages)")
      XCTAssertTrue(messages[0].hasPrefix("lifeline draws no .\(name.dropFirst(2).lowercased()) files"), messages[0])
      XCTAssertNil(read(name))
    }
    XCTAssertTrue(conversation.hasFailed)
    _ = conversation.take(.text("draw \(path("a.txt"))"))
    XCTAssertNotNil(read("a.txt"))
  }

  func testAFileThatHasChangedIsNotWritten() throws {
    var simulation = try simulate(simulatedSpec)
    _ = simulation.answer("enter")
    try write(simulatedSpec + "# new\n", to: "Spec.yaml")
    let saving = simulation.save(named: "b")
    XCTAssertEqual(saving.mistake?.kind.code, "L621")
    XCTAssertNil(saving.difference)
    XCTAssertEqual(
      saving.lines,
      [
        "The scenario, to add it by hand:", "scenarios:", "  b:", "    when:", "      - enter: []",
        "    then: [idle, ajar]",
      ])
    XCTAssertEqual(read("Spec.yaml"), simulatedSpec + "# new\n")
  }

  func testAScenarioThatCannotBeWrittenIsShown() throws {
    var simulation = try simulate(simulatedSpec)
    let saving = simulation.save(named: String(repeating: "x", count: 2_000))
    XCTAssertEqual(saving.mistake?.kind.code, "L653")
    XCTAssertTrue(
      saving.mistake?.message.hasPrefix("the scenario isn't added to the spec: the spec couldn't be read then: ")
        ?? false,
      saving.mistake?.message ?? "")
    XCTAssertEqual(saving.lines.first, "The scenario, to add it by hand:")
    XCTAssertEqual(read("Spec.yaml"), simulatedSpec)
  }

  func testNothingIsSavedAfterAnErrorOfAPipe() throws {
    for isInteractive in [true, false] {
      var conversation = SimulationConversation(try simulate(simulatedSpec), isInteractive: isInteractive)
      let lines: [StandardInputLines.Line] = [.text("entr"), .notUTF8, .tooLong, .text("save b")]
      let output = lines.flatMap { conversation.take($0) }
      let messages = output.compactMap { if case .diagnostic(let diagnostic) = $0 { diagnostic.message } else { nil } }
      let rest = isInteractive ? [] : ["nothing is saved, because line 1 was an error; correct it"]
      XCTAssertEqual(
        messages,
        [
          "there is no event and no command `entr`; did you mean `enter`?", "this line isn't encoded in UTF-8",
          "this line has more than 65,536 bytes",
        ] + rest)
      XCTAssertEqual(read("Spec.yaml") == simulatedSpec, !isInteractive)
      XCTAssertTrue(conversation.hasFailed)
    }
  }
}
