import LifelineModel
import LifelineSource

extension StateDiagram {
  /// Returns the picture in DOT, the language of Graphviz.
  package func dotText() -> String {
    var writer = DOTWriter(diagram: self)
    return writer.write()
  }
}

/// A text in DOT that grows.
private struct DOTWriter {
  let diagram: StateDiagram
  private var text = ""
  private var depth = 1
  private let insides: Set<String>
  private let boxes: [String: StateDiagram.Box]
  private let forks: [String?: [StateDiagram.Fork]]
  /// The arrows whose labels are nodes, by the boxes that these lie in.
  private let labelled: [String?: [StateDiagram.Arrow]]

  init(diagram: StateDiagram) {
    self.diagram = diagram
    insides = diagram.pathsOfInsides
    let tree = BoxTree(of: diagram)
    boxes = tree.boxes
    forks = Dictionary(grouping: diagram.forks, by: \.container)
    labelled = Dictionary(grouping: diagram.arrows.filter(\.hasLabelOfItsOwn), by: tree.scope)
  }

  mutating func write() -> String {
    text = "digraph \(quoted(diagram.title)) {\n"
    line(
      #"graph [compound=true, newrank=true, fontname="Helvetica,Arial,sans-serif", fontsize=12, nodesep=0.4, ranksep=0.5]"#
    )
    line(
      #"node [fontname="Helvetica,Arial,sans-serif", fontsize=12, shape=box, style=rounded, height=0.3, margin="0.12,0.06"]"#
    )
    line(#"edge [fontname="Helvetica,Arial,sans-serif", fontsize=11, arrowsize=0.7]"#)
    for root in diagram.roots { write(root, isRegion: false) }
    writeNodesOfArrows(in: nil)
    for arrow in diagram.arrows { write(arrow) }
    return text + "}\n"
  }

  private mutating func line(_ content: String) {
    text += String(repeating: "  ", count: depth) + content + "\n"
  }

  // MARK: Boxes

  private mutating func write(_ box: StateDiagram.Box, isRegion: Bool) {
    guard box.isCluster else {
      return line("\(id(of: .state(box.path))) [\(attributes(of: box, isRegion: isRegion))]")
    }
    line("subgraph \(cluster(box.path)) {")
    depth += 1
    line("label=\(label(of: box)); labeljust=l; style=\"rounded\(isRegion ? ",dashed" : "")\"; margin=12")
    if box.kind == .compound {
      line(
        "\(id(of: .beginning(of: box.path))) [label=\"\", shape=circle, style=filled, fillcolor=black, width=0.14, height=0.14, fixedsize=true]"
      )
    }
    if insides.contains(box.path) {
      line("\(id(of: .inside(box.path))) [label=\"any state\", style=\"rounded,dashed\", fontsize=11]")
    }
    for child in box.children { write(child, isRegion: box.kind == .parallel) }
    writeNodesOfArrows(in: box.path)
    depth -= 1
    line("}")
  }

  private mutating func writeNodesOfArrows(in container: String?) {
    for fork in forks[container] ?? [] {
      line(
        "\(id(of: .fork(fork.number))) [label=\"\", style=filled, fillcolor=black, width=0.5, height=0.05, fixedsize=true]"
      )
    }
    for arrow in labelled[container] ?? [] {
      line(
        "\(id(ofLabelOf: arrow)) [\(label(of: arrow)), shape=plaintext, fontsize=11, height=0, margin=\"0.03,0.02\"]")
    }
  }

  private func attributes(of box: StateDiagram.Box, isRegion: Bool) -> String {
    switch box.kind {
    case .history(let history):
      return "label=\(quoted("\(history == .deep ? "H*" : "H") \(box.title)")), shape=oval, style=\"\""
    case .final: return "label=\(label(of: box)), peripheries=2"
    case .atomic, .compound, .parallel:
      return "label=\(label(of: box))" + (isRegion ? #", style="rounded,dashed""# : "")
    }
  }

  /// The beginning of further lines of an item. Graphviz leaves out ordinary spaces there.
  private static let indentation = "&#160;&#160;&#160;"

  /// Returns the label of a state: its name, and below that what happens without a change of the state. The further lines of an item
  /// are indented, so that a reader sees the next one begin.
  private func label(of box: StateDiagram.Box) -> String {
    let title = "<b>\(markup(box.title))</b>"
    let lines = box.items.flatMap { lines in
      lines.enumerated().map { ($0 > 0 ? Self.indentation : "") + markup($1) + #"<br align="left"/>"# }
    }.joined()
    if lines.isEmpty { return "<\(title)>" }
    return box.isCluster ? #"<\#(title)<br align="left"/>\#(lines)>"# : "<\(title)<br/>\(lines)>"
  }

  // MARK: Arrows

  /// Writes an arrow. Graphviz places the label of an edge as if nothing were cut off, which is far from what is left of an arrow
  /// at the border of a cluster, and draws other edges across it. So a label is a node in the middle of its arrow, except at a loop.
  private mutating func write(_ arrow: StateDiagram.Arrow) {
    // Graphviz draws arrows between nodes, and cuts them at the border of a cluster.
    let (source, target) = (end(arrow.source, isSource: true), end(arrow.target, isSource: false))
    let tail = source.cluster.map { ["ltail=\($0)"] } ?? []
    var head = target.cluster.map { ["lhead=\($0)"] } ?? []
    if case .fork = arrow.target { head.append("arrowhead=none") }
    if arrow.hasLabelOfItsOwn {
      writeEdge(from: source.node, to: id(ofLabelOf: arrow), tail + ["arrowhead=none"])
      writeEdge(from: id(ofLabelOf: arrow), to: target.node, head)
    } else {
      writeEdge(from: source.node, to: target.node, (arrow.lines.isEmpty ? [] : [label(of: arrow)]) + tail + head)
    }
  }

  private mutating func writeEdge(from source: String, to target: String, _ attributes: [String]) {
    line("\(source) -> \(target)" + (attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"))
  }

  private func label(of arrow: StateDiagram.Arrow) -> String {
    "label=\"\(arrow.lines.map { " \(escaped($0)) " }.joined(separator: #"\n"#))\""
  }

  private func end(_ place: StateDiagram.Place, isSource: Bool) -> (node: String, cluster: String?) {
    guard case .state(let path) = place, let box = boxes[path], box.isCluster else {
      return (id(of: place), nil)
    }
    return (id(of: node(in: box, last: isSource)), cluster(path))
  }

  /// Returns a node in a cluster: the first one, so that what leads to the cluster stands above it, or the last one.
  private func node(in box: StateDiagram.Box, last: Bool) -> StateDiagram.Place {
    if !last, box.kind == .compound { return .beginning(of: box.path) }
    let children = box.children.filter { if case .history = $0.kind { false } else { true } }
    guard let child = last ? children.last : children.first else { return .beginning(of: box.path) }
    return child.isCluster ? node(in: child, last: last) : .state(child.path)
  }

  // MARK: Texts

  private func id(of place: StateDiagram.Place) -> String { quoted(name(of: place)) }

  private func id(ofLabelOf arrow: StateDiagram.Arrow) -> String {
    quoted("\(name(of: arrow.source)) to \(name(of: arrow.target))")
  }

  private func name(of place: StateDiagram.Place) -> String {
    switch place {
    case .state(let path): path
    case .beginning(let path): path + "[begin]"
    case .inside(let path): path + "[inside]"
    case .fork(let number): "[fork \(number)]"
    }
  }

  private func cluster(_ path: String) -> String { quoted("cluster " + path) }

  /// Returns a name in quotation marks. Names are identifiers with dots and brackets.
  private func quoted(_ name: String) -> String { "\"\(escaped(name))\"" }

  /// Returns text that can stand in quotation marks and shows as it is. Graphviz also replaces entities there.
  private func escaped(_ text: String) -> String {
    VisibleText.escaped(text).unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "&": result += "&amp;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// Returns text that can stand in a label in the manner of HTML.
  private func markup(_ text: String) -> String {
    VisibleText.escaped(text).unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}

extension StateDiagram.Arrow {
  /// Whether the label is a node between two edges.
  fileprivate var hasLabelOfItsOwn: Bool { !lines.isEmpty && source != target }
}

extension StateDiagram {
  /// The paths of the boxes inside which an arrow begins.
  var pathsOfInsides: Set<String> {
    Set(
      arrows.compactMap { arrow in
        if case .inside(let path) = arrow.source { path } else { nil }
      })
  }
}
