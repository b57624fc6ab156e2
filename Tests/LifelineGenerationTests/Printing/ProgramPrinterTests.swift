import LifelineModel
import TestSupport
import XCTest

@testable import LifelineGeneration

/// The text of members that aren't functions of the program.
final class ProgramPrinterTests: XCTestCase {
  private let regions = """
    events: [ring]
    regions:
      bell: {states: {idle: {on: {ring: {to: busy}}}, busy: {final: true}}}
      lamp: {states: {dark: {on: {ring: bright}}, bright: {final: true}}}
    """

  private func text(_ members: [Member], in spec: String, access: String = "") throws -> String {
    let context = try context(spec)
    return ProgramPrinter(context, MachineLowering.lower(context), access: access).text(members)
  }

  func testMembersOfRegions() throws {
    XCTAssertEqual(
      try text([.completion(Machine.root, finals: [[ID(3)], [ID(5), ID(6)]])], in: regions),
      """
        /// Whether all regions of the machine have completed.
        private var isFinished: Swift.Bool {
          return bell == .busy && (lamp == .dark || lamp == .bright)
        }
      """)
    let extents = [
      Extent(state: ID(2), region: 0, positions: 0..<1), Extent(state: ID(4), region: 1, positions: 0..<2),
    ]
    XCTAssertEqual(
      try text([.extents(extents)], in: regions),
      """
        /// The region of a state, and its first and last position in that region.
        private struct Extent {
          var region: Swift.Int
          var first: Swift.UInt8
          var last: Swift.UInt8
        }

        private static func extent(of state: AnyState) -> Extent {
          switch state {
          case .idle: Extent(region: 0, first: 0, last: 0)
          case .lamp: Extent(region: 1, first: 0, last: 1)
          }
        }
      """)
  }

  func testSharedTransitionsHaveScopesIfTheyCanConflict() throws {
    let shared = SharedTransition(transition: ID(0), source: ID(2), domain: ID(1))
    XCTAssertEqual(
      try text([.sharedTransitions([shared], haveConflicts: true)], in: regions),
      """
        /// The transitions that can be taken together with others, by their sources.
        private enum Transition: Swift.UInt8 {
          case idle1

          /// The states that the transition exits, and its source with its descendants, by their numbers in the document.
          struct Scope {
            var exits: Swift.ClosedRange<Swift.Int>?
            var source: Swift.ClosedRange<Swift.Int>
          }

          var scope: Scope {
            switch self {
            case .idle1: Scope(exits: 2...3, source: 2...2)
            }
          }
        }
      """)
  }

  func testQueuesHaveTheStorageThatTheyNeed() throws {
    let spec = "events: [go]\nstates: {a: {on: {go: a}}}"
    func queue(_ storage: ListStorage) throws -> [Substring] {
      try text([.macrostep(queue: storage, caseCount: 3, countsMicrosteps: false)], in: spec).split(separator: "\n")
        .filter { $0.contains("var ") }
    }
    XCTAssertEqual(
      try queue(.single), ["    private var raised: InternalEvent?", "    var hasRaised: Swift.Bool { raised != nil }"])
    XCTAssertEqual(
      try queue(.fixed(size: 4)),
      [
        "    private var raised = Swift.SIMD4<Swift.UInt8>()", "    private var end = 0", "    private var first = 0",
        "    var hasRaised: Swift.Bool { first < end }",
      ])
    XCTAssertEqual(
      try queue(.growing),
      [
        "    private var raised: [Swift.UInt8] = []", "    private var first = 0",
        "    var hasRaised: Swift.Bool { first < raised.count }",
      ])
  }

  func testSingleDeferredEventsNeedNoList() throws {
    let spec = "events: [go, stop]\nstates: {a: {defer: [go, stop], on: {stop: b}}, b: {on: {go: a, stop: a}}}"
      .replacingOccurrences(of: ", on: {stop: b}", with: ", after: {1s: b}")
    let one = try text([.deferredEvents([ID(0)])], in: spec)
    XCTAssertTrue(one.contains("private var item: Item?"), one)
    XCTAssertFalse(one.contains("items"), one)
    let two = try text([.deferredEvents([ID(0), ID(1)])], in: spec)
    XCTAssertTrue(two.contains("private var items = Swift.SIMD2<Swift.UInt8>()"), two)
    XCTAssertTrue(two.contains("case .stop: \"stop\""), two)
  }

  func testResumptionWithoutRegions() throws {
    let slot = TimerSlot(index: 0)
    let timed = "states: {a: {after: {1s: b}}, b: {}}"
    XCTAssertEqual(
      try text([.resumption(arming: [.disarm(slot)]), .positioning(nil)], in: timed, access: "public "),
      """
        /// Creates a machine in `state`, without running actions; the timers of active states are armed.
        public init(resumingIn state: State) {
          self.init(positionedIn: state)
          timerOfA = nil
        }

        /// Creates a machine in `state`, without arming timers.
        private init(positionedIn state: State) {
          self.state = state
        }
      """)
    XCTAssertEqual(
      try text([.positioning(nil)], in: "context: {n: 0}\nevents: [go]\nstates: {a: {on: {go: {if: n > 0, to: a}}}}"),
      """
        /// Creates a machine in `state`, without running actions.
        init(resumingIn state: State, context: Context = Context()) {
          self.context = context
          self.state = state
        }
      """)
  }

