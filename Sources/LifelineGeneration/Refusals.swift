import LifelineModel
import LifelineSource

extension DiagnosticKind {
  static let neededName = DiagnosticKind(
    "L504", .error, "a name that generated code needs",
    explanation: """
      Generated code writes `Swift.Bool` and the like, so that a machine may be called `Bool`; it could not \
      if a machine were called `Swift`. The module XCTest has a class of its own name, so that tests cannot \
      write `XCTest.XCTestCase`: a machine called `XCTestCase` or `XCTFail` would take these names from \
      them. Nor can a machine have the name of a type in its tests, such as `ScenarioPlay`. A type called `Self` \
      takes the place of Swift's own in its whole module. A field called `hashValue` would be taken for the one that \
      `Hashable` requires.

          machine: Swift                     # SwiftRuntime

      Call it something else.
      """)
  static let typeNameTaken = DiagnosticKind(
    "L505", .error, "a type called like a part of the machine",
    explanation: """
      A generated machine has types of its own inside it: `State`, `AnyState`, `Event`, `Callback`, \
      `Context` and a few private ones, and beside it its delegate's protocol and perhaps a class that holds it. \
      A parameter's type of the same name would mean those, and not yours.

          events: {receive: {parameters: {event: Event}}}
          events: {receive: {parameters: {event: Networking.Event}}}

      Write the module in front of it.
      """)
}

/// Finds what cannot be generated.
struct Refusals {
  private let machine: Machine
  private(set) var findings: [Diagnostic] = []

  /// The types inside a generated machine.
  private static let nestedTypes: Set<String> = [
    "State", "AnyState", "Event", "Callback", "Context", "Trigger", "Reaction", "Selection", "Kept", "Paths",
    "CodingKeys",
  ]
  /// The types inside one that has regions.
  private static let nestedTypesWithRegions: Set<String> = ["ConfigurationError", "Transition", "Selected"]

  /// What a machine cannot be called: the modules and types that generated code names, and the types that literals
  /// have by these names.
  private static let neededNames: Set<String> = [
    "Self", "Swift", "XCTestCase", "XCTFail", "IntegerLiteralType", "FloatLiteralType", "BooleanLiteralType",
    "StringLiteralType", "ExtendedGraphemeClusterType", "UnicodeScalarType", "ScenarioMachine", "ScenarioTimedMachine",
    "ScenarioPlay", "ScenarioSubjectPlay", "ScenarioLog", "ScenarioCalls",
  ]

  init(_ context: MachineContext) {
    machine = context.machine
    let (layout, names) = (context.layout, context.names)
    if Self.neededNames.contains(machine.name) {
      report(
        .neededName,
        "generated code needs the name `\(machine.name)` itself; give the machine another name",
        at: machine.nameRange)
    }
    var nested = Self.nestedTypes.union([names.delegate, names.object])
    if layout.hasRegions {
      nested.formUnion(Self.nestedTypesWithRegions)
      nested.formUnion(names.places.types)
    }
    for field in machine.fields where field.name == "hashValue" {
      report(
        .neededName, "`Hashable` has a `hashValue` of its own, so a field cannot be called that; call it otherwise",
        at: field.range)
    }
    for parameter in machine.events.flatMap(\.parameters) + machine.callbacks.flatMap(\.parameters) {
      check(parameter, nestedTypes: nested)
    }
    findings += names.collisions
    findings = findings.inSourceOrder()
  }

  private mutating func check(_ parameter: Parameter, nestedTypes: Set<String>) {
    guard case .opaque(let spelling) = parameter.type else { return }
    for word in Self.firstWords(of: spelling) where nestedTypes.contains(word) {
      report(
        .typeNameTaken,
        "in the generated machine `\(word)` is a type of its own; write the module in front of it: `Module.\(word)`",
        at: parameter.range)
      return
    }
  }

  /// The identifiers of a type's spelling that have no dot before them.
  private static func firstWords(of spelling: String) -> [String] {
    let words = spelling.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
    return words.compactMap { $0.split(separator: ".").first.map(String.init) }
  }

  private mutating func report(_ kind: DiagnosticKind, _ message: String, at range: SourceRange) {
    findings.append(Diagnostic(kind, message, at: SourceLocation(path: machine.path, range: range)))
  }
}
