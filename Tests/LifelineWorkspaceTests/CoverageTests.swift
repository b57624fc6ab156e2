import LifelineWorkspace
import Foundation
import LifelineModel
import LifelineScenarios
import TestSupport
import XCTest

/// Tests which parts of a machine scenarios cover.
final class CoverageTests: XCTestCase {
  private let spec = """
    sources: {text: {claims: {A: one thing, B: another, C: a third}}}
    cites: text C
    context: {limit: {default: 3, cites: text B}}
    callbacks:
      opened:
      shut: {channel: sound}
      locked:
    observing: delegate
    states:
      closed:
        on: {open: {to: ajar, do: opened}, knock: {}}
      open:
        entry: {if: limit > 2, do: opened, else: locked}
        states:
          ajar:
            on:
              push:
                - {if: limit > 9, to: wide}
                - {if: limit > 1, to: closed, do: shut}
          wide:
      broken:
    scenarios:
      opening:
        cites: text A
        given: closed
        when:
          - open: [opened, opened]
          - push: []
      again:
        follows: opening
        when: open
      myth:
        refuted: it does not
        given: closed
        when: {knock: opened}
    """

  private func coverage(_ text: String) throws -> Coverage {
    let machine = try readMachine(events: "open knock push", text)
    let report = checkScenarios(of: machine, recording: true)
    XCTAssertEqual(report.diagnostics, [])
    return measureCoverage(of: machine, by: try XCTUnwrap(report.recording))
  }

  func testFigures() throws {
    let coverage = try coverage(spec)
    let figures = CoverageSubject.allCases.map { subject in
      let figure = coverage.figure(subject)
      return "\(subject) \(figure.covered)/\(figure.total) \(figure.percent)"
    }
    XCTAssertEqual(
      figures,
      ["states 3/5 60", "transitions 2/4 50", "guards 3/6 50", "callbacks 1/3 33", "promises 0/0 100", "claims 2/3 66"])
  }

  /// The last step of a refuted scenario isn't counted, nor is a call that no expectation or channel observes.
  func testMissingItemsAreListed() throws {
    XCTAssertEqual(
      CoverageTable.missing(try coverage(spec)),
      [
        "Spec.yaml:1:53: the claim `text C` is cited by no scenario, field or callback",
        "Spec.yaml:6:3: the callback `shut` is never called where a scenario observes it",
        "Spec.yaml:7:3: the callback `locked` is never called where a scenario observes it",
        "Spec.yaml:11:47: the transition of `closed` for `knock` is never taken",
        "Spec.yaml:13:17: an `if` in the entry of `open` is never false",
        "Spec.yaml:18:15: the transition of `open.ajar` for `push` is never taken",
        "Spec.yaml:18:20: the guard of the transition of `open.ajar` for `push` is never true",
        "Spec.yaml:19:20: the guard of the transition of `open.ajar` for `push` is never false",
        "Spec.yaml:20:7: the state `open.wide` is never active",
        "Spec.yaml:21:3: the state `broken` is never active",
      ])
  }

  func testEveryCombinationCounts() throws {
    let items = try coverage(
      """
      context: {x: 0}
      states: {a: {on: {open: {if: x > 2, do: {set: {x: 0}}}, knock: {}}}}
      scenarios:
        first: {where: {x: [1, 2, 3]}, given: a, when: knock}
        second: {where: {x: [3, 4]}, given: a, when: open}
        third: {follows: second, when: {ignored: open}}
      """
    ).items
    XCTAssertEqual(items.filter { $0.subject == .states }.map(\.count), [7])
    XCTAssertEqual(items.filter { $0.subject == .transitions }.map(\.count), [2, 3])
    XCTAssertEqual(items.filter { $0.subject == .guards }.map(\.count), [2, 2])
  }

  func testTable() throws {
    XCTAssertEqual(
      CoverageTable.lines([try coverage(spec)]),
      [
        "coverage      states   transitions      guards   callbacks   promises      claims",
        "Test       3/5  60 %     2/4  50 %   3/6  50 %   1/3  33 %       none   2/3  66 %",
      ])
  }

  func testCoverageOfNothingIsComplete() throws {
    let coverage = try coverage("states: {a: }")
    XCTAssertEqual(coverage.figure(.guards).percent, 100)
    XCTAssertTrue(CoverageTable.lines([coverage])[1].contains("none"))
  }

