import Dispatch

/// What `transform` makes of each element, in the order of the elements, computed on all cores.
func concurrentMap<Element: Sendable, Output: Sendable>(
  _ elements: [Element], _ transform: @Sendable (Element) -> Output
) -> [Output] {
  guard elements.count > 1 else { return elements.map(transform) }
  let outputs = Slots<Output>(count: elements.count)
  let work = WorkList(elements.indices.reversed(), total: elements.count)
  onAllCores(atMost: elements.count) {
    while let index = work.next() { outputs[index] = transform(elements[index]) }
  }
  return outputs.filled
}

/// What `first` makes of each element, and what `parts` other functions then make of that, in the order of the
/// elements, computed on all cores: the second step of one element does not wait for the first of another.
///
/// - Parameter isLarge: whether there is more to do than it takes to start threads.
func concurrentMap<Element: Sendable, Middle: Sendable, Output: Sendable>(
  _ elements: [Element], isLarge: Bool, _ first: @Sendable (Element) -> Middle,
  thenParts parts: Int, _ second: @Sendable (Middle, _ part: Int) -> Output
) -> [(Middle, [Output])] {
  guard isLarge else {
    return elements.map { element in
      let middle = first(element)
      return (middle, (0..<parts).map { second(middle, $0) })
    }
  }
  let middles = Slots<Middle>(count: elements.count)
  let outputs = Slots<Output>(count: elements.count * parts)
  let total = elements.count * (1 + parts)
  let work = WorkList(elements.indices.reversed().map { Step.first($0) }, total: total)
  onAllCores(atMost: total) {
    while let step = work.next() {
      switch step {
      case .first(let index):
        middles[index] = first(elements[index])
        work.add((0..<parts).map { .second(index, part: $0) })
      case .second(let index, let part):
        guard let middle = middles[index] else { continue }
        outputs[index * parts + part] = second(middle, part)
      }
    }
  }
  let all = outputs.filled
  return middles.filled.enumerated().map { index, middle in
    (middle, Array(all[index * parts..<(index + 1) * parts]))
  }
}

/// A step of one of several elements.
private enum Step {
  case first(Int)
  case second(Int, part: Int)
}

/// What is to be done, handed out to different threads.
private final class WorkList<Item: Sendable>: @unchecked Sendable {
  // Unchecked since the list is only touched by the thread that holds the lock.
  private var items: [Item]
  /// How many have not been asked for.
  private var left: Int
  private let lock = DispatchSemaphore(value: 1)
  /// As many as there are items. Who finds none waits for one who is at work to add some.
  private let available: DispatchSemaphore

  /// The first items, the last of which is handed out first; with those that are added later there are `total`.
  init(_ items: [Item], total: Int) {
    self.items = items
    left = total
    available = DispatchSemaphore(value: 0)
    for _ in items { available.signal() }
  }

  /// The item that was added last; `nil` if all have been asked for.
  func next() -> Item? {
    lock.wait()
    let isOver = left == 0
    if !isOver { left -= 1 }
    lock.signal()
    if isOver { return nil }
    available.wait()
    lock.wait()
    defer { lock.signal() }
    return items.removeLast()
  }

  func add(_ added: [Item]) {
    lock.wait()
    items += added
    lock.signal()
    for _ in added { available.signal() }
  }
}

/// A place for each of a number of values, which different threads may fill at the same time.
private final class Slots<Value: Sendable>: @unchecked Sendable {
  // Unchecked since every place is written by one thread, and read when that is done.
  private let places: UnsafeMutableBufferPointer<Value?>

  init(count: Int) {
    places = .allocate(capacity: count)
    places.initialize(repeating: nil)
  }

  deinit {
    places.deinitialize()
    places.deallocate()
  }

  subscript(index: Int) -> Value? {
    get { places[index] }
    set { places[index] = newValue }
  }

  var filled: [Value] { places.compactMap(\.self) }
}
