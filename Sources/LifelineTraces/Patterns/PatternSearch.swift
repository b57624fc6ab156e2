/// The search for the first match of a regular expression in a line. It looks at each step once for each character.
struct PatternSearch {
  enum Result: Equatable {
    /// The range of the key; `nil` if the match has none.
    case found(Range<Int>?)
    case nothing
    /// The work was too much.
    case endedEarly
  }

  /// A place in the program, with the bounds of the key on the way there.
  private struct Thread {
    var step: Int
    var start: Int
    var end: Int
  }

  private let program: PatternProgram
  private let workLimit: Int
  private var threads: [Thread] = []
  private var nextThreads: [Thread] = []
  private var pending: [Thread] = []
  /// The position for which each step was followed last.
  private var visited: [Int]
  private var work = 0

  /// Creates a search.
  /// - Parameter workLimit: The number of steps after which a search ends.
  init(_ program: PatternProgram, workLimit: Int) {
    self.program = program
    self.workLimit = workLimit
    visited = Array(repeating: -1, count: program.steps.count)
  }

  /// Returns the key of the first match in a line of UTF-8. Of the matches that begin there, it is the one that the order of
  /// alternatives and repetitions prefers.
  mutating func findKey(in bytes: [UInt8], _ line: Range<Int>) -> Result {
    work = 0
    threads.removeAll(keepingCapacity: true)
    for index in visited.indices { visited[index] = -1 }
    var result: Result?
    var position = line.lowerBound
    var previous: Unicode.Scalar?
    while true {
      let (scalar, length) = bytes.scalar(at: position, before: line.upperBound)
      let place = Place(position: position, previous: previous, next: scalar)
      if result == nil { follow(Thread(step: 0, start: -1, end: -1), from: place) }
      guard work <= workLimit else { return .endedEarly }
      if threads.isEmpty, result != nil { break }
      nextThreads.removeAll(keepingCapacity: true)
      swap(&threads, &nextThreads)
      let nextPlace = Place(
        position: position + length, previous: scalar,
        next: bytes.scalar(at: position + length, before: line.upperBound).scalar)
      for thread in nextThreads {
        work += 1
        switch program.steps[thread.step] {
        case .character(let set):
          guard let scalar, set.contains(scalar) else { continue }
          var moved = thread
          moved.step += 1
          follow(moved, from: nextPlace)
          continue
        case .end:
          result = .found(thread.end >= thread.start && thread.start >= 0 ? thread.start..<thread.end : nil)
        default: continue
        }
        // What comes later is less preferred.
        break
      }
      guard scalar != nil else { break }
      previous = scalar
      position += length
    }
    return result ?? .nothing
  }

  /// A position in the line, with the characters beside it.
  private struct Place {
    var position: Int
    var previous: Unicode.Scalar?
    var next: Unicode.Scalar?

    func isRight(for place: PatternPlace) -> Bool {
      let isBoundary = (previous?.isWordCharacter ?? false) != (next?.isWordCharacter ?? false)
      return switch place {
      case .start: previous == nil
      case .end: next == nil
      case .wordBoundary: isBoundary
      case .insideOrOutsideOfWord: !isBoundary
      }
    }
  }

  /// Adds the threads to which a thread leads without a character, the preferred ones first.
  private mutating func follow(_ thread: Thread, from place: Place) {
    pending.append(thread)
    while var thread = pending.popLast() {
      work += 1
      guard visited[thread.step] != place.position else { continue }
      visited[thread.step] = place.position
      switch program.steps[thread.step] {
      case .character, .end: threads.append(thread)
      case .place(let wanted):
        guard place.isRight(for: wanted) else { continue }
        thread.step += 1
        pending.append(thread)
      case .split(let first, let second):
        thread.step = second
        pending.append(thread)
        thread.step = first
        pending.append(thread)
      case .jump(let step):
        thread.step = step
        pending.append(thread)
      case .beginKey:
        (thread.start, thread.end) = (place.position, -1)
        thread.step += 1
        pending.append(thread)
      case .endKey:
        thread.end = place.position
        thread.step += 1
        pending.append(thread)
      }
    }
  }
}

extension [UInt8] {
  /// Returns the character at a position, and its number of bytes; `nil` at the end. Bytes that are no character count as
  /// U+FFFD.
  fileprivate func scalar(at position: Int, before end: Int) -> (scalar: Unicode.Scalar?, length: Int) {
    guard position < end else { return (nil, 0) }
    let first = self[position]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, position + length <= end,
      let text = String(validating: self[position..<position + length], as: UTF8.self)
    else { return ("\u{FFFD}", 1) }
    return (text.unicodeScalars.first, length)
  }
}
