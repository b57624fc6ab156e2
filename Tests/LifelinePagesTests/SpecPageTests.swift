import LifelineAnalysis
import LifelineModel
import LifelineScenarios
import TestSupport
import XCTest

@testable import LifelinePages

/// Pages about machines.
final class SpecPageTests: XCTestCase {
  /// Returns the page about the machine of a spec, with everything that its exploration and its scenarios show.
  private func page(about text: String, limit: Int = Exploration.standardLimit) throws -> Page {
    let machine = try machine(text)
    let report = checkScenarios(of: machine, recording: true)
    let recording = try XCTUnwrap(report.recording)
    return Page.make(
      of: PageFacts(
        about: machine, spec: "Spec.yaml", name: "Spec", report: report,
        proof: findReachableErrors(in: machine, limit: limit).proof,
        coverage: measureCoverage(of: machine, by: recording)))
  }

  func testAPageHasEverythingThatASpecSays() throws {
    let page = try page(about: everythingOnAPage)
    try checkGolden(page.formatMarkdown(), at: "Tests/LifelinePagesTests/Golden/Everything.md")
    let article = page.formatDocC()
    try checkGolden(article.text, at: "Tests/LifelinePagesTests/Golden/Everything.docc.md")
    XCTAssertEqual(article.pictures.map(\.name), (1...4).map { "Spec-\($0)" })
    XCTAssertEqual(article.pictures.map(\.picture.title), ["a scan", "a scan", "the choice", "it fails at once"])
  }

