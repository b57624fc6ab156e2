import LifelineModel
import LifelineYAML

/// Names of callbacks with `and`, or with `or`, between them, as in a condition.
enum JoinedNames {
  /// Returns the names, and how many of them have to come; `nil` if the text isn't of this form.
  static func read(_ node: YAMLNode) -> (quantity: Promise.Quantity, names: [String])? {
    guard case .scalar(let scalar) = node.content else { return nil }
    let words = scalar.text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count > 2, words.count % 2 == 1 else { return nil }
    let names = stride(from: 0, to: words.count, by: 2).map { words[$0] }
    let joints = Set(stride(from: 1, to: words.count, by: 2).map { words[$0] })
    guard names.allSatisfy({ isIdentifierPath($0) && !expressionWords.contains($0) }) else { return nil }
    switch joints {
    case ["and"], ["&&"]: return (.all, names)
    case ["or"], ["||"]: return (.any, names)
    default: return nil
    }
  }
}
