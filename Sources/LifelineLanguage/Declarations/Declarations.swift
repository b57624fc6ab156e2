import LifelineModel
import LifelineSource
import LifelineYAML

/// The parts that a spec declares before its states.
struct Declarations {
  var types: [DeclaredType] = []
  var sources: [Source] = []
  /// The fields and callbacks of the machine itself, followed by those of its parts.
  var fields: [Field] = []
  var callbacks: [Callback] = []
  var events: [Event] = []
  /// The machine's own parts. Their places are completed as more of the spec is read.
  var parts: [Part] = []
  var partNames: [String: ID<Part>] = [:]
  /// The identifiers by name, and, for sources, by id.
  var typeNames: [String: ID<DeclaredType>] = [:]
  var sourceNames: [String: ID<Source>] = [:]
  var fieldNames: [String: ID<Field>] = [:]
  var callbackNames: [String: ID<Callback>] = [:]
  var eventNames: [String: ID<Event>] = [:]
  /// The ids of claims by source.
  var claims = IDMap<Source, Set<String>>()
  /// The parameters of events by name, with the name of the event.
  var parameters: [String: [(event: String, range: SourceRange)]] = [:]
  /// The mappings that may hold promises about callbacks and events.
  var promising: [Promising] = []
  /// The fields whose declarations are wrong. Their uses aren't reported.
  var unreadableFields: Set<String> = []
  /// The parts whose declarations are wrong. Their uses aren't reported.
  var unreadableParts: Set<String> = []

  subscript(id: ID<DeclaredType>) -> DeclaredType { types[id.index] }
  subscript(id: ID<Source>) -> Source { sources[id.index] }
  subscript(id: ID<Field>) -> Field { fields[id.index] }
  subscript(id: ID<Callback>) -> Callback { callbacks[id.index] }
  subscript(id: ID<Event>) -> Event { events[id.index] }
  subscript(id: ID<Part>) -> Part { parts[id.index] }

  /// The fields and callbacks of the machine itself.
  var ownFields: ArraySlice<Field> { fields.prefix(parts.first?.place.firstField ?? fields.count) }
  var ownCallbacks: ArraySlice<Callback> { callbacks.prefix(parts.first?.place.callbacks ?? callbacks.count) }

  /// Returns the part that the first name of a path means, and the rest of the path.
  func partOfPath(_ path: String) -> (part: String, rest: String)? {
    guard let dot = path.firstIndex(of: ".") else { return nil }
    let name = String(path[..<dot])
    guard partNames[name] != nil || unreadableParts.contains(name) else { return nil }
    return (name, String(path[path.index(after: dot)...]))
  }

  /// Gives each part its place behind the states of the machine.
  mutating func placeStates(after count: Int) {
    var next = count
    for index in parts.indices {
      parts[index].place.states = next
      next += parts[index].machine.states.count
    }
  }

  /// Gives each part its place behind the events and transitions of the machine.
  mutating func placeBehavior(afterEvents events: Int, transitions: Int) {
    var (nextEvent, nextTransition) = (events, transitions)
    for index in parts.indices {
      parts[index].place.events = nextEvent
      parts[index].place.transitions = nextTransition
      nextEvent += parts[index].machine.events.count
      nextTransition += parts[index].machine.transitionCount
    }
  }

  /// The channels of the callbacks in the order in which they are first mentioned.
  var channels: [String] {
    var seen: Set<String> = []
    return callbacks.map(\.channel).filter { seen.insert($0).inserted }
  }
}

/// A mapping that may hold promises about what it describes.
struct Promising {
  var subject: Promise.Happening
  var mapping: Mapping
  /// The range of the subject's name.
  var range: SourceRange
}

