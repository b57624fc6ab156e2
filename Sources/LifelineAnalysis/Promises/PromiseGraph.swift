import LifelineInterpreter
import LifelineModel
import LifelineScenarios

/// The nodes of an exploration, each with the states of a promise's automaton in which ways lead there.
struct PromiseGraph {
  /// A node with a state of the automaton.
  struct Place: Hashable {
    var node: Int
    var state: PromiseAutomaton.State
  }

  /// A way from one place to another.
  struct Link {
    // There may be tens of millions.
    private let flatSource: Int32
    private let flatEdge: Int32
    private let flatTarget: Int32
    /// Whether an open question is answered on the way.
    let answers: Bool

    fileprivate init(source: Int, edge: Int, target: Int, answers: Bool) {
      (flatSource, flatEdge, flatTarget) = (Int32(source), Int32(edge), Int32(target))
      self.answers = answers
    }

    var source: Int { Int(flatSource) }
    /// The index of the exploration's edge.
    var edge: Int { Int(flatEdge) }
    var target: Int { Int(flatTarget) }
  }

  let exploration: Exploration
  let automaton: PromiseAutomaton
  /// Whether only edges count on which the machine takes the first alternatives, as generated code does.
  private let takesFirstAlternatives: Bool
  /// Whether the search goes on where a way breaks the promise.
  private let goesOnAtBreaches: Bool
  /// The number of bytes of places and ways after which the search ends.
  private let memoryLimit: Int
  /// The places, nearest first.
  private(set) var places: [Place] = []
  /// The ways, if the promise is one of an answer.
  private(set) var links: [Link] = []
  /// The place and the edge that led to each place first; `nil` where the machine hasn't started.
  private var arrivals: [Arrival?] = []
  /// The shortest path to a breach; `nil` if there is none.
  private(set) var breach: [Exploration.Occurrence]?
  /// The places from which a way breaks the promise, if the search goes on there.
  private var breakingPlaces: Set<Int> = []
  /// The thing that wasn't enough to search everything; `nil` if there was enough.
  private(set) var shortage: Shortage?
  var isSearched: Bool { shortage == nil }

  /// Follows the edges of an exploration, breadth first, until one breaks a promise.
  /// - Parameters:
  ///   - takesFirstAlternatives: Whether to follow only those edges that generated code takes.
  ///   - goesOnAtBreaches: Whether to go on with the other edges after one that breaks the promise.
  static func search(
    _ automaton: PromiseAutomaton, in exploration: Exploration, _ letters: EdgeLetters,
    _ leaving: Exploration.EdgesByNode, takingFirstAlternatives takesFirstAlternatives: Bool = false,
    goingOnAtBreaches goesOnAtBreaches: Bool = false,
    memoryLimit: Int = Exploration.memoryLimit, within budget: inout WorkBudget
  ) -> PromiseGraph {
    var graph = PromiseGraph(
      exploration: exploration, automaton: automaton, takesFirstAlternatives: takesFirstAlternatives,
      goesOnAtBreaches: goesOnAtBreaches, memoryLimit: memoryLimit)
    graph.search(letters, leaving, within: &budget)
    return graph
  }

  private init(
    exploration: Exploration, automaton: PromiseAutomaton, takesFirstAlternatives: Bool, goesOnAtBreaches: Bool,
    memoryLimit: Int
  ) {
    self.exploration = exploration
    self.automaton = automaton
    self.takesFirstAlternatives = takesFirstAlternatives
    self.goesOnAtBreaches = goesOnAtBreaches
    self.memoryLimit = memoryLimit
  }

  private struct Arrival {
    var source: Int32
    var edge: Int32
  }

  /// The bytes that the places and the ways take. A place also has an entry in a table, and a way in a list of those that lead to a
  /// place.
  private var byteCount: Int {
    places.count * (MemoryLayout<Place>.stride + MemoryLayout<Arrival?>.stride + 2 * MemoryLayout<Int32?>.stride)
      + links.count * (MemoryLayout<Link>.stride + MemoryLayout<Int32>.stride)
  }

  /// The end of a sequence of letters.
  private enum End {
    case reached(PromiseAutomaton.State, answers: Bool)
    case broken
  }

  private func end(of letters: [PromiseAutomaton.Letter], from start: PromiseAutomaton.State) -> End {
    var state = start
    var answers = false
    for letter in letters {
      let wasOpen = state.isOpen
      if automaton.follow(letter, &state) != nil { return .broken }
      if wasOpen, !state.isOpen { answers = true }
    }
    return .reached(state, answers: answers)
  }

