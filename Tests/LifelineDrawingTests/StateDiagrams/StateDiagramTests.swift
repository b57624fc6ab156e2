import Foundation
import LifelineDrawing
import LifelineModel
import TestSupport
import XCTest

final class StateDiagramTests: XCTestCase {
  private func golden(_ text: String, _ name: String, line: UInt = #line) throws {
    try checkGolden(text, at: "Tests/LifelineDrawingTests/Golden/StateDiagrams/\(name)", line: line)
  }

  /// Regions, a history, guards that are tried in order, and parts.
  func testDiagramsOfSpecs() throws {
    let wanted = [
      "Player", "Session", "VideoScreen", "ViewControllerLifecycle", "NavigationTransition", "TCPConnection",
    ]
    let machines = try drawnMachines().filter { wanted.contains($0.name) }
    XCTAssertEqual(machines.count, wanted.count)
    for machine in machines {
      let diagram = drawStates(of: machine)
      try golden(diagram.dotText(), "\(machine.name).dot")
      try golden(diagram.mermaidText(), "\(machine.name).mmd")
    }
  }

  func testADiagramOfEverything() throws {
    let diagram = drawStates(of: try machine(allFormsSpec))
    try golden(diagram.dotText(), "AllForms.dot")
    try golden(diagram.mermaidText(), "AllForms.mmd")
  }

  private func lines(_ source: StateDiagram.Place, _ target: StateDiagram.Place, _ diagram: StateDiagram) -> [String]? {
    diagram.arrows.first { $0.source == source && $0.target == target }?.lines
  }

  func testTransitionsWithTheSameEndsAreOneArrow() throws {
    let diagram = drawStates(of: try machine(allFormsSpec))
    XCTAssertEqual(
      lines(.state("run.slow"), .state("run.fast"), diagram), ["tick, go"])
    XCTAssertEqual(lines(.state("idle"), .state("idle"), diagram), ["go [else]"])
    XCTAssertEqual(lines(.state("run.fast"), .state("run.over"), diagram), ["always [count == 9]"])
    XCTAssertEqual(lines(.inside("run"), .state("run.slow"), diagram), ["leap, reenter"])
    XCTAssertEqual(lines(.state("idle"), .fork(0), diagram), ["leap", "/ first"])
    XCTAssertEqual(lines(.fork(0), .state("both.left.l2"), diagram), [])
    XCTAssertEqual(lines(.fork(0), .state("both.right.r2"), diagram), [])
    XCTAssertEqual(Set(diagram.arrows.map { [$0.source, $0.target] }).count, diagram.arrows.count)
  }

  /// No layout can draw an arrow between a box and the box around it.
  func testWhatNoArrowCanShowIsALineOfItsState() throws {
    let diagram = drawStates(of: try machine(allFormsSpec))
    let tree = Dictionary(uniqueKeysWithValues: diagram.boxes.map { ($0.path, $0) })
    XCTAssertEqual(
      tree["run"]?.lines, ["exit / aCallWithAVeryLongNameTha…", "pause → run", "any event / second"])
    XCTAssertEqual(tree["run.fast"]?.lines, ["later → run"])
    XCTAssertEqual(tree["both"]?.lines, ["jump → both"])
    XCTAssertEqual(
      tree["idle"]?.lines.suffix(3), ["pause", "/ if count > 1: first; else…", "defer later, tick"])
  }

