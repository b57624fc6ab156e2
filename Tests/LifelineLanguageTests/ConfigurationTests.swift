import LifelineLanguage
import LifelineModel
import TestSupport
import XCTest

final class ConfigurationTests: XCTestCase {
  private func check(_ marked: String, _ expected: String..., line: UInt = #line) {
    let marked = MarkedText(marked)
    let reading = ConfigurationReader.read(bytes: Array(marked.text.utf8), path: "lifeline.yaml")
    XCTAssertEqual(differences(of: reading.diagnostics, from: expected, markedIn: marked), [], line: line)
    XCTAssertEqual(
      schemaDifferences(of: marked.text, reading.diagnostics, by: .configuration), [], line: line)
  }

  private func read(_ text: String, line: UInt = #line) -> ConfigurationReading {
    let reading = ConfigurationReader.read(bytes: Array(text.utf8), path: "lifeline.yaml")
    XCTAssertEqual(schemaDifferences(of: text, reading.diagnostics, by: .configuration), [], line: line)
    return reading
  }

  func testAnEmptyFileSetsNothing() {
    for text in ["", "\n", "# No settings yet.\n", "---\n", "# Nothing\n---\n...\n"] {
      let reading = read(text)
      XCTAssertEqual(reading.diagnostics.map(\.message), [], text.debugDescription)
      XCTAssertNil(reading.configuration.access)
    }
  }

  func testSettings() {
    let text = "access: public\nmodule: App.Core\nobject: true\ntemplates: Templates\nallow: {L212: drafts}\n"
    let reading = read(text)
    XCTAssertEqual(reading.configuration.access, .public)
    XCTAssertEqual(reading.configuration.module, "App.Core")
    XCTAssertEqual(reading.configuration.object, .plain)
    XCTAssertEqual(reading.configuration.templates, "Templates")
    XCTAssertEqual(reading.suppressions.map(\.code), ["L212"])
    XCTAssertTrue(reading.diagnostics.isEmpty)
  }

  func testSettingsOfTests() {
    let text = "tests: {derive: pairs, clock: true, subject: {Player: App.Player, Door: Door}}\n"
    let tests = read(text).configuration.tests
    XCTAssertEqual(tests.derivation, .pairs)
    XCTAssertEqual(tests.subject(of: "Player"), TestSubject(type: "App.Player"))
    XCTAssertNil(tests.subject(of: "Window"))
    XCTAssertEqual(tests.framework, .xctest)
    XCTAssertEqual(read("tests: {framework: swift-testing}").configuration.tests.framework, .swiftTesting)
    let common = read("tests: {subject: Player}")
    XCTAssertEqual(common.configuration.tests.subject(of: "Door"), TestSubject(type: "Player"))
    let both = read("tests: {asyncSubject: Player, subject: {Door: Door}}")
    XCTAssertEqual(both.diagnostics.map(\.message), [])
    XCTAssertEqual(both.configuration.tests.subject(of: "Door"), TestSubject(type: "Door"))
    XCTAssertEqual(both.configuration.tests.subject(of: "Window"), TestSubject(type: "Player", isAsync: true))
    XCTAssertEqual(common.configuration.tests.derivation, .none)
  }

  func testFaultsOfTests() {
    check("tests: {clock: ⟪yes⟫}", "L211 write `true`")
    check("tests: {derive: ⟪pair⟫}", "L602 did you mean `pairs`?")
    check(
      "tests: {framework: ⟪swift-test⟫}",
      "L602 `swift-test` is not `xctest` or `swift-testing`; did you mean `swift-testing`?")
    check("tests: {framework: ⟪[xctest]⟫}", "L201")
    check("tests: {subject: ⟪a b⟫}", "L602")
    check("tests: {subject: {Player: ⟪[A]⟫}}", "L201")
    check("tests: {asyncSubject: ⟪a b⟫}", "L602")
    check(
      "tests: {asyncSubject: ⟪B⟫, subject: A}",
      "L602 `subject` names `A` for all machines already; write one of the two keys, or give each machine one type")
    check(
      "tests: {subject: {Door: A, Wall: A}, asyncSubject: {Door: ⟪B⟫}}",
      "L602 `subject` names `A` for `Door` already; write one of the two keys, or give each machine one type")
    check("tests: {⟪subjects⟫: A}", "L202 did you mean `subject`?")
  }

