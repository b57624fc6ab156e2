import LifelineInterpreter
import LifelineSource

extension LifeLineBuilder.Step {
  /// The number of deeds that are shown of a reaction without an end that doesn't repeat itself.
  private static let deedLimit = 60

  /// The deeds that a picture shows. Of a reaction without an end, these are two rounds at most.
  var shownDeeds: (deeds: ArraySlice<RunRecorder.Deed>, remark: String?) {
    if let callLimit {
      let calls = deeds.indices.filter { if case .calls = deeds[$0] { true } else { false } }
      if calls.indices.contains(callLimit) { return (deeds[..<calls[callLimit]], nil) }
    }
    guard case .endlessMacrostep? = reaction.fault?.kind else { return (deeds[...], nil) }
    let beginning = deeds.endlessBeginning(limit: Self.deedLimit, of: "changes and calls")
    return (beginning.elements, beginning.remark)
  }
}

extension Array where Element: Equatable {
  /// Returns the elements of something without an end that are enough to see it, and how it goes on; no remark if that are all.
  ///
  /// These are two rounds of what repeats itself to the end, or else the first `limit` elements.
  /// - Parameter name: The plural word for the elements.
  package func endlessBeginning(limit: Int, of name: String) -> (elements: ArraySlice<Element>, remark: String?) {
    if let round = endlessRound, round.lowerBound + 2 * round.count <= 2 * limit {
      return (self[..<(round.lowerBound + 2 * round.count)], "and so on: these \(name) repeat")
    }
    return count > limit ? (self[..<limit], "and so on, without an end") : (self[...], nil)
  }

  /// The first round of elements that repeat themselves to the end; `nil` if none do so at least three times.
  private var endlessRound: Range<Int>? {
    for length in stride(from: 1, through: Swift.min(count / 3, 200), by: 1) {
      var start = count - length
      while start > 0, self[start - 1] == self[start - 1 + length] { start -= 1 }
      // The last round may be cut off anywhere.
      if count - start >= 3 * length { return start..<start + length }
    }
    return nil
  }
}
