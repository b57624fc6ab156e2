import LifelineModel
import LifelineSource

/// The names of a machine's parts in generated code, as Swift spells them.
struct MachineNames {
  /// The generated type.
  let type: String
  /// The case for each state in the enum of its region, or in `State`. Compound states have none of these.
  let stateCases: [String]
  /// The case of `AnyState` for each state. The root and histories have none of these.
  let anyStateCases: [String]
  /// The names of private functions for each state, without their verb.
  let functionSuffixes: [String]
  /// The types that the spec declares.
  let declaredTypes: Set<String>
  /// The types nested in `Context`, by the names of fields that list their values.
  let fieldTypes: [String: String]
  /// The names of the regions and their positions.
  let regions: RegionNames
  /// The properties that hold the parts.
  let parts: Set<String>
  /// The names of the machines that are parts, at any depth, by the machines' names.
  let machinesOfParts: [String: MachineNames]
  /// The cases of internal events for each raised event, and for the completion of each state.
  let internalEvents: (raised: [String], done: [String])
  /// The property for each timer slot.
  let timers: [String]
  /// The stored property that holds the fields. The host's `context` is computed if it protects some of them, or checks
  /// their ranges.
  let storedContext: String
  /// The type that supplies tests with values of types that the language doesn't know.
  let values: String
  /// The protocol of the machine's delegates.
  let delegate: String
  /// The class that holds a machine.
  let object: String
  /// The type of the monitor.
  let monitor: String
  /// The errors about states that would have the same name.
  let collisions: [Diagnostic]

  /// Returns the names of a machine's parts.
  static func assign(
    to machine: Machine, layout: StateLayout, internalEvents: InternalEvents, parts: [PartContext] = []
  ) -> MachineNames {
    let ownCases = layout.regions.map { region in
      cases(of: region.positions.map { machine[$0] }.filter(\.isPosition), in: machine)
    }
    let allCases = cases(of: machine.states.filter(layout.isNamed), in: machine)
    let stateCases = list(ownCases, in: machine)
    let anyStateCases = list([allCases], in: machine)
    // States without a case in `AnyState` have functions, too.
    let proper = cases(of: machine.states.filter { $0.parent != nil && !$0.isHistory }, in: machine)
    let suffixes = functionSuffixes(list([proper], in: machine))
    let delegate = "\(machine.name)Delegate"
    let object = "\(machine.name)Object"
    let monitor = "\(machine.name)Monitor"
    let values = "\(machine.name)Values"
    let regions = PublicRegionNames.choose(
      for: layout, of: machine,
      beside: [machine.name, delegate, object, monitor, values]
        + parts.flatMap { [$0.part.ownName, $0.context.machine.name] },
      suffixes: suffixes)
    let declaredTypes = Set(machine.types.map(\.name))
    let typesOfParts = parts.map(\.context.machine.name)
    let regionNames = RegionNames.assign(
      regions, to: layout, stateCases: stateCases, anyStateCases: anyStateCases,
      beside: declaredTypes.union(typesOfParts).union(parts.map(\.part.ownName)))
    let isComposed = parts.contains { $0.part.container == nil && $0.context.hasContext }
    // A state is named twice, but reported once.
    let collisions = ownCases.reduce(into: allCases.collisions) { $0.merge($1.collisions) { $1 } }
    return MachineNames(
      type: SwiftText.identifier(machine.name), stateCases: stateCases, anyStateCases: anyStateCases,
      functionSuffixes: suffixes, declaredTypes: declaredTypes,
      fieldTypes: fieldTypes(of: machine.fields, beside: declaredTypes.union(typesOfParts)),
      regions: regionNames, parts: Set(parts.filter { $0.part.container == nil }.map(\.property)),
      machinesOfParts: Dictionary(parts.map { ($0.context.machine.name, $0.context.names) }) { first, _ in first },
      internalEvents: cases(of: internalEvents, in: machine, suffixes: suffixes),
      timers: timers(in: layout.timerSlots, suffixes: suffixes, beside: regionNames.storedProperties),
      storedContext: isComposed || machine.fields.contains { $0.isProtected || $0.bounds != nil }
        ? "storedContext" : "context",
      values: values,
      delegate: delegate, object: object, monitor: monitor,
      collisions: collisions.sorted { $0.key < $1.key }.map(\.value))
  }

