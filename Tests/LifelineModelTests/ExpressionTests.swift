import LifelineModel
import XCTest

final class ExpressionTests: XCTestCase {
  func testArithmetic() throws {
    XCTAssertEqual(try Expression.Arithmetic.add.result(7, 3), 10)
    XCTAssertEqual(try Expression.Arithmetic.subtract.result(7, 3), 4)
    XCTAssertEqual(try Expression.Arithmetic.multiply.result(7, -3), -21)
    XCTAssertEqual(try Expression.Arithmetic.divide.result(-7, 3), -2)
    XCTAssertEqual(try Expression.Arithmetic.remainder.result(-7, 3), -1)
  }

  func testArithmeticIsChecked() {
    func fault(_ operation: Expression.Arithmetic, _ left: Int, _ right: Int) -> ArithmeticFault? {
      do {
        _ = try operation.result(left, right)
        return nil
      } catch {
        return error
      }
    }
    XCTAssertEqual(fault(.add, .max, 1), .overflow)
    XCTAssertEqual(fault(.subtract, .min, 1), .overflow)
    XCTAssertEqual(fault(.subtract, 0, .min), .overflow)
    XCTAssertEqual(fault(.multiply, .max, 2), .overflow)
    XCTAssertEqual(fault(.divide, .min, -1), .overflow)
    XCTAssertEqual(fault(.remainder, .min, -1), .overflow)
    XCTAssertEqual(fault(.divide, 1, 0), .divisionByZero)
    XCTAssertEqual(fault(.remainder, 1, 0), .divisionByZero)
    XCTAssertNil(fault(.multiply, 1, 0))
  }

  func testValuesAreWrittenAsInSpecs() {
    let numbers: [(Double, String)] = [
      (0.5, "0.5"), (-12, "-12.0"), (1.25e-7, "0.000000125"), (1e16, "10000000000000000.0"),
      (-1.2345e20, "-123450000000000000000.0"), (1e300, "1" + String(repeating: "0", count: 300) + ".0"),
      (-Double.leastNonzeroMagnitude, "-0." + String(repeating: "0", count: 323) + "5"),
    ]
    for (number, text) in numbers {
      XCTAssertEqual("\(Value.double(number))", text)
      XCTAssertEqual(Double(text), number)
    }
    XCTAssertEqual("\(Value.string("a \"b\" \\ \n\t\u{7}é"))", #""a \"b\" \\ \n\t\u0007é""#)
    XCTAssertEqual("\(Value.duration(milliseconds: 90_000))", "90s")
  }

  func testComparisonOfNumbers() {
    let all: [Expression.Comparison] = [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual]
    func holding(_ left: Value, _ right: Value) -> [Expression.Comparison] { all.filter { $0.holds(left, right) } }
    XCTAssertEqual(holding(.int(1), .int(2)), [.notEqual, .less, .lessOrEqual])
    XCTAssertEqual(holding(.int(2), .int(2)), [.equal, .lessOrEqual, .greaterOrEqual])
    XCTAssertEqual(holding(.double(0.5), .double(1)), [.notEqual, .less, .lessOrEqual])
    XCTAssertEqual(holding(.double(0), .double(-0.0)), [.equal, .lessOrEqual, .greaterOrEqual])
    XCTAssertEqual(holding(.double(.nan), .double(.nan)), [.notEqual])
    XCTAssertEqual(holding(.double(1), .double(.nan)), [.notEqual])
    XCTAssertEqual(holding(.string("a"), .string("b")), [.notEqual])
    XCTAssertEqual(holding(.int(.max), .int(.min)), [.notEqual, .greater, .greaterOrEqual])
    XCTAssertEqual(holding(.duration(milliseconds: 1), .duration(milliseconds: 2)), [.notEqual, .less, .lessOrEqual])
    for comparison in all {
      for (left, right) in [(1, 2), (2, 2), (3, 2)] {
        XCTAssertEqual(
          comparison.mirrored.holds(.int(right), .int(left)), comparison.holds(.int(left), .int(right)))
      }
    }
  }

  func testOtherValuesAreEqualOrNot() {
    XCTAssertTrue(Expression.Comparison.equal.holds(.named("a"), .named("a")))
    XCTAssertTrue(Expression.Comparison.notEqual.holds(.named("a"), .named("b")))
    XCTAssertFalse(Expression.Comparison.equal.holds(.bool(true), .bool(false)))
    XCTAssertTrue(Expression.Comparison.notEqual.holds(.double(.nan), .double(.nan)))
  }

  func testValuesOfNumbers() {
    XCTAssertEqual(Value(3, as: .int), .int(3))
    XCTAssertEqual(Value(3, as: .duration), .duration(milliseconds: 3))
    XCTAssertEqual(Value.duration(milliseconds: 5).number, 5)
    XCTAssertNil(Value.double(5).number)
  }

  func testDurationsAreWrittenInTheLargestUnit() {
    let texts = [0, 1, 1_000, 1_500, 60_000, 90_000, 7_200_000, -3_000].map { "\(Value.duration(milliseconds: $0))" }
    XCTAssertEqual(texts, ["0ms", "1ms", "1s", "1500ms", "1min", "90s", "2h", "-3s"])
  }

  func testCombinations() {
    let product = CartesianProduct([["a", "b"], ["x"], ["1", "2", "3"]])
    XCTAssertEqual(product.map { $0.joined() }, ["ax1", "ax2", "ax3", "bx1", "bx2", "bx3"])
    XCTAssertEqual(product[4], ["b", "x", "2"])
    XCTAssertEqual(CartesianProduct<Int>([]).map { $0 }, [[]])
    XCTAssertEqual(CartesianProduct([[1, 2], []]).count, 0)
  }
}
