import Dispatch

/// Returns the results of `transform` for each element, in the order of the elements, computed on all cores.
func parallelMap<Element: Sendable, Output: Sendable>(
  _ elements: [Element], _ transform: @Sendable (Element) -> Output
) -> [Output] {
  var outputs = [Output?](repeating: nil, count: elements.count)
  outputs.withUnsafeMutableBufferPointer { buffer in
    // Each iteration writes to an element of its own.
    nonisolated(unsafe) let outputs = buffer
    DispatchQueue.concurrentPerform(iterations: elements.count) { outputs[$0] = transform(elements[$0]) }
  }
  return outputs.compactMap(\.self)
}
