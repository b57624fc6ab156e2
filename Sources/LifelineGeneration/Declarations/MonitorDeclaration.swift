import LifelineModel
import LifelineSource

/// The monitor, which follows calls that other code makes.
struct MonitorDeclaration {
  let machine: MachineDeclarations
  let table: MonitorTable
  /// The promises that the monitor follows besides its table.
  let promises: MonitorPromises

  init(machine: MachineDeclarations, table: MonitorTable) {
    self.machine = machine
    self.table = table
    promises = .find(in: machine.context.whole, table, specName: machine.options.specName)
  }

  var name: String { machine.names.monitor }
  var callbackName: String { "\(machine.names.type).CallbackName" }
  var violation: String { nestedType("Violation") }
  private var recentCalls: String { nestedType("RecentCalls") }

  /// Whether the monitor is told of events.
  var hasEvents: Bool { !table.events.isEmpty }
  /// The words for the calls, and for the events if the monitor is told of some.
  private var calls: String { hasEvents ? "calls and events" : "calls" }

  /// The number of bits for one of the last calls.
  private var callBits: Int { table.columnCount < 1 << 8 ? 8 : 16 }
  /// The position of the uppermost of these calls in 64 bits.
  private var upperShift: Int { 64 - callBits }
  /// The number of the last calls that a monitor keeps.
  var recentCount: Int { 128 / callBits }

  /// Returns the name of a type in the monitor, which must not hide a machine of its name.
  func nestedType(_ name: String) -> String { machine.machine.name == name ? "Monitor\(name)" : name }

  /// The type of the monitor.
  var declaration: Declaration {
    let storage: [Declaration] = [
      "private var state: Swift.UInt16", "private var recentCalls = \(recentCalls)()",
      Declaration(
        "The first violation; `nil` as long as all \(calls) fit.", isPublic: true,
        head: "private(set) var violation: \(violation)?"),
    ]
    let availability = promises.isTimed ? MachineContext.durationAvailability : machine.context.availability
    let promiseStorage: [[Declaration]] = promises.isEmpty ? [] : [["private var promises: \(promisesTypeName)"]]
    let promiseMembers = promises.isEmpty ? [] : [[wordsOfBreaches], [promisesType]]
    let anywhere = Declaration(
      "The state without knowledge.", head: "private static var anywhere: Swift.UInt16", line: "\(table.anywhere)")
    let constants =
      (hasChoices ? [] : [anywhere]) + [
        Declaration(
          "The number that stands in the table for a call\(hasEvents ? " or an event" : "") that can't come.",
          head: "private static var none: Swift.UInt16", line: "\(TableText.none)")
      ]
    var members: [[Declaration]] = hasEvents ? [[eventNames.declaration]] : []
    if !table.choices.omissions.isEmpty { members.append([omissionsType]) }
    members += [[violationType], storage + (hasChoices ? [storedAnywhere] : [])]
    if remembersChoice { members.append([storedChoice]) }
    members += promiseStorage
    members += ((hasChoices ? choosingInitializers : initializers) + following + lookups).map { [$0] }
    if hasChoices { members += lookupsOfChoices.map { [$0] } }
    if let stories = table.stories { members += lookups(of: stories).map { [$0] } }
    members +=
      [constants, [tableText], [hasEvents ? locationOfItems : location]] + promiseMembers + [[recentCallsType]]
    return Declaration(
      "Follows the calls of code that should behave like `\(machine.machine.name)`, and finds each call that comes where it "
        + "can't.", "",
      "A monitor is a value. It needs no clock, and it allocates no memory as long as the \(calls) fit.",
      attribute: availability.isEmpty ? nil : availability, isPublic: true,
      head: "nonisolated struct \(name): Swift.Hashable, Swift.Sendable", members: members)
  }

  // MARK: - Violations

