import LifelineModel
import TestSupport
import XCTest

/// The generated monitors.
final class MonitorTests: CompilingTestCase {
  private let screen = """
    lifeline: 1
    machine: Screen
    callbacks:
      load:
      willAppear: {parameters: {isAnimated: Bool}}
      didAppear:
      layOut: {channel: layout}
      willDisappear:
      didDisappear:
    events: {show: {parameters: {isAnimated: Bool}}, hide: , finish: , layout: }
    observing: delegate
    initial: none
    states:
      none: {on: {show: {to: appearing, do: [load, willAppear]}}}
      appearing: {on: {finish: {to: visible, do: didAppear}, hide: {to: disappearing, do: willDisappear}}}
      visible: {on: {hide: {to: disappearing, do: willDisappear}, layout: {do: layOut}}}
      disappearing: {on: {finish: {to: hidden, do: didDisappear}, show: {to: appearing, do: willAppear}}}
      hidden: {on: {show: {to: appearing, do: willAppear}}}
    """

  private func run(_ spec: String, _ program: String, line: UInt = #line) throws -> String {
    try write(generate(spec, object: true, monitor: true).machine, to: "Machine.swift")
    try write(program, to: "main.swift")
    try compile(["main.swift", "Machine.swift"], ["-o", "program"], line: line)
    return try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true).output
  }

  func testAMonitorFindsTheCallThatCannotCome() throws {
    let output = try run(
      screen,
      """
      var monitor = ScreenMonitor()
      print(monitor.expected, monitor.isResting)
      print(monitor.observe(.load) as Any, monitor.isResting)
      monitor.observe(Screen.Callback.willAppear(isAnimated: true).name)
      print(monitor.expected, monitor.isResting)
      monitor.observe(.didAppear)
      let violation = monitor.observe(.didDisappear)!
      print(violation)
      print(violation.callback, violation.expected, violation.recentCallbacks)
      print(monitor.violation == violation, monitor.expected)
      print(monitor.observe(.load)!.recentCallbacks, monitor.violation == violation)
      """)
    XCTAssertEqual(
      output,
      """
      [load] true
      nil false
      [didAppear, willDisappear] true
      `didDisappear` came where it can't (Spec.yaml:9); could have come: layOut, willDisappear; before it: load, willAppear, didAppear
      didDisappear [layOut, willDisappear] [load, willAppear, didAppear]
      true [willAppear]
      [load, willAppear, didAppear, didDisappear] true

      """)
  }

  func testAMonitorThatStartsAnywhere() throws {
    let output = try run(
      screen,
      """
      var monitor = ScreenMonitor.startingAnywhere
      print(monitor.expected.count, monitor.isResting)
      monitor.observe(.didDisappear)
      print(monitor.expected.map(\\.description), monitor.observe(.didDisappear) != nil)
      // The monitor goes on behind the call that didn't fit.
      print(monitor.expected.map(\\.description))
      print(monitor == ScreenMonitor.startingAnywhere, ScreenMonitor() == ScreenMonitor())
      """)
    XCTAssertEqual(output, "6 true\n[\"willAppear\"] true\n[\"willAppear\"]\nfalse true\n")
  }

  /// A monitor keeps the last sixteen calls, in order.
  func testRecentCalls() throws {
    let output = try run(
      screen,
      """
      var monitor = ScreenMonitor()
      monitor.observe(.load)
      for _ in 0..<9 { monitor.observe(.willAppear); monitor.observe(.willDisappear) }
      let recent = monitor.observe(.load)!.recentCallbacks
      print(recent.count, recent.first!, recent.last!)
      """)
    XCTAssertEqual(output, "16 willAppear willDisappear\n")
  }

  /// The parts of a part are no reason to look for the callbacks of the next part in another file.
  func testPlacesOfCallbacksBehindPartsOfParts() throws {
    let pair = """
      lifeline: 1
      machine: Pair
      parts: {first: Screen.yaml}
      events: [go]
      states: {idle: {on: {go: {do: {first: {show: {isAnimated: true}}}}}}}
      """
    let bell = """
      lifeline: 1
      machine: Bell
      callbacks: [ring]
      events: [strike]
      states: {calm: {on: {strike: {do: ring}}}}
      """
    let house = """
      lifeline: 1
      machine: House
      parts: {pair: Pair.yaml, bell: Bell.yaml}
      events: [enter]
      observing: [bell.delegate]
      states: {empty: {on: {enter: {to: full, do: [{pair: go}, {bell: strike}]}}}, full: }
      """
    let specs: KeyValuePairs = ["Screen.yaml": screen, "Pair.yaml": pair, "Bell.yaml": bell]
    let text = try generate(house, monitor: true, using: specs).machine
    XCTAssertTrue(text.contains("\"Bell.yaml:3\""), text)
  }

  /// The calls of parts are those of the machine, and a violation tells where the part's file declares the call.
  func testAMachineWithParts() throws {
    let machine = """
      lifeline: 1
      machine: Pair
      parts: {first: Screen.yaml, second: Screen.yaml}
      callbacks: [begin]
      events: [go, end]
      observing: [delegate, first.delegate, second.delegate]
      states:
        idle:
          on:
            go: {to: both, do: [begin, {first: [{show: {isAnimated: true}}, finish]}, {second: {show: {isAnimated: true}}}]}
        both: {on: {end: {to: over, do: [{first: hide}, {second: finish}, {first: finish}]}}}
        over: {}
      """
    try write(generate(screen).machine, to: "Screen.swift")
    try write(generate(machine, monitor: true, using: ["Screen.yaml": screen]).machine, to: "Pair.swift")
    try write(
      """
      var monitor = PairMonitor()
      var pair = Pair()
      for event in [Pair.Event.go, .end] {
        pair.handle(event) { print($0.name, monitor.observe($0.name) == nil, monitor.isResting) }
      }
      monitor = PairMonitor()
      monitor.observe(.begin)
      print(monitor.observe(.secondWillAppear)!)
      """, to: "main.swift")
    try compile(["main.swift", "Pair.swift", "Screen.swift"], ["-o", "program"])
    XCTAssertEqual(
      try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true).output,
      """
      begin true false
      first.load true false
      first.willAppear true false
      first.didAppear true false
      second.load true false
      second.willAppear true true
      first.willDisappear true false
      second.didAppear true false
      first.didDisappear true true
      `second.willAppear` came where it can't (Screen.yaml:5); could have come: first.load; before it: begin

      """)
  }

  /// A machine with the name of a type inside of the monitor, a state for each of many calls, and names with a meaning.
  func testNamesAndSizes() throws {
    try skipTest(below: .thorough)
    let callbacks = (0..<300).map { "c\($0)" }
    let states = (0..<300).map { "  s\($0): {on: {go: {to: s\(($0 + 1) % 300), do: c\($0)}}}" }
    let spec = """
      lifeline: 1
      machine: Violation
      callbacks: [\(callbacks.joined(separator: ", "))]
      events: [go]
      states:
      \(states.joined(separator: "\n"))
      """
    let output = try run(
      spec,
      """
      var monitor = ViolationMonitor()
      var machine = Violation()
      for _ in 0..<700 { machine.handle(.go, calling: { precondition(monitor.observe($0.name) == nil) }) }
      print(monitor.expected.map(\\.description), monitor.observe(.c99)!.recentCallbacks.map(\\.description))
      """)
    XCTAssertEqual(
      output, "[\"c100\"] [\"c92\", \"c93\", \"c94\", \"c95\", \"c96\", \"c97\", \"c98\", \"c99\"]\n")
  }

  /// For machines of the catalogue, one with parts and one whose monitor is told of events, the generated monitor does with
  /// random calls and events what its table says.
  func testMonitorsFollowTheirTables() throws {
    try skipTest(below: .all)
    var generator = SplitMix64(seed: 7)
    let files = ["ViewControllerLifecycle", "NavigationTransition"]
    var specs = try files.map { try String(contentsOf: documentedSpec($0), encoding: .utf8) }
    let names = files + ["ShownViewController"]
    specs.append(
      specs[0].replacing("machine: ViewControllerLifecycle", with: "machine: ShownViewController")
        .replacing(
          "\nobserving: delegate",
          with: "\nobserving: {channels: delegate, events: [layoutSubviews, beginAppearing, beginDisappearing]}"))
    let parts: KeyValuePairs = ["ViewControllerLifecycle.yaml": specs[0]]
    var programs: [String] = []
    var expected = ""
    for (name, spec) in zip(names, specs) {
      let used = name == names[1] ? parts : [:]
      try write(generate(spec, monitor: true, name: "\(name).yaml", using: used).machine, to: "\(name).swift")
      let machine = try machine(spec, using: used, path: "\(name).yaml")
      let table = try makeMonitor(for: machine)
      var items: [Int] = []
      var state = table.start
      for _ in 0..<2_000 {
        let possible = (0..<table.columnCount).filter { table.state(afterColumn: $0, in: state) != nil }
        let isRight = !possible.isEmpty && generator.next() % 20 > 0
        let any = Int.random(in: 0..<table.columnCount, using: &generator)
        let item = isRight ? possible.randomElement(using: &generator)! : any
        let next = table.state(afterColumn: item, in: state)
        expected += next == nil ? "-" : table.isResting(in: next!) ? "." : "+"
        state = next ?? table.state(afterViolationAt: item)
        items.append(item)
      }
      let call = "\(name)Value.observe(\(name).CallbackName.allCases[item])"
      let isCall = "item < \(table.callbackCount)"
      let event = "\(name)Value.send(.allCases[item - \(table.callbackCount)])"
      let observation = table.events.isEmpty ? call : "\(isCall) ? \(call) : \(event)"
      expected += " \(table.expected(in: state).map { machine[$0].name })\n"
      programs.append(
        """
        var \(name)Text = "", \(name)Value = \(name)Monitor()
        for item in \(items) {
          let violation = \(observation)
          \(name)Text += violation != nil ? "-" : \(name)Value.isResting ? "." : "+"
        }
        print(\(name)Text, \(name)Value.expected.map(\\.description))
        """)
    }
    try write(programs.joined(separator: "\n"), to: "main.swift")
    try compile(["main.swift"] + names.map { "\($0).swift" }, ["-o", "program"])
    let output = try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true).output
    XCTAssertEqual(output, expected)
    XCTAssertTrue(["-", ".", "+"].allSatisfy(expected.contains))
  }
}
