/// Limits of what a machine may do.
package enum RunLimits {
  /// The number of microsteps that a machine may take before control returns to the host or the next timer elapses.
  package static let microsteps = 1_000
  /// The number of timers that may elapse while the host waits once.
  package static let elapsedTimers = 100_000
}
