import LifelineModel
import LifelineSource

/// Finds the names in a machine that generated code can't have.
struct GenerationValidator {
  private let context: MachineContext
  private let machine: Machine
  private let names: MachineNames
  private let hasRegions: Bool

  /// The modules and types that generated code names, and the standard names of the types of literals.
  private static let neededNames: Set<String> = [
    "Self", "Swift", "Testing", "XCTest", "XCTestCase", "XCTFail", "IntegerLiteralType", "FloatLiteralType",
    "BooleanLiteralType", "StringLiteralType", "ExtendedGraphemeClusterType", "UnicodeScalarType", "ScenarioMachine",
    "ScenarioTimedMachine", "ScenarioPlay", "ScenarioSubjectPlay", "ScenarioLog", "ScenarioCalls", "ScenarioRow",
    "ScenarioValues", "ScenarioValueSource", "ScenarioValueRequirements", "ScenarioInbox", "ScenarioSteps",
    "ScenarioProgress", "ScenarioAnswer", "ScenarioDelay",
  ]

  init(_ context: MachineContext) {
    self.context = context
    machine = context.machine
    names = context.names
    hasRegions = context.layout.hasRegions
  }

  /// Returns the errors in source order.
  func validate() -> [Diagnostic] {
    (machineName + typeNames + fieldNames + parameterTypes + partNames + partTypes + partBeginnings + names.collisions)
      .inSourceOrder()
  }

  private var machineName: [Diagnostic] {
    guard Self.neededNames.contains(machine.name) else { return [] }
    let message = "generated code needs the name `\(machine.name)` itself; give the machine another name"
    return [diagnostic(.neededName, message, at: machine.nameRange)]
  }

  private var typeNames: [Diagnostic] {
    let others =
      [names.delegate, names.object, names.monitor, names.values]
      + ["Tests", "Subject", "Given", "Fact", "Calls"].map { machine.name + $0 }
      + (machine.parts.isEmpty ? [] : ["\(machine.name)Part"])
    let taken = TakenNames.types.union(TakenNames.typesWithRegions).union(TakenNames.words).union(Self.neededNames)
      .union(others)
    return machine.types.filter { taken.contains($0.name) }.map { type in
      let message = "generated code needs the name `\(type.name)` itself; give the type another name"
      return diagnostic(.neededName, message, at: type.range)
    }
  }

  private var fieldNames: [Diagnostic] {
    machine.fields.filter { $0.name == "hashValue" }.map { field in
      let message =
        "`Hashable` has a property `hashValue`, so a field can't have that name; give the field another name"
      return diagnostic(.neededName, message, at: field.range)
    }
  }

  /// The names of parts that are names of members of the machine or of its object.
  private var partNames: [Diagnostic] {
    guard !context.ownParts.isEmpty else { return [] }
    let taken = TakenNames.types.union(TakenNames.typesWithRegions).union(TakenNames.members).union(TakenNames.words)
      .union(TakenNames.besideParts).union(context.parts.map(\.context.machine.name))
    return context.ownParts.map(\.part).filter { part in
      taken.contains(part.name) || TakenNames.hasPrefixOfMembers(part.name)
    }.map { part in
      let message = "generated code needs the name `\(part.name)` itself; give the part another name"
      return diagnostic(.neededName, message, at: part.range)
    }
  }

  /// The parts whose machines have names of types in the machine, which would hide them.
  private var partTypes: [Diagnostic] {
    let types = TakenNames.types.union(hasRegions ? TakenNames.typesWithRegions : []).union(machine.types.map(\.name))
    return context.ownParts.filter {
      types.contains($0.context.machine.name) || $0.context.machine.name == machine.name
    }
    .map { part in
      let name = part.context.machine.name
      let message =
        "the machine of the part `\(part.part.name)` is called `\(name)`, and so is a type of this machine in generated "
        + "code; give one of the two machines, or the type, another name"
      return diagnostic(.neededName, message, at: part.part.useRange)
    }
  }

  /// The scenarios that begin where the machine of a part never rests.
  private var partBeginnings: [Diagnostic] {
    context.whole.scenarios.flatMap { scenario in
      (scenario.givenStates + scenario.addedStates.flatMap(\.states)).compactMap { state -> Diagnostic? in
        guard let (part, state) = context.partWithState(state) else { return nil }
        let leaf = EntryPlanner(machine: part.context.machine, isFresh: true).leaf(in: state)
        guard part.context.layout.passed.contains(leaf) else { return nil }
        let path = "\(part.part.name).\(part.context.machine[leaf].path)"
        let message =
          "the scenario begins in `\(path)`, where `\(part.context.machine.name)` never rests, so its `State` has no case "
          + "for it; begin in a state before or after it"
        return diagnostic(.passedBeginning, message, at: scenario.beginningRange ?? scenario.range)
      }
    }
  }

  private var parameterTypes: [Diagnostic] {
    var nestedTypes = TakenNames.types.union([names.delegate, names.object, names.monitor])
    if hasRegions { nestedTypes.formUnion(TakenNames.typesWithRegions) }
    let parameters = machine.events.flatMap(\.parameters) + machine.callbacks.flatMap(\.parameters)
    return parameters.compactMap { parameter in
      guard let type = parameter.type.identifiers.first(where: nestedTypes.contains) else { return nil }
      let message =
        "`\(type)` is a type of the generated machine; write the module in front of yours: `Module.\(type)`"
      return diagnostic(.typeNameTaken, message, at: parameter.range)
    }
  }

  private func diagnostic(_ kind: DiagnosticKind, _ message: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(kind, message, at: SourceLocation(path: machine.path, range: range))
  }
}
