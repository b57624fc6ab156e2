import LifelineModel
import LifelineSource

/// The reason that a run can't continue. Generated code traps there.
package struct Fault: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// More microsteps than ``microstepLimit`` follow each other before control returns to the host.
    case endlessMacrostep
    /// A number does not fit into 64 bits.
    case overflow
    /// A number is divided by zero.
    case divisionByZero
    /// A timer is armed with this length, which is not above zero.
    case timerLength(milliseconds: Int)
    /// More timers than ``firingLimit`` fire while the host waits once. Only the interpreter has this limit.
    case endlessWait
    /// The states in which a run should begin can't be active together.
    case noConfiguration
  }

  /// The number of microsteps that a machine may take before control returns to the host or the next timer fires.
  package static let microstepLimit = 1_000

  /// The number of timers that may fire while the host waits once.
  static let firingLimit = 100_000

  package var kind: Kind
  /// The name of the machine.
  var machine: String
  /// The range of the transition, the expression or the timer in the spec.
  package var range: SourceRange

  /// The message, with the rule of the language reference that it follows from.
  package var message: String {
    switch kind {
    case .endlessMacrostep:
      "\(machine) takes more than 1,000 microsteps before control returns to the host (rule 4)"
    case .overflow: "\(machine) computes a number that does not fit into 64 bits (see Expressions)"
    case .divisionByZero: "\(machine) divides by zero (see Expressions)"
    case .timerLength(let milliseconds):
      "\(machine) arms a timer with \(Value.duration(milliseconds: milliseconds)), which is not above zero (rule 7)"
    case .endlessWait: "\(machine) fires more than 100,000 timers in one wait, which is the limit of a check (rule 7)"
    case .noConfiguration: "\(machine) cannot be in these states together (see Scenarios)"
    }
  }
}
