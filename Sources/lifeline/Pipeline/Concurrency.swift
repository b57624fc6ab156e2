import Dispatch

/// What `transform` makes of each element, in the order of the elements, computed on all cores.
func concurrentMap<Element: Sendable, Output: Sendable>(
  _ elements: [Element], _ transform: @escaping @Sendable (Element) -> Output
) -> [Output] {
  guard elements.count > 1 else { return elements.map(transform) }
  let outputs = Slots<Output>(count: elements.count)
  let work = WorkList(elements.indices.reversed(), total: elements.count)
  onAllCores(atMost: elements.count) {
    while let index = work.next() { outputs[index] = transform(elements[index]) }
  }
  return outputs.filled
}

/// What two steps make of each element, computed on all cores.
struct StepwiseResults<Setting, Middle, Output> {
  /// What all second steps were given.
  var setting: Setting
  /// What the first step makes of each element.
  var middles: [Middle]
  /// What the second step makes of each element in each of its parts.
  var outputs: [[Output]]
}

/// What `first` makes of each element, and what `second` then makes of that in several parts, in the order of the
/// elements, computed on all cores: the second step of one element does not wait for the first of another.
///
/// - Parameters:
///   - isLarge: whether there is more to do than it takes to start threads.
///   - setting: makes what all second steps need besides, while first steps are taken.
///   - second: is given the setting, an element's place and what the first step made of it, and which part is wanted.
func concurrentMap<Element: Sendable, Setting: Sendable, Middle: Sendable, Output: Sendable>(
  _ elements: [Element], isLarge: Bool, _ first: @escaping @Sendable (Element) -> Middle,
  beside setting: @escaping @Sendable () -> Setting, thenParts parts: Int,
  _ second: @escaping @Sendable (Setting, _ place: Int, Middle, _ part: Int) -> Output
) -> StepwiseResults<Setting, Middle, Output> {
  guard isLarge else {
    let setting = setting()
    let middles = elements.map(first)
    let outputs = middles.indices.map { place in
      (0..<parts).map { second(setting, place, middles[place], $0) }
    }
    return StepwiseResults(setting: setting, middles: middles, outputs: outputs)
  }
  let settings = Slots<Setting>(count: 1)
  let middles = Slots<Middle>(count: elements.count)
  let outputs = Slots<Output>(count: elements.count * parts)
  // The first element's step comes before the setting, which the next thread makes when it is there.
  var steps = elements.indices.reversed().map { Step.first($0) }
  steps.insert(.setting, at: max(0, steps.count - 1))
  let total = 1 + elements.count * (1 + parts)
  let work = WorkList(steps, total: total)
  onAllCores(atMost: total) {
    while let step = work.next() {
      switch step {
      case .setting:
        settings[0] = setting()
        work.holdNothing()
      case .first(let place):
        middles[place] = first(elements[place])
        work.add((0..<parts).map { .second(place, part: $0) })
      case .second(let place, let part):
        guard let setting = settings[0], let middle = middles[place] else { continue }
        outputs[place * parts + part] = second(setting, place, middle, part)
      }
    }
  }
  let all = outputs.filled
  return StepwiseResults(
    setting: settings.filled[0], middles: middles.filled,
    outputs: elements.indices.map { Array(all[$0 * parts..<($0 + 1) * parts]) })
}

/// The making of the setting, or a step of one of several elements.
private enum Step {
  case setting
  case first(Int)
  case second(Int, part: Int)
}

/// What is to be done, handed out to different threads.
private final class WorkList<Item: Sendable>: @unchecked Sendable {
  // Unchecked since the list is only touched by the thread that holds the lock.
  private var items: [Item]
  /// What was added while it is not to be handed out yet; `nil` if that time is over.
  private var held: [Item]? = []
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

  /// Adds items; until ``holdNothing()`` they are kept back.
  func add(_ added: [Item]) {
    lock.wait()
    let isHeld = held != nil
    if isHeld { held? += added } else { items += added }
    lock.signal()
    if !isHeld { for _ in added { available.signal() } }
  }

  /// Hands out what has been added, and what will be.
  func holdNothing() {
    lock.wait()
    let added = held ?? []
    held = nil
    lock.signal()
    add(added)
  }
}

/// Keeps a value to the end of the process, which then gives back all its memory at once: to take a large value apart
/// before takes long.
func keepToTheEnd<Value>(_ value: Value) { _ = Unmanaged.passRetained(Kept(value)) }

private final class Kept<Value> {
  let value: Value
  init(_ value: Value) { self.value = value }
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
