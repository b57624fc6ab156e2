extension Sequence<Diagnostic> {
  /// How many errors and warnings there are, such as `2 errors, 1 warning`; empty if there are none.
  package var summary: String {
    var errors = 0
    var warnings = 0
    for diagnostic in self {
      switch diagnostic.severity {
      case .error: errors += 1
      case .warning: warnings += 1
      }
    }
    return [(errors, "error"), (warnings, "warning")]
      .filter { $0.0 > 0 }
      .map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
      .joined(separator: ", ")
  }
}
