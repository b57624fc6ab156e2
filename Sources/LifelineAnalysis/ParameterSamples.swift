import LifelineInterpreter
import LifelineModel

/// Values for the parameters of events that a spec can write, one or more from each set of values that conditions don't distinguish.
package struct ParameterSamples: Sendable {
  private let machine: Machine
  private let values: ValuePartitions

  /// Finds the values for a machine.
  package static func find(in machine: Machine) -> ParameterSamples {
    ParameterSamples(
      machine: machine, values: .find(in: machine, timers: .make(for: machine), roles: .find(in: machine)).withoutNaN())
  }

  /// Returns lists of arguments that `event` may have in `snapshot`: all combinations, or the first `limit` of them.
  package func arguments(of event: ID<Event>, in snapshot: Snapshot, limit: Int) -> [[Value]] {
    var lists: [[Value]] = [[]]
    for position in machine[event].parameters.indices {
      let options = values.arguments(at: position, of: event, in: snapshot, machine)
      lists = Array(lists.lazy.flatMap { list in options.lazy.map { list + [$0] } }.prefix(limit))
    }
    return lists
  }
}
