import LifelineModel
import LifelineSource

extension DiagnosticKind {
  static let alwaysTrue = DiagnosticKind(
    "L853", .warning, "a condition that always holds",
    explanation: """
      Whatever the fields, the parameters and the active states are, this condition, or this part of one, is true. It \
      decides nothing, so either something else was meant or it can go. Most often two comparisons that exclude \
      each other are joined by `or`, or `in` asks for the very state in which it stands:

          context: {count: 0}
          states:
            idle:
              on:
                add: {if: count != 1 or count != 2, to: busy}   # every number is one or the other

      Write `and` here, or leave the condition out if it is to hold always.
      """)
  static let alwaysFalse = DiagnosticKind(
    "L854", .warning, "a condition that never holds",
    explanation: """
      Whatever the fields, the parameters and the active states are, this condition, or this part of one, is false, so \
      what it guards never happens. Most often two comparisons that exclude each other are joined by `and`, or \
      `in` asks for a state that cannot be active at the same time:

          context: {count: 0}
          states:
            idle:
              on:
                add: {if: count == 1 and count == 2, to: busy}   # no number is both

      Write `or` here, or correct the comparison; what is really never to happen can be removed.
      """)
  static let pointlessCondition = DiagnosticKind(
    "L863", .warning, "a condition that decides nothing",
    explanation: """
      Whether the condition holds or not, the same happens: of two transitions in a list, the one with `if` leads to \
      the same states with the same actions as the one behind it, or `do` and `else` of an action are alike. Usually \
      one of the two was copied and not changed.

          on:
            open:
              - {if: isLocked, to: hall}
              - {to: hall}            # was another state meant?

      Change one of them, or leave the condition out. Two transitions that are alike on purpose, because their \
      reasons differ, say so: with a `doc` or `cites` on one of them there is no warning.
      """)
}

/// Finds conditions whose answer is known beforehand.
struct ConstantConditions {
  private let machine: Machine
  private var findings: [Diagnostic] = []

  init(_ machine: Machine) { self.machine = machine }

  func find() -> [Diagnostic] {
    var search = self
    search.searchAll()
    return search.findings
  }

  private mutating func searchAll() {
    for state in machine.states {
      for list in state.transitionLists {
        for transition in list {
          guard let condition = transition.condition else { continue }
          search(condition, activity: Activity(of: state), isAtRest: true)
        }
      }
    }
    for site in machine.actionSites() {
      var choices: [(condition: Expression, isPointless: Bool)] = []
      site.actions.forEachAction { action in
        guard case .choose(let condition, let then, let otherwise, _) = action else { return }
        choices.append((condition, Signature(then).text == Signature(otherwise).text))
      }
      for choice in choices {
        search(choice.condition, activity: site.activity, isAtRest: false)
        guard choice.isPointless else { continue }
        findings.append(
          machine.finding(
            .pointlessCondition, "this decides nothing: `do` and `else` are alike", at: choice.condition.range))
      }
    }
  }

  /// Looks into a condition, and into its parts if it is not constant as a whole.
  private mutating func search(_ condition: Expression, activity: Activity?, isAtRest: Bool) {
    if condition.isPlainCondition { return }
    guard
      let space = ConditionSpace(of: [condition], machine: machine, activity: activity, isAtRest: isAtRest)
    else { return }
    search(condition, in: space)
  }

  private mutating func search(_ condition: Expression, in space: ConditionSpace) {
    let cases = space.cases(condition)
    if cases.isEmpty { return report(condition, holds: false) }
    if cases == space.possible { return report(condition, holds: true) }
    switch condition.kind {
    case .not(let operand): search(operand, in: space)
    case .and(let operands), .or(let operands): for operand in operands { search(operand, in: space) }
    case .literal, .field, .parameter, .isActive, .comparison, .arithmetic, .negation: break
    }
  }

  private mutating func report(_ condition: Expression, holds: Bool) {
    var message =
      holds ? "this always holds, so it decides nothing" : "this never holds, so what it guards never happens"
    var notes: [(String, SourceRange)] = []
    if case .isActive(let state) = condition.kind {
      message = "\(machine[state].title) is \(holds ? "always" : "never") active where this is asked"
      notes = [("the state is declared here", machine[state].range)]
    }
    findings.append(
      machine.finding(holds ? .alwaysTrue : .alwaysFalse, message, at: condition.range, notes: notes))
  }
}
