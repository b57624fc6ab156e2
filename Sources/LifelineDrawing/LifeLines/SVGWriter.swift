import LifelineSource

/// The elements of a picture in SVG, in the order in which they are painted.
struct SVGWriter {
  private(set) var elements: [String] = []

  /// Adds a text.
  /// - Parameters:
  ///   - y: The line on which the letters stand.
  ///   - whole: The text in full, if `text` is cut.
  mutating func text(
    _ text: String, x: Double, y: Double, _ classes: String, anchor: String? = nil, whole: String? = nil
  ) {
    guard !text.isEmpty else { return }
    let title = whole.map { $0 == text ? "" : "<title>\(Self.escaped($0))</title>" } ?? ""
    let place = anchor.map { " text-anchor=\"\($0)\"" } ?? ""
    elements.append(
      "<text x=\"\(number(x))\" y=\"\(number(y))\"\(place) class=\"\(classes)\">\(title)\(Self.escaped(text))</text>")
  }

  mutating func path(_ commands: String, _ classes: String) {
    elements.append("<path class=\"\(classes)\" d=\"\(commands)\"/>")
  }

  mutating func rectangle(
    x: Double, y: Double, width: Double, height: Double, radius: Double = 0, _ classes: String, title: String? = nil
  ) {
    let content = title.map { "><title>\(Self.escaped($0))</title></rect>" } ?? "/>"
    elements.append(
      "<rect class=\"\(classes)\" x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\" "
        + "height=\"\(number(max(0, height)))\" rx=\"\(number(radius))\"\(content)")
  }

  mutating func circle(x: Double, y: Double, radius: Double, _ classes: String) {
    elements.append(
      "<circle class=\"\(classes)\" cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"\(number(radius))\"/>")
  }

  /// Adds a triangle whose tip is at a point.
  mutating func head(x: Double, y: Double, pointingLeft: Bool = false, _ classes: String) {
    let back = pointingLeft ? 6.0 : -6.0
    elements.append(
      "<polygon class=\"\(classes)\" points=\"\(number(x)),\(number(y)) \(number(x + back)),\(number(y - 3)) "
        + "\(number(x + back)),\(number(y + 3))\"/>")
  }

  /// Returns the document.
  static func document(
    width: Double, height: Double, title: String, description: String, styleSheet: String, _ layers: [SVGWriter]
  ) -> String {
    let size =
      "width=\"\(number(width))\" height=\"\(number(height))\" viewBox=\"0 0 \(number(width)) \(number(height))\""
    let head =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) role=\"img\">\n<title>\(escaped(title))</title>\n"
      + "<desc>\(escaped(description))</desc>\n<style>\(styleSheet)</style>\n"
    return head + layers.flatMap(\.elements).joined(separator: "\n") + "\n</svg>\n"
  }

  /// Returns a text as the contents of an element. Characters that XML or a reader's eyes can't have are escaped.
  static func escaped(_ text: String) -> String {
    VisibleText.escaped(text).unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // XML has no such characters.
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}

/// Returns a number with at most one digit behind the point.
func number(_ value: Double) -> String {
  let tenths = Int((value * 10).rounded())
  return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
}
