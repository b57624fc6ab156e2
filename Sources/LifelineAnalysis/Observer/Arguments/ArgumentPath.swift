import LifelineModel

extension ArgumentObserver {
  /// A way through the steps of a machine.
  struct Path {
    /// The position at which it begins.
    var start: CallAutomaton.Position
    var occurrences: [Exploration.Occurrence]
  }

  /// A position at which a way may begin, with the values that are possible there.
  struct PathStart {
    var position: CallAutomaton.Position
    var moment: Moment
  }

  /// Returns the shortest way found that explains lines with their arguments; `nil` if there is none, or if the search takes
  /// too much work.
  ///
  /// The values of a way are ranges, so those of a run along it may still be others.
  /// - Parameter starts: The beginnings, by the number of steps that lead there.
  mutating func path(explaining lines: [StoryArguments.Line], from starts: [[PathStart]]) -> Path? {
    var walk = Walk(
      lines.map {
        Search(
          owed: owed, followed: followed, items: $0.items, arguments: $0.arguments, machine: automaton.machine)
      }, owed: owed, followed: followed)
    var stepCount = 0
    var later: [Waypoint] = []
    while stepCount < starts.count || !later.isEmpty {
      var level = (stepCount < starts.count ? starts[stepCount].map(Waypoint.init) : []) + later
      later = []
      var next = 0
      while next < level.count {
        let point = level[next]
        next += 1
        guard walk.isNew(point) else { continue }
        if point.lineCount == lines.count { return path(to: point, of: walk) }
        if walk.work > Self.pathWorkLimit { return nil }
        let origin = walk.add(point)
        let place = point.place
        if place.program >= 0 {
          level += walk.run(
            programs.programs[Int(place.program)], from: Int(place.operation), in: point.environment,
            behind: point.lineCount, to: place.node, origin: origin)
          continue
        }
        if automaton.showsStates, isSeen(lines[point.lineCount].items, at: place.node) {
          level.append(point.followed(by: nil, from: origin))
        }
        later += moves(from: point, origin, explaining: lines[point.lineCount], &walk)
      }
      stepCount += 1
    }
    return nil
  }

  /// The operations that a search may take.
  private static let pathWorkLimit = 500_000

  /// Returns the places to which steps lead from a node.
  private mutating func moves(
    from point: Waypoint, _ origin: Int, explaining line: StoryArguments.Line, _ walk: inout Walk
  ) -> [Waypoint] {
    let node = point.place.node
    var result: [Waypoint] = []
    for event in automaton.events where line.items.contains(automaton.machine.id(of: .event(event))) {
      guard
        let rest = environment(ignoring: event, with: line.arguments, in: point.environment, at: node),
        let move = automaton.move(ignoring: event, at: node)
      else { continue }
      var next = point.followed(by: move, from: origin)
      next.environment = rest
      result.append(next)
    }
    for step in programs.steps(from: node) {
      var environment = point.environment
      environment.scopes = [[:]]
      var lineCount = point.lineCount
      if let item = step.item {
        guard line.items.contains(item) else { continue }
        environment.scopes = [valuesShown(by: line.arguments, of: item)]
        lineCount += 1
      }
      result += walk.run(
        programs.programs[Int(step.program)], from: 0, in: environment, behind: lineCount, to: step.target,
        origin: origin, move: step.edge)
    }
    return result
  }

  private func path(to last: Waypoint, of walk: Walk) -> Path {
    var moves: [Int] = []
    var point = last
    while point.origin >= 0 {
      if let move = point.move { moves.append(move) }
      point = walk.points[point.origin]
    }
    return Path(start: point.start, occurrences: moves.reversed().compactMap(automaton.occurrence))
  }

  /// A place on a way, behind some lines of the log.
  private struct Waypoint {
    var place: Place
    var lineCount = 0
    var environment: ValueEnvironment
    /// The position at which the way begins.
    var start: CallAutomaton.Position
    /// The index of the place before this one; -1 at the beginning.
    var origin = -1
    /// The move of the automaton that leads here; `nil` if this place is in the same step as the one before.
    var move: Int?

