import Foundation
import LifelineSource
import XCTest

@testable import LifelineWorkspace

final class GraphvizTests: WorkspaceTestCase {
  /// Writes a program that stands for Graphviz, and returns its path.
  private func writeProgram(_ script: String) throws -> String {
    try write("#!/bin/sh\n\(script)\n", to: "dot")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path("dot"))
    return path("dot")
  }

  func testAProgramThatTakesTooLongIsEnded() throws {
    let program = try writeProgram("echo $$ >'\(path("number"))'; exec sleep 600")
    let begin = ContinuousClock.now
    XCTAssertThrowsError(
      try drawWithGraphviz("digraph {}", ofSpec: "Large.yaml", by: program, limit: .seconds(2))
    ) { error in
      XCTAssertEqual(
        (error as? FileError)?.diagnostic.message,
        """
        Graphviz hasn't drawn the diagram within 2 seconds, and was ended: the machine is too large for its command `dot`; write \
        the text with `--format dot`, and draw it with the command `sfdp -Tsvg`, which is faster and draws no boxes around \
        states, or draw a spec with fewer states
        """)
    }
    XCTAssertLessThan(ContinuousClock.now - begin, .seconds(300))
    let text = try XCTUnwrap(read("number"))
    let number = try XCTUnwrap(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    XCTAssertEqual(kill(number, 0), -1, "the program goes on")
    XCTAssertEqual(errno, ESRCH)
  }

  func testAProgramThatEndsInTimeIsHeard() throws {
    let program = try writeProgram("sleep 0.1; cat >/dev/null; echo '<?xml?><svg><g/></svg>'")
    let picture = try drawWithGraphviz("digraph {}", ofSpec: "Small.yaml", by: program, limit: .seconds(300))
    XCTAssertTrue(picture.hasPrefix("<svg>\n<style>"), picture)
    XCTAssertTrue(picture.hasSuffix("<g/></svg>"), picture)
  }
}
