import LifelineModel
import LifelineSource

/// Why a run cannot go on: where generated code would trap.
package struct Fault: Error, Hashable, Sendable {
  /// What goes wrong.
  package enum Kind: Hashable, Sendable {
    /// More microsteps than ``microstepLimit`` before control returns to the host.
    case endlessMacrostep
    /// A number beyond 64 bits.
    case overflow
    /// A division by zero, or the remainder of one.
    case divisionByZero
    /// A timer armed with this many milliseconds, which are not above zero.
    case timerLength(milliseconds: Int)
    /// More timers than ``firingLimit`` fire while the host waits once: a limit of this interpreter.
    case endlessWait
    /// The states that a run is to begin in cannot be active together.
    case noConfiguration
  }

  /// How many microsteps a machine may take before control returns to the host; for timers, before the next
  /// one is looked at.
  package static let microstepLimit = 1_000

  /// How many timers may fire while the host waits once.
  package static let firingLimit = 100_000

  /// What goes wrong.
  package var kind: Kind
  /// The machine's name.
  package var machine: String
  /// Where in the spec: the transition, the expression or the timer.
  package var range: SourceRange

  /// The part of the language page that says so.
  package var rule: String {
    switch kind {
    case .endlessMacrostep: "rule 4"
    case .overflow, .divisionByZero: "see Expressions"
    case .timerLength, .endlessWait: "rule 7"
    case .noConfiguration: "see Scenarios"
    }
  }

  /// What goes wrong, in words.
  package var message: String {
    let problem =
      switch kind {
      case .endlessMacrostep: "takes more than 1,000 microsteps before control returns to the host"
      case .overflow: "computes a number that 64 bits do not hold"
      case .divisionByZero: "divides by zero"
      case .timerLength(let milliseconds):
        "arms a timer with \(Value.duration(milliseconds: milliseconds)), which is not above zero"
      case .endlessWait: "fires more than 100,000 timers in one wait, more than a check follows"
      case .noConfiguration: "cannot be in these states together"
      }
    return "\(machine) \(problem) (\(rule))"
  }
}
