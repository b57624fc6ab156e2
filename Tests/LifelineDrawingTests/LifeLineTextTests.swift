import LifelineDrawing
import LifelineInterpreter
import LifelineModel
import LifelineScenarios
import LifelineSource
import TestSupport
import XCTest

/// Life lines as text. `LIFELINE_UPDATE_GOLDEN=1 swift test --skip-build --filter LifeLineTextTests` updates the files in
/// `Golden`.
final class LifeLineTextTests: XCTestCase {
  private func check(_ picture: LifeLine, _ name: String, line: UInt = #line) throws {
    let unicode = picture.formatLines()
    try checkGolden(
      unicode.joined(separator: "\n") + "\n", at: "Tests/LifelineDrawingTests/Golden/\(name).txt", line: line)
    let ascii = picture.formatLines(in: .ascii)
    for (line, other) in zip(unicode, ascii) {
      XCTAssertEqual(line.count, other.count, "\(name): \(other)")
      XCTAssertTrue(other.allSatisfy(\.isASCII), "\(name): \(other)")
    }
  }

  func testTheStatesStandBesideTheCalls() throws {
    try check(
      picture(
        of: "a controller from a storyboard is shown, removed and released", in: documented("ViewControllerLifecycle")),
      "storyboard")
    try check(
      picture(of: "a connection from the handshake to the end of TIME-WAIT", in: documented("TCPConnection")), "tcp")
  }

  func testPartsHaveColumnsAndGetEvents() throws {
    try check(picture(of: "a swipe back is cancelled", in: documented("NavigationTransition")), "swipe")
  }

  func testRegionsHaveColumns() throws {
    let player = try example("MediaPlayer/Sources/MediaPlayer/Player")
    try check(picture(of: "the controls disappear while a track plays", in: player), "regions")
  }

  func testWhatWaitsFailsAndIsOwed() throws {
    let everything = try machine(everythingSpec)
    try check(picture(of: "a seek waits", in: everything), "deferred")
    try check(picture(of: "too slow", in: everything), "timer")
    try check(picture(of: "nothing comes when it is expected", in: everything), "failing")
  }

