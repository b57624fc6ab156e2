import LifelineModel
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineInterpreter

/// Tests `computeEntrySet` and `computeExitSet` of SCXML 1.0, appendix D, without running a machine.
final class EntrySetTests: XCTestCase {
  private let player = """
    initial: off
    states:
      off:
      on:
        initial: {to: playing, do: begin}
        states:
          idle:
          memory: {history: shallow, default: {to: idle, do: forget}}
          past: {history: deep, default: idle}
          playing:
            regions:
              sound: {initial: loud, states: {mute: , loud: }}
              picture: {states: {dark: , bright: }}
    """

  private func index(_ spec: String) throws -> MachineIndex {
    MachineIndex.build(for: try readMachine(callbacks: "begin forget", spec))
  }

  private func id(_ path: String, in index: MachineIndex) throws -> ID<State> {
    try XCTUnwrap(index.machine.states.first { $0.path == path }?.id, path)
  }

  private func paths(_ states: some Sequence<ID<State>>, in index: MachineIndex) -> [String] {
    states.map { index.machine[$0].path }
  }

  // MARK: Entry sets

  /// Returns the entry set of a transition, with the paths of its states.
  private func entrySet(
    of targets: [String], inside domain: String = "", remembering history: [String: [String]] = [:],
    in index: MachineIndex
  ) throws -> (set: EntrySet, paths: [String]) {
    var remembered = IDMap<State, [ID<State>]>()
    for (path, states) in history { remembered[try id(path, in: index)] = try states.map { try id($0, in: index) } }
    var set = EntrySet(index: index, history: remembered)
    set.add(try targets.map { try id($0, in: index) }, inside: try id(domain, in: index))
    return (set, paths(set.statesToEnter, in: index))
  }

  func testTheInitialStatesOfTheRootAreEntered() throws {
    let index = try index(player)
    var set = EntrySet(index: index)
    set.addInitialStates(of: Machine.root)
    XCTAssertEqual(paths(set.statesToEnter, in: index), ["", "off"])
    XCTAssertEqual(paths(set.statesForDefaultEntry, in: index), [""])
  }

  func testATargetsInitialStatesAreEnteredInAllRegions() throws {
    let index = try index(player)
    let (set, paths) = try entrySet(of: ["on"], in: index)
    XCTAssertEqual(
      paths,
      [
        "on", "on.playing", "on.playing.sound", "on.playing.sound.loud", "on.playing.picture",
        "on.playing.picture.dark",
      ])
    XCTAssertEqual(
      self.paths(set.statesForDefaultEntry, in: index), ["on", "on.playing.sound", "on.playing.picture"])
  }

  func testAncestorsOfATargetAreEnteredWithoutTheirInitialStates() throws {
    let index = try index(player)
    let (set, paths) = try entrySet(of: ["on.playing.sound.mute"], in: index)
    XCTAssertEqual(
      paths,
      [
        "on", "on.playing", "on.playing.sound", "on.playing.sound.mute", "on.playing.picture",
        "on.playing.picture.dark",
      ])
    XCTAssertEqual(self.paths(set.statesForDefaultEntry, in: index), ["on.playing.picture"])
  }

  func testTargetsInTwoRegionsAreEnteredTogether() throws {
    let index = try index(player)
    let (set, paths) = try entrySet(
      of: ["on.playing.picture.bright", "on.playing.sound.mute"], inside: "on", in: index)
    XCTAssertEqual(
      paths,
      [
        "on.playing", "on.playing.sound", "on.playing.sound.mute", "on.playing.picture", "on.playing.picture.bright",
      ])
    XCTAssertTrue(set.statesForDefaultEntry.isEmpty)
  }

  func testNothingOutsideTheDomainIsEntered() throws {
    let index = try index(player)
    XCTAssertEqual(try entrySet(of: ["on.idle"], inside: "on", in: index).paths, ["on.idle"])
    XCTAssertEqual(
      try entrySet(of: ["on.playing.sound.mute"], inside: "on.playing.sound", in: index).paths,
      ["on.playing.sound.mute"])
  }

  func testAHistoryThatRemembersNothingHasItsDefault() throws {
    let index = try index(player)
    let (set, paths) = try entrySet(of: ["on.memory"], in: index)
    XCTAssertEqual(paths, ["on", "on.idle"])
    XCTAssertEqual(set.restoredHistories, [])
    XCTAssertEqual(self.paths(set.defaultHistoryContent.ids, in: index), ["on"])
    XCTAssertEqual(set.defaultHistoryContent[try id("on", in: index)]?.count, 1)
    XCTAssertTrue(set.statesForDefaultEntry.isEmpty, "the history replaces the initial state")
  }

