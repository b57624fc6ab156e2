import LifelineSource
import LifelineWorkspace

/// A check of a version of a text, which runs beside the server.
package struct CheckOrder: Sendable {
  var uri: String
  var version: Int
  /// The number of the check among those of the document. A later one replaces it.
  var number: Int
  var job: EditorJob
  var explores: Bool
  /// The result of reading the text, if it was read already.
  var spec: EditedSpec?

  /// Makes the check.
  /// - Parameter isWanted: Returns whether no later check has been ordered.
  /// - Returns: The result, or `nil` if nobody wants it any more.
  func run(whileWanted isWanted: @escaping @Sendable () -> Bool) -> CheckOutcome? {
    guard isWanted() else { return nil }
    let spec = spec ?? job.read()
    guard isWanted(), let diagnostics = job.check(spec, exploring: explores, whileWanted: isWanted) else { return nil }
    return CheckOutcome(uri: uri, version: version, number: number, spec: spec, diagnostics: diagnostics)
  }
}

/// The result of a check.
package struct CheckOutcome: Sendable {
  var uri: String
  var version: Int
  var number: Int
  var spec: EditedSpec
  var diagnostics: [Diagnostic]
}
