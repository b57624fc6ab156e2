import LifelineModel
import LifelineSource

extension DiagnosticKind {
  static let nothingLeft = DiagnosticKind(
    "L850", .warning, "a transition for which earlier ones leave nothing",
    explanation: """
      The transitions of a list are tried in order, and the first whose guard holds is taken. Whenever this one could \
      be, one before it is, so it never happens. Usually the special case stands behind the general one, or a \
      guard was copied and not changed:

          on:
            open:
              - {if: hasKey, to: hall}
              - {if: hasKey and isNight, to: bed}   # with a key, it is the hall already

      Put the special case first, correct the guard, or remove the transition. Two guards that leave nothing \
      between them, such as `if: hasKey` and `if: not hasKey`, make a third transition behind them useless, too.
      """)
  static let crossingGuards = DiagnosticKind(
    "L855", .warning, "guards that overlap, so that their order decides",
    explanation: """
      Each of two guards in a list can hold without the other, and both can hold at once. Then the earlier one wins, \
      and nothing but the order of two lines says that this is meant.

          on:
            open:
              - {if: hasKey, to: hall}
              - {if: isGuest, to: lounge}   # a guest with a key: hall or lounge?

      Say it in the guard: `if: isGuest and not hasKey`. Or write the case of both as a transition of its own, before \
      the two. What needs no saying is not reported: a special case before the general one (`a and b` before `a`), a \
      last transition without `if`, and transitions that do the same. If the order is the rule that you want to state, \
      write `allow: {L855: the reason}` on the transition.
      """)
}

/// Finds transitions whose place in their list decides what was probably not meant to be decided by it.
struct TransitionOrder {
  private let machine: Machine
  private static let maximumPairs = 128
  private static let maximumWork = 1_000_000

  init(_ machine: Machine) { self.machine = machine }

  func find() -> [Diagnostic] {
    machine.states.flatMap { state in
      state.transitionLists.flatMap { $0.count < 2 ? [] : findings(in: $0, of: state) }
    }
  }

  private func findings(in list: [Transition], of state: State) -> [Diagnostic] {
    let conditions = list.compactMap(\.condition)
    guard
      let space = ConditionSpace(
        of: conditions, machine: machine, activity: Activity(of: state), isAtRest: true),
      space.count * list.count <= Self.maximumWork
    else { return repetitions(in: list) }
    let cases = list.map { space.cases($0.condition) }
    var result: [Diagnostic] = []
    /// For each transition the cases in which none before it is taken.
    var left: [CaseSet] = []
    var rest = space.possible
    var reachable: [Int] = []
    for place in list.indices {
      left.append(rest)
      rest = rest - cases[place]
      if cases[place].isEmpty {
        // That its guard never holds is said where the guard stands.
        continue
      }
      if (cases[place] & left[place]).isEmpty {
        result.append(nothingLeft(for: place, in: list, cases, before: reachable))
        continue
      }
      reachable.append(place)
    }
    if space.isExact, list.count <= Self.maximumPairs {
      result += crossings(in: list, cases, left: left, reachable: reachable, space: space)
    }
    return result + pointlessGuards(in: list)
  }

  private func nothingLeft(
    for place: Int, in list: [Transition], _ cases: [CaseSet], before: [Int]
  ) -> Diagnostic {
    let cover = before.first { cases[place].isSubset(of: cases[$0]) }
    let covers = cover.map { [$0] } ?? before.filter { !(cases[place] & cases[$0]).isEmpty }
    let message =
      cover == nil
      ? "this transition is never taken: the guards before it leave nothing over"
      : "this transition is never taken: whenever its guard holds, so does an earlier one's"
    return machine.finding(
      .nothingLeft, message, at: list[place].range,
      notes: covers.prefix(4).map { ("this one is taken instead", list[$0].range) })
  }

  private func crossings(
    in list: [Transition], _ cases: [CaseSet], left: [CaseSet], reachable: [Int], space: ConditionSpace
  ) -> [Diagnostic] {
    let outcomes = list.map { Signature(outcomeOf: $0).text }
    return reachable.compactMap { later -> Diagnostic? in
      guard let condition = list[later].condition else { return nil }
      var example: Int?
      var rivals: [Int] = []
      for earlier in reachable where earlier < later {
        guard list[earlier].condition != nil, outcomes[earlier] != outcomes[later] else { continue }
        let (first, second) = (cases[earlier] & left[earlier], cases[later] & left[earlier])
        // That the later one can be taken without the earlier one's guard is why it is reachable.
        guard let both = (first & second).first, !first.isSubset(of: second) else { continue }
        example = example ?? both
        rivals.append(earlier)
      }
      guard let example else { return nil }
      return machine.finding(
        .crossingGuards,
        "order decides between this guard and an earlier one: both hold where "
          + space.description(of: example),
        at: condition.range,
        notes: rivals.prefix(4).map { ("this one is taken then", list[$0].condition?.range ?? list[$0].range) })
    }
  }

  /// What is certain of a list with too many cases: a guard that stands in it twice.
  private func repetitions(in list: [Transition]) -> [Diagnostic] {
    var first: [String: Transition] = [:]
    return list.compactMap { transition in
      guard let condition = transition.condition else { return nil }
      guard let other = first.updateValue(transition, forKey: Signature(condition).text) else { return nil }
      first[Signature(condition).text] = other
      return machine.finding(
        .nothingLeft, "this transition is never taken: an earlier one has the same guard", at: transition.range,
        notes: [("this one is taken instead", other.range)])
    }
  }

  /// A guard before a last transition that does the same without one.
  private func pointlessGuards(in list: [Transition]) -> [Diagnostic] {
    guard let last = list.last, last.condition == nil, let other = list.dropLast().last,
      let condition = other.condition, last.documentation == Documentation(),
      other.documentation == Documentation(),
      Signature(outcomeOf: last).text == Signature(outcomeOf: other).text
    else { return [] }
    return [
      machine.finding(
        .pointlessCondition, "this decides nothing: the next transition does the same without a guard",
        at: condition.range, notes: [("the next transition is here", last.range)])
    ]
  }
}
