import LifelineModel

/// Tells the stories of logs whose lines may show arguments.
package struct ArgumentStories {
  private let teller: StoryTeller
  /// Values of fixed fields.
  private let given: [FieldValue]
  /// An observer of arguments; made when a log first shows some.
  private var values: ArgumentObserver?

  /// Creates a teller.
  /// - Parameter given: Values of fixed fields.
  package init(_ teller: StoryTeller, given: [FieldValue]) {
    self.teller = teller
    self.given = given
  }

  /// Returns the shortest story found of some lines. If they show arguments, it has the same ones, as far as a way to them was
  /// found.
  /// - Parameters:
  ///   - symbols: The symbols of the lines, all of which fit.
  ///   - arguments: The arguments that each line shows.
  ///   - state: The state before the first line.
  /// - Returns: The story; `nil` if nothing explains the lines.
  package mutating func story(
    of symbols: [Int], showing arguments: [[String: LoggedValue]], from state: Observer.State, by observer: Observer
  ) -> StoryArguments? {
    guard let plain = teller.story(of: symbols, from: state, by: observer) else { return nil }
    let lines = zip(symbols, arguments).map { StoryArguments.Line(items: observer.symbols[$0], arguments: $1) }
    let found = StoryArguments.find(in: plain, for: lines, by: observer)
    if found.areAllShown { return found }
    let starts = starts(in: state, of: observer)
    guard let path = values?.path(explaining: lines, from: starts) else { return found }
    let other = StoryArguments.find(in: teller.story(from: path.start, of: path.occurrences), for: lines, by: observer)
    return other.missingCount < found.missingCount ? other : found
  }

  /// Returns the positions at which a way may begin, by the number of steps that lead there.
  private mutating func starts(
    in state: Observer.State, of observer: Observer
  ) -> [[ArgumentObserver.PathStart]] {
    var values = self.values ?? ArgumentObserver(observer, given: given)
    self.values = nil
    defer { self.values = values }
    if state == observer.start {
      return [values.beginnings().list.map { ArgumentObserver.PathStart(position: $0.place.node, moment: $0) }]
    }
    var starts: [[ArgumentObserver.PathStart]] = []
    for position in observer.positions(of: state) {
      guard let place = values.place(of: position, by: teller) else { continue }
      let cost = teller.costs[Int(position)]
      while starts.count <= cost { starts.append([]) }
      let moment = ArgumentObserver.Moment(place: place, environment: values.unknownEnvironment(at: place))
      starts[cost].append(ArgumentObserver.PathStart(position: position, moment: moment))
    }
    return starts
  }
}

extension ArgumentObserver {
  /// Returns a place that a position of the automaton stands for; `nil` if its step has shown nothing yet, so that the node before
  /// the step stands for it.
  fileprivate mutating func place(of position: CallAutomaton.Position, by teller: StoryTeller) -> Place? {
    if automaton.isResting(position) { return Place(program: -1, operation: 0, node: position) }
    let move = teller.moves[Int(position)]
    let shown = teller.place(of: position, behind: 1).item
    guard automaton.edgeEntries.indices.contains(move), shown > 0, let step = programs.step(ofEdge: move) else {
      return nil
    }
    var callCount = step.item == nil ? shown : shown - 1
    for (index, operation) in programs.programs[Int(step.program)].enumerated() {
      if callCount == 0 { return Place(program: step.program, operation: Int32(index), node: step.target) }
      if case .call = operation { callCount -= 1 }
    }
    let end = programs.programs[Int(step.program)].count
    return callCount == 0 ? Place(program: step.program, operation: Int32(end), node: step.target) : nil
  }
}
