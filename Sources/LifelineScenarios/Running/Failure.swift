import LifelineInterpreter
import LifelineModel
import LifelineSource

/// Where a scenario and its machine disagree, for one combination of `where`'s values.
package struct Failure {
  /// A second place.
  package struct Note {
    var message: String
    var range: SourceRange
  }

  /// What combinations that fail alike have in common.
  package struct Key: Hashable {
    var kind: DiagnosticKind
    var range: SourceRange
  }

  package var kind: DiagnosticKind
  package var range: SourceRange
  /// What is wrong, without the scenario's name.
  package var message: String
  package var details: [String] = []
  package var notes: [Note] = []
  /// Why the machine could not go on, if that is what is wrong.
  package var fault: Fault?

  package var key: Key { Key(kind: kind, range: range) }

  package init(
    _ kind: DiagnosticKind, _ message: String, at range: SourceRange, details: [String] = [],
    notes: [Note] = []
  ) {
    self.kind = kind
    self.message = message
    self.range = range
    self.details = details
    self.notes = notes
  }

  /// The failure of something at `range` by `fault`.
  package init(_ fault: Fault, doing what: String, at range: SourceRange) {
    self.init(
      .faultWhilePlaying, "\(what): \(fault.message)", at: range,
      notes: [Note(message: "the fault is here", range: fault.range)])
    self.fault = fault
  }
}

extension DiagnosticKind {
  package static let faultWhilePlaying = DiagnosticKind(
    "L401", .error, "the machine cannot go on",
    explanation: """
      While this was played, the machine did something that traps in generated code: it took more than 1,000 \
      microsteps before control returned to the host, computed a number beyond 64 bits, divided by zero, or \
      armed a timer with a length that is not above zero. The message names the rule of the language page, \
      and the note points at the place.

          idle:
            on: {ping: {do: {raise: pong}}, pong: {do: {raise: ping}}}      # for ever

      Endless microsteps are mostly two transitions (`always`, or events that are raised) that lead back to \
      each other: give one of them a guard. Numbers need one that keeps them within bounds.
      """)
}
