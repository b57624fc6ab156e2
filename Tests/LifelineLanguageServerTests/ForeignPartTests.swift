import Foundation
import LifelineReporting
import TestSupport
import XCTest

@testable import LifelineLanguageServer

/// A part whose file isn't a spec: no answer of the server shows what is in the file.
final class ForeignPartTests: XCTestCase, FolderTestCase {
  private(set) var folder = URL(filePath: "/")

  override func setUpWithError() throws { folder = try createTemporaryFolder() }

  override func tearDownWithError() throws { try FileManager.default.removeItem(at: folder) }

  func testNoAnswerShowsTheText() throws {
    let house = "lifeline: 1\nmachine: House\nparts: {door: ../text}\nstates: {one: {entry: {door: x}}}\n"
    for text in ["password: s3cret\nstates: {s3cret: }\n", "s3cret: [\ns3cret }\n", "s3cret: 1\nlifeline: [\n"] {
      try write(house, to: "Specs/House.yaml")
      try write(text, to: "text")
      let uri = DocumentURI.uri(ofPath: folder.appending(path: "Specs/House.yaml").path)
      var session = Session()
      session.open(uri, house)
      var answers = [session.diagnostics[uri]?.text ?? ""]
      XCTAssertTrue(answers[0].contains("is not a spec"), answers[0])
      for method in ["completion", "hover", "definition", "references", "documentSymbol", "prepareRename"] {
        for character in [9, 17, 22] {
          let place = JSON.position(TextPosition(line: 2, character: character))
          answers.append(session.answer("textDocument/\(method)", .place(in: uri, place))?.text ?? "")
        }
        let place = JSON.position(TextPosition(line: 3, character: 29))
        answers.append(session.answer("textDocument/\(method)", .place(in: uri, place))?.text ?? "")
      }
      for answer in answers { XCTAssertFalse(answer.contains("s3cret"), answer) }
    }
  }
}