  func testTheFurtherLinesOfAnItemAreIndented() throws {
    let lines = [
      "pause", "&#160;&#160;&#160;/ if count &gt; 1: first; else…", "defer later, tick",
    ].map { #"<br align="left"/>"# + $0 }.joined()
    let text = drawStates(of: try machine(allFormsSpec)).dotText()
    XCTAssertTrue(text.contains(lines + #"<br align="left"/>>"#), text)
  }

  func testLongListsAreCounted() throws {
    let diagram = drawStates(of: try machine(allFormsSpec))
    let idle = try XCTUnwrap(diagram.boxes.first { $0.path == "idle" })
    XCTAssertEqual(idle.lines.prefix(3).last?.hasSuffix("more"), true, "\(idle.lines)")
  }

  func testAPartHasABoxOfItsOwn() throws {
    let navigation = try XCTUnwrap(try drawnMachines().first { $0.name == "NavigationTransition" })
    let diagram = drawStates(of: navigation)
    XCTAssertEqual(
      diagram.roots.map(\.title),
      ["NavigationTransition", "current: ViewControllerLifecycle", "next: ViewControllerLifecycle"])
    XCTAssertTrue(diagram.boxes.contains { $0.path == "next.alive.loaded.visible" && $0.title == "visible" })
  }

  /// A large machine is drawn in pieces that can be read, in which each state is.
  func testPiecesShowEveryStateOfALargeMachine() throws {
    var counts: [String: Int] = [:]
    for machine in try drawnMachines() {
      let whole = drawStates(of: machine).overview
      let pieces = whole.readablePieces
      counts[machine.name] = pieces.count
      let shown = Set(pieces.flatMap { $0.boxes.map(\.path) })
      XCTAssertEqual(shown.union([""]), Set(whole.boxes.map(\.path)).union([""]), machine.name)
      for piece in pieces {
        XCTAssertTrue(piece.isReadable, "\(machine.name), \(piece.title)")
        let paths = Set(piece.boxes.map(\.path))
        for arrow in piece.arrows {
          for case .state(let path) in [arrow.source, arrow.target] { XCTAssertTrue(paths.contains(path), path) }
        }
      }
      if whole.isReadable { XCTAssertEqual(pieces, [whole], machine.name) }
    }
    XCTAssertGreaterThan(counts["TCPConnection"] ?? 0, 1)
    XCTAssertEqual(counts["VideoScreen"], 1)
  }

  /// The text of an arrow is a node where there are many, and a loop is a line in its state.
  func testTextsOfManyArrowsAreNodesForMermaid() throws {
    for machine in try drawnMachines() {
      let diagram = drawStates(of: machine)
      let text = diagram.mermaidText()
      let labelled = diagram.arrows.filter { !$0.lines.isEmpty && $0.source != $0.target }
      let isLarge = labelled.count > 8
      XCTAssertEqual(text.contains(" as label1\n"), isLarge, machine.name)
      XCTAssertEqual(text.contains(#/ --> \w+ : /#), !isLarge && !labelled.isEmpty, machine.name)
      XCTAssertFalse(text.contains(#/\n *(\w+) --> \1( :|\n)/#), machine.name)
    }
  }

  /// What is drawn is the machine: all states, and each transition once.
  func testEverythingOfRandomMachinesIsDrawn() throws {
    let seed = testSeed()
    var random = SplitMix64(seed: seed)
    var count = 0
    for number in 0..<numberOfRandomMachines(quick: 100, thorough: 300, all: 1_000) {
      let spec = RandomSpec.makeSpec(using: &random, hasGuards: random.happens(50))
      guard let machine = try? readMachine(callbacks: spec.callbacks, events: "a b c", spec.text) else { continue }
      count += 1
      let diagram = drawStates(of: machine)
      let name = "seed \(seed), machine \(number):\n\(spec.text)"
      XCTAssertEqual(Set(diagram.boxes.map(\.path)), Set(machine.states.map(\.path)), name)
      let paths = Set(diagram.boxes.map(\.path))
      for arrow in diagram.arrows {
        for case .state(let path) in [arrow.source, arrow.target] { XCTAssertTrue(paths.contains(path), name) }
      }
      var transitions = 0
      machine.forEachTransition { if $0.targets.count == 1 { transitions += 1 } }
      let triggers = diagram.arrows.filter { arrow in
        switch (arrow.source, arrow.target) {
        case (_, .fork), (.fork, _), (.beginning, _): false
        default: true
        }
      }.reduce(0) { $0 + $1.labels.reduce(0) { $0 + $1.triggers.count } }
      let histories = machine.states.reduce(0) { count, state in
        if case .history(_, let entrance) = state.kind { count + entrance.targets.count } else { count }
      }
      let listed = diagram.boxes.reduce(0) { $0 + $1.lines.count { $0.contains(" → ") } }
      XCTAssertEqual(triggers - histories + listed, transitions, name)
    }
    XCTAssertGreaterThan(count, 20)
  }
}

extension StateDiagram {
  /// The boxes of the diagram, each before those inside.
  var boxes: [Box] {
    func all(_ box: Box) -> [Box] { [box] + box.children.flatMap(all) }
    return roots.flatMap(all)
  }
}
