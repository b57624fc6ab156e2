/// The names of boxes and marks in a text for Mermaid, which allows no quotation marks there.
struct MermaidNames {
  private var names: [StateDiagram.Place: String] = [:]
  private var contents: [String: String] = [:]
  /// The names of the texts of arrows that are nodes.
  private var labels: [StateDiagram.Arrow: String] = [:]
  private var taken: Set<String> = []

  /// Creates names for everything in a picture: the name of a state if it is the only one of that
  /// name, or else the end of its path with underscores, or that with a number behind it.
  ///
  /// - Parameters:
  ///   - entered: The paths of the boxes to whose beginnings arrows lead.
  ///   - labelled: The arrows whose texts are nodes.
  init(for diagram: StateDiagram, _ tree: BoxTree, entered: Set<String>, labelled: [StateDiagram.Arrow]) {
    // Mermaid itself names the points where something begins and ends.
    taken = ["root_start", "root_end"]
    let ends = shortestEnds(of: tree.paths)
    let clusters = tree.paths.filter { tree.boxes[$0]?.isCluster == true }
    let others = tree.paths.filter { tree.boxes[$0]?.isCluster != true }
    for path in clusters + others {
      let wanted = path.isEmpty ? diagram.title : (ends[path] ?? path).replacingDots
      let isCluster = tree.boxes[path]?.isCluster == true
      let name = unique(wanted) { name in
        isCluster ? [name, name + "_start", name + "_end"] : [name]
      }
      names[.state(path)] = name
    }
    for path in clusters {
      let name = names[.state(path)] ?? path
      names[.inside(path)] = unique(name + "_any") { [$0] }
      if entered.contains(path) { names[.beginning(of: path)] = unique(name + "_begin") { [$0] } }
      contents[path] = unique(name + "_contents") { [$0] }
    }
    for fork in diagram.forks { names[.fork(fork.number)] = unique("fork\(fork.number + 1)") { [$0] } }
    for (number, arrow) in labelled.enumerated() {
      labels[arrow] = unique("label\(number + 1)") { [$0] }
    }
  }

  /// Returns the name of the text of an arrow; `nil` if it isn't a node.
  func label(of arrow: StateDiagram.Arrow) -> String? { labels[arrow] }

  /// The name of a place. A beginning to which no arrow leads has none: its mark depends on where it stands.
  subscript(place: StateDiagram.Place) -> String { names[place] ?? "[*]" }

  /// Returns the name of the box with the lines of a box that has others inside.
  func contents(of path: String) -> String { contents[path] ?? "[*]" }

  /// Returns a name that nothing has, and takes all names that go with it.
  private mutating func unique(_ wanted: String, _ all: (String) -> [String]) -> String {
    var name = wanted
    var number = 1
    while Self.reserved.contains(name.lowercased()) || all(name).contains(where: taken.contains) {
      number += 1
      name = "\(wanted)_\(number)"
    }
    taken.formUnion(all(name))
    return name
  }

  /// The words of Mermaid, and those that every object of JavaScript has as properties, in lower case.
  private static let reserved: Set<String> = [
    "state", "note", "as", "class", "classdef", "style", "click", "href", "scale", "default", "root", "acctitle",
    "accdescr", "__proto__", "constructor", "tostring", "valueof", "hasownproperty", "isprototypeof",
    "propertyisenumerable",
    "tolocalestring", "__definegetter__", "__definesetter__", "__lookupgetter__", "__lookupsetter__",
  ]
}

extension String {
  fileprivate var replacingDots: String { split(separator: ".").joined(separator: "_") }
}
