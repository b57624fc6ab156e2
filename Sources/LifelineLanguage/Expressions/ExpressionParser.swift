import LifelineModel

/// Parses an expression by recursive descent, up to the first error.
struct ExpressionParser {
  /// The reason that a text is no expression.
  struct SyntaxError: Error {
    var message: String
    var offsets: Range<Int>
  }

  private let tokens: [ExpressionToken]
  private var index = 0
  private var depth = 0
  private var operators = 0
  private static let maximumDepth = 64
  private static let maximumOperators = 256

  /// Returns the expression that `text` writes.
  static func parse(_ text: String) throws(SyntaxError) -> ExpressionSyntax {
    var parser = ExpressionParser(tokens: expressionTokens(text))
    let result = try parser.disjunction()
    if parser.next.kind != .end { throw parser.unexpected() }
    return result
  }

  private init(tokens: [ExpressionToken]) { self.tokens = tokens }

  private var next: ExpressionToken { tokens[min(index, tokens.count - 1)] }

  private func syntaxError(_ message: String, at token: ExpressionToken) -> SyntaxError {
    SyntaxError(message: message, offsets: token.offset..<(token.offset + token.length))
  }

  /// Returns the error for an assignment such as `n += 1` or `n++`, if the next token or those around it are one.
  private func assignment() -> SyntaxError? {
    let last = min(index, tokens.count - 1)
    func pair(at first: Int) -> String? {
      guard tokens.indices.contains(first), first + 1 < tokens.count,
        tokens[first].offset + tokens[first].length == tokens[first + 1].offset
      else { return nil }
      let text = tokens[first].text + tokens[first + 1].text
      return ["++", "--", "+=", "-=", "*=", "/="].contains(text) ? text : nil
    }
    let isAtEnd = tokens[last].kind == .end
    for first in isAtEnd ? [last - 2] : [last - 1, last] {
      guard let text = pair(at: first) else { continue }
      let offset = tokens[first].offset
      return SyntaxError(
        message: "`\(text)` has no meaning in an expression; write the new value, such as `n \(text.prefix(1)) 1`",
        offsets: offset..<(offset + 2))
    }
    return nil
  }

  /// Returns the error for `=>` or `=<`, if the next tokens are one.
  private func reversedComparison() -> SyntaxError? {
    let sign = tokens[min(index + 1, tokens.count - 1)]
    guard [">", "<"].contains(sign.text), next.offset + next.length == sign.offset else { return nil }
    return SyntaxError(
      message: "`=\(sign.text)` has no meaning in an expression; write `\(sign.text)=`",
      offsets: next.offset..<(sign.offset + sign.length))
  }

  private func unexpected() -> SyntaxError {
    let token = next
    if let error = assignment() { return error }
    switch token.text {
    case "!": return syntaxError("write `not` instead of `!`", at: token)
    case "&&": return syntaxError("write `and` instead of `&&`", at: token)
    case "||": return syntaxError("write `or` instead of `||`", at: token)
    case "=":
      return reversedComparison()
        ?? syntaxError("`=` has no meaning in an expression; to compare, write `==`", at: token)
    case "is": return syntaxError("`is` is not expected here; to compare, write `==`", at: token)
    case ".": return syntaxError("`.` has no meaning in front of a name; write the name alone", at: token)
    case "": return syntaxError("the expression ends too early; an operand is missing here", at: token)
    case ")": return syntaxError("this parenthesis has no opening one", at: token)
    case "'": return syntaxError("write a text in an expression in double quotes: `\"text\"`", at: token)
    case ",":
      return syntaxError("a comma only separates the two values of `min(a, b)` and `max(a, b)`", at: token)
    default:
      if token.kind == .unknown { return syntaxError("`\(token.text)` has no meaning in an expression", at: token) }
      return syntaxError("`\(token.text)` is not expected here", at: token)
    }
  }

  private mutating func accept(_ text: String) -> Bool {
    guard next.text == text, next.kind == .word || next.kind == .symbol else { return false }
    index += 1
    return true
  }

  private mutating func countOperator() throws(SyntaxError) {
    operators += 1
    if operators > Self.maximumOperators {
      throw syntaxError("an expression has at most \(Self.maximumOperators) operators", at: next)
    }
  }

