/// A set of cases, which are numbered from zero up to a fixed count.
struct CaseSet: Hashable {
  /// A bit for each case. Bits beyond the last case are never set.
  private var words: [UInt64]
  let caseCount: Int

  /// Creates the set of all of `count` cases, or of none of them.
  init(_ containsAll: Bool, of count: Int) {
    caseCount = count
    words = [UInt64](repeating: containsAll ? ~0 : 0, count: (count + 63) / 64)
    if containsAll, count & 63 != 0, !words.isEmpty { words[words.count - 1] = 1 << UInt64(count & 63) - 1 }
  }

  /// Returns the set of those of `count` cases that fulfil a condition.
  static func select(from count: Int, where condition: (Int) -> Bool) -> CaseSet {
    var result = CaseSet(false, of: count)
    for number in 0..<count where condition(number) { result.words[number >> 6] |= 1 << UInt64(number & 63) }
    return result
  }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// The lowest case in the set.
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
    for index in words.indices { result.words[index] = operation(words[index], other.words[index]) }
    return result
  }
}
