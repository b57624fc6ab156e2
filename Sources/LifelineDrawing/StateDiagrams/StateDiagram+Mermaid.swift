import LifelineModel
import LifelineSource

extension StateDiagram {
  /// The greatest number of characters of a text that Mermaid draws where nobody has set another limit, as on GitHub.
  package static let mermaidLimit = 50_000

  /// Returns the picture as a state diagram of Mermaid, in the form that GitHub draws.
  package func mermaidText() -> String {
    var writer = MermaidWriter(diagram: self)
    return writer.write()
  }
}

/// A text for Mermaid that grows.
private struct MermaidWriter {
  let diagram: StateDiagram
  private let tree: BoxTree
  private let names: MermaidNames
  private let insides: Set<String>
  /// The paths of the boxes to whose beginnings arrows lead.
  private let entered: Set<String>
  /// The arrows by the box in which they are written; the outermost ones by `nil`.
  private let arrows: [String?: [StateDiagram.Arrow]]
  private let forks: [String?: [StateDiagram.Fork]]
  private var text = ""
  private var depth = 1
  /// The names that have a class, by the class.
  private var classes: [String: [String]] = [:]

  /// The greatest number of arrows with texts whose texts are those of arrows.
  private static let labelLimit = 8

  init(diagram: StateDiagram) {
    // The text of a loop lies on others.
    var diagram = diagram.withLoopsAsLines
    let tree = BoxTree(of: diagram)
    // Mermaid places an arrow and its label badly if it begins or ends at the border of a box with others inside.
    for index in diagram.arrows.indices {
      if case .state(let path) = diagram.arrows[index].source, tree.boxes[path]?.isCluster == true {
        diagram.arrows[index].source = .inside(path)
      }
      if case .state(let path) = diagram.arrows[index].target, tree.boxes[path]?.kind == .compound {
        diagram.arrows[index].target = .beginning(of: path)
      }
    }
    self.diagram = diagram
    self.tree = tree
    entered = Set(
      diagram.arrows.compactMap { arrow in
        if case .beginning(let path) = arrow.target { path } else { nil }
      })
    // Mermaid places the texts of many arrows on each other, but not its nodes.
    let labelled = diagram.arrows.filter { !$0.lines.isEmpty }
    names = MermaidNames(
      for: diagram, tree, entered: entered, labelled: labelled.count > Self.labelLimit ? labelled : [])
    insides = diagram.pathsOfInsides
    arrows = Dictionary(grouping: diagram.arrows) { tree.scope(of: $0) }
    forks = Dictionary(grouping: diagram.forks, by: \.container)
  }

  mutating func write() -> String {
    text = "stateDiagram-v2\n"
    line("accTitle: \(escaped("States of \(diagram.title)"))")
    // One machine without regions needs no frame.
    if diagram.roots.count == 1, let root = diagram.roots.first, root.kind == .compound {
      writeContents(of: root)
    } else {
      writeArrows(in: nil)
      for root in diagram.roots { write(root) }
    }
    for (name, style) in [
      ("begin", "fill:none,stroke:none"), ("contents", "fill:none,stroke:none"), ("label", "fill:none,stroke:none"),
      ("any", "stroke-dasharray:3 3"),
    ] {
      guard let members = classes[name] else { continue }
      line("classDef \(name) \(style)")
      line("class \(members.joined(separator: ",")) \(name)")
    }
    return text
  }

  private mutating func line(_ content: String) {
    text += String(repeating: "  ", count: depth) + content + "\n"
  }

  // MARK: Boxes

  private mutating func write(_ box: StateDiagram.Box) {
    guard box.isCluster else { return writeState(box) }
    line("state \"\(escaped(box.title))\" as \(names[.state(box.path)]) {")
    depth += 1
    writeContents(of: box)
    depth -= 1
    line("}")
  }

  /// Writes what lies in a box. Arrows come first, since Mermaid places a state where it is mentioned last.
  private mutating func writeContents(of box: StateDiagram.Box) {
    if box.kind == .compound { writeArrows(in: box.path) }
    if entered.contains(box.path) {
      let name = names[.beginning(of: box.path)]
      line("state \"●\" as \(name)")
      classes["begin", default: []].append(name)
    }
    if !box.lines.isEmpty {
      let name = names.contents(of: box.path)
      line("state \"\(lines(box.lines))\" as \(name)")
      classes["contents", default: []].append(name)
      if box.kind == .parallel { line("--") }
    }
    if insides.contains(box.path) {
      let name = names[.inside(box.path)]
      line("state \"any state\" as \(name)")
      classes["any", default: []].append(name)
    }
    for (index, child) in box.children.enumerated() {
      if box.kind == .parallel, index > 0 { line("--") }
      write(child)
    }
  }