  private mutating func nested<Result>(
    in token: ExpressionToken, _ body: (inout ExpressionParser) throws(SyntaxError) -> Result
  ) throws(SyntaxError) -> Result {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.maximumDepth {
      throw syntaxError("an expression can be nested at most \(Self.maximumDepth) levels deep", at: token)
    }
    return try body(&self)
  }

  private mutating func disjunction() throws(SyntaxError) -> ExpressionSyntax {
    var parts = [try conjunction()]
    while accept("or") {
      try countOperator()
      parts.append(try conjunction())
    }
    return parts.count == 1 ? parts[0] : join(parts, ExpressionSyntax.Kind.or(parts))
  }

  private mutating func conjunction() throws(SyntaxError) -> ExpressionSyntax {
    var parts = [try inversion()]
    while accept("and") {
      try countOperator()
      parts.append(try inversion())
    }
    return parts.count == 1 ? parts[0] : join(parts, ExpressionSyntax.Kind.and(parts))
  }

  private func join(_ parts: [ExpressionSyntax], _ kind: ExpressionSyntax.Kind) -> ExpressionSyntax {
    let start = parts.first?.offsets.lowerBound ?? 0
    return ExpressionSyntax(kind: kind, offsets: start..<(parts.last?.offsets.upperBound ?? start))
  }

  private mutating func inversion() throws(SyntaxError) -> ExpressionSyntax {
    let token = next
    guard accept("not") else { return try comparison() }
    let operand = try nested(in: token) { (parser) throws(SyntaxError) in try parser.inversion() }
    return ExpressionSyntax(kind: .not(operand), offsets: token.offset..<operand.offsets.upperBound)
  }

  private mutating func comparison() throws(SyntaxError) -> ExpressionSyntax {
    let left = try sum()
    guard next.kind == .symbol, let relation = Expression.Comparison(rawValue: next.text) else { return left }
    index += 1
    try countOperator()
    let right = try sum()
    if next.kind == .symbol, Expression.Comparison(rawValue: next.text) != nil {
      throw syntaxError("comparisons cannot be chained; join two of them with `and`", at: next)
    }
    return join([left, right], .comparison(relation, left, right))
  }

  private mutating func sum() throws(SyntaxError) -> ExpressionSyntax {
    var left = try product()
    while next.kind == .symbol, ["+", "-"].contains(next.text) {
      let operation: Expression.Arithmetic = next.text == "+" ? .add : .subtract
      index += 1
      try countOperator()
      let right = try product()
      left = join([left, right], .arithmetic(operation, left, right))
    }
    return left
  }

  private mutating func product() throws(SyntaxError) -> ExpressionSyntax {
    var left = try signed()
    while next.kind == .symbol, ["*", "/", "%"].contains(next.text) {
      let operation: Expression.Arithmetic =
        next.text == "*" ? .multiply : next.text == "/" ? .divide : .remainder
      index += 1
      try countOperator()
      let right = try signed()
      left = join([left, right], .arithmetic(operation, left, right))
    }
    return left
  }

  private mutating func signed() throws(SyntaxError) -> ExpressionSyntax {
    let token = next
    guard accept("-") else { return try operand() }
    let operand = try nested(in: token) { (parser) throws(SyntaxError) in try parser.signed() }
    return ExpressionSyntax(kind: .negation(operand), offsets: token.offset..<operand.offsets.upperBound)
  }

  private mutating func operand() throws(SyntaxError) -> ExpressionSyntax {
    let token = next
    let offsets = token.offset..<(token.offset + token.length)
    switch token.kind {
    case .number:
      index += 1
      return ExpressionSyntax(kind: .number(token.text), offsets: offsets)
    case .decimal:
      index += 1
      return ExpressionSyntax(kind: .decimal(token.text), offsets: offsets)
    case .duration:
      index += 1
      return ExpressionSyntax(kind: .duration(token.text), offsets: offsets)
    case .text:
      index += 1
      return ExpressionSyntax(kind: .text(try content(of: token)), offsets: offsets)
    case .unclosedText:
      throw syntaxError(
        "this text has no `\"` at its end; if the text contains a comma, put the whole expression in single quotes",
        at: token)
    case .symbol where token.text == "(":
      index += 1
      var inner = try nested(in: token) { (parser) throws(SyntaxError) in try parser.disjunction() }
      let end = next.offset + 1
      guard accept(")") else {
        if next.kind == .end { throw syntaxError("this parenthesis is not closed", at: token) }
        throw unexpected()
      }
      inner.offsets = token.offset..<end
      return inner
    case .word:
      if let function = function(token) { return try call(of: function, token) }
      return try word(token, offsets: offsets)
    case .symbol, .unknown, .end:
      throw unexpected()
    }
  }

