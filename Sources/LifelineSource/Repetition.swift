/// Steps of a list that come several times in a row.
package struct Repetition: Hashable, Sendable {
  /// The greatest number of steps that are looked for as a repetition.
  private static let stepLimit = 12
  /// The number of repetitions, besides the first time, from which they count.
  private static let leastCount = 3

  /// The index of the first step.
  package var start: Int
  /// The number of steps that are repeated.
  package var stepCount: Int
  /// The number of times that they come again, besides the first time.
  package var count: Int
  /// The index behind the last step.
  package var end: Int { start + stepCount * (count + 1) }

  /// The steps, in words.
  package var steps: String { stepCount == 1 ? "this step" : "these \(stepCount) steps" }
  /// The number of times that they come again, in words.
  package var repetitions: String { "\(count) more times" }

  /// Returns the repetitions in a list, in order and without overlaps.
  ///
  /// At each place, those with the most steps are taken, and among them those of the fewest steps at a time. A list of `n`
  /// steps takes time in proportion to `n`.
  /// - Parameter steps: The steps; `nil` for one that isn't folded.
  package static func find<Step: Hashable>(in steps: [Step?]) -> [Repetition] {
    var numbers: [Step: Int] = [:]
    let kinds = steps.map { step in
      step.map { step in
        let number = numbers[step] ?? numbers.count
        numbers[step] = number
        return number
      }
    }
    let runs = (1...stepLimit).map { equalSteps(in: kinds, at: $0) }
    var found: [Repetition] = []
    var position = 0
    while position < kinds.count {
      let candidates = runs.enumerated().map { index, equal in
        Repetition(start: position, stepCount: index + 1, count: equal[position] / (index + 1))
      }
      let best = candidates.filter { $0.count >= leastCount }.max { ($0.end, -$0.stepCount) < ($1.end, -$1.stepCount) }
      if let best { found.append(best) }
      position = best?.end ?? position + 1
    }
    return found
  }

  /// Returns for each step how many steps from there on are like those that come some steps later.
  private static func equalSteps(in kinds: [Int?], at distance: Int) -> [Int] {
    var counts = Array(repeating: 0, count: kinds.count)
    for index in kinds.indices.dropLast(distance).reversed() {
      let isEqual = kinds[index] != nil && kinds[index] == kinds[index + distance]
      counts[index] = isEqual ? (index + 1 < kinds.count ? counts[index + 1] : 0) + 1 : 0
    }
    return counts
  }
}
