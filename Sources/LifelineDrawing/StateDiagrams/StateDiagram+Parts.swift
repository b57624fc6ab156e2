extension StateDiagram {
  /// The picture in pieces of which people can read each on a page: first the whole, in which some boxes say only how much is in them,
  /// and then these boxes, one after the other. None, if a piece would be too large.
  package var readablePieces: [StateDiagram] {
    if isReadable { return [self] }
    let tree = BoxTree(of: self)
    let depth = tree.paths.map(tree.depth).max() ?? 0
    for limit in stride(from: depth - 1, through: 1, by: -1) {
      let (whole, closed) = closingBoxes(deeperThan: limit, tree)
      guard whole.isReadable else { continue }
      let inside = closed.map { piece(inside: $0, tree).readablePieces }
      guard !inside.contains(where: \.isEmpty) else { return [] }
      // Nothing leads from one region to another.
      let hasArrows = whole.arrows.contains { !$0.lines.isEmpty }
      return (hasArrows ? [whole] : []) + inside.joined()
    }
    return []
  }

  /// Returns the picture in which nothing is drawn inside of boxes of some depth.
  /// - Returns: The picture, and the boxes that have something inside.
  private func closingBoxes(deeperThan limit: Int, _ tree: BoxTree) -> (picture: StateDiagram, closed: [Box]) {
    let closed = tree.paths.compactMap { tree.boxes[$0] }.filter { $0.isCluster && tree.depth($0.path) == limit }
    let paths = Set(closed.map(\.path))
    func place(_ place: Place) -> Place {
      let around = tree.surroundings(of: place).last(where: paths.contains)
      if case .state(let path) = place, paths.contains(path) { return place }
      return around.map { .state($0) } ?? place
    }
    var picture = self
    picture.roots = roots.map { $0.closing(paths) }
    picture.arrows = []
    for arrow in arrows {
      let moved = Arrow(source: place(arrow.source), target: place(arrow.target), labels: arrow.labels)
      if moved.source == moved.target, moved != arrow { continue }
      if let same = picture.arrows.firstIndex(where: { $0.source == moved.source && $0.target == moved.target }) {
        picture.arrows[same].labels += moved.labels
      } else {
        picture.arrows.append(moved)
      }
    }
    let used = Set(picture.arrows.flatMap { [$0.source, $0.target] })
    picture.forks = forks.filter { used.contains(.fork($0.number)) }
    picture.limitTriggers()
    return (picture, closed)
  }

  /// Returns the picture of a box with all that lies in it, and the arrows that stay there.
  private func piece(inside box: Box, _ tree: BoxTree) -> StateDiagram {
    var piece = StateDiagram(title: box.path, roots: [box], forks: [], arrows: [])
    func isInside(_ place: Place) -> Bool {
      if case .state(box.path) = place { return false }
      return tree.surroundings(of: place).contains(box.path)
    }
    piece.arrows = arrows.filter { isInside($0.source) && isInside($0.target) }
    let used = Set(piece.arrows.flatMap { [$0.source, $0.target] })
    piece.forks = forks.filter { used.contains(.fork($0.number)) }
    return piece
  }

  /// Leaves nothing on arrows but what takes them, and of that only some.
  mutating func limitTriggers() {
    for index in arrows.indices {
      var triggers: [String] = []
      for trigger in arrows[index].labels.flatMap(\.triggers) where !triggers.contains(trigger) {
        triggers.append(trigger)
      }
      let count = triggers.count
      if count > triggerLimit { triggers = triggers.prefix(triggerLimit - 2) + ["… \(count - triggerLimit + 2) more"] }
      arrows[index].labels = triggers.isEmpty ? [] : [TransitionLabel(triggers: triggers, actions: [])]
    }
  }
}

/// The greatest number of triggers on an arrow of an overview.
private let triggerLimit = 4

extension BoxTree {
  /// Returns the number of boxes around a box.
  fileprivate func depth(_ path: String) -> Int { surroundings(of: .state(path)).count }
}

extension StateDiagram.Box {
  /// Returns the box in which boxes with some paths say only how many states they have inside.
  fileprivate func closing(_ paths: Set<String>) -> StateDiagram.Box {
    var box = self
    guard paths.contains(path) else {
      box.children = children.map { $0.closing(paths) }
      return box
    }
    box.kind = .atomic
    box.children = []
    let count = stateCount - 1
    box.items = [[count == 1 ? "1 state inside" : "\(count) states inside"]]
    return box
  }

  /// The number of states that the box is or has inside.
  private var stateCount: Int { children.reduce(1) { $0 + $1.stateCount } }
}
