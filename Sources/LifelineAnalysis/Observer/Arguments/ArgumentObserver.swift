import LifelineModel

/// The values that a machine may have computed, given the calls of a log and their arguments so far.
///
/// An ``Observer`` only knows names. This one follows the same steps with the values of fields, as far as arguments depend on
/// them. What it keeps is always enough to explain the log, and sometimes more: so if nothing is left, no behavior of
/// the machine makes the call with these arguments.
package struct ArgumentObserver {
  /// The moments at which a machine may be.
  package struct Moments: Sendable {
    var list: [Moment]
    /// The number under which what follows is remembered; `nil` if it isn't.
    var number: Int?

    /// The number of moments.
    package var count: Int { list.count }
  }

  /// A place with the values that are possible there.
  struct Moment: Hashable {
    var place: Place
    var environment: ValueEnvironment
  }

  /// The consequence of a call.
  package enum Outcome: Sendable {
    case fits(Moments)
    /// Nothing explains the call. The arguments are those that are wrong; none if it can't come at all.
    case violation([WrongArgument])
    /// Too much work is needed.
    case unknown
  }

  /// A place in a program, or a node at rest.
  struct Place: Hashable {
    /// The number of the program; -1 at rest.
    var program: Int32
    var operation: Int32
    /// The node in which the machine rests, or will rest.
    var node: CallAutomaton.Position
  }

  /// The operations that a call may take.
  static let workLimit = 1_000_000
  /// The steps of an exploration whose middles may be told apart.
  private static let stepLimit = 200_000

  let automaton: CallAutomaton
  let owed: IDSet<LogItem>
  private let given: [FieldValue]
  let followed: FollowedFields
  var programs: StepPrograms
  var ignoring = IgnoringConditions()
  /// For each position in a step the places where it may be; made when it is first needed.
  private var placesInSteps: [CallAutomaton.Position: Set<Place>]?
  private let workLimit: Int
  private var remembered = RememberedMoments()
  private var knownBeginnings: Moments?
  /// The work that was done so far.
  package private(set) var work = 0

  /// Creates an observer of the same logs.
  /// - Parameter given: Values of fixed fields.
  package init(_ observer: Observer, given: [FieldValue] = [], workLimit: Int? = nil) {
    automaton = observer.automaton
    owed = observer.owed
    self.given = given
    followed = .find(in: observer.machine, showing: automaton.parametersToFollow)
    programs = StepPrograms(observer.automaton, followed)
    self.workLimit = workLimit ?? Self.workLimit
  }

  // MARK: Beginnings

  /// The moments before the start of the machine.
  package mutating func beginnings() -> Moments {
    if let known = knownBeginnings { return known }
    let found = remembered.number(
      automaton.beginnings.map { node in
        var environment = followed.unknown
        for (place, field) in followed.fields.enumerated() {
          let declaration = automaton.machine[field]
          if declaration.isPrivate {
            environment.fields[place] = .some([declaration.defaultValue])
          } else if let value = given.first(where: { $0.field == field })?.value {
            environment.fields[place] = .some([value])
          } else if declaration.isFixed, automaton.exploration.tellsApart(field) {
            environment.fields[place] = .some([automaton.exploration.nodes[Int(node)][field]])
          }
        }
        return Moment(place: Place(program: -1, operation: 0, node: node), environment: environment)
      })
    knownBeginnings = found
    return found
  }

  /// Returns the moments in a state of the observer, with any values; `nil` if there are too many steps.
  package mutating func moments(in state: Observer.State, of observer: Observer) -> Moments? {
    guard automaton.exploration.edges.count <= Self.stepLimit else { return nil }
    let known = placesInSteps ?? findPlacesInSteps()
    placesInSteps = known
    var seen: Set<Place> = []
    for position in observer.positions(of: state) {
      if automaton.isResting(position) {
        seen.insert(Place(program: -1, operation: 0, node: position))
      } else {
        seen.formUnion(known[position] ?? [])
      }
    }
    return remembered.number(seen.map { Moment(place: $0, environment: unknownEnvironment(at: $0)) })
  }

  private mutating func findPlacesInSteps() -> [CallAutomaton.Position: Set<Place>] {
    var result: [CallAutomaton.Position: Set<Place>] = [:]
    for index in automaton.edgeEntries.indices {
      guard let step = programs.step(ofEdge: index) else { continue }
      var position = automaton.edgeEntries[index]
      if step.item != nil { position = automaton.successor(of: position) }
      for (operation, content) in programs.programs[Int(step.program)].enumerated() {
        guard case .call = content else { continue }
        result[position, default: []]
          .insert(Place(program: step.program, operation: Int32(operation), node: step.target))
        position = automaton.successor(of: position)
      }
    }
    return result
  }

  func unknownEnvironment(at place: Place) -> ValueEnvironment {
    var environment = followed.unknown
    guard place.program >= 0 else { return environment }
    var depth = 1
    for operation in programs.programs[Int(place.program)].prefix(Int(place.operation)) {
      switch operation {
      case .enter: depth += 1
      case .leave: depth -= 1
      case .call, .assign, .decide, .reset: break
      }
    }
    environment.scopes = Array(repeating: [:], count: depth)
    return environment
  }

  // MARK: Calls and events

  /// Returns the moments after a line of a log.
  /// - Parameters:
  ///   - items: The items that the line may stand for.
  ///   - arguments: The arguments that the line shows, by their names.
  package mutating func follow(
    _ items: [ID<LogItem>], with arguments: [String: LoggedValue] = [:], from moments: Moments
  ) -> Outcome {
    if let known = remembered.moments(after: items, arguments, from: moments) {
      work += 1
      return .fits(known)
    }
    var search = Search(
      owed: owed, followed: followed, items: items, arguments: arguments, machine: automaton.machine)
    for moment in moments.list { search.add(moment.environment, at: moment.place) }
    let workBefore = programs.work
    defer { work += search.work + programs.work - workBefore }
    while let (place, environment) = search.pending.popLast() {
      if place.program >= 0 {
        search.run(programs.programs[Int(place.program)], at: place, in: environment)
      } else {
        for step in programs.steps(from: place.node) {
          let start = Place(program: step.program, operation: 0, node: step.target)
          var begun = environment
          begun.scopes = [[:]]
          if let item = step.item {
            if items.contains(item) {
              begun.scopes = [valuesShown(by: arguments, of: item)]
              search.keep(begun, at: start)
            }
          } else {
            search.run(programs.programs[Int(step.program)], at: start, in: begun)
          }
        }
        for event in automaton.events where items.contains(automaton.machine.id(of: .event(event))) {
          let rest = self.environment(ignoring: event, with: arguments, in: environment, at: place.node)
          if let rest { search.keep(rest, at: place) }
        }
        if automaton.showsStates, isSeen(items, at: place.node) { search.keep(environment, at: place) }
      }
      if search.work > workLimit { return .unknown }
    }
    if search.kept.list.isEmpty { return .violation(search.wrongArguments) }
    let found = remembered.number(search.kept.list)
    remembered.remember(found, after: items, arguments, from: moments)
    return .fits(found)
  }

  /// Returns the shortest list of owed calls that end the step in which a log stands; `nil` if the log may end there.
  package func itemsLeft(in moments: Moments) -> [ID<LogItem>]? {
    var shortest: [ID<LogItem>]?
    for moment in moments.list {
      guard moment.place.program >= 0 else { return nil }
      guard let left = itemsLeft(at: moment) else { continue }
      if left.isEmpty { return nil }
      if shortest.map({ left.count < $0.count }) ?? true { shortest = left }
    }
    return shortest
  }

  /// Returns the owed calls that end the step at a moment within one; `nil` if it can't end.
  private func itemsLeft(at moment: Moment) -> [ID<LogItem>]? {
    var items: [ID<LogItem>] = []
    var scope = ValueScope(followed: followed, environment: moment.environment)
    for operation in programs.programs[Int(moment.place.program)].dropFirst(Int(moment.place.operation)) {
      if case .call(let call, _) = operation {
        items.append(ID(call.callback))
      } else if !scope.apply(operation) {
        return nil
      }
    }
    return items.filter(owed.contains)
  }

  /// Returns the values that a line shows of an event's parameters.
  func valuesShown(by arguments: [String: LoggedValue], of item: ID<LogItem>) -> [String: PossibleValues] {
    guard case .event(let event) = automaton.machine.item(item) else { return [:] }
    return automaton.machine[event].parameters.reduce(into: [:]) { result, parameter in
      guard case .value(let value)? = arguments[parameter.name]?.meaning(as: parameter.type) else { return }
      result[parameter.name] = .some([value])
    }
  }

  /// Returns whether the machine is in one of some states in a node.
  func isSeen(_ items: [ID<LogItem>], at node: CallAutomaton.Position) -> Bool {
    items.contains { item in
      guard case .state(let state) = automaton.machine.item(item) else { return false }
      return automaton.exploration.nodes[Int(node)].snapshot.configuration.contains(state)
    }
  }
}

extension CallAutomaton {
  /// The names of the parameters of shown events, if fields that remember them are followed.
  fileprivate var parametersToFollow: Set<String> {
    // If the exploration may have missed a way of the machine, the fields could only show that.
    guard exploration.triesAllNumbers else { return [] }
    return Set(events.flatMap { machine[$0].parameters.map(\.name) })
  }
}
