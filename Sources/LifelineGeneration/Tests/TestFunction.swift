/// A test function of Swift Testing, before it is text.
struct TestFunction {
  var name: String
  /// The name that the test has in messages; `nil` for that of the function.
  var title: String?
  /// The lines of the documentation comment, without slashes.
  var documentation: [String]
  /// The cases of the test, at least one. All of them have equally many statements, of the same kinds.
  var rows: [TestRow]

  /// Whether the function has a parameter, which says what row it is run with.
  var isParameterized: Bool { rows.contains { $0.combination != nil } }
}

/// A case of a test: a combination of the values of a scenario's `where`.
struct TestRow {
  /// The combination as text; `nil` for the only case of a scenario without `where`.
  var combination: String?
  var statements: [TestStatement]
}

extension TestFunction {
  /// Creates a function without a parameter from a method.
  init(_ method: TestMethod) {
    self.init(
      name: method.name, title: nil, documentation: method.documentation,
      rows: [TestRow(combination: nil, statements: method.statements)])
  }
}
