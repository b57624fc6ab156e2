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

/// The members that keep fields within their ranges.
extension ProgramPrinter {
  /// The line that refuses facts outside of their ranges, or none if all may have any value.
  /// - Parameter context: The name of the facts.
  func refusingFacts(in context: String) -> [String] {
    self.context.fieldsWithRanges.isEmpty ? [] : ["Self.checkRanges(of: \(context))"]
  }

  /// Writes the functions that trap outside of the ranges of fields.
  func printRangeChecks(to writer: inout CodeWriter) {
    writer.line("/// Traps if the host gives a field a value outside of its range.")
    writer.block("private static func checkRanges(of context: Context)") { writer in
      for field in context.fieldsWithRanges {
        let value = "context.\(SwiftText.identifier(field.name))"
        writer.line("_ = \(RangeText(field, of: context).check(value, "the host sets"))")
      }
    }
    writer.line()
    writer.lines(
      """
      /// Returns the value of a field, which must lie in the field's range.
      private static func inRange<Value: Swift.Comparable>(
        _ value: Value, _ range: Swift.ClosedRange<Value>, _ sentence: Swift.StaticString
      ) -> Value {
        guard range.contains(value) else { refuseValue(sentence) }
        return value
      }

      @inline(never)
      private static func refuseValue(_ sentence: Swift.StaticString) -> Swift.Never {
        Swift.fatalError("\(machine.name): \\(sentence) (see Context)")
      }
      """)
  }
}
