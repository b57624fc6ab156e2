/// Names test methods after scenarios.
struct ScenarioNames {
  private var taken: Set<String> = []
  private var counts: [String: Int] = [:]

  /// Returns the name for a test of the scenario `text`. A second one with the same name gets a number.
  /// - Parameter states: The states that the scenario's `where` adds to its beginning.
  mutating func next(for text: String, in states: [String] = []) -> String {
    var bytes = Array("test".utf8)
    bytes.reserveCapacity(bytes.count + text.utf8.count)
    var startsWord = true
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"):
        bytes.append(startsWord ? byte - 0x20 : byte)
        startsWord = false
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        bytes.append(byte)
        startsWord = false
      case UInt8(ascii: "'"): break
      default: startsWord = true
      }
    }
    let words = bytes.count == 4 ? "testScenario" : String(decoding: bytes, as: UTF8.self)
    let name = ([words] + states).joined(separator: "_")
    var candidate = name
    while !taken.insert(candidate).inserted {
      counts[name, default: 1] += 1
      candidate = "\(name)_\(counts[name] ?? 0)"
    }
    return candidate
  }
}
