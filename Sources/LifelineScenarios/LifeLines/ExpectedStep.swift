import LifelineInterpreter
import LifelineModel
import LifelineSource

/// The expectations of a step, as far as they are about calls.
struct ExpectedStep {
  /// The observed calls beside those that are expected; `nil` if any will do.
  var alignment: Alignment?
  /// The choices that the expectation leaves, by the positions of the calls among those that are observed.
  var choices: [Int: LifeLine.Choice] = [:]
  /// The callbacks that must not be called.
  var forbidden: Set<ID<Callback>> = []
}

/// The expected calls of a step that haven't had their rows.
struct AlignedCalls {
  let forbidden: Set<ID<Callback>>
  private let choices: [Int: LifeLine.Choice]
  private var rows: ArraySlice<Alignment.Row>
  /// The number of observed calls that have had their rows.
  private var count = 0

  init(_ step: ExpectedStep) {
    forbidden = step.forbidden
    choices = step.choices
    rows = step.alignment?.rows[...] ?? []
  }

  /// Takes the expected calls that should have come before the next one.
  mutating func takeMissing() -> [String] {
    var texts: [String] = []
    while let row = rows.first, row.actual == nil {
      if row.isDifference, let text = row.expected { texts.append(text) }
      rows.removeFirst()
    }
    return texts
  }

  /// Takes the expectation of the next call, and the choice that it leaves.
  mutating func take() -> (expectation: LifeLine.Expectation?, choice: LifeLine.Choice?) {
    let choice = choices[count]
    count += 1
    guard let row = rows.popFirst() else { return (nil, choice) }
    return (LifeLine.Expectation(text: row.expected, agreement: row.isDifference ? .differs : .agrees), choice)
  }

  /// The expected calls for which there is no other call.
  var rest: [String] { rows.compactMap { $0.isDifference ? $0.expected : nil } }
}

extension ScenarioOracle {
  /// Returns observed calls beside those that are expected, and the choices that the expectation leaves, by the positions of the
  /// calls.
  /// - Throws: If the expectation can't be evaluated.
  func alignment(
    of observed: [Reaction.MadeCall], with expected: CallPattern
  ) throws(Fault) -> (alignment: Alignment, choices: [Int: LifeLine.Choice]) {
    var matcher = try matcher(expected, observed)
    let texts = (0..<matcher.itemCount).map { matcher.text(ofItem: $0) }
    let alignment = align(expected: texts, actual: observed.map { callText($0, in: machine) }) {
      matcher.ends(ofItem: $0, from: $1)
    }
    var choices: [Int: LifeLine.Choice] = [:]
    for (item, calls) in alignment.callsOfItems.enumerated() where !calls.isEmpty {
      switch matcher.form(ofItem: item) {
      case .optional: for position in calls { choices[position] = .optional }
      case .anyOrder: choices.merge(anyOrder(calls)) { first, _ in first }
      case .oneOf:
        let others = matcher.alternatives(ofItem: item, besides: calls)
        if !others.isEmpty { choices[calls.lowerBound] = .instead(others) }
      case nil: break
      }
    }
    return (alignment, choices)
  }

  /// Returns every expectation of a step that doesn't hold, apart from those about calls, in words.
  func mistakes(in step: Step, _ reaction: Reaction, after: Interpreter) -> [String] {
    let title = step.title(in: machine)
    var mistakes = handlingFailure(of: step, reaction: reaction, after: after).map { [$0.message] } ?? []
    if let through = step.through, through != reaction.entered {
      let entered = reaction.entered.isEmpty ? "nothing" : names(reaction.entered)
      mistakes.append("\(title) enters \(entered), and not \(through.isEmpty ? "nothing" : names(through)) (`through`)")
    }
    return mistakes + (step.expectedState.map { self.mistakes(in: $0, after: after, "after \(title)") } ?? [])
  }

  /// Returns every part of an expectation about states and fields that doesn't hold, in words.
  func mistakes(in expected: ExpectedState, after: Interpreter, _ moment: String) -> [String] {
    var single = expected
    single.fields = []
    let states = expected.states.map { state in
      single.states = [state]
      return failure(of: single, after: after, moment)?.message
    }
    single.states = []
    let fields = expected.fields.map { field in
      single.fields = [field]
      return failure(of: single, after: after, moment)?.message
    }
    return (states + fields).compactMap(\.self)
  }

  private func names(_ states: [ID<State>]) -> String {
    states.map { "`\(machine[$0].path)`" }.joined(separator: ", ")
  }
}

extension Alignment {
  /// The positions of the calls that each expected item matches, in the order of the items; empty for an item without any.
  fileprivate var callsOfItems: [Range<Int>] {
    var result: [Range<Int>] = []
    for row in rows {
      if row.expected != nil {
        result.append(row.isDifference ? 0..<0 : row.actual.map { $0..<$0 + 1 } ?? 0..<0)
      } else if !row.isDifference, let actual = row.actual, let last = result.last, last.upperBound == actual {
        result[result.count - 1] = last.lowerBound..<actual + 1
      }
    }
    return result
  }
}
