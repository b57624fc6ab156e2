import LifelineInterpreter
import LifelineModel

/// Explores a machine breadth first.
/// - Parameters:
///   - limit: The number of configurations after which the exploration ends.
///   - workLimit: The work after which the exploration ends; `nil` for the work that is enough for `limit`
///     configurations of most machines.
///   - given: Values of fixed fields. Configurations with other values aren't explored.
///   - observe: A function that is called now and then with the number of configurations so far.
///   - isWanted: Returns whether somebody still wants the exploration. If not, it ends early.
package func explore(
  _ index: MachineIndex, limit: Int = Exploration.standardLimit, workLimit: Int? = nil,
  given: [FieldValue] = [], observing observe: ((Int) -> Void)? = nil,
  whileWanted isWanted: @escaping @Sendable () -> Bool = { true }
) -> Exploration {
  explore(
    modelEnvironment(of: index).restricted(to: given), limit: limit,
    workLimit: workLimit ?? Exploration.workLimit(forNodes: limit), observing: observe, whileWanted: isWanted)
}

/// Explores the machine of an environment breadth first.
func explore(
  _ environment: EnvironmentModel, limit: Int, workLimit: Int, observing observe: ((Int) -> Void)? = nil,
  whileWanted isWanted: @escaping @Sendable () -> Bool = { true }
) -> Exploration {
  func explore(variantLimit: Int) -> Exploration {
    var explorer = Explorer(environment, limit: limit, workLimit: workLimit, variantLimit: variantLimit)
    explorer.explore(observing: observe, whileWanted: isWanted)
    return explorer.result
  }
  // The first exploration may take much memory, and is gone before another one begins.
  func exploreUnlessTimersNeverElapse() -> Exploration? {
    let exploration = explore(variantLimit: 0)
    return exploration.hasUnelapsedTimer ? nil : exploration
  }
  return exploreUnlessTimersNeverElapse() ?? explore(variantLimit: Explorer.closeVariantLimit)
}

/// Explores the same machine as before, but lets any running timer elapse next.
///
/// The result contains everything that the machine can do, and may contain what it can't do. So what never happens there
/// is impossible, and a way through it isn't a counterexample.
/// - Parameters:
///   - exploration: An exploration of the machine.
///   - isWanted: Returns whether somebody still wants the exploration. If not, it ends early.
func exploreTimersInAnyOrder(
  besides exploration: Exploration, whileWanted isWanted: @escaping @Sendable () -> Bool = { true }
) -> Exploration {
  var explorer = Explorer(
    exploration.environment.withTimersInAnyOrder(), limit: exploration.limit, workLimit: exploration.workLimit)
  explorer.explore(observing: nil, whileWanted: isWanted)
  return explorer.result
}