/// Records which declared parts a pass of the reader finds in use.
final class NameUses {
  var types = IDSet<DeclaredType>()
  var sources = IDSet<Source>()
  var fields = IDSet<Field>()
  /// The fields that actions set.
  var assignedFields = IDSet<Field>()
  var callbacks = IDSet<Callback>()
  var events = IDSet<Event>()
  var parts = IDSet<Part>()
}

/// A pass that knows the declarations of the spec.
protocol DeclarationUsing: NodeReading {
  var declarations: Declarations { get }
  var uses: NameUses { get }
}

extension DeclarationUsing {
  /// Returns the type with `name` whose values the language can write, if there is one.
  func knownType(_ name: String) -> ValueType? {
    guard let id = declarations.typeNames[name] else { return builtInTypes[name] }
    uses.types.insert(id)
    return .declared(name, cases: declarations[id].cases)
  }

  /// The names of the types whose values the language can write.
  var knownTypes: [String] { builtInTypes.keys.sorted() + declarations.types.map(\.name) }

  /// Returns the field with `name`, or `nil` with a diagnostic.
  /// - Parameter hint: The end of the message about an unknown name.
  func field(_ name: String, at range: SourceRange, hint: String = "") -> ID<Field>? {
    if let field = declarations.fieldNames[name] {
      use(field, named: name)
      recordUse(of: .field, name, at: range)
      return field
    }
    if let (part, rest) = declarations.partOfPath(name) {
      reportUnknownField(rest, of: part, at: range)
      return nil
    }
    if !declarations.unreadableFields.contains(name) {
      reportUnknown(name, "context field", at: range, among: declarations.fields.map(\.name), hint: hint)
    }
    return nil
  }

  /// Records the use of a field, and of the part that has it.
  func use(_ field: ID<Field>, named name: String) {
    uses.fields.insert(field)
    usePart(ofPath: name)
  }

  /// Records the use of the part that the first name of `path` means.
  func usePart(ofPath path: String) {
    if let name = declarations.partOfPath(path)?.part, let part = declarations.partNames[name] {
      uses.parts.insert(part)
    }
  }

  /// Reports a name that is no field of a part, unless the part can't be read.
  func reportUnknownField(_ name: String, of part: String, at range: SourceRange) {
    guard let id = declarations.partNames[part] else { return }
    uses.parts.insert(id)
    let names = declarations[id].machine.fields.map { "\(part).\($0.name)" }
    reportUnknown("\(part).\(name)", "context field", at: range, among: names)
  }

  /// Returns the entries of the mapping behind a callback's name, or `nil` with a diagnostic.
  /// - Parameter kind: The things that the mapping gives the parameters, for messages.
  func arguments(_ entry: YAMLEntry, of callback: Callback, kind: String) -> [YAMLEntry]? {
    if entry.value.isEmpty {
      diagnostics.report(
        .emptyValue, "the arguments of `\(callback.name)` are missing; without any, write the name alone",
        at: entry.keyRange)
      return nil
    }
    let example = callback.parameters.first.map { ", such as `{\($0.name): …}`" } ?? ""
    return entries(entry.value, expected: "a mapping from the callback's parameters to \(kind)\(example)")
  }

  /// Reports a `set` of `field` if it is fixed, or if it is private and the host sets it.
  func refuseChange(of field: ID<Field>, at range: SourceRange, byHost isHost: Bool) {
    let declaration = declarations[field]
    let name = declaration.name
    // The range of a part's field is one of its own file.
    let isOwn = field.index < declarations.ownFields.count
    let notes = isOwn ? [("it is declared here", declaration.range)] : []
    if declaration.isFixed {
      diagnostics.report(
        .fixedField, "`\(name)` is `fixed`: it keeps the value with which the machine starts", at: range,
        notes: notes)
    } else if isHost, declaration.isPrivate {
      diagnostics.report(
        .privateField,
        "`\(name)` is `private`: only actions set it, not the host; send the events that change it, or begin with "
          + "`given: {state: …, \(name): …}`",
        at: range, notes: notes)
    }
  }
}
