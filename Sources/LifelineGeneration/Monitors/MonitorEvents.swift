import LifelineModel

/// The members of a monitor that is told of events besides calls.
///
/// Calls and events are items: the numbers of the calls come first, and those of the events follow, in the order of the
/// table's columns.
extension MonitorDeclaration {
  var eventName: String { nestedType("EventName") }
  var eventCaseNames: [String] { events.map { SwiftText.iterableCase($0.name) } }
  private var events: [Event] { table.events.map { machine.context.whole[$0] } }

  /// The enum of the events that a monitor is told of.
  var eventNames: Enumeration {
    Enumeration(
      documentation: ["The events that a monitor is told of each time that they are sent."], name: eventName,
      cases: events.map(\.name))
  }

  // MARK: Code that differs if there are events

  /// The expressions by which a violation describes what came.
  var shownItem: (text: String, location: String, expected: String, recent: String) {
    hasEvents
      ? (
        "\(name).name(of: item)", "\(name).location(of: item)", "Self.list(\(name).expectedItems(in: state))",
        "Self.list(recentCalls.items)"
      )
      : (
        "callback.description", "\(name).location(of: callback)", "Self.list(expected)", "Self.list(recentCallbacks)"
      )
  }

  /// The argument that tells a violation what came.
  var subjectArgument: String { hasEvents ? "item: index" : "callback: callback" }

  /// The arguments that tell of what can't come.
  var violationArguments: String { hasEvents ? "by: index" : "by: callback, index" }

  // MARK: Violations

  /// Returns the properties of a violation that say what came.
  /// - Parameter call: The documentation of the call.
  func subjectsOfViolation(_ call: String) -> [[Declaration]] {
    [
      [
        Declaration(
          "\(call)\(promises.hasAnswers ? "." : ";") `nil` if it is an event.", isPublic: true,
          head: "var callback: \(callbackName)?",
          line: "\(name).callback(of: item)")
      ],
      [
        Declaration(
          "The event\(promises.hasAskingEvents ? "; at the end, the one that has no answer. It is" : ";") `nil` if it is a call.",
          isPublic: true, head: "var event: \(eventName)?",
          line: "\(name).event(of: item)")
      ],
    ]
  }

  /// The property of a violation that lists events.
  var expectedEventsOfViolation: Declaration {
    Declaration(
      "The events that could have come instead.", isPublic: true, head: "var expectedEvents: [\(eventName)]",
      line: "\(name).expectedEvents(in: state)")
  }

  // MARK: Following events

  /// The function that follows events.
  var send: Declaration {
    let (parameter, argument) = promises.isTimed ? (", at time: Swift.Duration? = nil", "at: time") : ("", "")
    let isFollowed = promises.isTimed
    let asks = "asks: Self.asks(event, in: state)"
    let followed: [Statement] =
      switch (isFollowed, promises.hasAskingEvents) {
      case (true, true): [.constant("breach", "promises.send(event, \(asks), \(argument))")]
      case (true, false): [.constant("breach", "promises.passTime(\(argument))")]
      case (false, true): ["promises.send(event, \(asks))"]
      case (false, false): []
      }
    let next: Statement = .constant("next", "Self.successor(of: state, by: index)")
    let forgotten: [Statement] = promises.isEmpty ? [] : ["promises = \(promisesTypeName)(isStart: false)"]
    let breach = isFollowed ? ", breach" : promises.isEmpty ? "" : ", nil"
    let end = (isFollowed ? [reportOfBreach("item: index")] : []) + goingOn
    return Declaration(
      documentation: [
        "Notes an event at the moment at which it is sent, before the calls that follow from it. Its arguments make no",
        "difference.", "",
        "An event that the machine ignores changes nothing. After a violation, the monitor goes on as if it began with this",
        "event, without knowing what came before.", "",
      ]
        + (isFollowed
          ? ["- Parameter time: The time since any moment before the first call. Without it, nothing comes too late."]
          : [])
        + [
          "- Returns: The violation if the event can't come here: before the machine has started, or if calls of a step are "
            + "missing" + (isFollowed ? ". Or the one of a promise whose time is over." : ".")
        ],
      attribute: "@discardableResult", isPublic: true,
      head: "mutating func send(_ event: \(eventName)\(parameter)) -> \(violation)?",
      body: .statements(
        [.constant("index", "Self.index(of: event)")]
          + followed + [
            next, .guard("next != Self.none", else: forgotten + [.return("noteViolation(by: index\(breach))")]),
          ] + end)
    )
  }

  /// The property that lists the events that can come.
  var expectedEvents: Declaration {
    Declaration(
      "The events that can come next, those that the machine ignores included.", isPublic: true,
      head: "var expectedEvents: [\(eventName)]", line: "Self.expectedEvents(in: state)")
  }

  // MARK: Looking up

  /// The functions between items, calls and events.
  var lookupsOfItems: [Declaration] {
    let count = table.callbackCount
    return [
      Declaration(
        head: "private static func expectedEvents(in state: Swift.UInt16) -> [\(eventName)]",
        body: ["\(eventName).allCases.filter { successor(of: state, by: index(of: $0)) != none }"]),
      Declaration(
        head: "private static func expectedItems(in state: Swift.UInt16) -> [Swift.Int]",
        body: ["(0..<\(table.itemCount)).filter { successor(of: state, by: $0) != none }"]),
      Declaration(
        head: "private static func index(of event: \(eventName)) -> Swift.Int",
        line: "\(count) + Swift.Int(event.rawValue)"),
      Declaration(
        head: "private static func callback(of item: Swift.Int) -> \(callbackName)?",
        line: "item < \(count) ? \(callbackName).allCases[item] : nil"),
      Declaration(
        head: "private static func event(of item: Swift.Int) -> \(eventName)?",
        line: "item < \(count) ? nil : \(eventName).allCases[item - \(count)]"),
      Declaration(
        head: "private static func name(of item: Swift.Int) -> Swift.String",
        line: #"callback(of: item)?.description ?? "event " + \#(eventName).allCases[item - \#(count)].description"#),
    ]
  }

  /// The function that tells whether an event asks for an answer.
  var lookupOfQuestion: Declaration {
    func digit(_ number: Int) -> String { "entry[\(1 + number)] &- \(TableText.digitOffset))" }
    var known: Set<Int> = []
    let cases = promises.askingEvents.filter { known.insert($0.asking).inserted }.map { event, asking -> Statement in
      "case .\(eventCaseNames[event]): return (\(digit(asking / 6)) & \(1 << (asking % 6)) != 0"
    }
    let others: [Statement] = known.count < events.count ? ["default: return false"] : []
    return Declaration(
      "Returns whether the machine can't ignore an event, wherever it may be.",
      head: "private static func asks(_ event: \(eventName), in state: Swift.UInt16) -> Swift.Bool",
      body: [
        .constant("entry", "table.utf8Start + Swift.Int(state) &* \(TableText.rowLength(of: table))"),
        "switch event {",
      ] + cases + others + ["}"])
  }

  /// The function that tells where the spec declares a callback or an event.
  var locationOfItems: Declaration {
    let own = events.map { locationElement(in: machine.options.specName, $0.range) }
    return Declaration(
      head: "private static func location(of item: Swift.Int) -> Swift.String",
      body: ["let locations: [Swift.StaticString] = ["] + locationsOfCallbacks + own
        + ["]", .return("locations[item].description")])
  }
}
