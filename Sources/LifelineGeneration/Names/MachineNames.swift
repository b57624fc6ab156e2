import LifelineModel
import LifelineSource

/// The names of a machine's parts in generated code, as Swift spells them.
struct MachineNames {
  /// The generated type.
  let type: String
  /// The case of `State` for each state; `nil` for a state with children.
  let stateCases: [String?]
  /// The case of `AnyState` for each state; `nil` for the root.
  let anyStateCases: [String?]
  /// The names of private functions for each state, without their verb.
  let functionSuffixes: [String]
  /// The types nested in `Context`, by the names of fields that list their values.
  let fieldTypes: [String: String]
  /// The names of the regions and their positions.
  let regions: RegionNames
  /// The cases of internal events.
  let internalEvents: [InternalEvent: String]
  /// The number of timer slots.
  let timerCount: Int
  /// The type that supplies tests with values of types that the language doesn't know.
  let values: String
  /// The protocol of the machine's delegates.
  let delegate: String
  /// The class that holds a machine.
  let object: String
  /// The errors about states that would have the same name.
  let collisions: [Diagnostic]

  /// Returns the names of a machine's parts.
  static func assign(to machine: Machine, layout: StateLayout, internalEvents: InternalEvents) -> MachineNames {
    let atomic = layout.hasRegions ? [] : machine.states.filter(\.isAtomic)
    let named = machine.states.filter { $0.parent != nil && !$0.isHistory }
    let stateCases = cases(of: atomic, in: machine)
    let anyStateCases = cases(of: named, in: machine)
    let suffixes = functionSuffixes(of: machine.states, cases: anyStateCases.names)
    return MachineNames(
      type: SwiftText.identifier(machine.name), stateCases: stateCases.names, anyStateCases: anyStateCases.names,
      functionSuffixes: suffixes, fieldTypes: fieldTypes(of: machine.fields),
      regions: RegionNames.assign(
        to: layout, suffixes: suffixes, cases: layout.hasRegions ? anyStateCases.names : stateCases.names),
      internalEvents: cases(of: internalEvents, in: machine, suffixes: suffixes),
      timerCount: layout.timerSlots.count, values: "\(machine.name)Values", delegate: "\(machine.name)Delegate",
      object: "\(machine.name)Object",
      // Atomic states are named twice, but reported once.
      collisions: stateCases.collisions.merging(anyStateCases.collisions) { $1 }.sorted { $0.key < $1.key }
        .map(\.value))
  }

  /// Returns the case of `State` for an atomic state.
  func stateCase(_ state: ID<State>) -> String { requiredName(stateCases[state.index], of: state) }

  /// Returns the case of `AnyState` for a state other than the root.
  func anyStateCase(_ state: ID<State>) -> String { requiredName(anyStateCases[state.index], of: state) }

  /// Returns the case of an internal event.
  func internalEventCase(_ event: InternalEvent) -> String { requiredName(internalEvents[event], of: event) }

  /// Returns the type in `Context` of a field that lists its values.
  func caseType(ofField name: String) -> String { requiredName(fieldTypes[name], of: name) }

  // MARK: - States

  /// Returns the bare name of each state if no other of `states` has it, or else its path in camel case, and the errors
  /// about states that would have the same name.
  private static func cases(
    of states: [State], in machine: Machine
  ) -> (names: [String?], collisions: [ID<State>: Diagnostic]) {
    var counts: [String: Int] = [:]
    for state in states { counts[state.name, default: 0] += 1 }
    var owners: [String: State] = [:]
    var names = [String?](repeating: nil, count: machine.states.count)
    var collisions: [ID<State>: Diagnostic] = [:]
    for state in states {
      let name = counts[state.name] == 1 ? state.name : camelCase(state.path)
      names[state.id.index] = SwiftText.rawCase(name)
      guard let other = owners.updateValue(state, forKey: name) else { continue }
      let message =
        "`\(state.path)` and `\(other.path)` would both be called `\(name)` in generated code; rename one of them"
      collisions[state.id] = Diagnostic(
        .stateNameCollision, message, at: SourceLocation(path: machine.path, range: state.range),
        notes: [
          Diagnostic.Note("`\(other.path)`", at: SourceLocation(path: machine.path, range: other.range))
        ])
    }
    return (names, collisions)
  }

  private static func functionSuffixes(of states: [State], cases: [String?]) -> [String] {
    var taken: Set<String> = []
    return states.map { state in
      let name = cases[state.id.index] ?? (state.isHistory ? camelCase(state.path) : "root")
      return unique(SwiftText.capitalized(name.filter { $0 != "`" }), &taken)
    }
  }

  private static func camelCase(_ path: String) -> String {
    let parts = path.split(separator: ".")
    guard let first = parts.first else { return path }
    return parts.dropFirst().reduce(into: String(first)) { $0 += SwiftText.capitalized(String($1)) }
  }

  // MARK: - Events and fields

  private static func cases(
    of events: InternalEvents, in machine: Machine, suffixes: [String]
  ) -> [InternalEvent: String] {
    var taken = Set(events.raised.map { SwiftText.rawCase(machine[$0].name) })
    return events.all.reduce(into: [:]) { result, event in
      switch event {
      case .event(let id): result[event] = SwiftText.rawCase(machine[id].name)
      case .done(let state):
        var name = "done\(suffixes[state.index])"
        while !taken.insert(name).inserted { name += "_" }
        result[event] = name
      }
    }
  }

  /// Returns the types in `Context`. Their names differ from those of its properties, and don't hide the standard
  /// library.
  private static func fieldTypes(of fields: [Field]) -> [String: String] {
    var taken = Set(fields.map(\.name)).union(["Swift", "Type", "Self", "Protocol", "Any"])
    return fields.reduce(into: [:]) { types, field in
      guard case .cases = field.type else { return }
      let name = unique(SwiftText.capitalized(field.name), &taken, suffix: "Value")
      types[field.name] = SwiftText.identifier(name)
    }
  }

  /// Returns the name, or the first variant of it, that isn't taken, and takes it.
  private static func unique(_ name: String, _ taken: inout Set<String>, suffix: String = "") -> String {
    guard !taken.insert(name).inserted else { return name }
    var count = 1
    var candidate = name
    repeat {
      count += 1
      candidate = suffix.isEmpty ? "\(name)\(count)" : candidate + suffix
    } while !taken.insert(candidate).inserted
    return candidate
  }
}
