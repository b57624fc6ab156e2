import LifelineInterpreter
import LifelineModel
import LifelineSource

/// A disagreement between a scenario and its machine, for one combination of the values of `where`.
package struct Failure {
  /// A second part of the spec that the failure concerns.
  struct Note {
    var message: String
    var range: SourceRange
    /// The part in whose spec the range is; `nil` for the machine's own.
    var part: ID<Part>?
  }

  /// The properties that similar failures share.
  struct Key: Hashable {
    var kind: DiagnosticKind
    var range: SourceRange
  }

  var kind: DiagnosticKind
  var range: SourceRange
  /// The message, without the scenario's name.
  var message: String
  var details: [String] = []
  var notes: [Note] = []
  /// The fault that ended the run, if one did.
  var fault: Fault?

  var key: Key { Key(kind: kind, range: range) }

  init(_ kind: DiagnosticKind, _ message: String, at range: SourceRange, details: [String] = [], notes: [Note] = []) {
    self.kind = kind
    self.message = message
    self.range = range
    self.details = details
    self.notes = notes
  }

  /// Creates the failure of `activity`, which ended with `fault`.
  init(_ fault: Fault, doing activity: String, at range: SourceRange) {
    self.init(
      .faultWhilePlaying, "\(activity): \(fault.message)", at: range,
      notes: [Note(message: "the fault is here", range: fault.range, part: fault.part)])
    self.fault = fault
  }
}
