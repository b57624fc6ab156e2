import LifelineModel

/// The monitor, which follows calls that other code makes.
struct MonitorDeclaration {
  let machine: MachineDeclarations
  let table: MonitorTable
  /// The promises that the monitor follows besides its table.
  let promises: MonitorPromises

  init(machine: MachineDeclarations, table: MonitorTable) {
    self.machine = machine
    self.table = table
    promises = .find(in: machine.context.whole, specName: machine.options.specName)
  }

  var name: String { machine.names.monitor }
  var callbackName: String { "\(machine.names.type).CallbackName" }
  var violation: String { nestedType("Violation") }
  private var recentCalls: String { nestedType("RecentCalls") }

  /// The number of bits for one of the last calls.
  private var callBits: Int { table.callbackCount < 1 << 8 ? 8 : 16 }
  /// The position of the uppermost of these calls in 64 bits.
  private var upperShift: Int { 64 - callBits }
  /// The number of the last calls that a monitor keeps.
  private var recentCount: Int { 128 / callBits }

  /// Returns the name of a type in the monitor, which must not hide a machine of its name.
  func nestedType(_ name: String) -> String { machine.machine.name == name ? "Monitor\(name)" : name }

  /// The type of the monitor.
  var declaration: Declaration {
    let storage: [Declaration] = [
      "private var state: Swift.UInt16", "private var recentCalls = \(recentCalls)()",
      Declaration(
        "The first violation; `nil` as long as all calls fit.", isPublic: true,
        head: "private(set) var violation: \(violation)?"),
    ]
    let availability = promises.isTimed ? MachineContext.durationAvailability : machine.context.availability
    let promiseStorage: [[Declaration]] = promises.isEmpty ? [] : [["private var promises: \(promisesTypeName)"]]
    let promiseMembers = promises.isEmpty ? [] : [[wordsOfBreaches], [promisesType]]
    let constants = [
      Declaration(
        "The state without knowledge.", head: "private static var anywhere: Swift.UInt16", line: "\(table.anywhere)"),
      Declaration(
        "The number that stands in the table for a call that can't come.",
        head: "private static var none: Swift.UInt16", line: "\(TableText.none)"),
    ]
    let members: [[Declaration]] =
      [[violationType], storage] + promiseStorage + (initializers + following + lookups).map { [$0] }
      + [constants, [tableText], [location]] + promiseMembers + [[recentCallsType]]
    return Declaration(
      "Follows the calls of code that should behave like `\(machine.machine.name)`, and finds each call that comes where it "
        + "can't.", "",
      "A monitor is a value. It needs no clock, and it allocates no memory as long as the calls fit.",
      attribute: availability.isEmpty ? nil : availability, isPublic: true,
      head: "nonisolated struct \(name): Swift.Hashable, Swift.Sendable", members: members)
  }

  // MARK: - Violations