  /// Returns a text without its quotes and escapes.
  private func content(of token: ExpressionToken) throws(SyntaxError) -> String {
    var rest = token.text.unicodeScalars.dropFirst().dropLast()
    var result = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      let escape = rest.popFirst()
      switch escape {
      case "\"", "\\": result.append(escape ?? "\\")
      case "n": result.append("\n")
      case "t": result.append("\t")
      case "u":
        let digits = rest.prefix(4)
        rest = rest.dropFirst(4)
        guard digits.count == 4, let code = UInt32(String(digits), radix: 16), let character = Unicode.Scalar(code)
        else { throw syntaxError("`\\u` takes the four hexadecimal digits of a character", at: token) }
        result.append(character)
      default:
        throw syntaxError(
          "a text has the escapes `\\\"`, `\\\\`, `\\n`, `\\t` and `\\u` with four digits, but not "
            + "`\\\(escape.map { String($0) } ?? "")`", at: token)
      }
    }
    return String(result)
  }

  /// Returns the function that a call begins with at `token`. Elsewhere its name is like any other.
  private func function(_ token: ExpressionToken) -> Expression.Arithmetic? {
    guard index + 1 < tokens.count, tokens[index + 1].text == "(", tokens[index + 1].kind == .symbol,
      let function = Expression.Arithmetic(rawValue: token.text), function.isFunction
    else { return nil }
    return function
  }

  private mutating func call(
    of function: Expression.Arithmetic, _ token: ExpressionToken
  ) throws(SyntaxError) -> ExpressionSyntax {
    index += 2
    try countOperator()
    let usage = "`\(function.rawValue)` takes two values: `\(function.rawValue)(a, b)`"
    let (left, right) = try nested(in: token) { (parser) throws(SyntaxError) in
      let left = try parser.disjunction()
      guard parser.accept(",") else {
        throw parser.next.text == ")" ? parser.syntaxError(usage, at: token) : parser.unexpectedInCall(at: token)
      }
      return (left, try parser.disjunction())
    }
    let end = next.offset + 1
    guard accept(")") else {
      throw next.text == "," ? syntaxError(usage, at: token) : unexpectedInCall(at: token)
    }
    return ExpressionSyntax(kind: .arithmetic(function, left, right), offsets: token.offset..<end)
  }

  private func unexpectedInCall(at token: ExpressionToken) -> SyntaxError {
    next.kind == .end ? syntaxError("the parenthesis of this call is not closed", at: token) : unexpected()
  }

  private mutating func word(_ token: ExpressionToken, offsets: Range<Int>) throws(SyntaxError) -> ExpressionSyntax {
    switch token.text {
    case "true", "false":
      index += 1
      return ExpressionSyntax(kind: .bool(token.text == "true"), offsets: offsets)
    case "in":
      index += 1
      guard accept("("), next.kind == .word else {
        throw syntaxError("`in` needs a state in parentheses: `in(state)`", at: token)
      }
      let state = next.text
      index += 1
      let end = next.offset + 1
      guard accept(")") else { throw syntaxError("`in` needs a state in parentheses: `in(state)`", at: token) }
      return ExpressionSyntax(kind: .isActive(state), offsets: offsets.lowerBound..<end)
    case "and", "or":
      throw syntaxError("an operand is missing before `\(token.text)`", at: token)
    case "not":
      throw syntaxError("`not` binds looser than this operator; put it and its operand in parentheses", at: token)
    default:
      index += 1
      return ExpressionSyntax(kind: .name(token.text), offsets: offsets)
    }
  }
}
