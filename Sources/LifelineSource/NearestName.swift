/// Returns the candidate that a misspelled name most likely means.
///
/// A candidate is near enough if at most a third of the name's letters differ, by the Damerau-Levenshtein distance
/// without regard to case.
///
/// - Returns: The first of the nearest candidates, or `nil` if none is near enough.
package func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
  let letters = Array(name.lowercased().unicodeScalars)
  guard (1...64).contains(letters.count) else { return nil }
  let limit = max(1, letters.count / 3)
  var best: (name: String, distance: Int)?
  for candidate in candidates where candidate != name {
    let other = Array(candidate.lowercased().unicodeScalars)
    guard abs(other.count - letters.count) <= limit else { continue }
    let distance = editDistance(letters, other)
    if distance <= limit, distance < other.count, distance < best?.distance ?? .max {
      best = (candidate, distance)
    }
  }
  return best?.name
}

/// Returns the number of insertions, deletions, replacements and swaps of neighbors that turn one text into the other.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var beforeLast = [Int](repeating: 0, count: right.count + 1)
  var last = Array(0...right.count)
  for row in left.indices {
    var current = [row + 1]
    for column in right.indices {
      let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
      var distance = min(last[column + 1] + 1, current[column] + 1, replaced)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        distance = min(distance, beforeLast[column - 1] + 1)
      }
      current.append(distance)
    }
    (beforeLast, last) = (last, current)
  }
  return last[right.count]
}
