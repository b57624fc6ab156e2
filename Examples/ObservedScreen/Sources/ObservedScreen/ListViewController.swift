import UIKitStub

/// The list of videos. It needs another base class, so a child observes it.
@MainActor package final class ListViewController: UITableViewController {
  private let monitors: ScreenMonitors

  /// Creates a list.
  package init(monitors: ScreenMonitors = .shared) {
    self.monitors = monitors
    super.init()
  }

  package override func viewDidLoad() {
    super.viewDidLoad()
    ObservingChild.observe(self, with: monitors)
  }
}
