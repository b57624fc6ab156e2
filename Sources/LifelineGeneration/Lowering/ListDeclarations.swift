import LifelineModel
import LifelineSource

/// The parts of types that hold lists of enum cases.
extension ListStorage {
  private var isFixed: Bool { if case .fixed = self { true } else { false } }

  /// Returns the type of the storage.
  private func type(_ caseCount: Int) -> String {
    let element = SwiftText.rawType(caseCount: caseCount)
    return if case .fixed(let size) = self { "Swift.SIMD\(size)<\(element)>" } else { "[\(element)]" }
  }

  /// Returns the storage and the length of a list.
  fileprivate func properties(_ caseCount: Int) -> [Declaration] {
    isFixed
      ? ["private var items = \(type(caseCount))()", "private(set) var count = 0"]
      : ["private var items: \(type(caseCount)) = []", Declaration(head: "var count: Swift.Int", line: "items.count")]
  }

  /// Returns the statements that append a value to a list.
  fileprivate func appending(_ value: String) -> [Statement] {
    isFixed ? ["items[count] = \(value)", "count += 1"] : ["items.append(\(value))"]
  }

  /// Returns the storage of a queue.
  fileprivate func queueProperties(_ caseCount: Int) -> [Declaration] {
    func raised(_ sentence: String, _ storage: String) -> Declaration {
      Declaration(documentation: [sentence], head: "private var raised\(storage)")
    }
    let (type, first) = (type(caseCount), "private var first = 0" as Declaration)
    return switch self {
    case .single: [raised("The raised event. No other event can be raised before it is taken.", ": InternalEvent?")]
    case .fixed:
      [
        raised("The raised events, in order. Their number has a known limit.", " = \(type)()"),
        "private var end = 0", first,
      ]
    case .growing: [raised("The raised events, in order. Their number has no known limit.", ": \(type) = []"), first]
    }
  }

  /// Returns the functions of a queue.
  fileprivate func queueFunctions() -> [Declaration] {
    let (raise, next) = ("mutating func raise(_ event: InternalEvent)", "mutating func next() -> InternalEvent?")
    if self == .single {
      return [
        Declaration(head: "var hasRaised: Swift.Bool", line: "raised != nil"),
        Declaration(head: raise, line: "raised = event"),
        Declaration(head: next, body: [.joined(.block("defer", ["raised = nil"])), .return("raised")]),
      ]
    }
    let clear: Statement = isFixed ? "end = 0" : "raised.removeAll(keepingCapacity: true)"
    return [
      Declaration(head: "var hasRaised: Swift.Bool", line: "first < \(isFixed ? "end" : "raised.count")"),
      Declaration(
        head: raise, body: isFixed ? ["raised[end] = event.rawValue", "end += 1"] : ["raised.append(event.rawValue)"]),
      Declaration(
        head: next,
        body: [
          .guard("hasRaised", else: [clear, "first = 0", .return("nil")]), "first += 1",
          .return("InternalEvent(rawValue: raised[first - 1])"),
        ]),
    ]
  }
}

/// Types that hold lists of enum cases.
extension MachineContext {
  /// Returns the statement that traps with the machine's name.
  func trap(_ message: String) -> Statement { "Swift.fatalError(\"\(machine.name): \(message)\")" }

  // MARK: - Transitions that are taken together

  /// Returns the type of the transitions that can be taken together with others.
  func declareTransitions(_ transitions: [SharedTransition], haveConflicts: Bool) -> Declaration {
    let names = names.transitions(transitions)
    let cases = transitions.map { names[$0.transition] }
    let scopes = zip(cases, transitions).map { name, item in
      let exits = item.domain.map { "\($0.index + 1)...\(machine[$0].subtreeEnd - 1)" } ?? "nil"
      let source = "\(item.source.index)...\(machine[item.source].subtreeEnd - 1)"
      return Case(".\(name)", body: ["Scope(exits: \(exits), source: \(source))"])
    }
    let scope = [
      Declaration(
        "The states that the transition exits, and its source with its descendants, by their numbers in the document.",
        head: "struct Scope",
        members: [["var exits: Swift.ClosedRange<Swift.Int>?", "var source: Swift.ClosedRange<Swift.Int>"]]),
      Declaration(head: "var scope: Scope", body: [.joined(.switch("self", scopes, default: .none))]),
    ]
    return Declaration(
      "The transitions that can be taken together with others, by their sources.",
      head: "private enum Transition: \(SwiftText.rawType(caseCount: transitions.count))", cases: cases,
      members: haveConflicts ? scope.map { [$0] } : [])
  }

  /// Returns the type of the transitions that are selected for one microstep.
  func declareSelected(
    _ storage: ListStorage, of transitions: [SharedTransition], canRepeat: Bool, haveConflicts: Bool
  ) -> Declaration {
    let names = names.transitions(transitions)
    let first = transitions.first.map { names[$0.transition] } ?? ""
    let functions = [
      Declaration(
        head: "subscript(index: Swift.Int) -> Transition",
        line: "Transition(rawValue: items[index]) ?? Transition.\(first)"),
      Declaration(
        head: "mutating func insert(_ transition: Transition)",
        body: (canRepeat ? [Self.returning(ifListed: "transition")] : []) + storage.appending("transition.rawValue")),
    ]
    return Declaration(
      "The transitions of one microstep, in the order of their selection.", head: "private struct SelectedTransitions",
      members: [storage.properties(transitions.count)]
        + (functions + (haveConflicts ? [Self.withoutConflicts] : [])).map { [$0] })
  }

