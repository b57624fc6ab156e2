import LifelineModel

/// Makes test methods of derived tests.
struct DerivedTestLowering {
  let machine: Machine
  let scenarios: ScenarioLowering
  /// Whether the tests can check the time to the next deadline.
  let checksDeadlines: Bool

  /// Returns the methods of `tests`.
  func methods(of tests: [DerivedTest]) -> [TestMethod] {
    var names = DerivedNames()
    return tests.map { test in
      var statements = scenarios.statements(of: test.scenarios(in: machine))
      if checksDeadlines {
        statements.append(.checkDeadline(milliseconds: test.deadline, line: test.range.start.line))
      }
      return TestMethod(
        name: names.next(for: test, in: machine), documentation: documentation(of: test), statements: statements)
    }
  }

  private func documentation(of test: DerivedTest) -> [String] {
    let causes = (test.approach + test.steps.map(\.cause)).map(describe)
    let start = test.given.map { "in \($0.map { machine[$0].path }.joined(separator: " and "))" } ?? "from the start"
    return SwiftText.commentLines(
      "Derived: \(start)\(causes.isEmpty ? "" : ": ")\(causes.joined(separator: ", ")).")
  }

  private func describe(_ cause: DerivedTest.Cause) -> String {
    switch cause {
    case .start: "start"
    case .set(let facts): facts.map { "\(machine[$0.field].name) = \($0.value)" }.joined(separator: ", ")
    case .send(let event, _): machine[event].name
    case .wait(let milliseconds): "wait \(Value.duration(milliseconds: milliseconds))"
    }
  }
}