  func testAShallowHistoryEntersTheInitialStatesOfTheRememberedChild() throws {
    let index = try index(player)
    let (set, paths) = try entrySet(of: ["on.memory"], remembering: ["on.memory": ["on.playing"]], in: index)
    XCTAssertEqual(
      paths,
      [
        "on", "on.playing", "on.playing.sound", "on.playing.sound.loud", "on.playing.picture",
        "on.playing.picture.dark",
      ])
    XCTAssertEqual(self.paths(set.restoredHistories, in: index), ["on.memory"])
    XCTAssertTrue(set.defaultHistoryContent.isEmpty)
  }

  func testADeepHistoryEntersTheRememberedStatesOnly() throws {
    let index = try index(player)
    let remembered = ["on.playing.sound.mute", "on.playing.picture.bright"]
    let (set, paths) = try entrySet(of: ["on.past"], inside: "on", remembering: ["on.past": remembered], in: index)
    XCTAssertEqual(
      paths,
      [
        "on.playing", "on.playing.sound", "on.playing.sound.mute", "on.playing.picture", "on.playing.picture.bright",
      ])
    XCTAssertTrue(set.statesForDefaultEntry.isEmpty)
  }

  func testOtherRegionsOfAParallelRootAreEnteredToo() throws {
    let index = try index("regions: {a: {states: {x: , y: }}, b: {states: {z: }}}")
    XCTAssertEqual(try entrySet(of: ["a.y"], in: index).paths, ["a", "a.y", "b", "b.z"])
  }

  // MARK: Exit sets

  /// Returns the exit set of transitions while `active` and their ancestors are active.
  private func exitSet(
    _ transitions: (source: String, targets: [String], reenter: Bool)...,
    active: [String] = ["on.playing.sound.loud", "on.playing.picture.bright"]
  ) throws -> [String] {
    let index = try index(player)
    var snapshot = Snapshot(fields: [])
    for state in try active.map({ try id($0, in: index) }) {
      for state in [state] + index.machine.ancestors(of: state) { snapshot.configuration.insert(state) }
    }
    let execution = Execution(index: index, snapshot: snapshot, observer: NoObserver())
    let set = execution.computeExitSet(
      try transitions.enumerated().map { number, transition in
        Transition(
          id: ID(number), source: try id(transition.source, in: index),
          targets: try transition.targets.map { try id($0, in: index) }, reenter: transition.reenter,
          range: index.machine.nameRange)
      })
    return paths(set, in: index)
  }

  func testATransitionToASiblingExitsOnlyItsSource() throws {
    XCTAssertEqual(
      try exitSet(("on.playing.sound.loud", ["on.playing.sound.mute"], false)), ["on.playing.sound.loud"])
  }

  func testATransitionOutOfARegionExitsAllRegions() throws {
    let all = [
      "on.playing", "on.playing.sound", "on.playing.sound.loud", "on.playing.picture", "on.playing.picture.bright",
    ]
    XCTAssertEqual(try exitSet(("on.playing.sound.loud", ["on.idle"], false)), all)
    XCTAssertEqual(try exitSet(("on.playing.sound.loud", ["off"], false)), ["on"] + all)
    XCTAssertEqual(
      try exitSet(("on.playing", ["on.playing.sound.mute"], false)), all,
      "a parallel state is no domain, so it's exited itself")
  }

  func testACompoundStateStaysActiveUnlessItIsReentered() throws {
    XCTAssertEqual(try exitSet(("on", ["on.idle"], false), active: ["on.idle"]), ["on.idle"])
    XCTAssertEqual(try exitSet(("on", ["on.idle"], true), active: ["on.idle"]), ["on", "on.idle"])
  }

  func testATransitionWithoutTargetsExitsNothing() throws {
    XCTAssertEqual(try exitSet(("on.playing.sound.loud", [], false), ("on", [], true)), [])
  }

  func testTransitionsOfTwoRegionsExitBothSources() throws {
    XCTAssertEqual(
      try exitSet(
        ("on.playing.picture.bright", ["on.playing.picture.dark"], false),
        ("on.playing.sound.loud", ["on.playing.sound.mute"], false)),
      ["on.playing.sound.loud", "on.playing.picture.bright"])
  }
}
