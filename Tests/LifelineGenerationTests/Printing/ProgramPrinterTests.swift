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

  private func text(in spec: String, access: String = "", _ make: (MachineContext) -> [Declaration]) throws -> String {
    let context = try context(spec)
    return ProgramPrinter(context, MachineLowering.lower(context), access: access).text(.declarations(make(context)))
  }

  func testMembersOfRegions() throws {
    XCTAssertEqual(
      try text(in: regions) { [$0.declareCompletion(of: Machine.root, [[ID(3)], [ID(5), ID(6)]])] },
      """
        /// Whether all regions of the machine have completed.
        private var isFinished: Swift.Bool { bell == .busy && (lamp == .dark || lamp == .bright) }
      """)
    XCTAssertEqual(
      try text(in: regions) { $0.declareExtents() },
      """
        /// The region of a state, and its first and last position in that region.
        private struct Extent {
          var region: Swift.Int
          var first: Swift.UInt8
          var last: Swift.UInt8
        }

        private static func extent(of state: AnyState) -> Extent {
          switch state {
          case .bell: Extent(region: 0, first: 0, last: 1)
          case .idle: Extent(region: 0, first: 0, last: 0)
          case .busy: Extent(region: 0, first: 1, last: 1)
          case .lamp: Extent(region: 1, first: 0, last: 1)
          case .dark: Extent(region: 1, first: 0, last: 0)
          case .bright: Extent(region: 1, first: 1, last: 1)
          }
        }
      """)
  }

  func testSharedTransitionsHaveScopesIfTheyCanConflict() throws {
    let shared = SharedTransition(transition: ID(0), source: ID(2), domain: ID(1))
    XCTAssertEqual(
      try text(in: regions) { [$0.declareTransitions([shared], haveConflicts: true)] },
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
      try text(in: spec) { [$0.declareMacrostep(queue: storage, caseCount: 3)] }.split(separator: "\n")
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
    let one = try text(in: spec) { [$0.declareDeferred([ID(0)])] }
    XCTAssertTrue(one.contains("private var item: Item?"), one)
    XCTAssertFalse(one.contains("items"), one)
    let two = try text(in: spec) { [$0.declareDeferred([ID(0), ID(1)])] }
    XCTAssertTrue(two.contains("private var items = Swift.SIMD2<Swift.UInt8>()"), two)
    XCTAssertTrue(two.contains("case .stop: \"stop\""), two)
  }

  private func resumption(in spec: String, access: String = "") throws -> String {
    try text(in: spec, access: access) { ResumptionLowering(context: $0).declarations() }
  }

  func testResumptionWithoutRegions() throws {
    XCTAssertEqual(
      try resumption(in: "states: {a: {after: {1s: b}}, b: {}}", access: "public "),
      """
        /// Creates a machine in `state`, without running actions; the timers of active states are armed.
        public init(resumingIn state: State) {
          self.init(positionedIn: state)
          if case .a = state { timerOfA = Swift.Duration.seconds(1) }
        }

        /// Creates a machine in `state`, without arming timers.
        private init(positionedIn state: State) { self.state = state }
      """)
    XCTAssertEqual(
      try resumption(in: "context: {n: 0}\nevents: [go]\nstates: {a: {on: {go: {if: n > 0, to: a}}}}"),
      """
        /// Creates a machine in `state`, without running actions.
        init(resumingIn state: State, context: Context = Context()) {
          self.context = context
          self.state = state
        }
      """)
  }

  func testResumptionWithRegions() throws {
    XCTAssertEqual(
      try resumption(in: twoRegions.replacingOccurrences(of: "after: {1s: d}", with: "on: {go: d}")),
      """
        /// Creates a machine in `states`, each in another region, without running actions. A region \
      without a state in the list is in its initial state.
        ///
        /// - Throws: `ConfigurationError` if `states` can't be active together.
        init(resumingIn states: [AnyState]) throws(ConfigurationError) {
          var parallels: [AnyState] = []
          for state in states {
            var state = state
            while let parallel = Self.parallel(around: state) {
              setPosition(to: parallel)
              parallels.append(parallel)
              state = parallel
            }
          }
          if states.isEmpty {
            state = .both
            left = .a
            right = .c
          }
          for state in states where !states.contains(where: { Self.contains(state, $0) }) { setPositions(for: state) }
          for parallel in parallels {
            for region in Self.regions(of: parallel) where !isActive(region) { setPositions(for: region) }
          }
          for state in states + parallels where !isActive(state) { throw ConfigurationError(states: states) }
        }

        /// Sets the positions that the regions have when `anyState` is entered by default.
        private mutating func setPositions(for anyState: AnyState) {
          switch anyState {
          case .both:
            state = .both
            left = .a
            right = .c
          case .left, .a: left = .a
          case .b: left = .b
          case .right, .c: right = .c
          case .d: right = .d
          case .neither: state = .neither
          }
        }

        /// Whether `inner` is a descendant of `outer`.
        private static func contains(_ outer: AnyState, _ inner: AnyState) -> Swift.Bool {
          let whole = extent(of: outer)
          var next: AnyState? = outer == inner ? nil : inner
          while let state = next {
            let part = extent(of: state)
            if part.region == whole.region {
              return outer.rawValue <= state.rawValue && whole.first <= part.first && part.last <= whole.last
            }
            next = parallel(around: state)
          }
          return false
        }

        /// Sets the position of the region that contains a parallel state.
        private mutating func setPosition(to anyState: AnyState) {
          if case .both = anyState { state = .both }
        }

        /// The nearest parallel ancestor of `state`.
        private static func parallel(around state: AnyState) -> AnyState? {
          switch state {
          case .left, .a, .b, .right, .c, .d: .both
          default: nil
          }
        }

        /// The regions of a parallel state.
        private static func regions(of state: AnyState) -> [AnyState] {
          switch state {
          case .both: [.left, .right]
          default: []
          }
        }
      """)
    XCTAssertEqual(
      Array(try resumption(in: regions).split(separator: "\n").dropFirst(3).prefix(5)).map(String.init),
      [
        "  init(resumingIn states: [AnyState]) throws(ConfigurationError) {",
        "    for state in states where !states.contains(where: { Self.contains(state, $0) }) { setPositions(for: state) }",
        "    let regions: [AnyState] = [.bell, .lamp]",
        "    for region in regions where !isActive(region) { setPositions(for: region) }",
        "    for state in states where !isActive(state) { throw ConfigurationError(states: states) }",
      ])
  }

  private let plain = "events: [go]\nstates: {a: {on: {go: a}}}"

  func testOnlyHandleIsPublic() throws {
    let handle = Function(name: .handle, parameters: [.event, .calls], result: .isTaken, body: [.return(.taken)])
    let context = try context(plain)
    let printer = ProgramPrinter(context, MachineLowering.lower(context), access: "public ")
    XCTAssertEqual(
      printer.text([.function(handle)]).split(separator: "\n").suffix(2),
      [
        "  @discardableResult",
        "  public mutating func handle(_ event: Event, calling call: (Callback) -> Swift.Void) -> Swift.Bool { true }",
      ])
  }

  func testDivisionsRefuseZero() throws {
    XCTAssertEqual(
      try text(in: plain) { [$0.declare(.quotient)] },
      """
        private static func quotient(_ left: Swift.Int, _ right: Swift.Int) -> Swift.Int {
          if right == 0 { Swift.fatalError("Door: a number is divided by zero (see Expressions)") }
          let (quotient, isTooGreat) = left.dividedReportingOverflow(by: right)
          if isTooGreat { Swift.fatalError("Door: a number is too great for 64 bits (see Expressions)") }
          return quotient
        }
      """)
    XCTAssertFalse(try text(in: plain) { [$0.declare(.sum)] }.contains("zero"))
  }

  func testTheNextDeadlineIsTheEarliest() throws {
    func deadline(_ timers: Int) throws -> [Substring] {
      let timed = "states: {a: {after: {\(timers == 1 ? "1s: b" : "1s: b, 2s: b")}}, b: {}}"
      return Array(
        try text(in: timed) { $0.declareClock() }.split(separator: "\n").prefix(6).dropFirst(2))
    }
    XCTAssertEqual(
      try text(in: "states: {a: {after: {1s: b}}, b: {}}") { $0.declareClock() }
        .split(separator: "\n")[1], "  var timeUntilNextTimer: Swift.Duration? { timerOfA }")
    XCTAssertEqual(
      try deadline(2),
      [
        "    var next: Swift.Duration?", "    if let time = timerOfA { next = Swift.min(next ?? time, time) }",
        "    if let time = timerOfA2 { next = Swift.min(next ?? time, time) }", "    return next",
      ])
  }

  func testSelectedTransitionsAreInsertedOnceIfTheyCanRepeat() throws {
    func selected(canRepeat: Bool) throws -> String {
      let shared = SharedTransition(transition: ID(0), source: ID(2), domain: ID(1))
      return try text(in: regions) {
        [$0.declareSelected(.fixed(size: 2), of: [shared], canRepeat: canRepeat, haveConflicts: false)]
      }
    }
    let check = "for index in 0..<count where items[index] == transition.rawValue { return }"
    XCTAssertTrue(try selected(canRepeat: true).contains(check))
    XCTAssertFalse(try selected(canRepeat: false).contains(check))
  }
}