    init(_ start: PathStart) {
      place = start.moment.place
      environment = start.moment.environment
      self.start = start.position
    }

    /// Returns the same place behind the next line.
    func followed(by move: Int?, from origin: Int) -> Waypoint {
      var next = self
      next.lineCount += 1
      next.origin = origin
      next.move = move
      return next
    }
  }

  /// The places that a search has reached.
  private struct Walk {
    private struct Key: Hashable {
      var place: Place
      var lineCount: Int
    }

    private var matchers: [Search]
    private let owed: IDSet<LogItem>
    private let followed: FollowedFields
    private(set) var points: [Waypoint] = []
    private(set) var work = 0
    private var reached: [Key: [ValueEnvironment]] = [:]

    /// The number of environments of a place that are told apart. Others are left out.
    private static let limit = 64

    init(_ matchers: [Search], owed: IDSet<LogItem>, followed: FollowedFields) {
      self.matchers = matchers
      self.owed = owed
      self.followed = followed
    }

    /// Adds a place.
    /// - Returns: Its index.
    mutating func add(_ point: Waypoint) -> Int {
      points.append(point)
      return points.count - 1
    }

    /// Returns whether a place hasn't been reached with the same values, and notes it.
    mutating func isNew(_ point: Waypoint) -> Bool {
      let key = Key(place: point.place, lineCount: point.lineCount)
      let known = reached[key] ?? []
      work += known.count
      if known.count >= Self.limit || known.contains(where: { $0.isSuperset(of: point.environment) }) { return false }
      reached[key] = known + [point.environment]
      return true
    }

    /// Runs a program from an operation on, and returns the places at its end, or behind the last line.
    mutating func run(
      _ operations: [StepOperation], from first: Int, in environment: ValueEnvironment, behind lineCount: Int,
      to node: CallAutomaton.Position, origin: Int, move: Int? = nil
    ) -> [Waypoint] {
      var result: [Waypoint] = []
      func end(_ environment: ValueEnvironment, _ lineCount: Int) -> Waypoint {
        var point = points[origin]
        point.place = Place(program: -1, operation: 0, node: node)
        (point.environment, point.lineCount, point.origin, point.move) = (environment, lineCount, origin, move)
        return point
      }
      var pending = [(operation: first, environment: environment, lineCount: lineCount)]
      branches: while let (start, environment, count) = pending.popLast() {
        var scope = ValueScope(followed: followed, environment: environment)
        guard count < matchers.count else {
          // The values decide on the rest of the step, too, and so whether it is this one.
          work += operations.count - start
          if operations[start...].allSatisfy({ scope.apply($0) }) { result.append(end(environment, count)) }
          continue
        }
        for index in start..<operations.count {
          work += 1
          guard case .call(let call, let arguments) = operations[index] else {
            if !scope.apply(operations[index]) { continue branches }
            continue
          }
          let item = ID<LogItem>(call.callback)
          if matchers[count].items.contains(item), let learned = matchers[count].match(call, arguments, in: scope) {
            pending.append((index + 1, learned, count + 1))
          }
          if owed.contains(item) { continue branches }
        }
        followed.release(&scope.environment)
        result.append(end(scope.environment, count))
      }
      return result
    }
  }
}

extension CallAutomaton {
  /// Returns the move with which the machine ignores an event in a node; `nil` if there is none.
  fileprivate func move(ignoring event: ID<Event>, at node: Position) -> Int? {
    // The moves are in the order of their nodes. Entries leave one out if an edge shows the same.
    var (low, high) = (0, ignoredMoves.count)
    while low < high {
      let middle = (low + high) / 2
      if ignoredMoves[middle].node < node { low = middle + 1 } else { high = middle }
    }
    let own = ignoredMoves[low...].prefix { $0.node == node }
    return own.firstIndex { $0.event == event }.map { $0 + exploration.edges.count }
  }
}
