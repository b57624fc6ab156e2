import LifelineModel

/// Code that checks the range of a field.
struct RangeText {
  /// The range in Swift.
  let range: String
  private let field: Field

  init(_ field: Field, of context: MachineContext) {
    self.field = field
    let text = ExpressionText(of: context)
    let ends = [field.bounds?.lowerBound ?? .min, field.bounds?.upperBound ?? .max]
    // With spaces, since `...-1` would be another operator.
    range = ends.map { text.text(Value($0, as: field.type)) }.joined(separator: " ... ")
  }

  /// Returns a call of the function that traps unless the range contains a value.
  /// - Parameter cause: Who sets the field, for the message.
  func check(_ value: String, _ cause: String) -> String {
    let sentence = "\(cause) `\(field.name)` outside of \(field.boundsText ?? "")"
    return "Self.inRange(\(value), \(range), \"\(sentence)\")"
  }
}

extension MachineContext {
  /// The fields of the machine itself that have ranges.
  var fieldsWithRanges: [Field] { machine.fields.filter { $0.bounds != nil } }
}
