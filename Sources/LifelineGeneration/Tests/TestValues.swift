import LifelineModel

/// A value that tests need and that only the user's test code can supply, because Lifeline doesn't know its type.
struct TestValue: Hashable {
  var name: String
  /// The type of the parameter or the field that has the value first, without the `?` of a type that may have none.
  var type: ValueType
}

/// Returns the values that test code has to supply for `methods`, each name once, in the order of their first use.
func suppliedValues(of methods: [TestMethod], in machine: Machine) -> [TestValue] {
  var known: Set<String> = []
  var values: [TestValue] = []
  func add(_ value: Value, _ type: ValueType) {
    if case .opaque(let name) = value, value != .absent, known.insert(name).inserted {
      values.append(TestValue(name: name, type: type.wrapped))
    }
  }
  func add(_ pattern: CallPattern) {
    if case .call(let callback, let arguments, _) = pattern {
      for (parameter, value) in arguments { add(value, machine[callback].parameters[parameter].type) }
    }
    for part in pattern.parts { add(part) }
  }
  for statement in methods.lazy.flatMap(\.statements) {
    for field in statement.fields { add(field.value, machine[field.field].type) }
    if let call = statement.event {
      for (parameter, value) in zip(machine[call.event].parameters, call.arguments) { add(value, parameter.type) }
    }
    if let pattern = statement.expectedCalls { add(pattern) }
  }
  return values
}

extension TestStatement {
  /// The event that the statement sends.
  fileprivate var event: EventCall? {
    switch self {
    case .send(let call, _, _), .ignore(let call, _), .drive(let call, _): call
    case .begin, .checkStart, .wait, .pass, .awaitStart, .set, .checkState, .checkField, .checkDeadline, .finish:
      nil
    }
  }

  /// The fields with which the test begins, or the one that the statement checks.
  fileprivate var fields: [FieldValue] {
    switch self {
    case .begin(let beginning): beginning.fields
    case .checkField(let field, _): [field]
    case .checkStart, .send, .ignore, .wait, .drive, .pass, .awaitStart, .set, .checkState, .checkDeadline, .finish:
      []
    }
  }

  /// The calls that the statement expects, whose choices are resolved.
  fileprivate var expectedCalls: CallPattern? {
    switch self {
    case .checkStart(let expected, _): expected
    case .send(_, let expected, _), .wait(_, let expected, _): expected
    case .begin(let beginning): if case .start(let expected, _) = beginning.kind { expected } else { nil }
    case .drive(_, let awaited), .pass(_, let awaited): awaited?.pattern
    case .awaitStart(let awaited): awaited.pattern
    case .ignore, .set, .checkState, .checkField, .checkDeadline, .finish: nil
    }
  }
}
