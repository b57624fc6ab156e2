import ObservedScreen
import UIKitStub

// Shows a list, pushes a screen, cancels a swipe back, and pops the screen. It prints each call, and each violation.
let monitors = ScreenMonitors.shared
monitors.log = { print($0) }
monitors.onViolation = { print("violation: \($0)") }

let detail = DetailViewController(on: Loudspeaker())
let navigation = UINavigationController(rootViewController: ListViewController())
navigation.pushViewController(detail, animated: true)
navigation.beginSwipeBack()
navigation.cancelSwipeBack()
navigation.popViewController(animated: true)
