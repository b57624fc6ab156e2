import LifelineModel

/// The division of methods into classes, which only XCTest needs.
extension TestDeclarations {
  /// The most methods of a class. On Linux, SwiftPM writes an array of them, and the time to compile it grows with the third
  /// power of their number.
  private static let methodLimit = 64

  /// The methods of each class, those of a scenario together. A scenario with more methods than a class is divided.
  var testCases: [[Range<Int>]] {
    var result: [[Range<Int>]] = []
    var count = Self.methodLimit
    for range in methods.scenarios.flatMap({ $0.pieces(upTo: Self.methodLimit) }) {
      if count + range.count > Self.methodLimit {
        result.append([])
        count = 0
      }
      result[result.count - 1].append(range)
      count += range.count
    }
    return result
  }

  /// The classes besides the first, which has a place in the template.
  var furtherTestCases: [Declaration] {
    zip(2..., testCases.dropFirst()).map { number, ranges in
      Declaration(
        "More scenarios of `\(machine.name)`.", attribute: availability,
        head: "nonisolated final class \(machine.name)Tests\(number): XCTestCase", members: declare(ranges))
    }
  }

  /// Declares the methods in groups. Those of a range are documented once, and share functions with their steps.
  func declare(_ ranges: [Range<Int>]) -> [[Declaration]] {
    ranges.flatMap { range -> [[Declaration]] in
      let tests = methods[range].map { (method: $0, parts: printer.split($0)) }
      let shared = SharedSteps.find(in: tests.map { ($0.method.name, $0.parts?.steps) })
      var groups: [[Declaration]] = []
      var table: [Declaration] = []
      for (index, test) in tests.enumerated() {
        if let steps = shared.first(where: { $0.tests.contains(index) }), let parts = test.parts {
          let call = "Self.\(steps.name)(\(parts.machine), where: \(parts.combination))"
          table.append(declare(test.method, isFirst: index == 0, .line("\(call)")))
        } else {
          if !table.isEmpty { groups.append(table) }
          groups.append([declare(test.method, isFirst: index == 0, body(printer.lines(of: test.method)))])
          table = []
        }
      }
      return groups + (table.isEmpty ? [] : [table]) + shared.map { [declare($0)] }
    }
  }
}

extension Range<Int> {
  /// Returns the range in pieces that have at most this length.
  fileprivate func pieces(upTo length: Int) -> [Range] {
    stride(from: lowerBound, to: upperBound, by: length).map { $0..<Swift.min($0 + length, upperBound) }
  }
}
