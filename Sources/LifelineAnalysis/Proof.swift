import LifelineSource

/// The verdicts on a machine, whatever its host does.
package struct Proof: Sendable {
  /// A verdict on a promise.
  package enum Verdict: String, Sendable {
    /// No run of the machine breaks it.
    case proved
    /// A run breaks it.
    case broken
    /// Neither is known.
    case notProved = "not proved"
  }

  /// A promise of the machine's own file.
  package struct Promise: Sendable {
    package var name: PromiseName
    package var verdict: Verdict
    /// The reasons why it isn't proved; none if it is proved or broken.
    package var reasons: [String] = []
  }

  /// The promises in the order of the spec.
  package var promises: [Promise]
  /// Whether no reaction is endless.
  package var loops: Verdict
  /// Whether no field leaves its range; `nil` if no field that actions set has one.
  package var ranges: Verdict?
  /// The number of states, without the root and history pseudo-states.
  package var stateCount: Int
  /// The number of those that the machine enters.
  package var reachedStateCount: Int
  /// The number of configurations that were explored.
  package var configurationCount: Int
  /// The number of configurations after which the exploration would end.
  package var limit: Int
  /// The reason why the exploration ended early; `nil` if it didn't.
  package var bound: Exploration.Bound?
  /// The warnings that say why something isn't proved.
  package var reasons: [Diagnostic] = []

  /// Whether the explored configurations are all that the explored numbers and times lead to.
  package var isComplete: Bool { bound == nil }

  /// A few words for what isn't proved; `nil` if everything is proved or broken.
  var openThings: String? {
    let open = promises.filter { $0.verdict == .notProved }
    var things: [String] = []
    if let first = open.first {
      things.append(
        open.count == 1 ? "the `\(first.name.key)` of `\(first.name.subject)`" : counted(open.count, "promise"))
    }
    if loops == .notProved { things.append("that no loop is endless") }
    if ranges == .notProved { things.append("that no field leaves its range") }
    guard let last = things.last else { return nil }
    let isOne = things.count == 1 && open.count < 2
    let words = isOne || things.count == 1 ? last : things.dropLast().joined(separator: ", ") + ", and \(last),"
    return "\(words) \(isOne ? "isn't" : "aren't") proved"
  }

  /// The words of a summary, such as `2 promises are proved, no loop is endless, all 3 states are reached (7
  /// configurations)`.
  package var summary: String {
    "\(verdicts) (\(counted(configurationCount, "configuration"))\(isComplete ? "" : ", not all"))"
  }

  /// The words of the summary about the machine, without those about the exploration.
  package var verdicts: String {
    let states =
      if reachedStateCount == stateCount {
        stateCount == 1 ? "the state is reached" : "all \(counted(stateCount, "state")) are reached"
      } else {
        "\(reachedStateCount) of \(counted(stateCount, "state")) \(reachedStateCount == 1 ? "is" : "are") reached"
      }
    let loop =
      switch loops {
      case .proved: "no loop is endless"
      case .broken: "a loop is endless"
      case .notProved: "no endless loop was found"
      }
    let range: String? =
      switch ranges {
      case .proved: "no field leaves its range"
      case .broken: "a field leaves its range"
      case .notProved: "no field was found to leave its range"
      case nil: nil
      }
    return (promiseTexts + [loop, range, states].compactMap(\.self)).joined(separator: ", ")
  }

  private var promiseTexts: [String] {
    func text(_ verdict: Verdict) -> String? {
      let count = promises.count { $0.verdict == verdict }
      if count == 0 { return nil }
      return "\(counted(count, "promise")) \(count == 1 ? "is" : "are") \(verdict.rawValue)"
    }
    return [text(.proved), text(.broken), text(.notProved)].compactMap(\.self)
  }

  /// A sentence that says what is left open; `nil` if nothing is.
  var openSentence: String? {
    guard let openThings else { return nil }
    let extent = isComplete ? "" : " by \(counted(configurationCount, "configuration"))"
    return "\(openThings)\(extent); `lifeline check` says why"
  }
}