  func testResumptionWithRegions() throws {
    let both = ParallelState(state: ID(1), members: [ID(2), ID(4)], regions: [ID(2), ID(4)])
    XCTAssertEqual(
      try text(
        [
          .parallelPositions([]), .nearestParallel([both], isExhaustive: false), .regionsOfParallels([both]),
          .defaultPositions([DefaultPositions(state: ID(1), statements: [.moveTo(ID(2)), .moveTo(ID(5))])]),
        ], in: regions),
      """
        /// Sets the position of the region that contains a parallel state.
        private mutating func setPosition(to anyState: AnyState) {
          switch anyState {
          default: break
          }
        }

        /// The nearest parallel ancestor of `state`.
        private static func parallel(around state: AnyState) -> AnyState? {
          switch state {
          case .idle, .lamp: .bell
          default: nil
          }
        }

        /// The regions of a parallel state.
        private static func regions(of state: AnyState) -> [AnyState] {
          switch state {
          case .bell: [.idle, .lamp]
          default: []
          }
        }

        /// Sets the positions that the regions have when `anyState` is entered by default.
        private mutating func setPositions(for anyState: AnyState) {
          switch anyState {
          case .bell:
            bell = .idle
            lamp = .dark
          }
        }
      """)
    let positioning = Positioning(initial: [.moveTo(ID(2))], outermostRegions: [ID(1), ID(4)], hasParallels: false)
    let lines = try text([.positioning(positioning)], in: regions).split(separator: "\n").suffix(9).map(String.init)
    XCTAssertEqual(
      lines,
      [
        "  init(resumingIn states: [AnyState]) throws(ConfigurationError) {", "    if states.isEmpty {",
        "      bell = .idle", "    }",
        "    for state in states where !states.contains(where: { Self.contains(state, $0) }) { setPositions(for: state) }",
        "    let regions: [AnyState] = [.bell, .lamp]",
        "    for region in regions where !isActive(region) { setPositions(for: region) }",
        "    for state in states where !isActive(state) { throw ConfigurationError(states: states) }", "  }",
      ])
  }

  private let plain = "events: [go]\nstates: {a: {on: {go: a}}}"

  func testOnlyHandleIsPublic() throws {
    let handle = Function(name: .handle, parameters: [.event, .calls], result: .isTaken, body: [.return(.taken)])
    XCTAssertEqual(
      try text([.function(handle)], in: plain, access: "public ").split(separator: "\n").suffix(4),
      [
        "  @discardableResult",
        "  public mutating func handle(_ event: Event, calling call: (Callback) -> Swift.Void) -> Swift.Bool {",
        "    return true", "  }",
      ])
  }

  func testDivisionsRefuseZero() throws {
    XCTAssertEqual(
      try text([.arithmetic(.quotient)], in: plain),
      """
        private static func quotient(_ left: Swift.Int, _ right: Swift.Int) -> Swift.Int {
          if right == 0 { Swift.fatalError("Door: a number is divided by zero (see Expressions)") }
          let (quotient, isTooGreat) = left.dividedReportingOverflow(by: right)
          if isTooGreat { Swift.fatalError("Door: a number is too great for 64 bits (see Expressions)") }
          return quotient
        }
      """)
    XCTAssertFalse(try text([.arithmetic(.sum)], in: plain).contains("zero"))
  }

  func testTheNextDeadlineIsTheEarliest() throws {
    func deadline(_ timers: Int) throws -> [Substring] {
      let timed = "states: {a: {after: {1s: b, 2s: b}}, b: {}}"
      let clock = Clock(slotCount: timers, parts: [], follows: false)
      return Array(try text([.clock(clock)], in: timed).split(separator: "\n").prefix(6).dropFirst(2))
    }
    XCTAssertEqual(try deadline(1).first, "    timerOfA")
    XCTAssertEqual(
      try deadline(2),
      [
        "    var next: Swift.Duration?", "    if let time = timerOfA { next = Swift.min(next ?? time, time) }",
        "    if let time = timerOfA2 { next = Swift.min(next ?? time, time) }", "    return next",
      ])
  }

  func testSelectedTransitionsAreInsertedOnceIfTheyCanRepeat() throws {
    func selected(canRepeat: Bool) throws -> String {
      try text([.selected(.fixed(size: 2), caseCount: 2, canRepeat: canRepeat, haveConflicts: false)], in: regions)
    }
    let check = "for index in 0..<count where items[index] == transition.rawValue { return }"
    XCTAssertTrue(try selected(canRepeat: true).contains(check))
    XCTAssertFalse(try selected(canRepeat: false).contains(check))
  }

  func testParallelStatesInsideAreEnteredWithTheirRegions() throws {
    let positioning = Positioning(initial: [], outermostRegions: [], hasParallels: true)
    let text = try text([.positioning(positioning)], in: regions)
    XCTAssertTrue(
      text.contains("      while let parallel = Self.parallel(around: state) {\n        setPosition(to:"), text)
    XCTAssertTrue(
      text.contains(
        """
            for parallel in parallels {
              for region in Self.regions(of: parallel) where !isActive(region) { setPositions(for: region) }
            }
            for state in states + parallels where !isActive(state)
        """), text)
  }
}
