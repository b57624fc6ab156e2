import LifelineModel
import LifelineSource
import LifelineYAML

/// The parts that a spec declares before its states.
struct Declarations {
  var types: [DeclaredType] = []
  var sources: [Source] = []
  var fields: [Field] = []
  var callbacks: [Callback] = []
  var events: [Event] = []
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
  /// The fields whose declarations are wrong. Their uses aren't reported.
  var unreadableFields: Set<String> = []

  subscript(id: ID<DeclaredType>) -> DeclaredType { types[id.index] }
  subscript(id: ID<Source>) -> Source { sources[id.index] }
  subscript(id: ID<Field>) -> Field { fields[id.index] }
  subscript(id: ID<Callback>) -> Callback { callbacks[id.index] }
  subscript(id: ID<Event>) -> Event { events[id.index] }

  /// The channels of the callbacks in the order in which they are first mentioned.
  var channels: [String] {
    var seen: Set<String> = []
    return callbacks.map(\.channel).filter { seen.insert($0).inserted }
  }
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
      uses.fields.insert(field)
      return field
    }
    if !declarations.unreadableFields.contains(name) {
      reportUnknown(name, "context field", at: range, among: declarations.fields.map(\.name), hint: hint)
    }
    return nil
  }

  /// Returns the entries of the mapping behind a callback's name, or `nil` with a diagnostic.
  /// - Parameter kind: What the mapping gives the parameters, for messages.
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
    if declaration.isFixed {
      diagnostics.report(
        .fixedField, "`\(name)` is `fixed`: it keeps the value with which the machine starts", at: range,
        notes: [("it is declared here", declaration.range)])
    } else if isHost, declaration.isPrivate {
      diagnostics.report(
        .privateField,
        "`\(name)` is `private`: only actions set it, not the host; send the events that change it, or begin with "
          + "`given: {state: …, \(name): …}`",
        at: range, notes: [("it is declared here", declaration.range)])
    }
  }
}
