/// A set out of a numbered few cases: those in which something holds.
struct CaseSet: Hashable {
  /// A bit per case; bits past the last case are never set.
  private var words: [UInt64]
  let caseCount: Int

  /// No case out of `count`, or every one.
  init(_ holds: Bool, of count: Int) {
    caseCount = count
    words = [UInt64](repeating: holds ? ~0 : 0, count: (count + 63) / 64)
    if holds, count & 63 != 0, !words.isEmpty { words[words.count - 1] = 1 << UInt64(count & 63) - 1 }
  }

  /// The cases out of `count` whose numbers fulfil `condition`.
  init(of count: Int, where condition: (Int) -> Bool) {
    self.init(false, of: count)
    for number in 0..<count where condition(number) { words[number >> 6] |= 1 << UInt64(number & 63) }
  }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// The lowest number in the set.
  var first: Int? {
    words.firstIndex { $0 != 0 }.map { $0 << 6 + words[$0].trailingZeroBitCount }
  }

  func isSubset(of other: CaseSet) -> Bool { zip(words, other.words).allSatisfy { $0 & ~$1 == 0 } }

  static prefix func ~ (cases: CaseSet) -> CaseSet { CaseSet(true, of: cases.caseCount) - cases }
  static func & (left: CaseSet, right: CaseSet) -> CaseSet { left.combined(right, &) }
  static func | (left: CaseSet, right: CaseSet) -> CaseSet { left.combined(right, |) }
  static func ^ (left: CaseSet, right: CaseSet) -> CaseSet { left.combined(right, ^) }
  static func - (left: CaseSet, right: CaseSet) -> CaseSet { left.combined(right) { $0 & ~$1 } }

  private func combined(_ other: CaseSet, _ operation: (UInt64, UInt64) -> UInt64) -> CaseSet {
    var result = self
    for place in words.indices { result.words[place] = operation(words[place], other.words[place]) }
    return result
  }
}
