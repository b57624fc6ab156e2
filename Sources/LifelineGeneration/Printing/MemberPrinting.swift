import LifelineModel

/// Members other than functions that lowering makes.
extension ProgramPrinter {
  /// Writes the function that refuses lengths of zero or less.
  func printArmingCheck(to writer: inout CodeWriter) {
    writer.lines(
      """
      /// Returns the length of a timer, which a field holds. It must be greater than zero.
      private static func armed(_ length: Swift.Duration, _ field: Swift.StaticString) -> Swift.Duration {
        guard length > Swift.Duration.zero else { refuseArming(field) }
        return length
      }

      @inline(never)
      private static func refuseArming(_ field: Swift.StaticString) -> Swift.Never {
        Swift.fatalError("\(machine.name): a timer is armed with zero or less, which `\\(field)` holds (rule 7)")
      }
      """)
  }

  /// Writes the function for an operation that traps with the machine's name.
  func print(_ operation: CheckedArithmetic, to writer: inout CodeWriter) {
    let name = operation.rawValue
    writer.block("private static func \(name)(_ left: Swift.Int, _ right: Swift.Int) -> Swift.Int") { writer in
      func line(_ condition: String, _ message: String) {
        writer.line("if \(condition) { Swift.fatalError(\"\(machine.name): \(message) (see Expressions)\") }")
      }
      if operation.divides { line("right == 0", "a number is divided by zero") }
      writer.line("let (\(name), isTooGreat) = \(operation.reportingCall)")
      line("isTooGreat", "a number is too great for 64 bits")
      writer.line("return \(name)")
    }
  }

  /// Writes the type of the transitions that can be taken together.
  func print(_ transitions: [SharedTransition], haveConflicts: Bool, to writer: inout CodeWriter) {
    writer.line("/// The transitions that can be taken together with others, by their sources.")
    writer.block("private enum Transition: \(rawType(transitions.count))") { writer in
      for line in CaseLines.lines(of: transitions.map { name(of: $0.transition) }) { writer.line(line) }
      guard haveConflicts else { return }
      writer.line()
      writer.lines(
        """
        /// The states that the transition exits, and its source with its descendants, by their numbers in the document.
        struct Scope {
          var exits: Swift.ClosedRange<Swift.Int>?
          var source: Swift.ClosedRange<Swift.Int>
        }

        """)
      writer.block("var scope: Scope") { writer in
        writer.line("switch self {")
        for item in transitions {
          let exits = item.domain.map { "\($0.index + 1)...\(machine[$0].subtreeEnd - 1)" } ?? "nil"
          let source = "\(item.source.index)...\(machine[item.source].subtreeEnd - 1)"
          writer.line("case .\(name(of: item.transition)): Scope(exits: \(exits), source: \(source))")
        }
        writer.line("}")
      }
    }
  }
}

extension CheckedArithmetic {
  /// The call of the method of `Int` that reports overflow.
  fileprivate var reportingCall: String {
    switch self {
    case .sum: "left.addingReportingOverflow(right)"
    case .difference: "left.subtractingReportingOverflow(right)"
    case .product: "left.multipliedReportingOverflow(by: right)"
    case .quotient: "left.dividedReportingOverflow(by: right)"
    case .remainder: "left.remainderReportingOverflow(dividingBy: right)"
    }
  }
}
