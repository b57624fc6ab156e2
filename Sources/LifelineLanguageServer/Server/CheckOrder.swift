import LifelineSource
import LifelineWorkspace

/// A check of a version of a text, which runs beside the server.
package struct CheckOrder: Sendable {
  var uri: String
  /// The number of the check among all of the session. A later one of the same document replaces it.
  var number: Int
  var job: EditorJob
  var explores: Bool
  /// The findings of the last exploration of the text.
  var lastExploration: LastExploration?

  /// Makes the check.
  /// - Parameter isWanted: Returns whether no later check has been ordered.
  /// - Returns: The result, or `nil` if nobody wants it any more.
  func run(whileWanted isWanted: @escaping @Sendable () -> Bool) -> CheckOutcome? {
    guard isWanted() else { return nil }
    let spec = job.read()
    guard isWanted(),
      let check = job.check(spec, exploring: explores, since: lastExploration, whileWanted: isWanted)
    else { return nil }
    return CheckOutcome(order: self, spec: spec, diagnostics: check.diagnostics, exploration: check.exploration)
  }
}

/// The result of a check.
package struct CheckOutcome: Sendable {
  var order: CheckOrder
  var spec: EditedSpec
  var diagnostics: [Diagnostic]
  /// The findings of the last exploration, at its places in this version of the text.
  var exploration: LastExploration?
}
