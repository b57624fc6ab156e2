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

/// A place for each of a number of values, which different threads may fill at the same time.
private final class Slots<Value: Sendable>: @unchecked Sendable {
  // Unchecked since every place is written by one thread, and read when all are done.
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