  private var violationType: Declaration {
    let description: [Statement] = [
      #"var text = "`" + callback.description + "` came where it can't (""#,
      "text += \(name).location(of: callback) + \"); could have come: \" + Self.list(expected)",
      .return(#"text + "; before it: " + Self.list(recentCallbacks)"#),
    ]
    let list: [Statement] = [
      #"var text = """#,
      #"for callback in callbacks { text += (text.isEmpty ? "" : ", ") + callback.description }"#,
      .return(#"text.isEmpty ? "(none)" : text"#),
    ]
    let (broken, end) = (promises.isEmpty ? "" : ", or that broke a promise", promises.hasAnswers)
    return Declaration(
      "A call that came where it can't\(broken).", isPublic: true,
      head: "struct \(violation): Swift.Error, Swift.Hashable, Swift.CustomStringConvertible, Swift.Sendable",
      members: [
        [
          Declaration(
            "The call\(end ? "; at the end, the one that has no answer" : "").", isPublic: true,
            head: "let callback: \(callbackName)"),
          "fileprivate let state: Swift.UInt16", "fileprivate let recentCalls: \(recentCalls)",
        ] + (promises.isEmpty ? [] : violationProperties)
      ] + (promises.isEmpty ? [] : [[brokenPromise]]) + [
        [
          Declaration(
            "The calls that could have come instead.", isPublic: true, head: "var expected: [\(callbackName)]",
            line: "\(name).expected(in: state)")
        ],
        [
          Declaration(
            "The last calls before it, at most \(recentCount), in order.", isPublic: true,
            head: "var recentCallbacks: [\(callbackName)]", line: "recentCalls.callbacks")
        ],
        [
          Declaration(
            isPublic: true, head: "var description: Swift.String",
            body: promises.isEmpty ? description : descriptionWithPromise)
        ],
        [
          Declaration(
            head: "private static func list(_ callbacks: [\(callbackName)]) -> Swift.String", body: list)
        ],
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
    return observe + [
      Declaration(
        "The calls that can come next.", isPublic: true, head: "var expected: [\(callbackName)]",
        line: "Self.expected(in: state)"),
      Declaration(
        "Whether the machine can be at rest. If not, a step isn't complete: some of its calls are still missing.",
        isPublic: true, head: "var isResting: Swift.Bool",
        line: "Self.table.utf8Start[Swift.Int(state) * \(TableText.rowLength(of: table))] != \(TableText.digitOffset)"),
      Declaration(
        head:
          "private mutating func noteViolation(by callback: \(callbackName), _ index: Swift.Int\(parameter)) -> "
          + violation,
        body: [
          .constant(
            "found", "\(violation)(callback: callback, state: state, recentCalls: recentCalls\(argument))"),
          "if violation == nil { violation = found }",
          .constant("next", "Self.successor(of: Self.anywhere, by: index)"),
          "state = next == Self.none ? Self.anywhere : next", "recentCalls.append(index)", .return("found"),
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
        .guard("next != Self.none", else: [.return("noteViolation(by: callback, index)")]), "state = next",
        "recentCalls.append(index)", .return("nil"),
      ])
  }

  // MARK: - The table

  private var lookups: [Declaration] {
    let (digit, row) = (TableText.digitOffset, TableText.rowLength(of: table))
    return [
      Declaration(
        head: "private static func expected(in state: Swift.UInt16) -> [\(callbackName)]",
        body: ["\(callbackName).allCases.filter { successor(of: state, by: index(of: $0)) != none }"]),
      Declaration(
        head: "private static func index(of callback: \(callbackName)) -> Swift.Int",
        line: "Swift.Int(callback.rawValue)"),
      Declaration(
        head: "private static func successor(of state: Swift.UInt16, by index: Swift.Int) -> Swift.UInt16",
        body: [
          .constant("entry", "table.utf8Start + (Swift.Int(state) &* \(row) &+ 1 &+ 2 &* index)"),
          .return("(Swift.UInt16(entry[0]) &- \(digit)) | (Swift.UInt16(entry[1]) &- \(digit)) &<< 6"),
        ]),
    ]
  }

  private var tableText: Declaration {
    let rows = (0..<table.stateCount).map { "\(TableText.row($0, of: table))\\#" as Statement }
    return Declaration(
      "The states, one a line: whether the machine can be at rest, and the next state for each call, in two digits of base 64",
      "that begin with `$`, the lower one first.", head: "private static var table: Swift.StaticString",
      body: [##"#""""##] + rows + ["", ##""""#"##])
  }

  /// The function that tells where the spec declares a callback.
  private var location: Declaration {
    let whole = machine.context.whole
    let locations = whole.callbacks.indices.map { index -> Statement in
      let file = whole.part(of: ID<Callback>(index)).map { Self.fileName(whole[$0].path) }
      let line = whole.callbacks[index].range.start.line
      return "  \(SwiftText.stringLiteral("\(file ?? machine.options.specName):\(line)")),"
    }
    return Declaration(
      head: "private static func location(of callback: \(callbackName)) -> Swift.String",
      body: ["let locations: [Swift.StaticString] = ["] + locations
        + ["]", .return("locations[index(of: callback)].description")])
  }

  private static func fileName(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  // MARK: - The last calls

  private var recentCallsType: Declaration {
    let number: [Statement] = [
      .constant("number", "Swift.Int(calls >> Swift.UInt64(shift) & \(1 << callBits - 1))"),
      "if number > 0 { result.append(\(callbackName).allCases[number - 1]) }",
    ]
    let callbacks: [Statement] = [
      .variable("result: [\(callbackName)]", "[]"),
      .for(
        "calls", in: "[older, newer]",
        [.for("shift", in: "Swift.stride(from: \(upperShift), through: 0, by: -\(callBits))", number)]),
      .return("result"),
    ]
    return Declaration(
      "The last calls. Each takes \(callBits) bits, which hold its number plus one; the latest takes the lowest.",
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
        ], [Declaration(head: "var callbacks: [\(callbackName)]", body: callbacks)],
      ])
  }
}

/// The text of a monitor's table.
///
/// A row is a character that says whether the machine can be at rest, followed by two digits of base 64 for each callback. A
/// digit above 63 in the second place means that the call can't come.
private enum TableText {
  static let digitOffset = 36
  static let none = 1 << 12

  static func rowLength(of table: MonitorTable) -> Int { 1 + 2 * table.callbackCount }

  static func row(_ state: Int, of table: MonitorTable) -> String {
    var digits = [table.isResting(in: state) ? 1 : 0]
    for callback in 0..<table.callbackCount {
      let next = table.state(after: ID(callback), in: state) ?? none
      digits += [next % 64, next / 64]
    }
    return String(decoding: digits.map { UInt8(digitOffset + $0) }, as: UTF8.self)
  }
}
