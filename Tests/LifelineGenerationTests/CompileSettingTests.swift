import Foundation
import LifelineModel
import TestSupport
import XCTest

/// Generated machines compile without warnings under the settings that a user's module may have.
final class CompileSettingTests: CompilingTestCase {
  /// The sample, and a machine with timers, deferral, parameters, cases and internal events.
  private func machines(_ access: AccessLevel = .internal) throws -> [String] {
    let features = """
      lifeline: 1
      machine: Features
      context: {count: 1, patience: 2min, device: {cases: [phone, pad], default: phone}}
      callbacks: {began: {parameters: {name: String}}, ended: , counted: {parameters: {count: Int}}}
      events: {begin: {parameters: {name: String}}, end: , poke: }
      states:
        idle:
          defer: poke
          on: {begin: {if: name == name and device == phone, to: busy, do: began}}
        busy:
          exit: ended
          after: {patience: idle}
          on:
            end: {to: idle, do: {raise: settled}}
            poke: {do: [{set: {count: count + 1}}, {if: count > 3 and in(work), do: counted, else: {raise: settled}}]}
            settled: {}
          states: {work: {on: {'*': {}}}, last: {final: true}}
          done: idle
      """
    return [try Generated(sampleSpec, access: access).machine, try Generated(features, access: access).machine]
  }

  private func write(_ machines: [String]) throws -> [String] {
    try machines.enumerated().map { index, text in
      try write(text, to: "Machine\(index).swift")
      return "Machine\(index).swift"
    }
  }

  func testEveryAccessLevel() throws {
    for access in AccessLevel.allCases {
      try compile(try write(machines(access)), ["-typecheck", "-package-name", "somebody"])
    }
  }

  func testInternalImportsByDefault() throws {
    for access in AccessLevel.allCases {
      try compile(
        try write(machines(access)),
        ["-typecheck", "-package-name", "somebody", "-enable-upcoming-feature", "InternalImportsByDefault"])
    }
  }

  func testModuleThatIsOnTheMainActor() throws {
    let files = try write(machines())
    try write(
      """
      final class Screen {
        private var machine = AppLifecycle()
        private var calls = 0
        func launch() { machine.handle(.launch) { _ in calls += 1 } }
      }
      actor Background {
        private var machine = Features()
        private var calls = 0
        func begin() { machine.handle(.begin(name: "a")) { _ in calls += 1 } }
      }
      """, to: "Use.swift")
    try compile(files + ["Use.swift"], ["-typecheck", "-default-isolation", "MainActor"])
  }

  func testOptimized() throws {
    try compile(try write(machines()), ["-O", "-parse-as-library", "-emit-library", "-module-name", "Machines"])
  }

  func testEmbeddedSwift() throws {
    let compiler = try execute("sh", ["-c", "command -v swiftc"], in: folder).output
    let toolchain = URL(filePath: compiler.trimmingCharacters(in: .whitespacesAndNewlines)).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent()
    let tables = toolchain.appending(
      path: "lib/swift/embedded/x86_64-unknown-linux-gnu/libswiftUnicodeDataTables.a")
    try XCTSkipUnless(FileManager.default.fileExists(atPath: tables.path), "no Embedded Swift for this machine")
    let files = try write(machines())
    try write(
      """
      @main struct Program {
        static func main() {
          var app = AppLifecycle()
          var calls = 0
          app.handle(.launch) { _ in calls += 1 }
          var features = Features()
          features.handle(.poke) { _ in }
          features.handle(.begin(name: "a")) { _ in calls += 1 }
          features.advance(by: Duration.seconds(200)) { _ in calls += 1 }
          print(app.isActive(.foreground) ? "in the foreground" : "elsewhere")
          print(calls)
        }
      }
      """, to: "Program.swift")
    try compile(
      files + ["Program.swift", tables.path],
      ["-parse-as-library", "-enable-experimental-feature", "Embedded", "-wmo", "-o", "program"])
    let outcome = try execute(folder.appending(path: "program").path, [], in: folder)
    XCTAssertEqual(outcome.output, "in the foreground\n5\n")
  }
}