  /// Returns the case for a state in the enum of its region, or in `State`.
  func stateCase(_ state: ID<State>) -> String { stateCases[state.index] }

  /// Returns the case of `AnyState` for a state other than the root.
  func anyStateCase(_ state: ID<State>) -> String { anyStateCases[state.index] }

  /// Returns the case of an internal event.
  func internalEventCase(_ event: InternalEvent) -> String {
    switch event {
    case .event(let event): internalEvents.raised[event.index]
    case .done(let state): internalEvents.done[state.index]
    }
  }

  /// Returns the type in `Context` of a field that lists its values.
  func caseType(ofField name: String) -> String {
    fieldTypes[name] ?? SwiftText.identifier(SwiftText.capitalized(name))
  }

  // MARK: - States

  /// The names of cases and the errors about states that would have the same name.
  private struct Cases {
    var names: [(state: ID<State>, name: String)] = []
    var collisions: [ID<State>: Diagnostic] = [:]
  }

  /// Returns the bare name of each state if no other of `states` has it, or else its path in camel case.
  private static func cases(of states: [State], in machine: Machine) -> Cases {
    var counts: [String: Int] = [:]
    for state in states { counts[state.name, default: 0] += 1 }
    var owners: [String: State] = [:]
    var cases = Cases()
    for state in states {
      let name = counts[state.name] == 1 ? state.name : SwiftText.camelCase(path: state.path)
      cases.names.append((state.id, SwiftText.iterableCase(name)))
      guard let other = owners.updateValue(state, forKey: name) else { continue }
      let message =
        "`\(state.path)` and `\(other.path)` would both be called `\(name)` in generated code; rename one of them"
      cases.collisions[state.id] = Diagnostic(
        .stateNameCollision, message, at: SourceLocation(path: machine.path, range: state.range),
        notes: [
          Diagnostic.Note("`\(other.path)`", at: SourceLocation(path: machine.path, range: other.range))
        ])
    }
    return cases
  }

  /// Returns the name in `cases` for each state of a machine, and another name for a state that isn't in these.
  private static func list(_ cases: [Cases], in machine: Machine) -> [String] {
    var result = machine.states.map { $0.parent == nil ? "root" : SwiftText.camelCase(path: $0.path) }
    for (state, name) in cases.flatMap(\.names) { result[state.index] = name }
    return result
  }

  private static func functionSuffixes(_ cases: [String]) -> [String] {
    var taken: Set<String> = []
    return cases.map { uniqueName(SwiftText.capitalized($0.filter { $0 != "`" }), &taken) }
  }

  /// Returns the property for each timer slot, which is named after the states whose timers use it.
  private static func timers(
    in slots: TimerSlots, suffixes: [String], beside properties: Set<String>
  ) -> [String] {
    var taken = properties
    var counts: [String: Int] = [:]
    return slots.states.map { states in
      let names = states.prefix(2).map { suffixes[$0.index] }
      let stem = "timerOf" + (states.count > 2 ? "\(names[0])OrOthers" : names.joined(separator: "Or"))
      var name = stem
      while !taken.insert(name).inserted {
        counts[stem, default: 1] += 1
        name = "\(stem)\(counts[stem, default: 1])"
      }
      return name
    }
  }

  // MARK: - Events and fields

  private static func cases(
    of events: InternalEvents, in machine: Machine, suffixes: [String]
  ) -> (raised: [String], done: [String]) {
    let raised = machine.events.map { SwiftText.rawCase($0.name) }
    var taken = Set(events.raised.map { raised[$0.index] })
    var done = suffixes.map { "done\($0)" }
    for state in events.completedStates { done[state.index] = uniqueName(done[state.index], &taken, suffix: "_") }
    return (raised, done)
  }

  /// Returns the types in `Context`. Their names differ from those of its properties, and hide neither the standard
  /// library nor the types that the spec declares.
  private static func fieldTypes(of fields: [Field], beside types: Set<String>) -> [String: String] {
    var taken = types.union(fields.map(\.name)).union(["Swift", "Type", "Self", "Protocol", "Any"])
    return fields.reduce(into: [:]) { types, field in
      guard case .cases = field.type else { return }
      let name = uniqueName(SwiftText.capitalized(field.name), &taken, suffix: "Value")
      types[field.name] = SwiftText.identifier(name)
    }
  }
}
