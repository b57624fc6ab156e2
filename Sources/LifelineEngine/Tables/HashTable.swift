/// Indices of records that are found by the hashes of their contents: a table with open addressing.
///
/// The records themselves are somewhere else.
struct HashTable: Sendable {
  private struct Slot {
    /// The index of the record; below zero if the slot is free.
    var index: Int32 = -1
    var hash: UInt32 = 0
  }

  private var slots = [Slot](repeating: Slot(), count: 16)
  private var count = 0

  /// Returns the index of the record with this hash that `matches`.
  func find(_ hash: UInt32, where matches: (Int) -> Bool) -> Int? {
    var position = Int(hash) & (slots.count - 1)
    while true {
      let slot = slots[position]
      if slot.index < 0 { return nil }
      if slot.hash == hash, matches(Int(slot.index)) { return Int(slot.index) }
      position = (position + 1) & (slots.count - 1)
    }
  }

  /// Adds a record that isn't in the table.
  mutating func insert(_ index: Int, _ hash: UInt32) {
    count += 1
    if count * 4 > slots.count * 3 { grow() }
    place(Slot(index: Int32(index), hash: hash))
  }

  mutating func removeAll() {
    if count == 0 { return }
    count = 0
    if slots.count > 16 {
      slots = [Slot](repeating: Slot(), count: 16)
    } else {
      for position in slots.indices { slots[position] = Slot() }
    }
  }

  private mutating func place(_ slot: Slot) {
    var position = Int(slot.hash) & (slots.count - 1)
    while slots[position].index >= 0 { position = (position + 1) & (slots.count - 1) }
    slots[position] = slot
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: Slot(), count: 2 * old.count)
    for slot in old where slot.index >= 0 { place(slot) }
  }

  /// The number of words that the table takes.
  var wordCount: Int { slots.count }
}

/// A hash of words.
struct WordHash {
  private var state: UInt = 0x9E37_79B9_7F4A_7C15

  mutating func combine(_ word: Int) {
    state = (state ^ UInt(bitPattern: word)) &* 0xD6E8_FEB8_6659_FD93
    state ^= state >> 32
  }

  var value: UInt32 { UInt32(truncatingIfNeeded: state ^ (state >> 17)) }
}
