import LifelineModel

/// The members of a monitor of which an app knows more than the spec: the values of fixed fields, and calls that are missing.
extension MonitorDeclaration {
  private var choices: MonitorTableChoices { table.choices }
  /// Whether an app can choose anything.
  var hasChoices: Bool { !choices.isEmpty }

  private var omissionsName: String { nestedType("Omissions") }

  /// The state without knowledge, in methods of a monitor.
  var anywhereState: String { hasChoices ? "anywhere" : "Self.anywhere" }

  /// The stored property of the state without knowledge, which depends on the choices.
  var storedAnywhere: Declaration {
    Declaration("The state without knowledge.", head: "private let anywhere: Swift.UInt16")
  }

  /// The type of what may be left out.
  var omissionsType: Declaration {
    var taken: Set<String> = ["rawValue", "init", "self", "Self", "Type", "allSatisfy", "all"]
    let members = choices.omissions.enumerated().map { index, name in
      let member = SwiftText.identifier(uniqueName(SwiftText.camelCase(path: name), &taken, suffix: "_"))
      return Declaration(
        isPublic: true, head: "static var \(member): Self", line: "Self(rawValue: \(1 << index))")
    }
    return Declaration(
      "Calls that a monitor may not get: those of channels and of single callbacks.", isPublic: true,
      head: "struct \(omissionsName): Swift.OptionSet, Swift.Hashable, Swift.Sendable",
      members: [
        [
          Declaration(isPublic: true, head: "let rawValue: Swift.UInt8"),
          Declaration(
            isPublic: true, head: "init(rawValue: Swift.UInt8)", line: "self.rawValue = rawValue"),
        ], members,
      ])
  }

  /// The initializer with a parameter for each choice, and the property without any.
  var choosingInitializers: [Declaration] {
    let text = ExpressionText(of: machine.context, insideMachine: false)
    let names = parameterNames
    let fields = zip(choices.fields, names.fields).map { given, name in
      "\(SwiftText.identifier(name)): \(text.type(field(given).type))? = nil"
    }
    let omitted = choices.omissions.isEmpty ? [] : ["\(names.omitted): \(omissionsName) = []"]
    let flag = "\(names.startsAnywhere): Swift.Bool = false"
    var number = "0"
    for (index, given) in choices.fields.enumerated() {
      let group = "Self.\(groupFunction(index))(\(SwiftText.identifier(names.fields[index])))"
      number = number == "0" ? group : "(\(number)) &* \(given.groupCount + 1) &+ \(group)"
    }
    if !choices.omissions.isEmpty {
      let mask = (1 << choices.omissions.count) - 1
      let own = "Swift.Int(\(names.omitted).rawValue & \(mask))"
      number = number == "0" ? own : "(\(number)) &* \(mask + 1) &+ \(own)"
    }
    let promised: [Statement] =
      promises.isEmpty ? [] : ["promises = \(promisesTypeName)(isStart: !\(names.startsAnywhere))"]
    var documentation = ["Creates a monitor of a machine that hasn't started.", "", "- Parameters:"]
    for (given, name) in zip(choices.fields, names.fields) {
      documentation.append(
        "  - \(name): The value of the field `\(field(given).name)`. Without it, the field may have any.")
    }
    if !omitted.isEmpty {
      documentation.append("  - \(names.omitted): The calls that may be missing. Those that come must fit.")
    }
    documentation.append("  - \(names.startsAnywhere): Whether nothing is known of what came before.")
    let chosen: [Statement] = remembersChoice ? [.constant("chosen", .name(number)), "choice = chosen"] : []
    let beginning: [Statement] =
      chosen + [
        .constant("beginning", .name("Self.beginnings.utf8Start + 4 &* (\(remembersChoice ? "chosen" : number))")),
        .constant("unknown", "Self.number(at: beginning + 2)"), "anywhere = unknown",
        "state = \(names.startsAnywhere) ? unknown : Self.number(at: beginning)",
      ]
    return [
      Declaration(
        documentation: documentation, isPublic: true,
        head: "init(\((fields + omitted + [flag]).joined(separator: ", ")))",
        body: .statements(beginning + promised)),
      Declaration(
        "A monitor that doesn't know what came before. It finds nothing until the calls tell it where the machine is.",
        isPublic: true, head: "static var startingAnywhere: Self", line: "Self(\(names.startsAnywhere): true)"),
    ]
  }

