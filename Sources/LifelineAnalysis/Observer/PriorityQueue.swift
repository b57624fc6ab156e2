/// A queue from which the element with the least cost is taken first; of equal ones the one that was added first.
struct PriorityQueue<Element> {
  private var heap: [(cost: Int, order: Int, element: Element)] = []
  private var count = 0

  mutating func add(_ element: Element, cost: Int) {
    heap.append((cost, count, element))
    count += 1
    var child = heap.count - 1
    while child > 0, isBefore(child, (child - 1) / 2) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func popFirst() -> (cost: Int, element: Element)? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      var parent = 0
      while true {
        var least = 2 * parent + 1
        guard least < heap.count else { break }
        if least + 1 < heap.count, isBefore(least + 1, least) { least += 1 }
        guard isBefore(least, parent) else { break }
        heap.swapAt(least, parent)
        parent = least
      }
    }
    return (first.cost, first.element)
  }

  private func isBefore(_ left: Int, _ right: Int) -> Bool {
    (heap[left].cost, heap[left].order) < (heap[right].cost, heap[right].order)
  }
}
