/// Returns the brackets and the quote that a line opens and doesn't close, from the innermost to the outermost.
package func closingBrackets(of line: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
  var open: [Unicode.Scalar] = []
  var quote: Unicode.Scalar?
  var last: Unicode.Scalar = " "
  for scalar in line {
    if let current = quote {
      if scalar == current { quote = nil }
    } else {
      switch scalar {
      // Elsewhere, a quote is a character of a word.
      case "\"", "'": if " {[,:".unicodeScalars.contains(last) { quote = scalar }
      case "{": open.append("}")
      case "[": open.append("]")
      case "}", "]": _ = open.popLast()
      default: break
      }
    }
    last = scalar
  }
  return (quote.map { [$0] } ?? []) + open.reversed()
}
