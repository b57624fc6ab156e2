import LifelineSource
import LifelineWorkspace

/// A check of a version of a text, which runs beside the server.
package struct CheckOrder: Sendable {
  var uri: String
  /// The number of the check among all of the session. A later one of the same document replaces it.
  var number: Int
  var job: EditorJob
  /// The findings of the last exploration of the text.
  var lastExploration: LastExploration?

  /// Makes the check, without exploring the machine.
  /// - Parameter isWanted: Returns whether no later check has been ordered.
  /// - Returns: The result, or `nil` if nobody wants it any more.
  func run(whileWanted isWanted: @escaping @Sendable () -> Bool) -> CheckOutcome? {
    guard isWanted() else { return nil }
    let spec = job.read()
    guard isWanted(), let check = job.check(spec, since: lastExploration, whileWanted: isWanted) else { return nil }
    return CheckOutcome(order: self, check: check, isExplored: false)
  }
}

/// The result of a check.
package struct CheckOutcome: Sendable {
  var order: CheckOrder
  var check: EditorCheck
  /// Whether the machine was explored.
  var isExplored: Bool

  /// Explores the machine.
  /// - Parameter isWanted: Returns whether no later check has been ordered.
  /// - Returns: The result, or `nil` if nobody wants it any more.
  func explore(whileWanted isWanted: @escaping @Sendable () -> Bool) -> CheckOutcome? {
    guard isWanted(), let explored = order.job.explore(check, whileWanted: isWanted) else { return nil }
    return CheckOutcome(order: order, check: explored, isExplored: true)
  }
}