  private static func returning(ifListed element: String) -> Statement {
    .for("index", in: "0..<count", where: "items[index] == \(element).rawValue", [.return(nil)])
  }

  /// The function that leaves out the transitions that others preempt.
  private static var withoutConflicts: Declaration {
    let comparison: [Statement] = [
      .constant("other", "result[index].scope"),
      .if(
        "let otherExits = other.exits, otherExits.overlaps(exits)",
        then: [
          .constant("isInside", "other.source.lowerBound < source && other.source.contains(source)"),
          .when("!isInside", "isPreempted = true"),
        ], else: ["others.insert(result[index])"]),
    ]
    let insertion: [Statement] = [
      .constant("scope", "self[index].scope"), .constant("source", "scope.source.lowerBound"),
      .guard("let exits = scope.exits", else: ["result.insert(self[index])", .continue]),
      .variable("others", "SelectedTransitions()"), .variable("isPreempted", "false"),
      .for("index", in: "0..<result.count", comparison), .when("isPreempted", .continue),
      "others.insert(self[index])", "result = others",
    ]
    return Declaration(
      "Returns the transitions without those that others preempt. Of two that exit a common state, one preempts the",
      "other if its source is inside the other's source, or else if it was selected earlier.",
      head: "func withoutConflicts() -> SelectedTransitions",
      body: [
        .variable("result", "SelectedTransitions()"), .for("index", in: "0..<count", insertion), .return("result"),
      ])
  }

  // MARK: - Macrosteps

  /// Returns the type that lasts as long as a macrostep, with the internal queue if there is one.
  func declareMacrostep(queue: ListStorage?, caseCount: Int) -> Declaration {
    let counts = shape.countsMicrosteps
    let limit = grouped(RunLimits.microsteps)
    let count = Declaration(
      head: "mutating func count()",
      body: [
        "microsteps += 1",
        .broken(
          .when(
            "microsteps > \(grouped(RunLimits.microsteps, by: "_"))",
            trap("more than \(limit) microsteps follow one event (rule 4)"))),
      ])
    let properties = (queue?.queueProperties(caseCount) ?? []) + (counts ? ["private var microsteps = 0"] : [])
    let functions = (queue?.queueFunctions() ?? []) + (counts ? [count] : [])
    return Declaration(
      "The data of one macrostep.", head: "private struct Macrostep", members: [properties] + functions.map { [$0] })
  }

  /// Returns the type of the internal queue's elements.
  func declareInternalEvents() -> Declaration {
    let events = internalEvents.all
    return Declaration(
      "The internal events.", head: "private enum InternalEvent: \(SwiftText.rawType(caseCount: events.count))",
      cases: events.map(names.internalEventCase))
  }

  // MARK: - Deferred events

  /// Returns the type of the list of deferred events.
  func declareDeferred(_ events: [ID<Event>]) -> Declaration {
    let cases = events.map { SwiftText.rawCase(machine[$0].name) }
    let item = Declaration(head: "enum Item: \(SwiftText.rawType(caseCount: cases.count))", cases: cases)
    let values: [(head: String, values: [SwiftExpression])] = [
      ("func event(at index: Swift.Int) -> Event", events.map { ".\(SwiftText.identifier(machine[$0].name))" }),
      ("func name(at index: Swift.Int) -> Swift.String", events.map { "\"\(machine[$0].name)\"" }),
    ]
    let storage = ListStorage.fitting(cases.count)
    return Declaration(
      "The deferred events, each once, in the order of their arrival.",
      head: "private struct DeferredEvents: Swift.Hashable, Swift.Sendable",
      members: [[item]] + (storage == .single ? Self.single(values) : Self.list(cases, values, storage)))
  }

  private static func single(_ values: [(head: String, values: [SwiftExpression])]) -> [[Declaration]] {
    let count = Declaration(head: "var count: Swift.Int", line: "item == nil ? 0 : 1")
    return [["private var item: Item?", count]]
      + values.map { [Declaration(head: $0.head, line: .evaluate($0.values[0]))] }
      + [
        [Declaration(head: "mutating func insert(_ item: Item)", line: "self.item = item")],
        [Declaration(head: "mutating func remove(at index: Swift.Int)", line: "item = nil")],
      ]
  }

  private static func list(
    _ cases: [String], _ values: [(head: String, values: [SwiftExpression])], _ storage: ListStorage
  ) -> [[Declaration]] {
    let element = Declaration(
      head: "private subscript(index: Swift.Int) -> Item",
      line: "Item(rawValue: items[index]) ?? \(SwiftText.qualified(cases[0], in: "Item"))")
    let lookups = values.map { head, values in
      let cases = zip(cases, values).map { Case(".\($0)", body: [.evaluate($1)]) }
      return [Declaration(head: head, body: [.joined(.switch("self[index]", cases, default: .none))])]
    }
    var insertion: [Statement] = [.when("!items.contains(item.rawValue)", "items.append(item.rawValue)")]
    var removal: [Statement] = ["items.remove(at: index)"]
    if case .fixed = storage {
      insertion = [returning(ifListed: "item")] + storage.appending("item.rawValue")
      removal = [
        "count -= 1", .for("next", in: "index..<count", ["items[next] = items[next + 1]"]), "items[count] = 0",
      ]
    }
    return [storage.properties(cases.count), [element]] + lookups
      + [
        [Declaration(head: "mutating func insert(_ item: Item)", body: insertion)],
        [Declaration(head: "mutating func remove(at index: Swift.Int)", body: removal)],
      ]
  }
}
