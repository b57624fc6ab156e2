/// The nearest of `candidates` to a misspelt `name`, if one is near enough to be meant: at most a third of
/// its letters differ (by the Damerau-Levenshtein distance without regard to case). Among equally near ones
/// the first is taken.
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

/// How many insertions, deletions, replacements and swaps of neighbours lead from one text to the other.
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