  func testDocument() throws {
    let text = CoverageDocument.text([try coverage(spec)])
    XCTAssertTrue(text.hasPrefix(CoverageDocument.beginning))
    let object = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    XCTAssertEqual(object["version"] as? Int, CoverageDocument.version)
    let machine = try XCTUnwrap((object["machines"] as? [[String: Any]])?.first)
    XCTAssertEqual(machine["machine"] as? String, "Test")
    XCTAssertEqual(machine["path"] as? String, "Spec.yaml")
    XCTAssertEqual(machine["states"] as? [String: Int], ["covered": 3, "total": 5, "percent": 60])
    let items = try XCTUnwrap(machine["items"] as? [[String: Any]])
    XCTAssertEqual(items.count, 5 + 4 + 6 + 3 + 3)
    let item = try XCTUnwrap(items.first { $0["outcome"] as? Bool == false })
    XCTAssertEqual(item["name"] as? String, "an `if` in the entry of `open`")
    XCTAssertEqual(item["line"] as? Int, 13)
    XCTAssertEqual(item["endColumn"] as? Int, 26)
    XCTAssertEqual(item["count"] as? Int, 0)
  }

  func testTrace() throws {
    let text = CoverageTrace.text([try coverage(spec)])
    XCTAssertEqual(
      text,
      """
      TN:Test
      SF:Spec.yaml
      BRDA:13,0,0,2
      BRDA:13,0,1,0
      BRDA:18,0,0,0
      BRDA:18,0,1,1
      BRDA:19,0,0,1
      BRDA:19,0,1,0
      BRF:6
      BRH:3
      DA:1,0
      DA:5,2
      DA:6,0
      DA:7,0
      DA:10,4
      DA:11,0
      DA:12,2
      DA:13,0
      DA:15,2
      DA:18,0
      DA:19,1
      DA:20,0
      DA:21,0
      LF:13
      LH:5
      end_of_record

      """)
    XCTAssertEqual(traceFaults(text), [])
  }

  func testAnUnevaluatedGuardHasNoBranches() throws {
    let coverage = try coverage(
      "context: {x: 0}\nstates: {a: {on: {open: [{if: x == 1, do: {if: x == 2, do: {}}}]}}}"
        .replacing("{if: x == 2, do: {}}", with: "{if: x == 2, do: {set: {x: 3}}}"))
    XCTAssertTrue(CoverageTrace.text([coverage]).contains("BRDA:2,0,0,-\nBRDA:2,0,1,-\nBRDA:2,1,0,-\nBRDA:2,1,1,-\n"))
  }

  /// The traces of large specs keep to the format too.
  func testTraceFormat() throws {
    let machines = [try machine(sampleSpec, path: "A.yaml"), try machine(sampleSpec, path: "B.yaml")]
    let coverages = try machines.map { machine in
      measureCoverage(of: machine, by: try XCTUnwrap(checkScenarios(of: machine, recording: true).recording))
    }
    XCTAssertEqual(traceFaults(CoverageTrace.text(coverages)), [])
    XCTAssertNotEqual(traceFaults(CoverageTrace.text(coverages).replacing("LH:", with: "LH:1")), [])
  }
}

/// Returns the faults of a trace by the description of the format in geninfo's manual: the order of a record's lines,
/// the shape of each, and its sums.
private func traceFaults(_ text: String) -> [String] {
  var faults: [String] = []
  let order = ["TN", "SF", "BRDA", "BRF", "BRH", "DA", "LF", "LH", "end_of_record"]
  for record in text.components(separatedBy: "end_of_record\n").dropLast() {
    let lines = (record + "end_of_record").split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in line.split(separator: ":", maxSplits: 1).map(String.init) }
    let positions = lines.map { order.firstIndex(of: $0[0]) ?? -1 }
    if positions.contains(-1) || positions != positions.sorted() { faults.append("order: \(positions)") }
    func values(_ key: String) -> [[String]] {
      lines.filter { $0[0] == key }.map { $0[1].split(separator: ",").map(String.init) }
    }
    if values("TN").count != 1 || values("SF").count != 1 { faults.append("names") }
    if (values("TN").first?.first ?? "").contains(where: { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
      faults.append("a test's name")
    }
    let counted = values("DA")
    if counted.contains(where: { $0.count != 2 || Int($0[0]) == nil || Int($0[1]) == nil }) { faults.append("DA") }
    if Set(counted.map(\.first)).count != counted.count { faults.append("a line twice") }
    if values("LF") != [["\(counted.count)"]] { faults.append("LF") }
    if values("LH") != [["\(counted.filter { $0[1] != "0" }.count)"]] { faults.append("LH") }
    let branches = values("BRDA")
    if branches.contains(where: { $0.count != 4 || Int($0[0]) == nil || ($0[3] != "-" && Int($0[3]) == nil) }) {
      faults.append("BRDA")
    }
    guard !branches.isEmpty else { continue }
    if values("BRF") != [["\(branches.count)"]] { faults.append("BRF") }
    if values("BRH") != [["\(branches.filter { !["-", "0"].contains($0[3]) }.count)"]] { faults.append("BRH") }
  }
  return faults
}
