import LifelineLanguage
import TestSupport
import XCTest

final class ConfigurationTests: XCTestCase {
  private func check(_ marked: String, _ expected: String..., line: UInt = #line) {
    let marked = MarkedText(marked)
    let reading = ConfigurationReader.read(bytes: Array(marked.text.utf8), path: "lifeline.yaml")
    XCTAssertEqual(differences(of: reading.diagnostics, from: expected, markedIn: marked), [], line: line)
  }

  func testSettings() {
    let text = "access: public\nmodule: App.Core\ntemplates: Templates\nallow: {L212: drafts}\n"
    let reading = ConfigurationReader.read(bytes: Array(text.utf8), path: "lifeline.yaml")
    XCTAssertEqual(reading.configuration.access, .public)
    XCTAssertEqual(reading.configuration.module, "App.Core")
    XCTAssertEqual(reading.configuration.templates, "Templates")
    XCTAssertEqual(reading.configuration.allowed.map(\.code), ["L212"])
    XCTAssertTrue(reading.diagnostics.isEmpty)
  }

  func testFaults() {
    check("access: ⟪publik⟫", "L601 did you mean `public`?")
    check("⟪acces⟫: public", "L202 a configuration has no key `acces`; did you mean `access`?")
    check("module: ⟪a b⟫", "L218")
    check("allow: ⟪L212⟫", "L201")
  }
}
