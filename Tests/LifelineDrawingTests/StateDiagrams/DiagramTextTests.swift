import Foundation
import LifelineDrawing
import LifelineModel
import TestSupport
import XCTest

/// Holds the texts of diagrams against the languages that they are written in.
final class DiagramTextTests: XCTestCase {
  private func diagrams() throws -> [StateDiagram] {
    try (drawnMachines() + [machine(allFormsSpec), machine(hostileNamesSpec)]).map(drawStates)
  }

  /// Graphviz draws every diagram and has nothing to say about any.
  func testGraphvizTakesTheTexts() throws {
    try skipTest(below: .thorough)
    let found = try execute("which", ["dot"], in: packageRoot)
    if found.status != 0 { throw XCTSkip("Graphviz isn't installed: no program reads what is written in DOT") }
    let folder = try createTemporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let diagrams = try diagrams()
    let file = folder.appending(path: "all.dot")
    try Data(diagrams.map { $0.dotText() }.joined().utf8).write(to: file)
    let result = try execute("dot", ["-Tsvg", file.path], in: folder)
    XCTAssertEqual(result.status, 0)
    XCTAssertEqual(result.errors, "")
    XCTAssertEqual(result.output.components(separatedBy: "<svg").count - 1, diagrams.count)
    // A text of a spec shows as it is.
    XCTAssertTrue(
      result.output.contains(#"== &quot;\&quot;&lt;&amp;&gt;;:#*{%|\\&quot;]"#),
      "the guard of `go` is not as in the spec")
  }

  /// A label is a node in the middle of its arrow, unless that is a loop.
  func testLabelsLieOnTheirArrows() throws {
    for diagram in try diagrams() {
      let lines = diagram.dotText().split(separator: "\n").map { String($0.drop { $0 == " " }) }
      let labels = lines.compactMap { $0.wholeMatch(of: /(".+ to .+") \[label=".*", shape=plaintext.*\]/)?.1 }
      XCTAssertEqual(
        labels.count, diagram.arrows.count { !$0.lines.isEmpty && $0.source != $0.target }, diagram.title)
      XCTAssertEqual(Set(labels).count, labels.count, diagram.title)
      let arrows = lines.filter { $0.contains(" -> ") }
      for label in labels {
        XCTAssertEqual(arrows.count { $0.contains(" -> \(label) [") }, 1, "\(diagram.title): \(label)")
        XCTAssertEqual(arrows.count { $0.hasPrefix("\(label) -> ") }, 1, "\(diagram.title): \(label)")
      }
      for line in lines where line.contains(" -> ") && line.contains("[label=") {
        let ends = line.components(separatedBy: " [label=")[0].components(separatedBy: " -> ")
        XCTAssertEqual(ends.first, ends.last, "\(diagram.title): Graphviz puts the label of an edge elsewhere")
      }
    }
  }

  /// Mermaid has no quotation marks for names, so each has to be a word that nothing else has.
  func testNamesForMermaidAreWords() throws {
    for diagram in try diagrams() {
      var names: [Substring] = []
      for line in diagram.mermaidText().split(separator: "\n").map({ $0.drop { $0 == " " } }) {
        if let match = line.wholeMatch(of: /state "[^"]*" as (\S+)( \{)?/) {
          names.append(match.1)
        } else if line.wholeMatch(of: /\w+/) != nil, line != "stateDiagram" {
          names.append(line)
        }
      }
      XCTAssertEqual(Set(names).count, names.count, diagram.title)
      for name in names {
        XCTAssertNotNil(name.wholeMatch(of: /[A-Za-z0-9_]+/), "\(name)")
        XCTAssertFalse(["state", "note", "root", "toString", "constructor", "__proto__"].contains(name), "\(name)")
      }
    }
  }

  /// A text of a spec can't end a label or begin something else.
  func testTextsOfSpecsMeanNothingToMermaid() throws {
    let text = drawStates(of: try machine(allFormsSpec)).mermaidText()
    let label = try XCTUnwrap(text.split(separator: "\n").first { $0.contains("name ==") })
    // The text of a node is Markdown, in which a backslash takes the meaning off a star and off another backslash.
    let escaped =
      "[name == #34;#92;#92;#34;#60;#38;#62;#59;#58;#35;#92;#42;#123;#37;#124;#92;#92;#92;#92;#34;]"
    XCTAssertTrue(label.contains(escaped), "\(label)")
    let allowed = try Regex(#" *\w+ --> \w+ : ([A-Za-z0-9 .,()\[\]/=+!?'…→-]|\w_\w|#[0-9]+;|<br/>)*"#)
    for line in text.split(separator: "\n")
    where line.contains(" --> ") && line.contains(" : ") && !line.contains("[*]") {
      XCTAssertNotNil(try allowed.wholeMatch(in: line), "\(line)")
    }
  }
}
