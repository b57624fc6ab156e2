import Foundation

/// A reason why files cannot be generated for a target.
enum PlanFault {
  case notSwift
  /// The package with the prebuilt command has none for this platform.
  case noExecutable
  /// A file name, the spec that the file would be generated from, and the spec or source that already has the name.
  case sameName(String, URL, URL)
}

/// An error with all reasons why a target cannot be planned, and with advice.
struct PlanError: Error, CustomStringConvertible {
  var target: String
  var faults: [PlanFault]

  var description: String {
    "LifelineBuildPlugin cannot generate for target '\(target)':"
      + faults.map { "\n  - \(explanation(of: $0))" }.joined()
  }

  private func explanation(of fault: PlanFault) -> String {
    switch fault {
    case .notSwift:
      return "it has no sources of its own. Apply the plugin to a target of Swift sources."
    case .noExecutable:
      return """
        its package has no executable of lifeline for this platform. Depend on https://github.com/OWNER/lifeline instead \
        of https://github.com/OWNER/lifeline-plugin: its plugin has the same name, and builds the command from source.
        """
    case .sameName(let name, let spec, let other) where other.pathExtension == "swift":
      return """
        \(name) would be generated from \(spec.path), but the target has a file of that name: \(other.path). \
        Rename one of the two, since files of one target need different names. If you check in the generated file, leave \
        this plugin out of the target.
        """
    case .sameName(let name, let spec, let other):
      return """
        \(name) would be generated from both \(other.path) and \(spec.path). Rename one of the two, or exclude it \
        from its target.
        """
    }
  }
}
