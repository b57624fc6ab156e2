/// Returns the candidate that a misspelled name most likely means.
///
/// A candidate is near enough if at most a third of the name's letters differ, by the Damerau-Levenshtein distance
/// without regard to case.
///
/// The time grows with the number of candidates. A caller that reports many names searches only for those that it
/// shows.
///
/// - Returns: The first of the nearest candidates, or `nil` if none is near enough.
package func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
  let letters = Array(name.lowercased().unicodeScalars)
  guard (1...64).contains(letters.count) else { return nil }
  var limit = max(1, letters.count / 3)
  var best: String?
  for candidate in candidates where candidate != name {
    let other = Array(candidate.lowercased().unicodeScalars)
    guard let distance = editDistance(letters, other, atMost: limit), distance < other.count else { continue }
    best = candidate
    limit = distance - 1
    if limit < 0 { break }
  }
  return best
}

/// Returns the candidate that a misspelled name means, if it is nearer than all others.
package func onlyNearestName(to name: String, among candidates: some Sequence<String>) -> String? {
  guard let best = nearestName(to: name, among: candidates) else { return nil }
  let letters = Array(name.lowercased().unicodeScalars)
  func distance(_ candidate: String, atMost limit: Int) -> Int? {
    editDistance(letters, Array(candidate.lowercased().unicodeScalars), atMost: limit)
  }
  guard let least = distance(best, atMost: letters.count) else { return nil }
  return candidates.contains { $0 != best && $0 != name && distance($0, atMost: least) != nil } ? nil : best
}

/// Returns whether two different names differ by one slip: in capital letters, or in one letter that is missing, added,
/// replaced or swapped with its neighbor. Their first letters are the same, apart from the case.
package func areOneSlipApart(_ name: String, _ other: String) -> Bool {
  let (left, right) = (Array(name.lowercased().unicodeScalars), Array(other.lowercased().unicodeScalars))
  return name != other && left.first == right.first && editDistance(left, right, atMost: 1) != nil
}

/// Returns the number of insertions, deletions, replacements and swaps of neighbors that turn one text into the other,
/// or `nil` if it's greater than `limit`.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], atMost limit: Int) -> Int? {
  guard abs(left.count - right.count) <= limit else { return nil }
  var beforeLast = [Int](repeating: 0, count: right.count + 1)
  var last = Array(0...right.count)
  var current = beforeLast
  for row in left.indices {
    current[0] = row + 1
    for column in right.indices {
      let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
      var distance = min(last[column + 1] + 1, current[column] + 1, replaced)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        distance = min(distance, beforeLast[column - 1] + 1)
      }
      current[column + 1] = distance
    }
    // A swap continues from the row before.
    if min(current.min() ?? 0, last.min() ?? 0) > limit { return nil }
    (beforeLast, last, current) = (last, current, beforeLast)
  }
  return last[right.count] <= limit ? last[right.count] : nil
}
