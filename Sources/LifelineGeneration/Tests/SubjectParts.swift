import LifelineModel

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

/// The code about parts in the tests of a subject.
struct SubjectParts {
  let context: MachineContext

  /// The properties of the type of a beginning that say how the parts begin: their states, and with the facts of all.
  var givens: [Declaration] {
    let states = context.parts.map { part in
      Declaration(
        "The active states of `\(part.part.name)`. With an empty list, it is in its initial states.",
        head: "var \(self.states(of: part)): [\(part.type).AnyState] = []")
    }
    let beginnings = context.parts(in: nil).map { part in
      Declaration(
        "The beginning of `\(part.part.name)`.", head: "var \(part.property): \(part.givenType)",
        line: "\(given(part, facts: "context.\(part.property)"))")
    }
    return states + beginnings
  }

  /// The types of the beginnings of parts, inside that of a machine's.
  var givenTypes: [[Declaration]] { context.parts(in: nil).map { [givenType(of: $0)] } }

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

  private func givenType(of part: PartContext) -> Declaration {
    let inner = context.parts(in: part)
    let facts: [Declaration] = part.context.hasContext ? ["var context: \(part.type).Context"] : []
    return Declaration(
      "The beginning of `\(part.part.name)`.", head: "struct \(part.givenType): Swift.Sendable",
      members: [
        ["var states: [\(part.type).AnyState]"] + facts + inner.map { "var \($0.property): \($0.givenType)" }
      ] + inner.map { [givenType(of: $0)] })
  }

  /// The types of the parts' fields with their values, inside that of a machine's.
  var factTypes: [[Declaration]] {
    context.parts(in: nil).filter(\.context.hasContext).map { [factType(of: $0)] }
  }

  private func factType(of part: PartContext) -> Declaration {
    let parts = context.parts(in: part).filter(\.context.hasContext)
    let own = zip(part.context.machine.fields, part.part.place.fields)
      .filter { $1.index >= part.part.place.firstField }
      .map { field, _ -> Declaration in
        "case \(SwiftText.identifier(field.name))(\(part.context.type(of: field)))"
      }
    return Declaration(
      "A field of `\(part.type).Context` and a value.",
      head: "enum \(part.factType): Swift.Hashable, Swift.Sendable",
      members: [own + parts.map { "case \($0.property)(\($0.factType))" }] + parts.map { [factType(of: $0)] })
  }
}
