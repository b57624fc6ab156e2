import UIKitStub

/// The monitors of all screens, one for each object.
@MainActor package final class ScreenMonitors {
  private struct Entry {
    weak var screen: UIViewController?
    var monitor = VideoScreenMonitor()
  }

  /// The monitors that screens use unless they are given others.
  package static let shared = ScreenMonitors()

  /// Writes a line into the log.
  package var log: (String) -> Void = { _ in }
  /// Acts on a violation. An app in development may stop here, and one that is released may send a report.
  package var onViolation: (VideoScreenMonitor.Violation) -> Void = { assertionFailure("\($0)") }
  private var entries: [ObjectIdentifier: Entry] = [:]

  /// Creates monitors that know no screen yet.
  package init() {}

  /// Notes a call that a screen has got or made.
  ///
  /// - Parameter method: The method that notes it, for the log.
  package func note(_ call: VideoScreen.CallbackName, of screen: UIViewController, method: String) {
    log("-[\(type(of: screen)) \(selector(of: method))]")
    var entry = entry(of: screen)
    let violation = entry.monitor.observe(call)
    entries[ObjectIdentifier(screen)] = entry
    if let violation { onViolation(violation) }
  }

  /// The monitor of a screen.
  package func monitor(of screen: UIViewController) -> VideoScreenMonitor { entry(of: screen).monitor }

  private func entry(of screen: UIViewController) -> Entry {
    // A new object can have the identity of one that is gone.
    if let entry = entries[ObjectIdentifier(screen)], entry.screen === screen { return entry }
    entries = entries.filter { $0.value.screen != nil }
    return Entry(screen: screen)
  }

  /// The selector of a method that Swift calls `viewWillAppear(_:)` or `viewDidLoad()`.
  private func selector(of method: String) -> String {
    let name = String(method.prefix { $0 != "(" })
    return method.hasSuffix("(_:)") ? name + ":" : name
  }
}
