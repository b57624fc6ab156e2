import Foundation
import LifelineSource

#if canImport(FoundationXML)
  import FoundationXML
#endif

@testable import LifelineDrawing

/// The texts of an SVG document, with their places by the widths of the fonts that the pictures count on.
final class SVGContents: NSObject, XMLParserDelegate {
  struct Text {
    var text = ""
    var x: Double
    var y: Double
    var anchor: String?
    var classes: [String]

    /// The width by the fixed width of names; prose is narrower than this on all systems that are known.
    private var width: Double {
      let size =
        classes.contains("title") ? 8.4 : classes.contains("small") ? 6.2 : classes.contains("prose") ? 6.8 : 7.23
      return Double(text.columnCount) * (classes.contains("number") ? 6.0 : size)
    }
    var left: Double { anchor == "end" ? x - width : anchor == "middle" ? x - width / 2 : x }
    var right: Double { left + width }
  }

  /// An upright line of the bracket of a promise.
  struct Bracket {
    var classes: String
    var x: Double
    var top: Double
    var bottom: Double

    /// Returns the upright lines of a path. Its marks, which are relative to where the pen is, aren't any.
    static func find(in path: String, _ classes: String) -> [Bracket] {
      var (x, y) = (0.0, 0.0)
      var brackets: [Bracket] = []
      for command in path.split(whereSeparator: \.isLowercase).first?.matches(of: /([MHV])([-0-9.,]+)/) ?? [] {
        let values = command.output.2.split(separator: ",").compactMap { Double($0) }
        switch command.output.1 {
        case "M" where values.count == 2: (x, y) = (values[0], values[1])
        case "H" where values.count == 1: x = values[0]
        case "V" where values.count == 1:
          brackets.append(Bracket(classes: classes, x: x, top: min(y, values[0]), bottom: max(y, values[0])))
          y = values[0]
        default: break
        }
      }
      return brackets
    }
  }

  private(set) var texts: [Text] = []
  private(set) var brackets: [Bracket] = []
  private(set) var elements: Set<String> = []
  private(set) var title = ""
  private(set) var width = 0.0
  private(set) var height = 0.0
  private(set) var error: (any Error)?
  private var path: [String] = []

  static func parse(_ document: String) -> SVGContents {
    let contents = SVGContents()
    let parser = XMLParser(data: Data(document.utf8))
    parser.delegate = contents
    if !parser.parse() { contents.error = parser.parserError ?? CocoaError(.fileReadCorruptFile) }
    return contents
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements.insert(name)
    path.append(name)
    func number(_ key: String) -> Double { attributes[key].flatMap(Double.init) ?? 0 }
    if name == "svg" { (width, height) = (number("width"), number("height")) }
    let classes = attributes["class"] ?? ""
    if name == "path", classes.hasPrefix("promise") || classes.hasPrefix("bad-line") {
      brackets += Bracket.find(in: attributes["d"] ?? "", classes)
    }
    if name == "text" {
      let classes = classes.split(separator: " ").map(String.init)
      texts.append(Text(x: number("x"), y: number("y"), anchor: attributes["text-anchor"], classes: classes))
    }
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if path.last == "text", let last = texts.indices.last { texts[last].text += text }
    if path == ["svg", "title"] { title += text }
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    path.removeLast()
  }
}
