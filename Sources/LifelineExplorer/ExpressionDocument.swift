import LifelineModel
import LifelineReporting

// Expressions and values as lists that begin with their kind.

extension Value {
  /// The kind and the content. Numbers are texts: those of JavaScript have too few bits.
  var document: JSON {
    switch self {
    case .bool(let flag): ["bool", .bool(flag)]
    case .int(let number): ["int", .string("\(number)")]
    case .duration(let milliseconds): ["duration", .string("\(milliseconds)")]
    case .double(let number): ["double", .string("\(number)")]
    case .string(let text): ["string", .string(text)]
    case .named(let name): ["named", .string(name)]
    case .opaque(let name): ["opaque", .string(name)]
    }
  }
}

extension ValueType {
  /// The kind of the values, with the cases of an enumeration, or the spelling of a type that the language doesn't know.
  var document: JSON {
    switch self {
    case .bool: ["kind": "bool"]
    case .int: ["kind": "int"]
    case .duration: ["kind": "duration"]
    case .double: ["kind": "double"]
    case .string: ["kind": "string"]
    case .cases(_, let names), .declared(_, let names): ["kind": "named", "cases": .array(names.map(JSON.string))]
    case .opaque(let spelling): ["kind": "opaque", "spelling": .string(spelling), "optional": .bool(isOptional)]
    }
  }
}

extension Expression {
  /// The form of the expression, its operands, and, of a calculation, whether the result is a length of time.
  ///
  /// The language bounds the depth of expressions.
  var document: JSON {
    switch kind {
    case .literal(let value): ["literal", value.document]
    case .field(let field): ["field", .id(field)]
    case .parameter(let name): ["parameter", .string(name)]
    case .isActive(let state): ["in", .id(state)]
    case .not(let operand): ["not", operand.document]
    case .and(let operands): ["and", .array(operands.map(\.document))]
    case .or(let operands): ["or", .array(operands.map(\.document))]
    case .comparison(let comparison, let left, let right):
      ["compare", .string(comparison.rawValue), left.document, right.document]
    case .arithmetic(let operation, let left, let right):
      ["calculate", .string(operation.rawValue), left.document, right.document, .bool(type == .duration)]
    case .negation(let operand): ["negate", operand.document, .bool(type == .duration)]
    }
  }
}

extension JSON {
  /// Creates the number of something.
  static func id<Subject>(_ id: ID<Subject>) -> JSON { .number(id.index) }

  /// Creates a list of the numbers of things.
  static func ids<Subject>(_ ids: some Sequence<ID<Subject>>) -> JSON { .array(ids.map(JSON.id)) }

  /// Creates a list, or nothing if it would be empty.
  static func list<Item>(_ items: some Sequence<Item>, _ document: (Item) -> JSON) -> JSON? {
    let list = items.map(document)
    return list.isEmpty ? nil : .array(list)
  }

  /// Creates `true`, or nothing.
  static func flag(_ flag: Bool) -> JSON? { flag ? true : nil }
}
