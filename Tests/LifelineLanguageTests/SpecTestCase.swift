import LifelineModel
import TestSupport
import XCTest

/// A test that compares the diagnostics of specs with marks in their texts.
class SpecTestCase: XCTestCase {
  /// Checks that a spec has the expected diagnostics and no others. `lifeline: 1` and `machine: M` are added.
  func check(_ marked: String, _ expected: String..., file: StaticString = #filePath, line: UInt = #line) {
    let differences = differences(inSpec: "lifeline: 1\nmachine: M\n" + marked, from: expected)
    XCTAssertEqual(differences, [], file: file, line: line)
  }

  /// Returns the machine of a spec without diagnostics. `lifeline: 1` and `machine: M` are added.
  func read(_ yaml: String) throws -> Machine { try machine("lifeline: 1\nmachine: M\n" + yaml) }

  /// Returns an expression with parentheses around every operation, and with `$` before parameters.
  func text(_ expression: LifelineModel.Expression, _ machine: Machine) -> String {
    func join(_ operands: [LifelineModel.Expression], _ word: String) -> String {
      "(" + operands.map { text($0, machine) }.joined(separator: " \(word) ") + ")"
    }
    return switch expression.kind {
    case .literal(let value): "\(value)"
    case .field(let field): machine[field].name
    case .parameter(let name): "$\(name)"
    case .isActive(let state): "in(\(machine[state].path))"
    case .not(let operand): "!\(text(operand, machine))"
    case .and(let operands): join(operands, "&")
    case .or(let operands): join(operands, "|")
    case .comparison(let relation, let left, let right): join([left, right], relation.rawValue)
    case .arithmetic(let operation, let left, let right): join([left, right], operation.rawValue)
    case .negation(let operand): "-\(text(operand, machine))"
    }
  }
}
