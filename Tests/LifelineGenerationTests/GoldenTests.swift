import Foundation
import TestSupport
import XCTest

/// Compares generated files with those in `Golden/`.
///
/// `LIFELINE_UPDATE_GOLDEN=1 swift test --skip-build --filter GoldenTests` updates the files, and fails, so that an
/// update can't be mistaken for a passing test.
final class GoldenTests: CompilingTestCase {
  private func generated(_ name: String) throws -> GeneratedFiles {
    let yaml = try String(contentsOf: documentedSpec(name), encoding: .utf8)
    return try generate(yaml, access: .public, name: "Specs/Apple/\(name).yaml")
  }

  /// Fields of all kinds, two of which only actions set.
  private let download = """
    lifeline: 1
    machine: Download
    context:
      limit: {default: 3, fixed: true}
      attempts: {default: 0, private: true}
      speed: {cases: [none, slow, fast], default: none, private: true}
      isMetered: false
    callbacks: {didConnect: {parameters: {attempts: Int}}, didGiveUp: }
    events: [begin, fail, receive]
    states:
      idle:
        on: {begin: {if: not isMetered, to: connecting}}
      connecting:
        entry: [{set: {attempts: attempts + 1}}, didConnect]
        on:
          receive: {do: {set: {speed: fast}}}
          fail:
            - {if: attempts < limit, to: connecting}
            - {to: idle, do: [didGiveUp, {set: {attempts: 0, speed: none}}]}
    scenarios:
      from the start:
        where: {limit: [1, 2]}
        when:
          - begin: {didConnect: {attempts: 1}}
            then: {attempts: 1}
          - set: {isMetered: true}
          - fail: {if: limit == 1, expect: didGiveUp, else: {didConnect: {attempts: 2}}}
      the last attempt:
        given: {attempts: 3}
        where: {state: [connecting], speed: [none, fast]}
        when: {fail: didGiveUp}
        then: {state: idle, attempts: 0, speed: none}
    """

  func testPrivateFields() throws {
    try skipTest(below: .thorough)
    let files = try generate(download, object: true, derive: .transitions, name: "Download.yaml")
    try checkGolden(files.machine, "Download.swift")
    try checkGolden(files.tests, "DownloadTests.swift")
    let outcome = try test([files])
    XCTAssertEqual(outcome.status, 0, outcome.output)
    XCTAssertTrue(outcome.output.contains("with 0 failures"), outcome.output)
  }

  func testSwiftTesting() throws {
    let files = try generate(download, framework: .swiftTesting, derive: .transitions, name: "Download.yaml")
    try checkGolden(files.tests, "DownloadSuite.swift")
  }

  func testAsynchronousSubject() throws {
    let files = try generate(download, asyncSubject: "HandWritten", derive: .transitions, name: "Download.yaml")
    try checkGolden(files.tests, "DownloadAsyncTests.swift")
  }

  /// Calls whose order stays open, and calls that may be missing.
  private let upload = """
    lifeline: 1
    machine: Upload
    context: {size: {default: 0, private: true}}
    callbacks: {willSend: , didSend: {parameters: {size: Int}}, didIndex: , didFail: , didCancel: }
    events: [send, fail]
    states:
      idle:
        entry: {optional: didIndex}
        on: {send: {to: sending, do: [{set: {size: size + 1}}, {anyOrder: [[willSend, didSend], didIndex]}]}}
      sending:
        exit: {oneOf: [didFail, [didFail, didCancel], []]}
        on: {fail: idle}
    scenarios:
      a failure:
        given: idle
        when:
          - send: {anyOrder: [[willSend, {didSend: {size: 1}}], didIndex]}
          - fail: [{oneOf: [didFail, [didFail, didCancel], []]}, {optional: didIndex}]
        then: idle
    """

  func testCallsThatStayOpen() throws {
    try skipTest(below: .thorough)
    let files = try generate(upload, derive: .pairs, name: "Upload.yaml")
    try checkGolden(files.machine, "Upload.swift")
    try checkGolden(files.tests, "UploadTests.swift")
    let outcome = try test([files])
    XCTAssertEqual(outcome.status, 0, outcome.output)
    XCTAssertTrue(outcome.output.contains("with 0 failures"), outcome.output)
  }

