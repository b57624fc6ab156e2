import LifelineModel
import LifelineSource

/// The result of reading a file that a part uses. Reading files isn't the language's affair, so its caller does it.
package enum UsedSpec: Sendable {
  /// The file is a spec without errors.
  case machine(Machine)
  /// The file can't be used, for a reason that completes a sentence about it, with places that show it.
  case refused(String, notes: [Diagnostic.Note] = [])
  /// The file and its user use each other in a circle, which an error in another file reports.
  case inReportedCircle
}

/// The used files by their paths, as the spec writes them.
package typealias UsedSpecs = [String: UsedSpec]
