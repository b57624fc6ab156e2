/// The steps that several tests of a scenario take, each with another machine.
struct SharedSteps {
  /// The name of the function that takes the steps.
  var name: String
  /// The lines that take them.
  var lines: [String]
  /// The tests, as indices in the scenario's list.
  var tests: [Int]

  /// Returns the steps that are taken by more than one of the tests of a scenario.
  ///
  /// - Parameter tests: The name of each test and the lines of its steps; `nil` if others can't take them.
  static func find(in tests: [(name: String, steps: [String]?)]) -> [SharedSteps] {
    if tests.count < 2 { return [] }
    var found: [SharedSteps] = []
    for (index, test) in tests.enumerated() {
      guard let lines = test.steps else { continue }
      if let same = found.firstIndex(where: { $0.lines == lines }) {
        found[same].tests.append(index)
      } else {
        found.append(SharedSteps(name: "check\(test.name.dropFirst("test".count))", lines: lines, tests: [index]))
      }
    }
    return found.filter { $0.tests.count > 1 }
  }
}

extension [TestMethod] {
  /// The ranges of the methods of each scenario, or of each derived test.
  var scenarios: [Range<Int>] {
    var starts = indices.filter {
      $0 == 0 || self[$0].combination == nil || self[$0].documentation != self[$0 - 1].documentation
    }
    starts.append(count)
    return zip(starts, starts.dropFirst()).map { $0..<$1 }
  }
}
