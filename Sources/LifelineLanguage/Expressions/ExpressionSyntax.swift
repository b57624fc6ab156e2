import LifelineModel

/// An expression as it is written, before its names are resolved.
struct ExpressionSyntax {
  indirect enum Kind {
    case bool(Bool)
    case number(String)
    case decimal(String)
    case duration(String)
    /// A text, without its quotes and escapes.
    case text(String)
    case name(String)
    case isActive(String)
    case not(ExpressionSyntax)
    case and([ExpressionSyntax])
    case or([ExpressionSyntax])
    case comparison(Expression.Comparison, ExpressionSyntax, ExpressionSyntax)
    case arithmetic(Expression.Arithmetic, ExpressionSyntax, ExpressionSyntax)
    case negation(ExpressionSyntax)
  }

  var kind: Kind
  /// The range of the expression in its text, counted in Unicode scalars.
  var offsets: Range<Int>
}