  private mutating func writeState(_ box: StateDiagram.Box) {
    let name = names[.state(box.path)]
    var title = box.title
    if case .history(let history) = box.kind { title = (history == .deep ? "H* " : "H ") + title }
    if name != escaped(title) {
      line("state \"\(escaped(title))\" as \(name)")
    } else {
      line(box.lines.isEmpty ? name : "\(name) : \(name)")
    }
    for content in box.lines { line("\(name) : \(escaped(content))") }
    if box.kind == .final { line("\(name) --> [*]") }
  }

  // MARK: Arrows

  private mutating func writeArrows(in container: String?) {
    for fork in forks[container] ?? [] { line("state \(names[.fork(fork.number)]) <<fork>>") }
    // Labels overlap less if arrows from the dashed boxes come last.
    let arrows = arrows[container] ?? []
    func beginsInside(_ arrow: StateDiagram.Arrow) -> Bool {
      if case .inside = arrow.source { true } else { false }
    }
    for arrow in arrows.filter({ !beginsInside($0) }) + arrows.filter(beginsInside) {
      if let name = names.label(of: arrow) {
        line("state \"\(lines(arrow.lines, isMarkdown: true))\" as \(name)")
        line("\(names[arrow.source]) --> \(name)")
        line("\(name) --> \(names[arrow.target])")
        classes["label", default: []].append(name)
        continue
      }
      let label = arrow.lines.isEmpty ? "" : " : \(lines(arrow.lines))"
      line("\(names[arrow.source]) --> \(names[arrow.target])\(label)")
    }
  }

  // MARK: Texts

  private func lines(_ lines: [String], isMarkdown: Bool = false) -> String {
    lines.map { escaped($0, isMarkdown: isMarkdown) }.joined(separator: "<br/>")
  }

  /// Returns text that shows as it is: what may have a meaning for Mermaid, Markdown or HTML is a number.
  /// - Parameter isMarkdown: Whether Mermaid reads the text as Markdown after it has read the numbers. It does for nodes.
  private func escaped(_ text: String, isMarkdown: Bool = false) -> String {
    let scalars = Array(VisibleText.escaped(text).unicodeScalars)
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      let isInWord =
        scalar == "_" && index > 0 && index + 1 < scalars.count
        && scalars[index - 1].isLetterOrDigit && scalars[index + 1].isLetterOrDigit
      if scalar.isLetterOrDigit || isInWord || !scalar.isASCII || " .,()[]/=+!?-'".unicodeScalars.contains(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        if isMarkdown, "\\`*_".unicodeScalars.contains(scalar) { result += "#92;" }
        result += "#\(scalar.value);"
      }
    }
    return result
  }
}

extension StateDiagram {
  /// The picture in which an arrow from a state to itself is a line in the state.
  fileprivate var withLoopsAsLines: StateDiagram {
    var result = self
    result.arrows = arrows.filter { $0.source != $0.target }
    var items: [String: [[String]]] = [:]
    for arrow in arrows where arrow.source == arrow.target {
      guard case .state(let path) = arrow.source else { continue }
      let name = path.split(separator: ".").last.map(String.init) ?? path
      for label in arrow.labels {
        var texts = label.linesInside
        if !texts.isEmpty { texts[texts.count - 1] += " → \(name)" }
        items[path, default: []].append(texts)
      }
    }
    result.roots = roots.map { $0.adding(items) }
    return result
  }
}

extension StateDiagram.Box {
  /// Returns the box with further items in it and in the boxes inside.
  fileprivate func adding(_ added: [String: [[String]]]) -> StateDiagram.Box {
    var box = self
    box.items += added[path] ?? []
    box.children = children.map { $0.adding(added) }
    return box
  }
}

extension Unicode.Scalar {
  fileprivate var isLetterOrDigit: Bool { properties.isAlphabetic || properties.numericType != nil }
}
