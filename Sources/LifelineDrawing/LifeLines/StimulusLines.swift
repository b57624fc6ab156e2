import LifelineSource

extension LifeLine.Stimulus {
  /// Returns the facts that are set in lines of at most some columns: each has a line of its own, unless the first line has room for
  /// all of them.
  /// - Parameter room: The number of columns of the first line.
  func factLines(beside room: Int, width: Int) -> (first: String, below: [String]) {
    let facts = arguments.map(VisibleText.escaped)
    let whole = "\(name) \(facts.joined(separator: ", "))"
    if whole.columnCount <= room { return (whole, []) }
    return (name, facts.flatMap { [$0].wrappedList(to: width) })
  }
}
