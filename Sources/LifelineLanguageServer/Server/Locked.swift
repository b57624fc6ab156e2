import Dispatch

/// A value that several threads use, one at a time.
///
/// This is the only type of the server for whose safety the compiler takes our word. The standard library's `Mutex` needs
/// a later macOS than the manifest.
final class Locked<Value: Sendable>: @unchecked Sendable {
  private var value: Value
  private let semaphore = DispatchSemaphore(value: 1)

  init(_ value: Value) { self.value = value }

  /// Calls `body` with the value while no other thread has it.
  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    semaphore.wait()
    defer { semaphore.signal() }
    return body(&value)
  }
}
