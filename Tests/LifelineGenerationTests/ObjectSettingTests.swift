import Foundation
import LifelineModel
import TestSupport
import XCTest

/// Objects of all forms compile without warnings under the settings that a user's module may have.
///
/// Only code generation finds everything that is wrong with isolation, so each module is compiled completely.
final class ObjectSettingTests: CompilingTestCase {
  private func specs(_ suffix: String) -> [String] {
    [
      """
      lifeline: 1
      machine: Screen\(suffix)
      context: {count: 1, patience: 2min}
      callbacks: {began: {parameters: {name: String}}, ended: }
      events: {begin: {parameters: {name: String}}, end: , leave: }
      states:
        shown:
          on: {leave: gone}
          regions:
            work:
              states:
                idle: {defer: end, on: {begin: {to: busy, do: [began, {set: {count: count + 1}}]}}}
                busy: {exit: ended, after: {patience: idle}, on: {end: idle}}
            lamp: {states: {dark: {after: {1s: lit}}, lit: {after: {1s: dark}}}}
        gone: {final: true}
      """,
      """
      lifeline: 1
      machine: Door\(suffix)
      callbacks: [opened]
      events: [open]
      states: {shut: {on: {open: {to: wide, do: opened}}}, wide: }
      """,
    ]
  }

  /// The forms of objects, by the suffix of the machines' names.
  private let forms: [(suffix: String, observable: Bool, isolation: Isolation?)] = [
    ("Plain", false, nil), ("Seen", true, nil), ("Isolated", true, .mainActor),
  ]

  private func writeMachines(_ access: AccessLevel = .internal) throws -> [String] {
    try forms.flatMap { form in
      try specs(form.suffix).enumerated().map { index, spec in
        let generated = try generate(
          spec, access: access, object: true, observable: form.observable, isolation: form.isolation)
        try write(generated.machine, to: "\(form.suffix)\(index).swift")
        return "\(form.suffix)\(index).swift"
      }
    }
  }

  /// Returns a user of a form: a class on the main actor, or an actor.
  private func user(_ form: String, isActor: Bool) -> String {
    """
    \(isActor ? "actor" : "@MainActor final class") \(form)\(isActor ? "Session" : "Model") {
      private let screen = Screen\(form)Object()
      private let door = Door\(form)Object()
      private var task: Task<Void, Never>?
      private var count = 0

      func appear() async {
        screen.onChange = { \(isActor ? "_ in" : "[weak self] _ in self?.count += 1") }
        screen.onIgnored = { _ in }
        screen.start { \(isActor ? "[weak self] _ in self?.assumeIsolated { $0.count += 1 }" : "[weak self] _ in self?.count += 1") }
        door.start { _ in }
        if door.handle(.open) == .ignored { count += 1 }
        screen.handle(.begin(name: "a"))
        screen.updateContext { $0.count += 1 }
        screen.advance(by: .seconds(1))
        switch screen.lamp {
        case .lit: count += 1
        case .dark, nil: break
        }
        await screen.run()
      }
      func keepTime() {
        task = Task { [weak self] in await self?.runScreen() }
      }
      func runScreen() async { await screen.run(clock: .suspending) }
      func listen() async {
        for await reaction in screen.changes() { count += reaction.callbacks.count }
      }
      func stop() { task?.cancel() }
    }

    """
  }

  private func delegate(_ form: String, isMain: Bool) -> String {
    """
    \(isMain ? "@MainActor " : "")final class \(form)Log: Screen\(form)Delegate {
      let object = Screen\(form)Object()
      init() { object.start(delegate: self) }
      func began(name: String) { object.handle(.end) }
      func ended() {}
    }

    """
  }

  private func compileObjects(_ options: [String], access: AccessLevel = .internal, hasActors: Bool = true) throws {
    var files = try writeMachines(access)
    for form in forms {
      var text = user(form.suffix, isActor: false) + delegate(form.suffix, isMain: form.isolation != nil)
      if hasActors, form.isolation == nil { text += user(form.suffix, isActor: true) }
      try write(text, to: "\(form.suffix)User.swift")
      files.append("\(form.suffix)User.swift")
    }
    try compile(files, ["-c", "-wmo", "-parse-as-library", "-o", "Objects.o", "-package-name", "somebody"] + options)
  }

  func testSwift6() throws {
    try skipTest(below: .thorough)
    try compileObjects([])
  }

  func testSwift5() throws {
    try skipTest(below: .thorough)
    try compileObjects(["-swift-version", "5", "-strict-concurrency=complete"])
  }

  func testAccessLevelsAndInternalImports() throws {
    try skipTest(below: .thorough)
    for access in forExtent(quick: [.public], thorough: [.public], all: [AccessLevel.package, .public]) {
      if TestExtent.current > .quick { try compileObjects([], access: access) }
      try compileObjects(["-enable-upcoming-feature", "InternalImportsByDefault"], access: access)
    }
  }

  func testModuleOnTheMainActor() throws {
    try skipTest(below: .thorough)
    try compileObjects(["-default-isolation", "MainActor"], hasActors: false)
  }

  func testNonisolatedNonsending() throws {
    try skipTest(below: .thorough)
    try compileObjects(["-enable-upcoming-feature", "NonisolatedNonsendingByDefault"])
  }

  func testEmbeddedSwift() throws {
    try skipTest(below: .thorough)
    try compile(
      try writeMachines(),
      ["-c", "-wmo", "-parse-as-library", "-o", "Objects.o", "-enable-experimental-feature", "Embedded"])
  }
}
