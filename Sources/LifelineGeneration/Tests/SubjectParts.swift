import LifelineModel
import LifelineTemplating

/// The names of parts in generated tests.
extension MachineContext {
  /// Returns the parts that a part, or the machine itself, contains directly.
  func parts(in part: PartContext?) -> [PartContext] { whole.parts(in: part?.id).map { self[$0] } }

  /// Returns the name of a part among all parts, those of parts included.
  func partName(_ part: PartContext) -> String {
    var taken: Set<String> = []
    let names = parts.map { uniqueName(SwiftText.camelCase(path: $0.part.name), &taken, suffix: "_") }
    return names[part.id.index]
  }

  /// Returns the case of the enum of all parts.
  func partCase(_ part: PartContext) -> String { SwiftText.identifier(partName(part)) }

  /// Returns the case of `Callback` for a callback, which for that of a part is inside the part's case.
  ///
  /// - Parameter payload: The associated values in parentheses.
  func caseText(of callback: ID<Callback>, _ payload: String = "") -> String {
    nestedCase(whole[callback].name, payload)
  }
}

/// Returns the case for a path such as `root.viewWillAppear`: `.root(.viewWillAppear)`.
///
/// - Parameter payload: The associated values in parentheses.
func nestedCase(_ path: String, _ payload: String) -> String {
  let names = path.split(separator: ".").map { ".\(SwiftText.identifier(String($0)))" }
  return names.joined(separator: "(") + payload + String(repeating: ")", count: names.count - 1)
}

extension PartContext {
  /// The type of a field of the part with its value, inside that of the machine around it.
  var factType: String { "\(SwiftText.capitalized(part.ownName))Fact" }

  /// The type of the part's beginning, inside that of the machine around it.
  fileprivate var givenType: String { "\(SwiftText.capitalized(part.ownName))Given" }
}

/// A part as templates see it.
struct PartView: TemplateView {
  var name: String
  var type: String

  static let keys: ViewKeys<Self> = [
    "name": .text(\.name, "The part's case in the enum of parts."), "type": .text(\.type, "The part's machine."),
  ]
}

/// The code about parts in the tests of a subject.
struct SubjectParts {
  let context: MachineContext

  /// The lines that say in the type of a beginning how the parts begin: their states, and with the facts of all.
  var givens: [String] {
    var writer = CodeWriter(level: 1)
    for part in context.parts {
      writer.line("/// The active states of `\(part.part.name)`. With an empty list, it is in its initial states.")
      writer.line("var \(states(of: part)): [\(part.type).AnyState] = []")
    }
    for part in context.parts(in: nil) {
      writer.line("/// The beginning of `\(part.part.name)`.")
      let value = given(part, facts: "context.\(part.property)")
      writer.line("var \(part.property): \(part.givenType) { \(value) }")
    }
    for part in context.parts(in: nil) { write(given: part, to: &writer) }
    return writer.lines
  }

  private func states(of part: PartContext) -> String { "statesOf\(SwiftText.capitalized(context.partName(part)))" }

  private func given(_ part: PartContext, facts: String) -> String {
    var arguments = ["states: \(states(of: part))"]
    if part.context.hasContext { arguments.append("context: \(facts)") }
    for inner in context.parts(in: part) {
      let value = given(inner, facts: "\(facts).\(inner.property)")
      arguments.append("\(SwiftText.argumentLabel(inner.part.ownName)): .init\(value.drop { $0 != "(" })")
    }
    return "\(part.givenType)(\(arguments.joined(separator: ", ")))"
  }

  private func write(given part: PartContext, to writer: inout CodeWriter) {
    writer.line()
    writer.line("/// The beginning of `\(part.part.name)`.")
    writer.block("struct \(part.givenType): Swift.Sendable") { writer in
      writer.line("var states: [\(part.type).AnyState]")
      if part.context.hasContext { writer.line("var context: \(part.type).Context") }
      for inner in context.parts(in: part) { writer.line("var \(inner.property): \(inner.givenType)") }
      for inner in context.parts(in: part) { write(given: inner, to: &writer) }
    }
  }

  /// The lines of the types of the parts' fields with their values.
  var facts: [String] {
    var writer = CodeWriter(level: 1)
    for part in context.parts(in: nil) { write(factsOf: part, to: &writer) }
    return writer.lines
  }

  private func write(factsOf part: PartContext, to writer: inout CodeWriter) {
    guard part.context.hasContext else { return }
    let parts = context.parts(in: part).filter(\.context.hasContext)
    writer.line()
    writer.line("/// A field of `\(part.type).Context` and a value.")
    writer.block("enum \(part.factType): Swift.Hashable, Swift.Sendable") { writer in
      for (index, field) in part.context.machine.fields.enumerated()
      where part.part.place.fields[index].index >= part.part.place.firstField {
        writer.line("case \(SwiftText.identifier(field.name))(\(part.context.type(of: field)))")
      }
      for inner in parts { writer.line("case \(inner.property)(\(inner.factType))") }
      for inner in parts { write(factsOf: inner, to: &writer) }
    }
  }
}

extension TestsView {
  var parts: [PartView] { context.parts.map { PartView(name: context.partCase($0), type: $0.type) } }

  /// The types of parts, each once.
  var partTypes: [PartView] {
    var known: Set<String> = []
    return parts.filter { known.insert($0.type).inserted }
  }

  var givenParts: [String] { SubjectParts(context: context).givens }
  var partFacts: [String] { SubjectParts(context: context).facts }

  /// The expression for the paths of the active atomic states.
  var activePaths: String {
    let own = context.layout.hasRegions ? "states.map(\\.description)" : "[state.description]"
    return context.parts.reduce(own) { result, part in
      part.context.layout.hasRegions
        ? "\(result) + \(part.path).states.map { \"\(part.part.name).\\($0)\" }"
        : "\(result) + [\"\(part.part.name).\\(\(part.path).state)\"]"
    }
  }
}
