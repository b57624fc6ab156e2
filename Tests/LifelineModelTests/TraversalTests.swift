import LifelineModel
import XCTest

final class TraversalTests: XCTestCase {
  /// `not (f0 and in(s3)) or f1 - 2 < -p`
  private let condition = expression(
    .or([
      expression(.not(expression(.and([field(0), expression(.isActive(ID(3)))])))),
      expression(
        .comparison(
          .less, expression(.arithmetic(.subtract, field(1), number(2)), .int),
          expression(.negation(parameter("p")), .int))),
    ]))

  func testSubexpressionsAreVisitedInOrder() {
    var visited: [String] = []
    condition.forEachSubexpression { part in
      switch part.kind {
      case .literal(let value): visited.append("\(value)")
      case .field(let field): visited.append("f\(field.index)")
      case .parameter(let name): visited.append(name)
      case .isActive(let state): visited.append("in \(state.index)")
      case .not: visited.append("not")
      case .and: visited.append("and")
      case .or: visited.append("or")
      case .comparison(let comparison, _, _): visited.append(comparison.rawValue)
      case .arithmetic(let operation, _, _): visited.append("binary \(operation.rawValue)")
      case .negation: visited.append("-")
      }
    }
    XCTAssertEqual(visited, ["or", "not", "and", "f0", "in 3", "<", "binary -", "f1", "2", "-", "p"])
  }

  func testQuestionsAboutExpressions() {
    XCTAssertEqual(condition.variables, [.field(ID(0)), .field(ID(1)), .parameter("p")])
    XCTAssertEqual(condition.usedFields, IDSet([ID(0), ID(1)]))
    XCTAssertEqual(condition.usedParameters, ["p"])
    XCTAssertTrue(condition.readsParameters)
    XCTAssertFalse(condition.operands[0].readsParameters)
    XCTAssertTrue(condition.contains { $0.literal == .int(2) })
    XCTAssertFalse(condition.contains { $0.literal == .int(3) })
  }

  private func call(_ callback: Int, _ arguments: [Expression] = []) -> Action {
    .call(Call(callback: ID(callback), arguments: arguments, range: anywhere))
  }

  /// Returns the callbacks of the calls, in order, and `?` for a choice.
  private func summary(_ actions: [Action]) -> String {
    actions.map { action in
      switch action {
      case .call(let call): "\(call.callback.index)"
      case .open: "~"
      case .choose: "?"
      case .set: "="
      case .raise: "!"
      case .send: ">"
      case .restart: "*"
      }
    }.joined()
  }

  func testNestedActionsAreVisitedBehindTheirChoice() {
    let inner = Action.choose(field(1), then: [call(2)], else: [], range: anywhere)
    let assignment = Action.set([Assignment(field: ID(0), value: parameter("p"))], range: anywhere)
    let actions = [
      call(0), .choose(field(0), then: [call(1), inner], else: [assignment], range: anywhere),
      .raise(ID(0), range: anywhere),
    ]
    var visited: [Action] = []
    actions.forEachAction { visited.append($0) }
    XCTAssertEqual(summary(visited), "0?1?2=!")
    var fields: [ExpressionVariable] = []
    actions.forEachExpression { fields += $0.variables }
    XCTAssertEqual(fields, [.field(ID(0)), .field(ID(1)), .parameter("p")])
    XCTAssertEqual(actions.map(\.readsParameters), [false, true, false])
    XCTAssertTrue(call(0, [field(0), parameter("p")]).readsParameters)
    XCTAssertFalse(call(0, [field(0)]).readsParameters)
  }

  /// A machine with an action, numbered from 0, in each list of the state `a`, and some in other states.
  private func machineWithActions() -> Machine {
    var machine = machine([
      ("a", .compound(initial: State.Entrance(targets: [], actions: [call(2)]))), ("a.b", .atomic),
      ("a.memory", .history(.deep, default: State.Entrance(targets: [], actions: [call(8)]))),
      ("c", .parallel), ("c.d", .atomic),
    ])
    func transition(_ source: String, _ targets: [String], _ callback: Int) -> Transition {
      Transition(
        id: ID(0), source: machine.id(source), targets: targets.map(machine.id), actions: [call(callback)],
        range: anywhere)
    }
    let a = machine.id("a").index
    machine.states[a].entry = [call(0)]
    machine.states[a].exit = [call(1)]
    machine.states[a].on = [EventTransitions(event: ID(0), transitions: [transition("a", ["c"], 3)])]
    machine.states[a].onAny = [transition("a", ["a.b"], 4)]
    machine.states[a].always = [transition("a", [], 5)]
    machine.states[a].timers = [
      Timer(length: .constant(milliseconds: 2_000), transitions: [transition("a", ["c"], 6)], range: anywhere)
    ]
    machine.states[a].done = [transition("a", ["c"], 7)]
    machine.states[machine.id("c.d").index].always = [transition("c.d", [], 9)]
    return machine
  }

  func testEveryListOfActionsIsVisited() {
    var visited: [Action] = []
    machineWithActions().forEachAction { visited.append($0) }
    XCTAssertEqual(summary(visited).sorted(), summary((0...9).map { call($0) }).sorted())
  }

  func testTransitionsWithTheirTriggers() {
    let machine = machineWithActions()
    let state = machine[machine.id("a")]
    XCTAssertEqual(summary(state.transitions.flatMap(\.actions)), "34567")
    XCTAssertEqual(state.transitionLists.map(\.count), [1, 1, 1, 1, 1])
    var named = machine
    named.events = [Event(name: "go", range: anywhere)]
    XCTAssertEqual(
      state.triggeredTransitions.map { $0.name(in: named) },
      [
        "the transition of `a` for `go`", "the transition of `a` for any event", "the `always` of `a`",
        "the transition of `a` after 2s", "the `done` of `a`",
      ])
  }

  func testActivityOfActions() {
    let machine = machineWithActions()
    let sites = machine.actionSites().map { site in
      switch site.activity {
      case .exactly(let state): "\(summary(site.actions)): \(machine[state].path)"
      case .inside(let state): "\(summary(site.actions)): in \(machine[state].path)"
      case nil: "\(summary(site.actions)): unknown"
      }
    }
    XCTAssertEqual(
      sites,
      [
        "0: a", "1: a", "2: a", "3: ", "4: a", "5: in a", "6: ", "7: ",
        "8: a",
        // Another region may have left `c.d`.
        "9: unknown",
      ])
  }
}
