import Dispatch

/// What `transform` makes of each element, in the order of the elements, computed on all cores.
func concurrentMap<Element: Sendable, Output: Sendable>(
  _ elements: [Element], _ transform: @Sendable (Element) -> Output
) -> [Output] {
  guard elements.count > 1 else { return elements.map(transform) }
  let outputs = Slots<Output>(count: elements.count)
  DispatchQueue.concurrentPerform(iterations: elements.count) { index in
    outputs[index] = transform(elements[index])
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
  let work = WorkList(elements.count)
  DispatchQueue.concurrentPerform(iterations: elements.count * (1 + parts)) { _ in
    switch work.next() {
    case .first(let index):
      middles[index] = first(elements[index])
      work.add((0..<parts).map { .second(index, part: $0) })
    case .second(let index, let part):
      guard let middle = middles[index] else { return }
      outputs[index * parts + part] = second(middle, part)
    }
  }
  let all = outputs.filled
  return middles.filled.enumerated().map { index, middle in
    (middle, Array(all[index * parts..<(index + 1) * parts]))
  }
}

/// What is to be done, handed out to different threads.
private final class WorkList: @unchecked Sendable {
  // Unchecked since the list is only touched by the thread that holds the lock.
  enum Item {
    case first(Int)
    case second(Int, part: Int)
  }

  private var items: [Item]
  private let lock = DispatchSemaphore(value: 1)
  /// As many as there are items. Who finds none waits for one who is at work to add some.
  private let available: DispatchSemaphore

  /// The first steps of `count` elements, the first of which is handed out first.
  init(_ count: Int) {
    items = (0..<count).reversed().map { .first($0) }
    available = DispatchSemaphore(value: 0)
    for _ in items { available.signal() }
  }

  /// The item that was added last.
  func next() -> Item {
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
