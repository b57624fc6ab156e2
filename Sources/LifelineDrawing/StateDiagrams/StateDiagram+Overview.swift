extension StateDiagram {
  /// The picture of the machine alone, without its parts, and with nothing on its arrows but what takes them.
  package var overview: StateDiagram {
    var result = self
    result.roots = roots.prefix(1).map(\.withoutLines)
    let paths = Set(BoxTree(of: result).paths)
    result.arrows = arrows.filter { $0.belongs(to: paths) }
    result.limitTriggers()
    let used = Set(result.arrows.flatMap { [$0.source, $0.target] })
    result.forks = forks.filter { used.contains(.fork($0.number)) }
    return result
  }

  /// Whether programs draw the picture so that people can read it on a page.
  package var isReadable: Bool {
    let boxes = BoxTree(of: self).paths.count
    return boxes <= 13 && arrows.count <= 24
  }
}

extension StateDiagram.Box {
  fileprivate var withoutLines: StateDiagram.Box {
    var box = self
    box.items = []
    box.children = children.map(\.withoutLines)
    return box
  }
}

extension StateDiagram.Arrow {
  /// Returns whether a place of the arrow is one of some boxes.
  fileprivate func belongs(to paths: Set<String>) -> Bool {
    [source, target].contains { place in
      switch place {
      case .state(let path), .beginning(let path), .inside(let path): paths.contains(path)
      case .fork: false
      }
    }
  }
}
