import LifelineDrawing
import LifelineSource

extension Page {
  /// Returns the page in Markdown as GitHub and GitLab show it, without the line that names its origin.
  package func formatMarkdown() -> String {
    MarkdownWriter(anchors: HeadingSlugs(of: blocks, below: title)).text(title, blocks)
  }

  /// Returns the page as an article of DocC, without the line that names its origin, and the pictures that it shows.
  package func formatDocC() -> (text: String, pictures: [(name: String, picture: LifeLine)]) {
    var pictures: [(name: String, picture: LifeLine)] = []
    var writer = MarkdownWriter(dialect: .docC)
    var texts = [writer.text(of: .heading(Heading(1, [.text(title)])))]
    for block in blocks {
      if case .run(let picture) = block {
        pictures.append((pictureName(pictures.count + 1), picture))
      }
      writer.picture = pictures.last?.name
      texts.append(writer.text(of: block))
    }
    return (texts.filter { !$0.isEmpty }.map { $0 + "\n" }.joined(separator: "\n"), pictures)
  }

  /// Returns the name of a picture, without an ending. In names of pictures, DocC takes some characters for others.
  private func pictureName(_ number: Int) -> String {
    let plain = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "-" })
    return "\(plain)-\(number)"
  }
}

extension IndexPage {
  /// Returns the list in Markdown, without the line that names its origin.
  /// - Parameter title: The words above the list.
  package func formatMarkdown(title: String) -> String {
    MarkdownWriter().text(title, blocks)
  }

  /// Returns the list as the first page of a catalogue of DocC, without the line that names its origin.
  /// - Parameter title: The name of the catalogue.
  package func formatDocC(title: String) -> String {
    let writer = MarkdownWriter(dialect: .docC)
    let links = pages.map { "- <\(MarkdownWriter.docCTarget($0.name))>\n" }.joined()
    return """
      # \(MarkdownText.escaped(title))

      \(writer.text(of: introduction))

      @Metadata {
        @TechnologyRoot
      }

      ## Topics

      ### Machines

      \(links)
      """
  }
}

/// A writer of blocks in Markdown.
struct MarkdownWriter {
  /// A kind of Markdown.
  enum Dialect {
    /// That of GitHub and GitLab, which draw Mermaid.
    case gitHub
    /// That of DocC, whose pictures are files.
    case docC
  }

  var dialect = Dialect.gitHub
  var anchors = HeadingSlugs(of: [])
  /// The name of the picture that a run is in DocC.
  var picture: String?

  func text(_ title: String, _ blocks: [Block]) -> String {
    ([.heading(Heading(1, [.text(title)]))] + blocks).map { text(of: $0) + "\n" }.joined(separator: "\n")
  }

  /// Returns a block without the end of its last line.
  func text(of block: Block) -> String {
    switch block {
    case .heading(let heading): String(repeating: "#", count: heading.level) + " " + text(of: heading.words)
    case .paragraph(let content): text(of: content)
    case .list(let items): items.map { "- " + text(of: $0, lineBreak: "\\\n  ") }.joined(separator: "\n")
    case .table(let head, let rows): table(head, rows)
    case .states(let diagram, let outline): states(diagram, outline)
    case .run(let run):
      switch dialect {
      case .gitHub:
        fenced(run.formatLines(showingHeading: false, showingNumbers: false).map { $0 + "\n" }.joined(), as: "text")
      case .docC: "![\(MarkdownText.escaped(run.words))](\(picture ?? ""))"
      }
    }
  }

  private func states(_ diagram: StateDiagram, _ outline: [[Inline]]) -> String {
    let pieces = dialect == .gitHub ? diagram.readablePieces : []
    guard !pieces.isEmpty else {
      return text(of: .paragraph([.text("These are the states:")])) + "\n\n" + text(of: .list(outline))
    }
    var caption =
      "An arrow bears the events that lead along it. The tables below have all of them, with their conditions and calls."
    if pieces.count > 1 {
      caption +=
        " What lies in a state with states inside follows in pictures of its own, without the arrows across its border."
    }
    let pictures = pieces.map { piece -> String in
      let picture = fenced(piece.mermaidText(), as: "mermaid")
      if piece.title == diagram.title { return picture }
      return text(of: .paragraph([.text("Inside of "), .code(piece.title), .text(":")])) + "\n\n" + picture
    }
    return ([text(of: .paragraph([.text(caption)]))] + pictures).joined(separator: "\n\n")
  }

  private func table(_ head: [String], _ rows: [[[Inline]]]) -> String {
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    let cells = rows.map { row in line(row.map { text(of: $0, inTable: true, lineBreak: " ") }) }
    return ([line(head.map(MarkdownText.escaped)), line(head.map { _ in "---" })] + cells).joined(separator: "\n")
  }

  /// Returns a text between fences that are longer than any in it.
  private func fenced(_ text: String, as language: String) -> String {
    var fence = "```"
    while text.contains(fence) { fence += "`" }
    return "\(fence)\(language)\n\(text)\(fence)"
  }

  // MARK: Running text

  private func text(of content: [Inline], inTable: Bool = false, lineBreak: String = "\\\n") -> String {
    content.map { text(of: $0, inTable, lineBreak) }.joined()
  }

  private func text(of inline: Inline, _ inTable: Bool, _ lineBreak: String) -> String {
    func inner(_ content: [Inline]) -> String { text(of: content, inTable: inTable, lineBreak: lineBreak) }
    switch inline {
    case .text(let text): return MarkdownText.escaped(text)
    case .code(let text): return MarkdownText.code(text, inTable: inTable)
    case .strong(let content): return "**\(inner(content))**"
    case .onLifeLines(let words, let wordsOnPictures): return inner(dialect == .gitHub ? words : wordsOnPictures)
    case .link(let content, let address):
      return MarkdownText.target(address).map { "[\(inner(content))](\($0))" } ?? inner(content)
    // DocC makes anchors of its own.
    case .heading(let content, let heading):
      return anchors[heading].map { "[\(inner(content))](#\($0))" } ?? inner(content)
    case .page(let content, let name):
      return "[\(inner(content))](\(target(ofPage: name)))"
    case .file(let content, let path):
      return dialect == .gitHub ? "[\(inner(content))](\(MarkdownText.fileTarget(path)))" : inner(content)
    case .lineBreak: return lineBreak
    }
  }

  private func target(ofPage name: String) -> String {
    switch dialect {
    case .gitHub: MarkdownText.fileTarget(name + ".md")
    case .docC: Self.docCTarget(name)
    }
  }

  /// Returns the address of an article of the same catalogue.
  static func docCTarget(_ name: String) -> String {
    "doc:" + MarkdownText.fileTarget(name.split(separator: " ").joined(separator: "-"))
  }
}
