/// A first-in, first-out queue, whose operations take constant time on average.
struct Queue<Element> {
  private var elements: [Element] = []
  /// The index of the first element that is still in the queue.
  private var first = 0

  init() {}

  mutating func append(_ element: Element) { elements.append(element) }

  /// Removes and returns the first element; `nil` if the queue is empty.
  mutating func popFirst() -> Element? {
    guard first < elements.count else { return nil }
    defer {
      first += 1
      if first == elements.count { self = Queue() }
    }
    return elements[first]
  }
}
