/// Random numbers that a seed repeats: SplitMix64.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var result = state
    result = (result ^ (result >> 30)) &* 0xBF58_476D_1CE4_E5B9
    result = (result ^ (result >> 27)) &* 0x94D0_49BB_1331_11EB
    return result ^ (result >> 31)
  }

  /// Whether something happens that does so `percent` times in a hundred.
  mutating func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// One of `choices`, or `standard` if there are none.
  mutating func pick<Choice>(_ choices: [Choice], else standard: Choice) -> Choice {
    choices.randomElement(using: &self) ?? standard
  }

  /// `count` of `choices`, or all of them.
  mutating func pick<Choice>(_ count: Int, of choices: [Choice]) -> [Choice] {
    Array(choices.shuffled(using: &self).prefix(count))
  }
}
