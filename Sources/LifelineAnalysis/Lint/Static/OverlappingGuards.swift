import LifelineModel
import LifelineSource

private let maximumOfCompared = 128
private let maximumOfWork = 1_000_000

/// Returns the diagnostics of transitions that earlier ones of their list leave no case (L850), of guards whose order
/// alone decides (L855), and of guards before a transition that does the same without one (L863).
func overlappingGuards(in machine: Machine) -> [Diagnostic] {
  machine.declared.states.flatMap { state in
    state.transitionLists.filter { $0.count > 1 }.flatMap { list -> [Diagnostic] in
      guard
        let space = ConditionSpace.enumerate(
          for: list.compactMap(\.condition), machine: machine, activity: Activity(of: state), isAtRest: true),
        space.count * list.count <= maximumOfWork
      else { return repeatedGuards(in: list, of: machine) }
      let cases = OrderedCases.compute(for: list, in: space)
      return cases.coveredTransitions(in: machine) + cases.overlappingGuards(in: machine)
        + redundantGuards(in: list, of: machine)
    }
  }
}

/// The transitions of a list with the cases in which each of them is taken.
private struct OrderedCases {
  let list: [Transition]
  let space: ConditionSpace
  /// The cases in which the guard of each transition holds.
  let cases: [CaseSet]
  /// The cases in which no transition before each transition is taken.
  let remaining: [CaseSet]

  static func compute(for list: [Transition], in space: ConditionSpace) -> OrderedCases {
    let cases = list.map { space.cases($0.condition) }
    var remaining: [CaseSet] = []
    var rest = space.possible
    for holds in cases {
      remaining.append(rest)
      rest = rest - holds
    }
    return OrderedCases(list: list, space: space, cases: cases, remaining: remaining)
  }

  /// The indices of the transitions that are taken in some case.
  var reachable: [Int] { list.indices.filter { !(cases[$0] & remaining[$0]).isEmpty } }

  func coveredTransitions(in machine: Machine) -> [Diagnostic] {
    // There's another diagnostic for a guard that never holds.
    let covered = list.indices.filter { !cases[$0].isEmpty && (cases[$0] & remaining[$0]).isEmpty }
    let reachable = reachable
    return covered.map { index in
      let earlier = reachable.filter { $0 < index }
      let cover = earlier.first { cases[index].isSubset(of: cases[$0]) }
      let covers = cover.map { [$0] } ?? earlier.filter { !(cases[index] & cases[$0]).isEmpty }
      let reason =
        cover == nil ? "the guards before it cover every case" : "whenever its guard holds, so does an earlier one's"
      return machine.diagnostic(
        .coveredTransition, "this transition is never taken: \(reason)", at: list[index].range,
        notes: covers.prefix(4).map { ("this one is taken instead", list[$0].range) })
    }
  }

  func overlappingGuards(in machine: Machine) -> [Diagnostic] {
    guard space.isExact, list.count <= maximumOfCompared else { return [] }
    let effects = list.map { canonicalText(ofEffectOf: $0) }
    let guarded = reachable.filter { list[$0].condition != nil }
    return guarded.compactMap { later -> Diagnostic? in
      guard let condition = list[later].condition else { return nil }
      var example: Int?
      var overlapping: [Int] = []
      for earlier in guarded where earlier < later && effects[earlier] != effects[later] {
        let (first, second) = (cases[earlier] & remaining[earlier], cases[later] & remaining[earlier])
        // The later guard can hold without the earlier one, because its transition is reachable.
        guard let both = (first & second).first, !first.isSubset(of: second) else { continue }
        example = example ?? both
        overlapping.append(earlier)
      }
      guard let example else { return nil }
      return machine.diagnostic(
        .overlappingGuards,
        "this guard and an earlier one both hold if \(space.description(of: example)), so their order decides; "
          + "write the order into the guard",
        at: condition.range,
        notes: overlapping.prefix(4).map {
          ("this one is taken then", list[$0].condition?.range ?? list[$0].range)
        })
    }
  }
}

/// Returns the diagnostics of guards that occur twice in a list with too many cases for a closer look.
private func repeatedGuards(in list: [Transition], of machine: Machine) -> [Diagnostic] {
  var first: [String: Transition] = [:]
  return list.compactMap { transition in
    guard let text = transition.condition.map({ canonicalText(of: $0) }) else { return nil }
    guard let other = first[text] else {
      first[text] = transition
      return nil
    }
    return machine.diagnostic(
      .coveredTransition, "this transition is never taken: an earlier one has the same guard", at: transition.range,
      notes: [("this one is taken instead", other.range)])
  }
}

/// Returns the diagnostic of a guard before a last transition that does the same without one.
private func redundantGuards(in list: [Transition], of machine: Machine) -> [Diagnostic] {
  guard let last = list.last, last.condition == nil, let other = list.dropLast().last,
    let condition = other.condition, last.documentation == Documentation(), other.documentation == Documentation(),
    canonicalText(ofEffectOf: last) == canonicalText(ofEffectOf: other)
  else { return [] }
  return [
    machine.diagnostic(
      .redundantCondition, "this decides nothing: the next transition does the same without a guard",
      at: condition.range, notes: [("the next transition is here", last.range)])
  ]
}