  /// The functions that find the groups of values, and the beginnings.
  var lookupsOfChoices: [Declaration] {
    let digit = TableText.digitOffset
    return choices.fields.indices.map(group)
      + [
        Declaration(
          head: "private static func number(at digits: Swift.UnsafePointer<Swift.UInt8>) -> Swift.UInt16",
          line: "(Swift.UInt16(digits[0]) &- \(digit)) | (Swift.UInt16(digits[1]) &- \(digit)) &<< 6"),
        Declaration(
          "For each combination of choices, the state before the start and the one without knowledge, in two digits each.",
          head: "private static var beginnings: Swift.StaticString",
          body: [##"#""""##] + beginningLines.map { "\($0)\\#" as Statement } + ["", ##""""#"##]),
      ]
  }

  private var beginningLines: [String] {
    let texts = table.beginnings.map { TableText.number($0.start) + TableText.number($0.anywhere) }
    return stride(from: 0, to: texts.count, by: 24).map { texts[$0..<min($0 + 24, texts.count)].joined() }
  }

  private func field(_ given: MonitorTableChoices.GivenField) -> Field { machine.context.whole[given.field] }

  private var parameterNames: (fields: [String], omitted: String, startsAnywhere: String) {
    var taken: Set<String> = [
      "beginning", "unknown", "anywhere", "state", "promises", "chosen", "choice", "self",
    ]
    let fields = choices.fields.map { uniqueName(field($0).name, &taken, suffix: "_") }
    return (fields, uniqueName("without", &taken, suffix: "_"), uniqueName("startsAnywhere", &taken, suffix: "_"))
  }

  private func groupFunction(_ index: Int) -> String { "group\(index)" }

  /// The function that finds the group of a field's value.
  private func group(_ index: Int) -> Declaration {
    let (given, text) = (choices.fields[index], ExpressionText(of: machine.context, insideMachine: false))
    let type = field(given).type
    var others = 0
    var lines = given.cases.compactMap { found -> String? in
      switch found.values {
      case .value(let value): return "case \(text.text(value)): return \(found.group)"
      case .numbers(let range):
        if range == Int.min...Int.max {
          others = found.group
          return nil
        }
        return "case \(pattern(range, type, text)): return \(found.group)"
      case .others:
        others = found.group
        return nil
      }
    }
    let isExhaustive = type == .bool || type.caseNames != nil
    if !isExhaustive || given.cases.count < type.caseNames?.count ?? 2 { lines.append("default: return \(others)") }
    return Declaration(
      "Returns the number of the values of `\(field(given).name)` that the machine treats like one; 0 if it isn't known.",
      head: "private static func \(groupFunction(index))(_ value: \(text.type(type))?) -> Swift.Int",
      body: [.guard("let value", else: [.return("0")]), "switch value {"] + lines.map { "\($0)" as Statement } + ["}"])
  }

  private func pattern(_ range: ClosedRange<Int>, _ type: ValueType, _ text: ExpressionText) -> String {
    func bound(_ number: Int) -> String { text.text(Value(number, as: type)) }
    if range.lowerBound == .min { return "...\(negativeSafe(bound(range.upperBound)))" }
    if range.upperBound == .max { return "\(negativeSafe(bound(range.lowerBound)))..." }
    if range.lowerBound == range.upperBound { return bound(range.lowerBound) }
    return "\(bound(range.lowerBound))...\(negativeSafe(bound(range.upperBound)))"
  }

  /// Returns a number that may stand right beside an operator.
  private func negativeSafe(_ number: String) -> String { number.hasPrefix("-") ? "(\(number))" : number }
}
