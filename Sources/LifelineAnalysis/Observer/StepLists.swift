import LifelineModel

/// The items of explored steps, if they are others than the calls.
struct StepLists {
  /// The different lists of items.
  private(set) var lists: [[ID<LogItem>]] = []
  /// For each edge the number of its list; -1 for the calls of its trace.
  private(set) var listsOfEdges: [Int32] = []
  /// The callbacks of the items behind those of the machine, if these are calls.
  var labels: [ID<Callback>] = []
  private var numbers: [[ID<LogItem>]: Int32] = [:]

  /// Adds the items of the next edge; `nil` for the calls of its trace.
  mutating func add(_ items: [ID<LogItem>]?) {
    guard let items else { return listsOfEdges.append(-1) }
    let number = numbers[items] ?? Int32(lists.count)
    if number == lists.count {
      numbers[items] = number
      lists.append(items)
    }
    listsOfEdges.append(number)
  }
}
