import LifelineDrawing
import LifelineSource

/// A piece of running text.
package enum Inline: Hashable, Sendable {
  /// Text that shows as it is.
  case text(String)
  /// A name or an expression in the font of code.
  case code(String)
  /// Text that carries weight.
  indirect case strong([Inline])
  /// A link to an address of the web.
  indirect case link([Inline], address: String)
  /// A link to a heading of the same page.
  indirect case heading([Inline], Heading)
  /// A link to another page of the same folder.
  indirect case page([Inline], name: String)
  /// A link to a file, by its path from the folder of the pages.
  indirect case file([Inline], path: String)
  /// Words about life lines: where they are texts, and where they are pictures.
  indirect case onLifeLines([Inline], inPictures: [Inline])
  /// The beginning of another line.
  case lineBreak

  /// The letters that a reader sees.
  var plain: String {
    switch self {
    case .text(let text), .code(let text): text
    case .strong(let content), .link(let content, _), .heading(let content, _), .page(let content, _),
      .file(let content, _), .onLifeLines(let content, _):
      content.plain
    case .lineBreak: " "
    }
  }
}

extension [Inline] {
  /// The letters that a reader sees.
  var plain: String { map(\.plain).joined() }
}

/// A heading of a page.
package struct Heading: Hashable, Sendable {
  /// The level: 1 for the title of the page.
  package var level: Int
  /// The words.
  package var words: [Inline]
  /// The kind of what it is about, which tells it from a heading with the same words.
  package var kind: String

  /// Creates a heading.
  package init(_ level: Int, _ words: [Inline], of kind: String = "") {
    self.level = level
    self.words = words
    self.kind = kind
  }
}

/// A block of a page.
package enum Block: Hashable, Sendable {
  case heading(Heading)
  case paragraph([Inline])
  case list([[Inline]])
  /// A table, whose rows have as many cells as its head.
  case table(head: [String], rows: [[[Inline]]])
  /// The states and arrows of a machine, and the states as a list, for where no picture can be drawn.
  case states(StateDiagram, outline: [[Inline]])
  /// One run of a machine.
  case run(LifeLine)
}
