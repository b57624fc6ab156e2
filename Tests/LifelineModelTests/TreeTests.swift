import LifelineModel
import XCTest

final class TreeTests: XCTestCase {
  private let player = machine([
    ("off", .atomic),
    ("on", compound),
    ("on.idle", .atomic),
    ("on.memory", .history(.shallow, default: State.Entrance(targets: []))),
    ("on.playing", .parallel),
    ("on.playing.sound", compound),
    ("on.playing.sound.loud", .atomic),
    ("on.playing.sound.mute", .atomic),
    ("on.playing.picture", compound),
    ("on.playing.picture.dark", .atomic),
    ("on.playing.picture.end", .final),
  ])

  private func domain(_ source: String, _ targets: [String], reenter: Bool = false, of machine: Machine? = nil)
    -> String?
  {
    let machine = machine ?? player
    let transition = Transition(
      id: ID(0), source: machine.id(source), targets: targets.map(machine.id), reenter: reenter, range: anywhere)
    return machine.domain(of: transition).map { machine[$0].path }
  }

  func testDescendants() {
    XCTAssertTrue(player.isDescendant(player.id("on.playing.sound.mute"), of: player.id("on")))
    XCTAssertTrue(player.isDescendant(player.id("off"), of: Machine.root))
    XCTAssertFalse(player.isDescendant(player.id("on"), of: player.id("on")))
    XCTAssertFalse(player.isDescendant(player.id("on"), of: player.id("on.idle")))
    XCTAssertFalse(player.isDescendant(player.id("on.playing.picture"), of: player.id("on.playing.sound")))
  }

  func testAncestorsAreListedFromTheInside() {
    XCTAssertEqual(
      player.paths(player.ancestors(of: player.id("on.playing.sound.mute"))),
      ["on.playing.sound", "on.playing", "on", ""])
    XCTAssertEqual(player.ancestors(of: Machine.root), [])
  }

  func testLeastCommonAncestor() {
    func ancestor(_ paths: String...) -> String { player[player.leastCommonAncestor(paths.map(player.id))].path }
    XCTAssertEqual(ancestor("on.playing.sound.loud", "on.playing.sound.mute"), "on.playing.sound")
    XCTAssertEqual(ancestor("on.playing.sound.loud", "on.playing.picture.dark"), "on.playing")
    XCTAssertEqual(ancestor("on.playing.sound.loud", "on.playing.picture.dark", "on.idle"), "on")
    XCTAssertEqual(ancestor("on.idle", "off"), "")
    // A state that contains the others is their ancestor itself.
    XCTAssertEqual(ancestor("on.playing.sound.loud", "on.playing"), "on.playing")
    XCTAssertEqual(ancestor("on.idle"), "on.idle")
    XCTAssertEqual(ancestor(), "")
  }

  func testStatesOfOneConfiguration() {
    func together(_ left: String, _ right: String) -> Bool {
      let answer = player.canBeActiveTogether(player.id(left), player.id(right))
      XCTAssertEqual(player.canBeActiveTogether(player.id(right), player.id(left)), answer)
      return answer
    }
    XCTAssertTrue(together("on", "on"))
    XCTAssertTrue(together("on", "on.playing.sound.mute"))
    XCTAssertTrue(together("on.playing.picture.dark", "on.playing.sound.mute"))
    XCTAssertFalse(together("on.playing.sound.loud", "on.playing.sound.mute"))
    XCTAssertFalse(together("on.idle", "on.playing.sound.mute"))
    XCTAssertFalse(together("off", "on"))
  }

  func testProperChildrenAreNoHistories() {
    XCTAssertEqual(player.paths(player.properChildren(of: player.id("on"))), ["on.idle", "on.playing"])
  }

  func testDomainIsTheInnermostCompoundStateAroundSourceAndTargets() {
    XCTAssertEqual(domain("on.idle", ["on.playing"]), "on")
    XCTAssertEqual(domain("on.idle", ["on.idle"]), "on")
    XCTAssertEqual(domain("on.idle", ["on.memory"]), "on")
    XCTAssertEqual(domain("on.playing.sound.loud", ["on.playing.sound.mute"]), "on.playing.sound")
    XCTAssertEqual(domain("off", ["on.playing.sound.mute"]), "")
    XCTAssertEqual(domain("on", ["off"]), "")
    XCTAssertNil(domain("on.idle", []))
  }

  func testDomainIsNoParallelState() {
    XCTAssertEqual(domain("on.playing.sound.loud", ["on.playing.picture.dark"]), "on")
    XCTAssertEqual(domain("on.playing", ["on.playing.sound.mute", "on.playing.picture.dark"]), "on")
  }

  func testCompoundSourceIsItsDomainUnlessItIsReentered() {
    XCTAssertEqual(domain("on", ["on.idle"]), "on")
    XCTAssertEqual(domain("on", ["on.idle"], reenter: true), "")
    XCTAssertEqual(domain("on", ["on"]), "")
    XCTAssertEqual(domain("on", ["on.idle", "off"]), "")
    XCTAssertEqual(domain("", ["off"]), "")
    XCTAssertEqual(domain("", ["off"], reenter: true), "")
  }

  func testDomainBetweenRegionsOfTheRootIsTheRoot() {
    let regions = machine(
      root: .parallel, [("a", compound), ("a.x", .atomic), ("a.y", .atomic), ("b", compound), ("b.x", .atomic)])
    XCTAssertEqual(domain("a.x", ["b.x"], of: regions), "")
    XCTAssertEqual(domain("a.x", ["a.y"], of: regions), "a")
  }

  func testKindsOfStates() {
    func names(_ holds: (State) -> Bool) -> [String] { player.states.filter(holds).map(\.path) }
    XCTAssertEqual(names(\.isParallel), ["on.playing"])
    XCTAssertEqual(names(\.isHistory), ["on.memory"])
    XCTAssertEqual(names(\.isFinal), ["on.playing.picture.end"])
    XCTAssertEqual(
      names(\.isAtomic),
      [
        "off", "on.idle", "on.playing.sound.loud", "on.playing.sound.mute", "on.playing.picture.dark",
        "on.playing.picture.end",
      ])
  }

  func testActivity() {
    func isActive(_ path: String, _ activity: Activity) -> Bool? { activity.isActive(player.id(path), in: player) }
    let inside = Activity(of: player[player.id("on.playing.sound")])
    XCTAssertEqual(inside.state, player.id("on.playing.sound"))
    XCTAssertEqual(isActive("on.playing.sound", inside), true)
    XCTAssertEqual(isActive("on", inside), true)
    XCTAssertEqual(isActive("off", inside), false)
    XCTAssertNil(isActive("on.playing.sound.mute", inside))
    XCTAssertNil(isActive("on.playing.picture.dark", inside))
    let exactly = Activity.exactly(player.id("on.playing.sound"))
    XCTAssertEqual(isActive("on.playing.sound", exactly), true)
    XCTAssertEqual(isActive("on.playing.sound.mute", exactly), false)
    XCTAssertNil(isActive("on.playing.picture.dark", exactly))
    guard case .exactly = Activity(of: player[player.id("off")]) else { return XCTFail("nothing is inside of `off`") }
  }
}