  /// Each expectation that doesn't hold has a mark, in scenarios that fail and in those that are refuted.
  func testWhateverIsWrongIsMarked() throws {
    let machine = try machine(doorSpec)
    let pictures = try machine.scenarios.map { try picture(of: $0.name, in: machine) }
    for picture in pictures {
      XCTAssertTrue(picture.rows.contains(where: \.isWrong), picture.title)
      XCTAssertTrue(picture.formatLines().contains { $0.contains("!") }, picture.title)
      XCTAssertTrue(picture.formatSVG().contains(#"class="bad strong"#) || picture.formatSVG().contains(#"bad">"#))
    }
    try checkGolden(
      pictures.map { $0.formatLines().joined(separator: "\n") }.joined(separator: "\n\n\n") + "\n",
      at: "Tests/LifelineDrawingTests/Golden/marks.txt")
  }

  func testStepsBehindAFailureAreNotPlayed() throws {
    let spec = """
      lifeline: 1
      machine: Failing
      context: {isOn: false, level: {default: 1, range: 0...5}}
      callbacks: [a, b]
      events: {one: , two: {parameters: {text: String}}}
      states:
        s: {on: {one: {to: t, do: a}}, after: {5s: t}}
        t: {on: {two: {to: s, do: b}}}
      scenarios:
        early:
          when:
            - one: b
            - {wait: 5s, expect: [a, b]}
            - set: {isOn: true}
            - set: {isOn: false, level: 4}
            - two: []
              with: {text: some words}

      """
    let picture = try picture(of: "early", in: machine(spec))
    try check(picture, "unplayed")
    XCTAssertEqual(picture.formatSVG().components(separatedBy: ">not played<").count, 5)
    XCTAssertFalse(picture.formatSVG().contains(#"class="cut""#))
  }

  func testEachFactHasALine() throws {
    let spec = """
      lifeline: 1
      machine: Facts
      context: {isOn: false, level: {default: 1, range: 0...5}, title: {type: String, default: ""}, count: 0}
      events: [one]
      states:
        s: {on: {one: {if: count > 0, do: []}}}
      scenarios:
        sets:
          when:
            - set: {count: 1}
            - set: {isOn: true, level: 4}
            - set: {isOn: true, level: 4, title: a longer title than fits, count: 9007199254740991}

      """
    let picture = try picture(of: "sets", in: machine(spec))
    try check(picture, "facts")
    let svg = SVGContents.parse(picture.formatSVG()).texts.map(\.text)
    for text in ["set count = 1", "set", "isOn = true", "level = 4", "9007199254740991"] {
      XCTAssertTrue(svg.contains(text), "\(text): \(svg)")
    }
    XCTAssertTrue(picture.formatSVG().contains("<desc>start; set count = 1; set isOn = true, level = 4; set isOn"))
  }

  /// Where the columns are too narrow for two calls that differ, lines below the row have them whole.
  func testTheDifferenceIsNeverElided() throws {
    let spec = """
      lifeline: 1
      machine: Fetcher
      callbacks: {begin: {parameters: {url: String, attempt: Int}}}
      events: {load: {parameters: {url: String}}}
      states:
        idle: {on: {load: {to: busy, do: {begin: {url: url, attempt: 0}}}}}
        busy:
      scenarios:
        another attempt:
          when:
            - load: {begin: {url: "a", attempt: 7}}
              with: {url: "a"}

      """
    let lines = try picture(of: "another attempt", in: machine(spec)).formatLines(showingHeading: false)
    XCTAssertEqual(
      lines.suffix(5),
      [
        "  11 load url: \"a\" ────→ ┃                   ┊",
        "    !                    ────────────────────→ begin(url: \"a\", …)    ≠ begin(url: \"a\", attempt: 7)",
        "    !                                        called: begin(url: \"a\", attempt: 0)",
        "    !                                        expected: begin(url: \"a\", attempt: 7)",
        "                         ┏ busy              ┊",
      ], lines.joined(separator: "\n"))
  }

  /// The title of the expectations never lies on the name of a channel.
  func testTitlesOfChannelsAndExpectationsAreApart() throws {
    for count in 1...14 {
      let callbacks = (0..<count).map { "c\($0): {channel: aVeryLongNameOfChannelNumber\($0)}" }
      let regions = (0..<count).map { "r\($0): {states: {s\($0): {on: {go: {do: c\($0)}}}}}" }
      let spec = """
        lifeline: 1
        machine: Wide
        callbacks: {\(callbacks.joined(separator: ", "))}
        events: [go]
        regions: {\(regions.joined(separator: ", "))}
        scenarios:
          fails: {when: {go: c0}}

        """
      let picture = try picture(of: "fails", in: machine(spec))
      let lines = picture.formatLines(showingHeading: false)
      let titles = lines.prefix(count + 1)
      XCTAssertEqual(
        titles.count { $0.split(separator: " ").contains("expected") }, picture.showsExpectations ? 1 : 0,
        lines.joined(separator: "\n"))
      XCTAssertTrue(
        lines.allSatisfy { line in !line.contains("≠") || line.contains(" ≠ ") }, lines.joined(separator: "\n"))
    }
  }

  /// A scenario that says nothing about the start expects no calls of it.
  func testABeginningThatFailsIsMarked() throws {
    let spec = """
      lifeline: 1
      machine: Bell
      callbacks: [ring]
      events: [go]
      states:
        a: {entry: ring, on: {go: {}}}
      scenarios:
        nothing rings:
          when: go
      """
    let picture = try picture(of: "nothing rings", in: machine(spec))
    XCTAssertEqual(picture.verdict?.holds, false)
    let call = picture.rows.first { if case .call = $0.content { true } else { false } }
    XCTAssertEqual(call?.expectation, LifeLine.Expectation(text: nil, agreement: .differs))
    XCTAssertEqual(call?.isWrong, true)
  }

  func testCallsThatStayOpenHaveMarks() throws {
    let machine = try machine(
      """
      lifeline: 1
      machine: Page
      callbacks: {willLoad: , didShow: {parameters: {title: String}}, didIndex: , didCache: , didLog: {channel: log}, stop: , halt: }
      events: [open, close]
      states:
        closed:
          on:
            open:
              to: shown
              do: [willLoad, {anyOrder: [didLog, {didShow: {title: '"a long one"'}}, didIndex]}, {optional: didCache}]
        shown: {on: {close: {to: closed, do: {oneOf: [stop, halt, []]}}}}
      scenarios:
        the machine leaves calls open:
          when:
            - open: [willLoad, {anyOrder: [didLog, didShow, didIndex]}, {optional: didCache}]
            - close: stop
        the scenario leaves calls open:
          when:
            - open: [{optional: willLoad}, didLog, didShow, didIndex, didCache]
            - close: {oneOf: [stop, halt]}
      """)
    let pictures = try machine.scenarios.map { try picture(of: $0.name, in: machine) }
    try checkGolden(
      pictures.map { $0.formatLines().joined(separator: "\n") }.joined(separator: "\n\n\n") + "\n",
      at: "Tests/LifelineDrawingTests/Golden/choices.txt")
    let svg = pictures[0].formatSVG()
    for text in [">optional<", ">any order<", ">or halt or nothing<", "braces: these calls may come in any order"] {
      XCTAssertTrue(svg.contains(text), text)
    }
    XCTAssertEqual(svg.components(separatedBy: #"class="arrow dashed""#).count, 2, svg)
    XCTAssertTrue(pictures[0].formatLines(in: .ascii).joined().allSatisfy(\.isASCII))
  }

  /// The lines of channels end above words that would lie on them.
  func testLongWordsAtTheEndLieOnNothing() throws {
    let state = "aStateWithAnUnusuallyLongName"
    let machine = try machine(
      """
      lifeline: 1
      machine: Long
      callbacks: {call: , other: {channel: log}}
      events: {go: {parameters: {first: String, second: String, third: Int}}}
      context: {\(state)s: 0}
      states: {\(state): {on: {go: {do: [call, other]}}}, \(state)Too: }
      scenarios:
        the end is long:
          when: {go: [call, other], with: {first: a text that is too long for its line, second: two, third: 3}}
          then: {state: \(state)Too, \(state)s: 12}
      """)
    let picture = try picture(of: "the end is long", in: machine)
    try check(picture, "ending")
    let lines = picture.formatLines()
    let end = try XCTUnwrap(lines.firstIndex { $0.contains("then") })
    XCTAssertFalse(lines[end...].contains { $0.contains("┊") }, lines.joined(separator: "\n"))
    XCTAssertNil(SVGContents.parse(picture.formatSVG()).error)
  }

  func testRepetitionsAreFolded() throws {
    let lap = "\n    - turn: [tick, tock]\n    - wait: 1s"
    let spec = """
      lifeline: 1
      machine: Clock
      callbacks: {tick: , tock: {needs: tick, answeredBy: strike}, strike: }
      events: [turn, ring]
      states: {running: {on: {turn: {do: [tick, tock]}, ring: {do: strike}}}}
      scenarios:
        many turns:
          when:\(String(repeating: lap, count: 40))
          - turn: [tick, tock]
          - ring: strike\(lap)\(lap)\(lap)
          - ring: strike
      """
    let folded = try picture(of: "many turns", in: machine(spec))
    try check(folded, "folded")
    XCTAssertEqual(folded.formatLines().count { $0.contains("more times") }, 1)
    // The numbers of calls in a picture go on as if nothing were left out.
    XCTAssertTrue(folded.formatSVG().contains(">83</text>"))
  }

  func testGreatNumbersOfLinesHaveRoom() throws {
    var picture = try picture(of: "a seek waits", in: machine(everythingSpec))
    let plain = picture.formatLines().filter { $0.contains("seek") }
    for index in picture.rows.indices { picture.rows[index].number = picture.rows[index].number.map { $0 + 1_200_000 } }
    let moved = picture.formatLines().filter { $0.contains("seek") }
    XCTAssertEqual(moved.count, plain.count)
    for number in picture.rows.compactMap(\.number) {
      XCTAssertTrue(
        picture.formatLines().contains { $0.hasPrefix("\(number) ") || $0.hasPrefix("\(number)!") }, "\(number)")
    }
  }

  func testDeepStatesHaveLinesOfTheirOwn() throws {
    let depth = 15
    var states = "s\(depth): {on: {go: {to: aside, do: moved}, end: {do: ended}}}"
    for level in (1..<depth).reversed() { states = "s\(level): {initial: s\(level + 1), states: {\(states)}}" }
    let spec = """
      lifeline: 1
      machine: Deep
      callbacks: {moved: {answeredBy: ended, before: {state: s1.s2.aside}}, ended: {needs: moved}}
      events: [go, end]
      states: {\(states.replacing("s2: {initial: s3, states: {", with: "s2: {initial: s3, states: {aside: , "))}
      scenarios:
        a move:
          given: s15
          when: {go: moved}
          then: aside
      """
    let picture = try picture(of: "a move", in: machine(spec))
    try check(picture, "deep")
    XCTAssertEqual(picture.verdict, LifeLine.Verdict(holds: false, text: "holds, but breaks a promise"))
  }

  /// A reviewer who reads a difference sees only what was added.
  func testAnotherStepAtTheEndChangesNothingAbove() throws {
    let names = ["NavigationTransition", "ViewControllerLifecycle", "AppLifecycle", "TCPConnection"]
    for name in names.prefix(forExtent(quick: 2, thorough: 4, all: 4)) {
      var machine = try documented(name)
      for (number, scenario) in machine.scenarios.enumerated() where scenario.refutation == nil {
        machine.scenarios[number].expectedState = nil
        let longer = rows(drawScenario(ID(number), in: MachineIndex.build(for: machine)))
        machine.scenarios[number].steps.removeLast()
        let shorter = rows(drawScenario(ID(number), in: MachineIndex.build(for: machine)))
        // A channel that nobody watches gets a line with its first call.
        guard shorter.titles == longer.titles else { continue }
        XCTAssertEqual(Array(longer.body.prefix(shorter.body.count)), shorter.body, "\(name): \(scenario.name)")
      }
    }
  }

  private func rows(_ picture: LifeLine) -> (titles: [String], body: [String]) {
    var picture = picture
    picture.promises.removeAll { $0.outcome == .owed }
    picture.remarks = []
    // What marks mean stands below the rows.
    let lines = picture.formatLines().filter { line in
      !["the call may be left out", "these calls may come in any order"].contains { line.contains($0) }
    }
    return (picture.channels, Array(lines.dropFirst(3)))
  }

  func testARenamedStateMovesNothing() throws {
    let machine = try machine(everythingSpec)
    let renamed = try TestSupport.machine(everythingSpec.replacing("playing", with: "isPlayingTheTrackThatWasChosen"))
    for name in ["a seek waits", "too slow"] {
      let lines = zip(
        try picture(of: name, in: machine).formatLines(), try picture(of: name, in: renamed).formatLines())
      for (line, other) in lines where !line.contains("playing") { XCTAssertEqual(line, other) }
    }
  }

  func testEveryPictureOfTheCatalogueFitsAndIsJudgedAsTheScenarioIs() throws {
    try skipTest(below: .thorough)
    for file in try documentedSpecs() {
      let index = MachineIndex.build(for: try documentedMachine(file))
      for (number, scenario) in index.machine.scenarios.enumerated() {
        let picture = drawScenario(ID(number), combination: scenario.combinationCount - 1, in: index)
        XCTAssertEqual(picture.verdict?.holds, true, "\(file.lastPathComponent): \(scenario.name)")
        for line in picture.formatLines() {
          XCTAssertLessThanOrEqual(line.count, 100, "\(file.lastPathComponent), \(scenario.name): \(line)")
        }
      }
    }
  }

  func testHostileTextsStayOnTheirLines() throws {
    var machine = try machine(everythingSpec)
    machine.scenarios[0].name = "a\u{202E}\u{1B}[31m\n</title> 中文 seek"
    let lines = drawScenario(ID(0), in: MachineIndex.build(for: machine)).formatLines()
    XCTAssertEqual(lines[0], "a\\u{202E}\\u{1B}[31m\\u{0A}</title> 中文 seek")
  }
}

extension String {
  fileprivate func replacing(_ text: String, with other: String) -> String {
    components(separatedBy: text).joined(separator: other)
  }
}
