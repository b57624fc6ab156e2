/// Numbers by texts in UTF-8. A part of a longer text is looked up without a copy of it.
struct ByteTable: Sendable {
  private struct Entry {
    var start: Int
    var end: Int
    var number: Int
  }

  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  /// For each slot the entry in it; -1 if it is free. The number of slots is a power of two.
  private var slots: [Int32] = Array(repeating: -1, count: 64)

  /// The seed of the hash function. It is another one in each run, so that nobody can write a log whose keys collide.
  private let seed = UInt64.random(in: .min ... .max)

  /// Creates a table in which each text has its place in a list as its number.
  init(_ texts: [String] = []) {
    for (number, text) in texts.enumerated() { set(number, for: text) }
  }

  var count: Int { entries.count }

  /// Returns the number of a text; `nil` if it has none.
  func number(of text: [UInt8], in range: Range<Int>) -> Int? {
    let entry = slots[slot(of: text, in: range)]
    return entry < 0 ? nil : entries[Int(entry)].number
  }

  /// Gives a text a number.
  mutating func set(_ number: Int, for text: [UInt8], in range: Range<Int>) {
    let slot = slot(of: text, in: range)
    if slots[slot] >= 0 {
      entries[Int(slots[slot])].number = number
      return
    }
    slots[slot] = Int32(entries.count)
    entries.append(Entry(start: bytes.count, end: bytes.count + range.count, number: number))
    bytes += text[range]
    if entries.count * 2 > slots.count { grow() }
  }

  mutating func set(_ number: Int, for text: String) {
    let bytes = Array(text.utf8)
    set(number, for: bytes, in: bytes.indices)
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for (index, entry) in entries.enumerated() { slots[slot(of: bytes, in: entry.start..<entry.end)] = Int32(index) }
  }

  /// Returns the slot with a text, or the free slot into which it belongs.
  private func slot(of text: [UInt8], in range: Range<Int>) -> Int {
    // FNV-1a.
    var hash = seed
    for byte in text[range] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    var slot = Int(truncatingIfNeeded: hash ^ (hash >> 32)) & (slots.count - 1)
    while slots[slot] >= 0, !isEqual(entries[Int(slots[slot])], text, range) { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private func isEqual(_ entry: Entry, _ text: [UInt8], _ range: Range<Int>) -> Bool {
    entry.end - entry.start == range.count && bytes[entry.start..<entry.end].elementsEqual(text[range])
  }
}
