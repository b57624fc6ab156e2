import Foundation

/// A stimulus: something that the host can do.
struct Stimulus {
  var name: String
  /// Whether it changes a field that only the machine assigns.
  var changesMemory = false
  /// Applies the stimulus.
  ///
  /// - Returns: Whether the machine handled it.
  var apply: (inout Machine, (Machine.Callback) -> Void) -> Bool
}

/// Everything that a host can observe of a machine after a stimulus.
private struct Sight: Equatable {
  var look: Look
  var wasTaken: Bool
  var calls: [Machine.Callback]
}

/// The machine and a mutant of it after the same stimuli.
private struct Pair: Hashable { var machine, mutant: Machine }

/// Explores the configurations that the stimuli lead to, with the machine and a mutant side by side.
public struct Walk {
  private let mutant: Int
  /// Whether the host also changes fields that only the machine assigns.
  private let changesMemory: Bool
  /// Called before each step of the mutant, which may never end.
  private let willStep: () -> Void
  private var pairs: [Pair] = []
  private var origins: [(pair: Int, stimulus: String)] = []
  private var known: Set<Pair> = []

  public init(mutant: Int, changingMemory: Bool, willStep: @escaping () -> Void) {
    self.mutant = mutant
    changesMemory = changingMemory
    self.willStep = willStep
  }

  /// The number of configurations that are explored.
  public static let limit = 500_000

  public enum Result {
    case alike
    /// The two differ after these stimuli.
    case different(String)
    /// There are more configurations than the limit.
    case unknown
  }

  public mutating func compare() -> Result {
    for beginning in beginnings where changesMemory || !beginning.changesMemory {
      let (machine, first) = see(0) { call in (begin(beginning.context, call), true) }
      let (mutant, second) = see(mutant) { call in (begin(beginning.context, call), true) }
      if first != second { return .different("start\(beginning.name)") }
      add(Pair(machine: machine, mutant: mutant), from: -1, by: "start\(beginning.name)")
    }
    var index = 0
    while index < pairs.count {
      if pairs.count > Self.limit { return .unknown }
      let pair = pairs[index]
      for stimulus in stimuli where changesMemory || !stimulus.changesMemory {
        let (machine, first) = see(0) { step(pair.machine, stimulus, $0) }
        let (mutant, second) = see(mutant) { step(pair.mutant, stimulus, $0) }
        if first != second { return .different(way(to: index) + ", " + stimulus.name) }
        add(Pair(machine: machine, mutant: mutant), from: index, by: stimulus.name)
      }
      index += 1
    }
    return .alike
  }

  private func step(
    _ machine: Machine, _ stimulus: Stimulus, _ call: (Machine.Callback) -> Void
  ) -> (Machine, Bool) {
    var machine = machine
    let wasTaken = stimulus.apply(&machine, call)
    return (machine, wasTaken)
  }

  private func see(_ number: Int, _ body: ((Machine.Callback) -> Void) -> (Machine, Bool)) -> (Machine, Sight) {
    if number != 0 { willStep() }
    Mutation.current = number
    var calls: [Machine.Callback] = []
    let (machine, wasTaken) = body { calls.append($0) }
    let sight = Sight(look: Look(machine), wasTaken: wasTaken, calls: calls)
    Mutation.current = 0
    return (machine, sight)
  }

  private mutating func add(_ pair: Pair, from origin: Int, by stimulus: String) {
    guard known.insert(pair).inserted else { return }
    pairs.append(pair)
    origins.append((origin, stimulus))
  }

  private func way(to index: Int) -> String {
    var names: [String] = []
    var index = index
    while index >= 0 {
      names.append(origins[index].stimulus)
      index = origins[index].pair
    }
    return names.reversed().joined(separator: ", ")
  }
}
