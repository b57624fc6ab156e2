/// A stack of controllers, of which the last one is on the screen.
///
/// It makes the calls of UIKit in the order that logs of devices show: in
/// https://github.com/HustBroventure/iOSStudyNotes, for example, for a push, a pop and both ends of a swipe back.
@MainActor public final class UINavigationController {
  /// The controllers, from the bottom to the top.
  public private(set) var viewControllers: [UIViewController]

  /// Shows a controller.
  public init(rootViewController: UIViewController) {
    viewControllers = [rootViewController]
    rootViewController.beginAppearanceTransition(true, animated: false)
    rootViewController.endAppearanceTransition()
  }

  private var top: UIViewController { viewControllers[viewControllers.count - 1] }
  private var below: UIViewController { viewControllers[viewControllers.count - 2] }

  /// Shows another controller on top of the stack.
  public func pushViewController(_ controller: UIViewController, animated: Bool) {
    let old = top
    viewControllers.append(controller)
    old.beginAppearanceTransition(false, animated: animated)
    controller.beginAppearanceTransition(true, animated: animated)
    old.endAppearanceTransition()
    controller.endAppearanceTransition()
  }

  /// Removes the controller on top of the stack.
  public func popViewController(animated: Bool) {
    beginSwipeBack(animated: animated)
    finishSwipeBack()
  }

  /// The user puts a finger on the edge of the screen and moves it.
  public func beginSwipeBack(animated: Bool = true) {
    top.beginAppearanceTransition(false, animated: animated)
    below.beginAppearanceTransition(true, animated: animated)
  }

  /// The user has moved the finger far enough, and lets go.
  public func finishSwipeBack() {
    let old = viewControllers.removeLast()
    old.endAppearanceTransition()
    top.endAppearanceTransition()
  }

  /// The user moves the finger back, and lets go.
  public func cancelSwipeBack() {
    below.beginAppearanceTransition(false, animated: true)
    below.endAppearanceTransition()
    top.beginAppearanceTransition(true, animated: true)
    top.endAppearanceTransition()
  }
}
