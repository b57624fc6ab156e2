/// All combinations of one option from each of several lists. The options of the last list change fastest.
package struct CartesianProduct<Option>: RandomAccessCollection {
  private let lists: [[Option]]
  package let startIndex = 0
  package let endIndex: Int

  /// Creates the combinations of the options in `lists`, whose number must fit into an `Int`. Without lists, there is
  /// one combination, which is empty.
  package init(_ lists: [[Option]]) {
    self.lists = lists
    endIndex = lists.reduce(1) { $0 * $1.count }
  }

  package subscript(position: Int) -> [Option] {
    var rest = position
    var combination: [Option] = []
    for options in lists.reversed() {
      combination.append(options[rest % options.count])
      rest /= options.count
    }
    return combination.reversed()
  }
}
