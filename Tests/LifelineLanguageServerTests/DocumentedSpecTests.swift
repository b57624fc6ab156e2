import Foundation
import LifelineLanguage
import LifelineReporting
import LifelineSource
import LifelineWorkspace
import TestSupport
import XCTest

@testable import LifelineLanguageServer

/// The names in the documented life cycles are all known to the server.
final class DocumentedSpecTests: XCTestCase {
  private func read(_ file: URL) throws -> EditedSpec {
    let bytes = Array(try Data(contentsOf: file))
    return EditorJob(EditorText(path: file.path, bytes: bytes), name: file.path, others: [], workingFolder: "/").read()
  }

  func testEveryNameIsWhereTheIndexSays() throws {
    for file in try documentedSpecs() {
      let reading = try read(file).reading
      let occurrences = try XCTUnwrap(reading.symbols?.occurrences)
      for occurrence in occurrences where occurrence.isExact && !occurrence.isImplied {
        let range = occurrence.range
        let text = reading.source.text(from: range.start, count: range.end.column - range.start.column)
        XCTAssertEqual(text, occurrence.symbol.name, "\(file.lastPathComponent): \(range)")
      }
      // An alias stands for what is written elsewhere, and a text of several lines is folded before its names are read.
      for occurrence in occurrences where !occurrence.isExact && !occurrence.isImplied {
        let range = occurrence.range
        let indicators = range.start.line == range.end.line ? "*" : ">|"
        let first = reading.source.text(from: range.start, count: 1) ?? ""
        XCTAssertTrue(!first.isEmpty && indicators.contains(first), "\(file.lastPathComponent): \(occurrence)")
      }
      for occurrence in occurrences where occurrence.symbol.role != .channel {
        XCTAssertNotNil(occurrence.symbol.location.range, "\(file.lastPathComponent): \(occurrence)")
      }
    }
  }

  func testDeclarationsAreKnown() throws {
    for file in try documentedSpecs() {
      let reading = try read(file).reading
      let machine = try XCTUnwrap(reading.machine)
      let declared = Set(reading.symbols?.occurrences.filter(\.isDeclaration).map(\.symbol) ?? [])
      func count(_ role: Symbol.Role) -> Int { declared.count { $0.role == role } }
      XCTAssertEqual(count(.state), machine.declared.states.count - 1, file.lastPathComponent)
      XCTAssertEqual(count(.callback), machine.declared.callbacks.count, file.lastPathComponent)
      XCTAssertEqual(count(.field), machine.declared.fields.count, file.lastPathComponent)
      XCTAssertEqual(count(.scenario), machine.scenarios.count, file.lastPathComponent)
      XCTAssertEqual(count(.claim), machine.sources.reduce(0) { $0 + $1.claims.count }, file.lastPathComponent)
    }
  }

  func testNamesCanBeRenamed() throws {
    try skipTest(below: .thorough)
    for file in try documentedSpecs() {
      let text = try text(of: file)
      // The files on disk don't change, so the text is on none.
      let job = EditorJob(
        EditorText(path: nil, bytes: Array(text.utf8)), name: testURI, others: [], workingFolder: "/")
      let declarations = job.read().reading.symbols?.occurrences.filter {
        $0.isDeclaration && ![.parameter, .claim, .source].contains($0.symbol.role)
      }
      guard let declarations, !declarations.isEmpty else { continue }
      var session = Session()
      session.open(testURI, text)
      let source = SourceFile(path: testURI, text: text)
      let translator = PositionTranslator(source: source, encoding: .utf16)
      for declaration in declarations.enumerated().filter({ $0.offset % 40 == 5 }).map(\.element) {
        let place = JSON.place(
          in: testURI, translator.json(declaration.range.start), [("newName", .string("Renamed"))])
        let answer = session.answer("textDocument/rename", place)
        // A field that is forwarded as an argument has the name of the parameter.
        if answer?["error"]?["message"]?.string?.contains("nothing supplies the argument") ?? false { continue }
        let renamed = apply(answer?["result"], to: text)
        XCTAssertNotNil(renamed, "\(file.lastPathComponent): \(declaration.symbol): \(answer?.text ?? "")")
      }
    }
  }
}
