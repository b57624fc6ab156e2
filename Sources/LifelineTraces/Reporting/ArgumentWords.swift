import LifelineAnalysis
import LifelineModel
import LifelineSource

extension TraceWords {
  /// The number of values that are listed.
  private static let valueLimit = 8

  /// Returns what is wrong with a call, behind the words that it came.
  /// - Parameters:
  ///   - wrong: The arguments that are wrong; `nil` if it can't come with any.
  ///   - kind: The kind of the line. A state was seen, and didn't come.
  func misfit(_ wrong: [WrongArgument]?, of kind: LineKind) -> String {
    let place = kind == .state ? "where it cannot be" : "where it cannot"
    guard let wrong else { return place }
    if wrong.isEmpty { return "\(place), as the arguments before it show" }
    let isOnlyTogether = wrong.count > 1 && wrong.allSatisfy(\.isPossibleAlone)
    let arguments = wrong.map { "`\($0.parameter.name): \(shortened($0.found.text))`" }
    return "with \(arguments.joined(separator: " and ")), which cannot be\(isOnlyTogether ? " together" : "")"
  }

  /// Returns the values that an argument may have had.
  func text(of possible: PossibleValues, _ parameter: Parameter) -> String {
    func text(_ number: Int) -> String { Value(number, as: parameter.type).description }
    switch possible {
    case .any: return "any `\(parameter.name)`"
    case .numbers(Int.min...Int.max):
      return "any \(parameter.type == .duration ? "length of time" : "whole number of 64 bits") as `\(parameter.name)`"
    case .numbers(let range) where range.upperBound == .max:
      return "`\(parameter.name): \(text(range.lowerBound))` or more"
    case .numbers(let range) where range.lowerBound == .min:
      return "`\(parameter.name): \(text(range.upperBound))` or less"
    case .numbers(let range):
      return "`\(parameter.name)` from \(text(range.lowerBound)) to \(text(range.upperBound))"
    case .some(let values):
      let texts = values.sorted { ($0.number ?? 0, $0.description) < ($1.number ?? 0, $1.description) }
        .map { "`\(parameter.name): \(shortened($0.description))`" }
      let shown = texts.prefix(Self.valueLimit).joined(separator: " or ")
      return texts.count > Self.valueLimit ? shown + " or others" : shown
    }
  }
}

extension TraceResult {
  /// Returns the first wrong argument of a session's violation in words: its name, the value in the log, and those that it
  /// may have had.
  package func wrongArgument(in session: SessionResult) -> (name: String, value: String, expected: String)? {
    guard let wrong = session.violation?.wrongArguments?.first else { return nil }
    let words = TraceWords(machine: machine)
    return (wrong.parameter.name, words.shortened(wrong.found.text), words.text(of: wrong.possible, wrong.parameter))
  }
}