  private var violationType: Declaration {
    let shown = shownItem
    let description: [Statement] = [
      #"var text = "`" + \#(shown.text) + "` came where it can't (""#,
      "text += \(shown.location) + \"); could have come: \" + \(shown.expected)",
      .return(#"text + "; before it: " + \#(shown.recent)\#(storyInText)"#),
    ]
    let (broken, end) = (promises.isEmpty ? "" : ", or that broke a promise", promises.hasAnswers)
    let call = "The call\(end ? "; at the end, the one that has no answer" : "")"
    let subject =
      hasEvents
      ? ["fileprivate let item: Swift.Int"]
      : [Declaration("\(call).", isPublic: true, head: "let callback: \(callbackName)")]
    return Declaration(
      "A call\(hasEvents ? " or an event" : "") that came where it can't\(broken).", isPublic: true,
      head: "struct \(violation): Swift.Error, Swift.Hashable, Swift.CustomStringConvertible, Swift.Sendable",
      members: [
        subject + ["fileprivate let state: Swift.UInt16", "fileprivate let recentCalls: \(recentCalls)"]
          + (remembersChoice ? ["fileprivate let choice: Swift.Int"] : [])
          + (promises.isEmpty ? [] : violationProperties) + (hasArguments ? [wrongArguments] : [])
      ] + (hasEvents ? subjectsOfViolation(call) : []) + (promises.isEmpty ? [] : [[brokenPromise]]) + [
        [
          Declaration(
            "The calls that could have come instead.", isPublic: true, head: "var expected: [\(callbackName)]",
            line: "\(name).expected(in: state)")
        ]
      ] + (hasEvents ? [[expectedEventsOfViolation]] : []) + [
        [
          Declaration(
            hasEvents
              ? "The calls among the last \(recentCount) calls and events before it, in order."
              : "The last calls before it, at most \(recentCount), in order.",
            isPublic: true,
            head: "var recentCallbacks: [\(callbackName)]",
            line: hasEvents ? "recentCalls.items.compactMap(\(name).callback(of:))" : "recentCalls.callbacks")
        ]
      ] + (hasStories ? [[storyOfViolation]] : []) + [
        [
          Declaration(
            isPublic: true, head: "var description: Swift.String",
            body: (hasArguments ? [descriptionOfArguments] : [])
              + (promises.isEmpty ? description : descriptionWithPromise))
        ],
        [list],
      ])
  }

  /// The function that writes calls, or calls and events, one behind the other.
  private var list: Declaration {
    let (parameter, element, text) =
      hasEvents
      ? ("items: [Swift.Int]", "item", "\(name).name(of: item)")
      : ("callbacks: [\(callbackName)]", "callback", "callback.description")
    return Declaration(
      head: "private static func list(_ \(parameter)) -> Swift.String",
      body: [
        #"var text = """#,
        #"for \#(element) in \#(hasEvents ? "items" : "callbacks") { text += (text.isEmpty ? "" : ", ") + \#(text) }"#,
        .return(#"text.isEmpty ? "(none)" : text"#),
      ])
  }

  // MARK: - Following calls

  private var initializers: [Declaration] {
    let (start, anywhere) = promises.isEmpty ? ("", "") : (", isStart: true", ", isStart: false")
    return [
      promises.isEmpty
        ? Declaration(head: "private init(state: Swift.UInt16)", line: "self.state = state") : initializerWithPromises,
      Declaration(
        "Creates a monitor of a machine that hasn't started.", isPublic: true, head: "init()",
        line: "self.init(state: \(table.start)\(start))"),
      Declaration(
        "A monitor that doesn't know what came before. It finds nothing until the calls tell it where the machine is.",
        isPublic: true, head: "static var startingAnywhere: Self", line: "Self(state: anywhere\(anywhere))"),
    ]
  }

  private var following: [Declaration] {
    let observe = promises.isEmpty ? [plainObserve] : followingWithPromises
    let (parameter, argument) = promises.isEmpty ? ("", "") : (", _ breach: Swift.Int?", ", breach: breach")
    let subject = hasEvents ? "index" : "callback: \(callbackName), _ index"
    return observe + (hasArguments ? [observeWithArguments] : []) + (hasEvents ? [send] : []) + [
      Declaration(
        "The calls that can come next.", isPublic: true, head: "var expected: [\(callbackName)]",
        line: "Self.expected(in: state)")
    ] + (hasEvents ? [expectedEvents] : []) + [
      Declaration(
        "Whether the machine can be at rest. If not, a step isn't complete: some of its calls are still missing.",
        isPublic: true, head: "var isResting: Swift.Bool",
        line: "Self.table.utf8Start[Swift.Int(state) * \(TableText.rowLength(of: table))] != \(TableText.digitOffset)"),
      Declaration(
        head:
          "private mutating func noteViolation(by \(subject): Swift.Int\(parameter)) -> " + violation,
        body: [
          .constant(
            "found", "\(violation)(\(subjectArgument), \(circumstances)\(argument))"),
          "if violation == nil { violation = found }",
          .constant("next", "Self.successor(of: \(anywhereState), by: index)"),
          "state = next == Self.none ? \(anywhereState) : next", "recentCalls.append(index)", .return("found"),
        ]),
    ]
  }

  /// The function that follows calls, if there are no promises to follow.
  private var plainObserve: Declaration {
    Declaration(
      "Notes a call. Its arguments make no difference, so its name is enough.", "",
      "After a violation, the monitor goes on as if it began with this call, without knowing what came before.", "",
      "- Returns: The violation if the call can't come here.", attribute: "@discardableResult", isPublic: true,
      head: "mutating func observe(_ callback: \(callbackName)) -> \(violation)?",
      body: [
        .constant("index", "Self.index(of: callback)"), .constant("next", "Self.successor(of: state, by: index)"),
        .guard("next != Self.none", else: [.return("noteViolation(\(violationArguments))")]), "state = next",
        "recentCalls.append(index)", .return("nil"),
      ])
  }

  // MARK: - The table

  private var lookups: [Declaration] {
    let (digit, row) = (TableText.digitOffset, TableText.rowLength(of: table))
    let first = TableText.firstColumn(of: table)
    return [
      Declaration(
        head: "private static func expected(in state: Swift.UInt16) -> [\(callbackName)]",
        body: ["\(callbackName).allCases.filter { successor(of: state, by: index(of: $0)) != none }"])
    ] + (hasEvents ? lookupsOfItems : []) + (promises.hasAskingEvents ? [lookupOfQuestion] : [])
      + (hasArguments ? [columnOfCall] : []) + [
        Declaration(
          head: "private static func index(of callback: \(callbackName)) -> Swift.Int",
          line: "Swift.Int(callback.rawValue)"),
        Declaration(
          head: "private static func successor(of state: Swift.UInt16, by index: Swift.Int) -> Swift.UInt16",
          body: [
            .constant("entry", "table.utf8Start + (Swift.Int(state) &* \(row) &+ \(first) &+ 2 &* index)"),
            .return("(Swift.UInt16(entry[0]) &- \(digit)) | (Swift.UInt16(entry[1]) &- \(digit)) &<< 6"),
          ]),
      ]
  }

  private var tableText: Declaration {
    let rows = (0..<table.stateCount).map { "\(TableText.row($0, of: table))\\#" as Statement }
    return Declaration(
      "The states, one a line: whether the machine can be at rest, \(promises.hasAskingEvents ? "which events it can't ignore, " : "")and the next state for each call\(hasEvents ? " and each event" : ""), in two digits of base 64",
      "that begin with `$`, the lower one first.", head: "private static var table: Swift.StaticString",
      body: [##"#""""##] + rows + ["", ##""""#"##])
  }

  /// The function that tells where the spec declares a callback.
  private var location: Declaration {
    Declaration(
      head: "private static func location(of callback: \(callbackName)) -> Swift.String",
      body: ["let locations: [Swift.StaticString] = ["] + locationsOfCallbacks
        + ["]", .return("locations[index(of: callback)].description")])
  }

  /// The places where specs declare the callbacks, as elements of an array.
  var locationsOfCallbacks: [Statement] {
    let whole = machine.context.whole
    return whole.callbacks.indices.map { index in
      let file = whole.part(of: ID<Callback>(index)).map { Self.fileName(whole[$0].path) }
      return locationElement(in: file ?? machine.options.specName, whole.callbacks[index].range)
    }
  }

  /// Returns a place in a spec as an element of an array.
  func locationElement(in file: String, _ range: SourceRange) -> Statement {
    "  \(SwiftText.stringLiteral("\(file):\(range.start.line)")),"
  }

  static func fileName(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  // MARK: - The last calls

  private var recentCallsType: Declaration {
    let (element, call) =
      hasEvents ? ("Swift.Int", "number - 1") : (callbackName, "\(callbackName).allCases[number - 1]")
    let number: [Statement] = [
      .constant("number", "Swift.Int(calls >> Swift.UInt64(shift) & \(1 << callBits - 1))"),
      "if number > 0 { result.append(\(call)) }",
    ]
    let list: [Statement] = [
      .variable("result: [\(element)]", "[]"),
      .for(
        "calls", in: "[older, newer]",
        [.for("shift", in: "Swift.stride(from: \(upperShift), through: 0, by: -\(callBits))", number)]),
      .return("result"),
    ]
    return Declaration(
      "The last \(calls). Each takes \(callBits) bits, which hold its number plus one; the latest takes the lowest.",
      head: "fileprivate struct \(recentCalls): Swift.Hashable, Swift.Sendable",
      members: [
        ["private var older: Swift.UInt64 = 0", "private var newer: Swift.UInt64 = 0"],
        [
          Declaration(
            head: "mutating func append(_ index: Swift.Int)",
            body: [
              "older = older &<< \(callBits) | newer &>> \(upperShift)",
              "newer = newer &<< \(callBits) | Swift.UInt64(truncatingIfNeeded: index &+ 1)",
            ])
        ], [Declaration(head: "var \(hasEvents ? "items" : "callbacks"): [\(element)]", body: list)],
      ])
  }
}
