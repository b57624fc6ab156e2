import LifelineModel

extension Statement {
  /// The lists of statements inside the statement.
  var nestedLists: [[Statement]] {
    switch self {
    case .if(_, let then, let otherwise): [then, otherwise]
    case .switch(_, let cases, let standard):
      if case .statements(let statements) = standard { cases.map(\.body) + [statements] } else { cases.map(\.body) }
    case .guard(_, let body), .while(_, let body), .repeat(let body, _), .for(_, _, _, let body),
      .block(_, let body), .closure(_, _, let body):
      [body]
    case .joined(let statement), .broken(let statement): [[statement]]
    default: []
    }
  }

  /// The expressions that the statement itself evaluates.
  private var expressions: [SwiftExpression] {
    switch self {
    case .call(_, let arguments): arguments
    case .send(_, let sent): sent.arguments
    case .assign(_, let value): [value]
    case .assignTogether(let assignments): assignments.map(\.value)
    case .if(let condition, _, _), .guard(let condition, _), .while(let condition, _), .repeat(_, let condition):
      [condition]
    case .evaluate(let value), .constant(_, let value), .throw(let value): [value]
    case .return(let value), .variable(_, let value): value.map { [$0] } ?? []
    default: []
    }
  }

  /// The names of the event's parameters that the statement reads.
  fileprivate var parameters: Set<String> {
    var result: Set<String> = []
    for expression in expressions { result.formUnion(expression.parameters) }
    for list in nestedLists { result.formUnion(list.parameters) }
    return result
  }

  /// Whether the statement calls a function.
  fileprivate var runsFunction: Bool {
    if case .evaluate(.result) = self { true } else { nestedLists.contains(where: \.runFunctions) }
  }

  /// About how many lines the statement takes.
  private var size: Int {
    switch self {
    case .assignTogether(let assignments): assignments.count
    case .switch(_, let cases, _): nestedLists.reduce(1 + cases.count) { $0 + $1.size }
    default: nestedLists.reduce(1) { $0 + $1.size }
    }
  }

  /// Whether control can reach the next statement.
  private var fallsThrough: Bool {
    switch self {
    case .return: false
    case .switch(_, _, .nothing): true
    case .switch: nestedLists.contains(where: \.fallThrough)
    default: true
    }
  }

  fileprivate static func size(of statement: Statement) -> Int { statement.size }
  fileprivate static func fallsThrough(_ statement: Statement) -> Bool { statement.fallsThrough }
}

extension [Statement] {
  /// The names of the event's parameters that the statements read.
  var parameters: Set<String> { reduce(into: []) { $0.formUnion($1.parameters) } }

  /// Whether a function is called.
  var runFunctions: Bool { contains(where: \.runsFunction) }

  /// About how many lines the statements take.
  var size: Int { reduce(0) { $0 + Statement.size(of: $1) } }

  /// Whether control can reach the end of the list.
  var fallThrough: Bool { last.map(Statement.fallsThrough) ?? true }
}
