/// Limits of what a machine may do.
package enum RunLimits {
  /// The number of microsteps that a machine may take before control returns to the host or the next timer elapses.
  package static let microsteps = 1_000
  /// The number of timers that may elapse while the host waits once.
  package static let elapsedTimers = 100_000
}

/// Returns the digits of a positive number in groups of three.
package func grouped(_ number: Int, by separator: String = ",") -> String {
  let digits = Array(String(number))
  return digits.indices.reduce(into: "") { result, index in
    if index > 0, (digits.count - index).isMultiple(of: 3) { result += separator }
    result.append(digits[index])
  }
}