  /// Headings with the same words, and those whose names hold invisible characters, have anchors of their own.
  func testLinksLeadToTheirHeadings() throws {
    let spec = """
      lifeline: 1
      machine: Open
      callbacks: [open, close]
      events: [open]
      states: {open: {on: {open: {to: closed, do: [open, close]}}}, closed: }
      scenarios:
        "a \u{202E}gnp.exe\u{202C} <party> \\"quoted\\"": {given: open, when: {open: [open, close]}}
        a life: {given: open, when: {open: [open, close]}}
      """
    let text = try page(about: spec).formatMarkdown()
    var counts: [String: Int] = [:]
    var anchors: Set<String> = []
    for line in text.split(separator: "\n") where line.hasPrefix("#") {
      let words = line.drop { $0 == "#" }.dropFirst().replacing("\\", with: "").lowercased()
        .replacing(/&[a-z]+;/, with: "")
      let slug = words.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }.replacing(" ", with: "-")
      let number = counts[slug, default: 0]
      counts[slug] = number + 1
      anchors.insert(number == 0 ? slug : "\(slug)-\(number)")
    }
    let links = Set(text.matches(of: /\]\(#([^)]*)\)/).map { String($0.1) })
    XCTAssertEqual(links.subtracting(anchors), [], text)
    XCTAssertTrue(links.isSuperset(of: ["open-1", "open-3"]), "\(links)")
  }

  func testAPageWithoutScenariosSaysSo() throws {
    let text = try page(about: "lifeline: 1\nmachine: Empty\nstates: {s: }").formatMarkdown()
    XCTAssertTrue(text.contains("\nThere are no scenarios, so none touches the machine.\n"), text)
  }

  func testTheListNamesAllPages() throws {
    var pages = [try page(about: everythingOnAPage), try page(about: everythingOnAPage)]
    pages[1].name = "Other (2)"
    pages[1].summary = nil
    let index = IndexPage(of: pages)
    XCTAssertEqual(
      index.formatMarkdown(title: "Machines"),
      """
      # Machines

      2 machines are described here, each on a page of its own: its states, its calls with what is promised of them, and its \
      scenarios as pictures.

      | Machine | What it is |
      | --- | --- |
      | [Scanner](Spec.md) | Looks for devices, \\*all\\* of \\<them\\>. |
      | [Scanner](Other%20%282%29.md) |  |

      """)
    XCTAssertTrue(index.formatDocC(title: "Machines").contains("- <doc:Spec>\n- <doc:Other-%282%29>\n"))
  }

  /// What isn't proved isn't called proved.
  func testVerdictsAreThoseOfTheExploration() throws {
    let spec = """
      lifeline: 1
      machine: Retry
      context: {maxRetries: {default: 3, fixed: true}, retries: {default: 0, private: true}}
      callbacks: {connect: , cancel: {needs: connect}}
      events: [begin, fail]
      initial: idle
      states:
        idle: {on: {begin: {to: connecting, do: {set: {retries: 0}}}}}
        connecting:
          entry: connect
          on:
            fail:
              - {if: retries < maxRetries, to: connecting, do: {set: {retries: retries + 1}}}
              - {if: retries > 5, to: idle, do: CANCEL}
              - {to: idle, do: cancel}
      """
    let open = try page(about: spec.replacing("CANCEL", with: "[cancel, cancel]")).formatMarkdown()
    XCTAssertTrue(open.contains("since the previous call of `cancel` or the start. **Not proved.**"), open)
    XCTAssertTrue(
      open.contains(
        "Some things aren't proved:\n\n- the `needs` of `cancel` isn't proved: `maxRetries` may be any number"), open)
    XCTAssertFalse(open.contains("**Proved.**"), open)

    let range = spec.replacing("fixed: true", with: "fixed: true, range: 1...20")
    let broken = try page(about: range.replacing("CANCEL", with: "[cancel, cancel]")).formatMarkdown()
    XCTAssertTrue(broken.contains("**Broken.**"), broken)
    XCTAssertTrue(broken.contains("1 promise is broken"), broken)
    let proved = try page(about: range.replacing("CANCEL", with: "cancel"))
    XCTAssertTrue(proved.formatMarkdown().contains("Lifeline has explored all "), proved.formatMarkdown())
    XCTAssertTrue(proved.formatMarkdown().contains("**Proved.**"), proved.formatMarkdown())

    let limited = try page(about: range.replacing("CANCEL", with: "cancel"), limit: 2).formatMarkdown()
    XCTAssertTrue(limited.contains("Lifeline has explored 2 configurations, and the machine has more"), limited)
    XCTAssertTrue(limited.contains("**Not proved (not every configuration was explored).**"), limited)
    let unexplored = try page(about: range.replacing("CANCEL", with: "cancel"), limit: 0).formatMarkdown()
    XCTAssertTrue(unexplored.contains("The machine wasn't explored, so nothing is proved about it."), unexplored)
    XCTAssertTrue(unexplored.contains("**Not explored.**"), unexplored)
  }

  /// A picture shows what is different: combinations in which the same happens share one.
  func testCombinationsInWhichTheSameHappensShareAPicture() throws {
    let text = try page(
      about: """
        lifeline: 1
        machine: Bell
        context: {volume: {type: Int, default: 0, range: 0...9}}
        callbacks: [ring, hum]
        events: [press]
        states: {ready: {on: {press: {do: {if: volume > 4, do: ring, else: hum}}}}}
        scenarios:
          it sounds:
            where: {volume: [1, 2, 7, 8]}
            given: ready
            when: {press: {if: volume > 4, expect: ring, else: hum}}
        """
    ).formatMarkdown()
    XCTAssertEqual(text.components(separatedBy: "```text\n").count, 3, text)
    XCTAssertTrue(text.contains("With `volume: 1` or `volume: 2`:\n\n```text\n"), text)
    XCTAssertTrue(text.contains("With `volume: 7` or `volume: 8`:\n\n```text\n"), text)
  }

  func testALargeMachineHasAListInPlaceOfAPicture() throws {
    func spec(_ count: Int) -> String {
      let states = (0..<count).map { "  s\($0): {doc: Number \($0)., on: {go: s\(($0 + 1) % count)}}" }
      return "lifeline: 1\nmachine: Ring\nevents: [go]\nstates:\n\(states.joined(separator: "\n"))\n"
    }
    let small = try page(about: spec(12)).formatMarkdown()
    XCTAssertTrue(small.contains("```mermaid\nstateDiagram-v2\n"), small)
    let large = try page(about: spec(13)).formatMarkdown()
    XCTAssertFalse(large.contains("```mermaid"), large)
    XCTAssertTrue(large.contains("These are the states:\n\n- [`s0`](#s0): Number 0.\n"), large)
  }
}

/// A machine with everything that pages show, and texts that mean something to Markdown and HTML.
private let everythingOnAPage = """
  lifeline: 1
  machine: Scanner
  doc: |
    Looks for devices, *all* of <them>. It stops by itself.

    # No heading, `code` and a | bar
  types:
    Mode: {cases: [fast, slow], doc: How it scans.}
  context:
    mode: {type: Mode, default: fast, fixed: true}
    strength: {default: 0, range: 0...9, doc: "<img src=x onerror=alert(1)>"}
    tries: {default: 0, private: true, range: 0...3}
  callbacks:
    startScan:
      answeredBy: stopScan
      before: {state: idle}
      doc: "The radio ![is](javascript:on)."
      cites: guide start
    stopScan: {needs: startScan, selector: "stop:scan:"}
    didDiscover: {channel: list, parameters: {name: String}, between: [startScan, stopScan]}
    connect: {onlyAfter: {all: [startScan, stopScan]}}
    didFail: {needs: {any: [stopScan, connect]}, cites: notes page 7}
  events:
    scan: {doc: Begins}
    discover: {parameters: {name: String}}
    choose: {answeredBy: [connect, didFail], within: 10s}
    ready:
    disconnect:
  initial: idle
  states:
    idle: {on: {scan: {to: scanning, do: [startScan, {set: {tries: "min(tries + 1, 3)"}}]}}}
    scanning:
      doc: The radio is on.
      defer: [ready]
      on:
        discover:
          - {if: strength > 3 and mode == fast, do: {didDiscover: {name: name}}}
          - {do: []}
        choose: {to: connecting, do: [stopScan, {raise: try}]}
      after:
        30s: {to: idle, do: stopScan}
    connecting:
      initial: waiting
      after:
        9s: {to: idle, do: didFail}
      states:
        waiting: {on: {try: trying}}
        trying: {entry: connect, on: {ready: last, disconnect: idle}}
        last: {history: shallow, default: waiting}
  observing: delegate
  scenarios:
    a scan:
      doc: "With | without."
      cites: guide start
      where: {strength: [1, 5]}
      given: idle
      when:
        - scan: startScan
        - discover: []
          with: {name: '"<b>"'}
        - wait: 30s
          expect: stopScan
      then: idle
    "the choice":
      decides: true
      given: {state: scanning, mode: slow}
      when: {choose: [stopScan, connect]}
    it fails at once:
      refuted: Only after nine seconds.
      cites: notes page 7
      given: scanning
      when: {choose: [stopScan, connect, didFail]}
  sources:
    guide:
      title: "A [guide](x) & more"
      url: https://example.org/a_(b)
      claims: {start: "The `radio` *starts*."}
    notes: {title: Notes, url: "javascript:alert(1)", note: Paper.}
  """
