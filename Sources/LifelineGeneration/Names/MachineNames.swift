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
  /// The names of private functions for each state, behind their verb.
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

  init(_ machine: Machine, layout: StateLayout, internalEvents: InternalEvents) {
    type = SwiftText.identifier(machine.name)
    timerCount = layout.slotCount
    values = "\(machine.name)Values"
    delegate = "\(machine.name)Delegate"
    object = "\(machine.name)Object"
    let atomic = layout.hasRegions ? [] : machine.states.filter(\.isAtomic)
    let named = machine.states.filter { $0.parent != nil && !$0.isHistory }
    var collisions = IDMap<State, Diagnostic>()
    stateCases = Self.cases(of: atomic, in: machine, reporting: &collisions)
    anyStateCases = Self.cases(of: named, in: machine, reporting: &collisions)
    self.collisions = collisions.sorted.map(\.value)

    var takenSuffixes: Set<String> = []
    var suffixes: [String] = []
    for state in machine.states {
      let standIn = state.isHistory ? Self.camelCase(state.path) : "root"
      let name = anyStateCases[state.id.index].map(Self.unescaped) ?? standIn
      suffixes.append(Self.unique(SwiftText.capitalized(name), &takenSuffixes))
    }
    functionSuffixes = suffixes
    regions = RegionNames(layout: layout, suffixes: suffixes, cases: layout.hasRegions ? anyStateCases : stateCases)

    var takenEvents = Set(internalEvents.raised.map { machine[$0].name })
    var events: [InternalEvent: String] = [:]
    for event in internalEvents.all {
      switch event {
      case .event(let id): events[event] = SwiftText.identifier(machine[id].name)
      case .done(let state):
        var name = "done\(suffixes[state.index])"
        while !takenEvents.insert(name).inserted { name += "_" }
        events[event] = name
      }
    }
    self.internalEvents = events

    // A type in `Context` must have another name than its properties, and must not hide the standard library.
    var takenTypes = Set(machine.fields.map(\.name)).union(["Swift", "Type", "Self", "Protocol", "Any"])
    var fieldTypes: [String: String] = [:]
    for field in machine.fields {
      guard case .cases = field.type else { continue }
      let name = Self.unique(SwiftText.capitalized(field.name), &takenTypes, suffix: "Value")
      fieldTypes[field.name] = SwiftText.identifier(name)
    }
    self.fieldTypes = fieldTypes
  }

  /// Returns the case of `State` for an atomic state.
  func stateCase(_ state: ID<State>) -> String { stateCases[state.index] ?? "" }

  /// Returns the case of `AnyState` for a state other than the root.
  func anyStateCase(_ state: ID<State>) -> String { anyStateCases[state.index] ?? "" }

  private static func unescaped(_ name: String) -> String { name.filter { $0 != "`" } }

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

  /// Returns the bare name of each state if no other of `states` has it, or else its path in camel case.
  private static func cases(
    of states: [State], in machine: Machine, reporting collisions: inout IDMap<State, Diagnostic>
  ) -> [String?] {
    var counts: [String: Int] = [:]
    for state in states { counts[state.name, default: 0] += 1 }
    var owners: [String: State] = [:]
    var result = [String?](repeating: nil, count: machine.states.count)
    for state in states {
      let name = counts[state.name] == 1 ? state.name : Self.camelCase(state.path)
      result[state.id.index] = SwiftText.identifier(name)
      guard let other = owners.updateValue(state, forKey: name) else { continue }
      let message =
        "`\(state.path)` and `\(other.path)` would both be called `\(name)` in generated code; rename one of them"
      // Atomic states are named twice, but reported once.
      collisions[state.id] = Diagnostic(
        .stateNameCollision, message, at: SourceLocation(path: machine.path, range: state.range),
        notes: [
          Diagnostic.Note("`\(other.path)`", at: SourceLocation(path: machine.path, range: other.range))
        ])
    }
    return result
  }

  private static func camelCase(_ path: String) -> String {
    let parts = path.split(separator: ".")
    guard let first = parts.first else { return path }
    return parts.dropFirst().reduce(into: String(first)) { $0 += SwiftText.capitalized(String($1)) }
  }
}
