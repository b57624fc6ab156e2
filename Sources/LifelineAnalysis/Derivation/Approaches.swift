import LifelineInterpreter
import LifelineModel

/// The paths that tests take to the nodes of an exploration.
struct Approaches {
  /// A path to a node.
  struct Approach {
    var beginning: Snapshot
    var stimuli: [Stimulus]
  }

  /// The length above which a path begins at a node that can be entered silently, if there is one.
  private static let lengthLimit = 12

  private let exploration: Exploration
  /// The length of the shortest path from before the start to each node.
  private let distances: [Int]
  private var known: [Int: Approach] = [:]
  /// The snapshot after entering the states of each node silently, if that has the same future.
  private var silentEntries: [Int: Snapshot?] = [:]

  /// Returns the paths in `exploration`, none of which has been looked for yet.
  static func prepare(for exploration: Exploration) -> Approaches {
    Approaches(exploration: exploration, distances: exploration.computeDistances())
  }

  /// Returns a path to a node: the shortest one from before the start or, if that is long, one that begins by entering
  /// the states of the node, or of a node on the way, silently.
  mutating func approach(to node: Int) -> Approach {
    if let approach = known[node] { return approach }
    let isLong = distances[node] > Self.lengthLimit
    var stimuli: [Stimulus] = []
    var first = node
    var silent = isLong ? silentEntry(to: first) : nil
    while silent == nil, let arrival = exploration.nodes[first].arrival {
      stimuli.append(arrival.stimulus)
      first = arrival.node
      silent = isLong ? silentEntry(to: first) : nil
    }
    let approach = Approach(
      beginning: silent ?? exploration.nodes[first].snapshot, stimuli: stimuli.reversed())
    known[node] = approach
    return approach
  }

  private mutating func silentEntry(to node: Int) -> Snapshot? {
    if let known = silentEntries[node] { return known }
    let entry = exploration.silentEntry(to: node)
    silentEntries[node] = .some(entry)
    return entry
  }
}

extension Exploration {
  /// Returns the length of the shortest path from before the start to each node.
  fileprivate func computeDistances() -> [Int] {
    nodes.reduce(into: []) { distances, node in
      distances.append(node.arrival.map { distances[$0.node] + 1 } ?? 0)
    }
  }

  /// Returns the snapshot after entering the states of a node silently; `nil` if that has another future.
  fileprivate func silentEntry(to node: Int) -> Snapshot? {
    let snapshot = nodes[node].snapshot
    guard !snapshot.configuration.isEmpty else { return nil }
    var run = Interpreter(index, fields: snapshot.fields)
    guard run.resume(in: snapshot.configuration.filter { machine[$0].isAtomic }).fault == nil else { return nil }
    return environment.identity(of: run.snapshot) == environment.identity(of: snapshot) ? run.snapshot : nil
  }
}