  private mutating func search(
    _ letters: EdgeLetters, _ leaving: Exploration.EdgesByNode, within budget: inout WorkBudget
  ) {
    guard budget.spend(letters.size) else {
      shortage = .work
      return
    }
    var ends = StateTable<End>(rowCount: letters.sequences.count, of: automaton)
    var indices = StateTable<Int32>(rowCount: exploration.nodes.count, of: automaton)
    func index(of place: Place, arrival: Arrival?) -> Int {
      if let index = indices[place.node, place.state] { return Int(index) }
      indices[place.node, place.state] = Int32(places.count)
      places.append(place)
      arrivals.append(arrival)
      return places.count - 1
    }
    for node in exploration.beginnings { _ = index(of: Place(node: node, state: .start), arrival: nil) }
    var next = 0
    while next < places.count {
      let place = places[next]
      let edges = leaving.indices(of: place.node)
      guard budget.spend(1 + edges.count) else {
        shortage = .work
        return
      }
      if byteCount > memoryLimit {
        shortage = .memory
        return
      }
      for edge in edges where !takesFirstAlternatives || exploration.edges.takesFirstAlternatives(edge) {
        let sequence = letters.number(of: edge)
        let end: End
        if let known = ends[sequence, place.state] {
          end = known
        } else {
          end = self.end(of: letters.sequences[sequence], from: place.state)
          ends[sequence, place.state] = end
        }
        guard case .reached(let state, let answers) = end else {
          if breach == nil { breach = path(to: next) + [exploration.edges[edge].occurrence] }
          if !goesOnAtBreaches { return }
          breakingPlaces.insert(next)
          continue
        }
        guard let target = exploration.edges.target(of: edge) else { continue }
        let reached = index(
          of: Place(node: target, state: state), arrival: Arrival(source: Int32(next), edge: Int32(edge)))
        if automaton.isAboutAnswer { links.append(Link(source: next, edge: edge, target: reached, answers: answers)) }
      }
      next += 1
    }
  }

  /// Returns the shortest path to a place.
  /// - Parameter whileOpen: Whether to leave out what comes before the question that is open there.
  func path(to place: Int, whileOpen: Bool = false) -> [Exploration.Occurrence] {
    var path: [Exploration.Occurrence] = []
    var next = whileOpen && !places[place].state.isOpen ? nil : arrivals[place]
    while let arrival = next {
      path.append(exploration.edges[Int(arrival.edge)].occurrence)
      next = whileOpen && !places[Int(arrival.source)].state.isOpen ? nil : arrivals[Int(arrival.source)]
    }
    return path.reversed()
  }

  /// Returns the places with an open question from which no way leads to an answer, nearest first. Nodes that weren't explored
  /// count as ways to an answer, and so do ways that break the promise.
  /// - Parameter isWay: Returns whether a link counts as a part of a way.
  func hopelessPlaces(within budget: inout WorkBudget, along isWay: (Link) -> Bool = { _ in true }) -> [Int] {
    guard budget.spend(places.count + links.count) else { return [] }
    // The first link that leads to each place, and behind each link the next one to the same place.
    var first = [Int32](repeating: -1, count: places.count)
    var following = [Int32](repeating: -1, count: links.count)
    var hasHope = places.map { !$0.state.isOpen || $0.node >= exploration.exploredCount }
    for (number, link) in links.enumerated() {
      guard places[link.source].state.isOpen, isWay(link) else { continue }
      if link.answers {
        hasHope[link.source] = true
      } else {
        following[number] = first[link.target]
        first[link.target] = Int32(number)
      }
    }
    var pending = places.indices.filter { hasHope[$0] && places[$0].state.isOpen }
    for place in breakingPlaces where !hasHope[place] {
      hasHope[place] = true
      pending.append(place)
    }
    while let place = pending.popLast() {
      var next = first[place]
      while next >= 0 {
        let source = links[Int(next)].source
        if !hasHope[source] {
          hasHope[source] = true
          pending.append(source)
        }
        next = following[Int(next)]
      }
    }
    return hasHope.indices.filter { !hasHope[$0] }
  }

  /// Everything that decides what can happen after a place.
  struct Future: Hashable {
    private let identity: EnvironmentModel.Identity
    private let state: PromiseAutomaton.State

    fileprivate init(_ identity: EnvironmentModel.Identity, _ state: PromiseAutomaton.State) {
      self.identity = identity
      self.state = state
    }
  }

  /// Returns the future of a place as another model of the host sees it.
  func future(of place: Int, in environment: EnvironmentModel) -> Future {
    Future(environment.identity(of: exploration.nodes[places[place].node].snapshot), places[place].state)
  }
}
