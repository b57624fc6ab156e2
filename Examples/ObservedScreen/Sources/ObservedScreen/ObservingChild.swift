import UIKitStub

/// A child that notes the calls of a screen with another base class: UIKit forwards the calls to children.
@MainActor package final class ObservingChild: UIViewController {
  private let monitors: ScreenMonitors

  private init(monitors: ScreenMonitors) {
    self.monitors = monitors
    super.init()
  }

  /// Adds an invisible child to a screen. The screen calls this in `viewDidLoad`.
  package static func observe(_ screen: UIViewController, with monitors: ScreenMonitors) {
    let child = ObservingChild(monitors: monitors)
    screen.addChild(child)
    child.view.isHidden = true
    screen.view.addSubview(child.view)
    child.didMove(toParent: screen)
  }

  private func note(_ call: VideoScreen.CallbackName, method: String = #function) {
    if let parent { monitors.note(call, of: parent, method: method) }
  }

  package override func viewDidLoad() {
    super.viewDidLoad()
    note(.viewDidLoad)
  }

  package override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    note(.viewWillAppear)
  }

  package override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    note(.viewDidAppear)
  }

  package override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    note(.viewWillDisappear)
  }

  package override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    note(.viewDidDisappear)
  }
}