  func testTemplates() {
    func templates(_ settings: String) -> Configuration { read("templates: {\(settings)}").configuration }
    let configuration = templates("folder: Layout, extra: [Names.swift.mustache, Table.md.mustache]")
    XCTAssertEqual(configuration.templates, "Layout")
    XCTAssertEqual(configuration.extraTemplates.map(\.name), ["Names.swift", "Table.md"])
    XCTAssertEqual(templates("folder: A, extra: B.md.mustache").extraTemplates.map(\.name), ["B.md"])
  }

  func testFaultsOfTemplates() {
    check(
      "templates: ⟪{extra: [A.md.mustache]}⟫",
      "L645 the settings of templates need a `folder`; write `{folder: Templates, ")
    check("templates: {folder: ⟪[A]⟫}", "L201")
    check("templates: {folder: A, ⟪extras⟫: []}", "L202 did you mean `extra`?")
    for name in ["A.mustache", "A.md", "../A.md.mustache", "A/B.md.mustache", "A..mustache", ".md.mustache"] {
      check("templates: {folder: A, extra: [⟪\(name)⟫]}", "L645 is not the name of a template with the extension")
    }
    check("templates: {folder: A, extra: [⟪Tests.swift.mustache⟫]}", "L645 would have the names of tests")
    check("templates: {folder: A, extra: [A.md.mustache, ⟪A.md.mustache⟫]}", "L645 is in the list already")
  }

  func testCoverageThresholds() {
    let text = "coverage: {guards: 90, states: 100}\n"
    let reading = read(text)
    XCTAssertEqual(reading.configuration.coverage.map(\.subject), [.states, .guards])
    XCTAssertEqual(reading.configuration.coverage.map(\.percent), [100, 90])
    XCTAssertEqual(reading.configuration.coverage.map(\.range.start.column), [24, 12])
    XCTAssertTrue(reading.diagnostics.isEmpty)
  }

  func testFaultsOfCoverageThresholds() {
    check("coverage: ⟪90⟫", "L201")
    check("coverage: {⟪state⟫: 90}", "L202 `coverage` has no key `state`; did you mean `states`?")
    for value in ["101", "-1", "50%", "0.9", "true"] {
      check("coverage: {states: ⟪\(value)⟫}", "L601 is not a percentage")
    }
    check("coverage: {states: ⟪[1]⟫}", "L201")
  }

  func testObjectsAndIsolation() {
    func configuration(_ text: String) -> Configuration {
      read(text).configuration
    }
    XCTAssertEqual(configuration("object: observable\nisolation: MainActor").object, .observable)
    XCTAssertEqual(configuration("object: observable\nisolation: MainActor").isolation, .mainActor)
    XCTAssertNil(configuration("object: false").object)
    XCTAssertNil(configuration("object: true").isolation)
    XCTAssertTrue(configuration("citations: true").citations)
    XCTAssertFalse(configuration("object: true").citations)
  }

  func testFaults() {
    check("access: ⟪publik⟫", "L601 did you mean `public`?")
    check("⟪acces⟫: public", "L202 a configuration has no key `acces`; did you mean `access`?")
    check("module: ⟪a b⟫", "L218")
    check("templates: ⟪\"\"⟫", "L601 write `.` for the folder of this file")
    check("object: ⟪yes⟫", "L201 `true`, `false` or `observable`")
    check("object: ⟪\"observable\"⟫", "L201")
    check("isolation: ⟪mainActor⟫", "L601 is not `MainActor`")
    check("allow: ⟪L212⟫", "L201")
  }
}
