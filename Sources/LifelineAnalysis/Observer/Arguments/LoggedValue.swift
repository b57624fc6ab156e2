import LifelineModel

/// A value in a log, which may be one of several types.
package enum LoggedValue: Hashable, Sendable {
  case bool(Bool)
  /// A number, as the log has it.
  case number(String)
  case text(String)
  /// A value that is none.
  case null
}

/// The meaning of a logged value for a parameter.
enum LoggedMeaning {
  case value(Value)
  /// The value says nothing, since it may mean several values.
  case open
  /// No value of the parameter's type.
  case none
}

extension LoggedValue {
  /// The value as a text.
  package var text: String {
    switch self {
    case .bool(let value): "\(value)"
    case .number(let text), .text(let text): text
    case .null: "nil"
    }
  }

  /// Returns the value as one of a type.
  func meaning(as type: ValueType) -> LoggedMeaning {
    if case .null = self { return type.isOptional ? .value(.absent) : .open }
    switch type {
    case .bool: return Bool(text).map { .value(.bool($0)) } ?? .none
    case .int: return wholeNumber.map { .value(.int($0)) } ?? .none
    case .duration:
      if case .number = self { return .open }
      return milliseconds.map { .value(.duration(milliseconds: $0)) } ?? .none
    case .double: return Double(text).map { .value(.double($0)) } ?? .none
    case .string: return .value(.string(text))
    case .cases, .declared:
      // Swift prints a case alone, with a point or with the names of its types.
      return .value(.named(text.split(separator: ".").last.map(String.init) ?? text))
    case .opaque: return .value(.opaque(text))
    }
  }

  private var wholeNumber: Int? { Int(text) ?? Double(text).flatMap { Int(exactly: $0) } }

  /// The milliseconds of a length of time as a spec writes it, or as Swift prints it.
  private var milliseconds: Int? {
    let digits = text.prefix { $0.isNumber || $0 == "." || $0 == "-" || $0 == "e" }
    let factors = ["ms": 1.0, "s": 1_000, "min": 60_000, "h": 3_600_000, " seconds": 1_000]
    guard let number = Double(digits), let factor = factors[String(text.dropFirst(digits.count))] else { return nil }
    return Int(exactly: (number * factor).rounded())
  }
}

/// An argument that no behavior of the machine computes.
package struct WrongArgument: Sendable {
  package var parameter: Parameter
  package var found: LoggedValue
  /// The values that it may have had, and sometimes more.
  package var possible: PossibleValues

  /// Whether the argument may have this value, if others have other ones.
  package var isPossibleAlone: Bool {
    switch found.meaning(as: parameter.type) {
    case .open: true
    case .none: false
    case .value(let value): possible.contains(value)
    }
  }
}

extension Machine {
  /// Whether any call, or one of some events, has arguments.
  package func hasArguments(showing events: IDSet<Event>) -> Bool {
    callbacks.contains { !$0.parameters.isEmpty } || events.contains { !self[$0].parameters.isEmpty }
  }
}