  /// Fields with ranges: a fact, a fixed and a private one, and the length of a timer.
  private let retry = """
    lifeline: 1
    machine: Retry
    context:
      retries: {default: 0, private: true, range: 0...3}
      maxRetries: {default: 2, fixed: true, range: 0...3}
      patience: {default: 5s, range: 1s...5min, doc: The time between two attempts.}
      left: {default: 2s, private: true, range: 0s...2s}
      priority: {default: 0, range: -5...0}
    callbacks: {connect: {parameters: {priority: Int}}, didGiveUp: }
    events: {begin: , fail: , hurry: {parameters: {by: Int}}}
    states:
      idle:
        on: {begin: {to: connecting, do: {set: {retries: 0, left: 2s}}}}
      connecting:
        entry: connect
        on:
          hurry:
            if: by > 0 and by < 5 and priority + by <= 0 and 500ms * by <= left
            do: {set: {priority: priority + by, left: left - 500ms * by}}
          fail:
            - {if: retries < maxRetries, to: waiting, do: {set: {retries: retries + 1}}}
            - {to: idle, do: [didGiveUp, {set: {left: left, retries: 'min(retries, 1)'}}]}
      waiting:
        after: {patience: connecting}
    scenarios:
      no retry:
        given: {maxRetries: 0}
        when:
          - begin: {connect: {priority: 0}}
          - fail: didGiveUp
        then: {state: idle, retries: 0}
      the last retry:
        where: {priority: [-5, -1, 0], patience: [1s, 5min]}
        given: {state: connecting, retries: 1}
        when:
          - fail: []
            then: {state: waiting, retries: 2}
          - wait: 5min
            expect: connect
          - fail: didGiveUp
        then: {state: idle, retries: 1}
      in a hurry:
        given: {state: connecting, priority: -5}
        when:
          - hurry: []
            with: {by: 3}
            then: {priority: -2, left: 500ms}
          - set: {priority: -1}
          - hurry: []
            with: {by: 1}
        then: {priority: 0}
    """

  func testRanges() throws {
    let files = try generate(retry, object: true, name: "Retry.yaml")
    try checkGolden(files.machine, "Retry.swift")
    try checkGolden(files.tests, "RetryTests.swift")
    let outcome = try test([files])
    XCTAssertEqual(outcome.status, 0, outcome.output)
    XCTAssertTrue(outcome.output.contains("with 0 failures"), outcome.output)
  }

  /// Two parts of one type, one of which gets a fact from the machine.
  private let bell = """
    lifeline: 1
    machine: Bell
    context: {isMuted: false, patience: {default: 5s, fixed: true}, presses: {default: 0, private: true}}
    callbacks: {ring: {parameters: {times: Int}}, fade: }
    events: {press: {parameters: {times: Int}}, hush: }
    states:
      idle: {defer: hush, on: {press: {if: not isMuted, to: ringing, do: [{set: {presses: presses + 1}}, ring]}}}
      ringing: {on: {hush: idle}, after: {patience: {to: idle, do: fade}}}

    """

  private let porch = """
    lifeline: 1
    machine: Porch
    context: {patience: {default: 4s, fixed: true}, guests: 0}
    parts:
      door: {use: Bell.yaml, context: {patience: patience}, doc: The bell at the door.}
      gate: Bell.yaml
    callbacks: {greet: {needs: door.ring}}
    events: {come: {parameters: {count: Int}}, leave: , close: }
    states:
      empty:
        on:
          come:
            if: in(door.idle) and not door.isMuted
            to: full
            do:
              - {gate: {optional: {press: {times: 1}}}}
              - {door: {press: {times: count}}}
              - {set: {guests: guests + count}}
          close: over
      full:
        always: {if: in(door.idle), to: greeted, do: greet}
        on: {leave: {to: empty, do: {restart: door}}}
      greeted:
        on: {leave: {if: gate.presses > 0, to: empty, do: {restart: gate}}}
      over: {final: true}
    scenarios:
      somebody comes:
        given: [empty, gate.ringing]
        when:
          - come: {door: {ring: {times: 2}}}
            with: {count: 2}
            then: [full, door.ringing]
          - wait: 4s
            expect: [door.fade, greet]
        then: {state: [greeted, door.idle], guests: 2}
      both ring:
        when:
          - come: {gate: ring, door: ring}
            with: {count: 1}
          - leave: []
        then: [empty, door.idle, gate.ringing]
    """

  func testAMachineWithParts() throws {
    try skipTest(below: .thorough)
    let files = try generate(
      porch, object: true, derive: .transitions, name: "Porch.yaml", using: ["Bell.yaml": bell])
    try checkGolden(files.machine, "Porch.swift")
    try checkGolden(files.tests, "PorchTests.swift")
    let outcome = try test([generate(bell, derive: .transitions, name: "Bell.yaml"), files])
    XCTAssertEqual(outcome.status, 0, outcome.output)
    XCTAssertTrue(outcome.output.contains("with 0 failures"), outcome.output)
  }

  func testTheSample() throws {
    let files = try generate(sampleSpec, module: "Sample")
    try checkGolden(files.machine, "Sample.swift")
    try checkGolden(files.tests, "SampleTests.swift")
  }

  func testTheCatalogue() throws {
    for name in ["AppLifecycle", "ViewControllerLifecycle"] {
      let files = try generated(name)
      try checkGolden(files.machine, "\(name).swift")
      try checkGolden(files.tests, "\(name)Tests.swift")
    }
  }

  func testTheCatalogueCompilesAndPasses() throws {
    try skipTest(below: .thorough)
    let outcome = try test([try generated("AppLifecycle"), try generated("ViewControllerLifecycle")])
    XCTAssertEqual(outcome.status, 0, outcome.output)
    XCTAssertTrue(outcome.output.contains("with 0 failures"), outcome.output)
  }
}

extension XCTestCase {
  /// Compares a generated file with that of the folder `Golden`.
  func checkGolden(_ text: String, _ name: String, line: UInt = #line) throws {
    try checkGolden(text, at: "Tests/LifelineGenerationTests/Golden/\(name)", line: line)
  }
}
