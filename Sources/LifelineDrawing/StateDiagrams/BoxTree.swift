/// The boxes of a picture by their paths, with the boxes around them.
struct BoxTree {
  /// The boxes by their paths.
  private(set) var boxes: [String: StateDiagram.Box] = [:]
  /// The paths in the order in which the boxes are drawn: a box before those inside.
  private(set) var paths: [String] = []
  private var containers: [String: String] = [:]
  private let forks: [StateDiagram.Fork]

  /// Creates the tree of a picture.
  init(of diagram: StateDiagram) {
    forks = diagram.forks
    for root in diagram.roots { add(root, in: nil) }
  }

  private mutating func add(_ box: StateDiagram.Box, in container: String?) {
    boxes[box.path] = box
    paths.append(box.path)
    containers[box.path] = container
    for child in box.children { add(child, in: box.path) }
  }

  /// Returns the boxes around a place, from the innermost to the outermost.
  func surroundings(of place: StateDiagram.Place) -> [String] {
    var next: String? =
      switch place {
      case .state(let path): containers[path]
      case .beginning(let path), .inside(let path): path
      case .fork(let number): forks[number].container
      }
    var result: [String] = []
    while let path = next {
      result.append(path)
      next = containers[path]
    }
    return result
  }

  /// Returns the path of the innermost box around an arrow whose contents aren't divided into regions; `nil` if there is none.
  func scope(of arrow: StateDiagram.Arrow) -> String? {
    let around = Set(surroundings(of: arrow.target))
    return surroundings(of: arrow.source).first { around.contains($0) && boxes[$0]?.kind != .parallel }
  }
}
