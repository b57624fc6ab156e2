import LifelineModel
import LifelineSource

/// The reason that a run can't continue. Generated code traps there.
package struct Fault: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// More microsteps than ``RunLimits/microsteps`` follow each other before control returns to the host.
    case endlessMacrostep
    /// A number does not fit into 64 bits.
    case overflow
    /// A number is divided by zero.
    case divisionByZero
    /// A timer is armed with this length, which is not above zero.
    case timerLength(milliseconds: Int)
    /// An action sets the field with this name to a value outside of its range, which the spec writes so.
    case outOfRange(field: String, value: Value, range: String)
    /// More timers than ``RunLimits/elapsedTimers`` elapse while the host waits once.
    case endlessWait
    /// The states in which a run should begin can't be active together.
    case noConfiguration
    /// The observer doesn't allow the reaction to go on. That says nothing about the machine.
    case interrupted
  }

  package var kind: Kind
  /// The name of the machine.
  var machine: String
  /// The part in which the run ended; `nil` for the machine itself.
  package var part: ID<Part>?
  /// The range of the transition, the expression or the timer in the spec, or in that of the part.
  package var range: SourceRange

  /// Creates a fault of the machine with the name `machine`.
  package init(kind: Kind, machine: String, part: ID<Part>? = nil, range: SourceRange) {
    self.kind = kind
    self.machine = machine
    self.part = part
    self.range = range
  }

  /// The message, with the rule of the language reference that it follows from.
  package var message: String {
    switch kind {
    case .endlessMacrostep:
      "\(machine) takes more than \(grouped(RunLimits.microsteps)) microsteps before control returns to the host "
        + "(rule 4)"
    case .overflow: "\(machine) computes a number that does not fit into 64 bits (see Expressions)"
    case .divisionByZero: "\(machine) divides by zero (see Expressions)"
    case .timerLength(let milliseconds):
      "\(machine) arms a timer with \(Value.duration(milliseconds: milliseconds)), which is not above zero (rule 7)"
    case .outOfRange(let field, let value, let range):
      "\(machine) sets `\(field)` to \(value), outside of \(range) (see Context)"
    case .endlessWait:
      "more than \(grouped(RunLimits.elapsedTimers)) timers of \(machine) elapse in one wait (rule 7); wait for "
        + "less time"
    case .noConfiguration: "\(machine) cannot be in these states together (see Scenarios)"
    case .interrupted: "a reaction of \(machine) takes too much work"
    }
  }
}
