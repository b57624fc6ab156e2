import UIKitStub

/// A base class for screens: it notes what UIKit calls, before the screen does anything about it.
@MainActor package class ObservedViewController: UIViewController {
  /// The monitors that hear of the calls.
  package var monitors = ScreenMonitors.shared

  /// Notes a call that the screen gets, or that it makes itself.
  package func note(_ call: VideoScreen.CallbackName, method: String = #function) {
    monitors.note(call, of: self, method: method)
  }

  package override func viewDidLoad() {
    note(.viewDidLoad)
    super.viewDidLoad()
  }

  package override func viewWillAppear(_ animated: Bool) {
    note(.viewWillAppear)
    super.viewWillAppear(animated)
  }

  package override func viewDidAppear(_ animated: Bool) {
    note(.viewDidAppear)
    super.viewDidAppear(animated)
  }

  package override func viewWillDisappear(_ animated: Bool) {
    note(.viewWillDisappear)
    super.viewWillDisappear(animated)
  }

  package override func viewDidDisappear(_ animated: Bool) {
    note(.viewDidDisappear)
    super.viewDidDisappear(animated)
  }
}
