import LifelineModel

/// The functions that trap with the machine's name.
extension MachineContext {
  private func declareRefusal(_ head: String, _ message: String) -> Declaration {
    Declaration(
      documentation: [], attribute: "@inline(never)", head: "private static func \(head) -> Swift.Never",
      body: .statements([trap(message)]))
  }

  /// Returns the functions that refuse to arm a timer with zero or less.
  func declareArmingCheck() -> [Declaration] {
    [
      Declaration(
        "Returns the length of a timer, which a field holds. It must be greater than zero.",
        head: "private static func armed(_ length: Swift.Duration, _ field: Swift.StaticString) -> Swift.Duration",
        body: [.guard("length > Swift.Duration.zero", else: ["refuseArming(field)"]), .return("length")]),
      declareRefusal(
        "refuseArming(_ field: Swift.StaticString)",
        "a timer is armed with zero or less, which `\\(field)` holds (rule 7)"),
    ]
  }

  /// Returns the functions that trap outside of the ranges of fields.
  func declareRangeChecks() -> [Declaration] {
    [
      Declaration(
        "Traps if the host gives a field a value outside of its range.",
        head: "private static func checkRanges(of context: Context)",
        body: fieldsWithRanges.map { field in
          let value = "context.\(SwiftText.identifier(field.name))"
          return "_ = \(RangeText(field, of: self).check(value, "the host sets"))"
        }),
      Declaration(
        "Returns the value of a field, which must lie in the field's range.",
        head: """
          private static func inRange<Value: Swift.Comparable>(
            _ value: Value, _ range: Swift.ClosedRange<Value>, _ sentence: Swift.StaticString
          ) -> Value
          """, body: [.guard("range.contains(value)", else: ["refuseValue(sentence)"]), .return("value")]),
      declareRefusal("refuseValue(_ sentence: Swift.StaticString)", "\\(sentence) (see Context)"),
    ]
  }

  /// Returns the function for an operation that traps with the machine's name.
  func declare(_ operation: CheckedArithmetic) -> Declaration {
    let name = operation.rawValue
    func refusal(_ condition: SwiftExpression, _ message: String) -> Statement {
      .joined(.when(condition, trap("\(message) (see Expressions)")))
    }
    return Declaration(
      head: "private static func \(name)(_ left: Swift.Int, _ right: Swift.Int) -> Swift.Int",
      body: (operation.divides ? [refusal("right == 0", "a number is divided by zero")] : []) + [
        .constant("(\(name), isTooGreat)", "left.\(operation.reportingMethod)right)"),
        refusal("isTooGreat", "a number is too great for 64 bits"), .return("\(name)"),
      ])
  }
}

extension CheckedArithmetic {
  /// The method of `Int` that reports overflow, with the label of its argument.
  fileprivate var reportingMethod: String {
    switch self {
    case .sum: "addingReportingOverflow("
    case .difference: "subtractingReportingOverflow("
    case .product: "multipliedReportingOverflow(by: "
    case .quotient: "dividedReportingOverflow(by: "
    case .remainder: "remainderReportingOverflow(dividingBy: "
    }
  }
}
