import LifelineModel

/// The columns in which life lines show a machine's states: one for each region that may be active beside others, and for
/// each part.
///
/// Regions of states that are never active together share columns.
struct StateColumns {
  /// The titles.
  private(set) var titles: [String] = []
  /// The column of each state.
  private var columns: [Int]
  /// The roots, and the regions that the title of their column names.
  private var unshown = IDSet<State>()
  /// The column of the machine's own root, followed by those of the parts' roots.
  private var first: [Int] = []

  /// Returns the columns of a machine.
  static func assign(in machine: Machine) -> StateColumns {
    var columns = StateColumns(columns: Array(repeating: 0, count: machine.states.count))
    let roots =
      [(Machine.root, machine.parts.isEmpty ? "state" : machine.name)] + machine.parts.map { ($0.root, $0.name) }
    for (root, title) in roots { columns.add(root, title, in: machine) }
    return columns
  }

  private init(columns: [Int]) { self.columns = columns }

  /// Returns the column of a state.
  func column(of state: ID<State>) -> Int { columns[state.index] }

  /// Returns the first column of a part, or of the machine itself.
  func column(of part: ID<Part>?) -> Int { first[part.map { $0.index + 1 } ?? 0] }

  /// Whether the picture shows a state as a bar.
  func shows(_ state: ID<State>) -> Bool { !unshown.contains(state) }

  private mutating func add(_ root: ID<State>, _ title: String, in machine: Machine) {
    let start = titles.count
    first.append(start)
    unshown.insert(root)
    let width = place(root, at: start, in: machine)
    let states = root.index..<machine.states[root.index].subtreeEnd
    let regions = states.filter { index in
      machine.states[index].parent.map { machine[$0].isParallel } ?? false
    }
    for column in start..<start + width {
      let inside = regions.filter { columns[$0] == column }
      let names = inside.map { machine.states[$0].name }
      // A region names its column if nothing else is shown there.
      let isAlone =
        inside.count == 1
        && states.dropFirst().allSatisfy { index in
          columns[index] != column || machine.states[index].isHistory || inside[0] == index
            || machine.isDescendant(ID(index), of: ID(inside[0]))
        }
      if isAlone { unshown.insert(ID(inside[0])) }
      let own = isAlone || column > start ? names.joined(separator: "/") : ""
      let prefix = machine.parts.isEmpty ? "" : title
      if column == start, !isAlone {
        titles.append(title)
      } else {
        titles.append(prefix.isEmpty ? own : "\(prefix).\(own)")
      }
    }
  }

  /// Places a state and its descendants, and returns the number of columns that they take.
  private mutating func place(_ state: ID<State>, at column: Int, in machine: Machine) -> Int {
    columns[state.index] = column
    var width = 1
    if machine[state].isParallel {
      width = 0
      for region in machine.properChildren(of: state) { width += place(region, at: column + width, in: machine) }
      return max(1, width)
    }
    for child in machine.properChildren(of: state) { width = max(width, place(child, at: column, in: machine)) }
    return width
  }
}
