// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The declarations of Apple's module `UIKit` that the documentation uses, for machines that don't have it.

@_exported import Foundation
import UserNotifications

@MainActor open class UIView {
  public var isHidden = false
  public private(set) var subviews: [UIView] = []
  public init() {}
  open func addSubview(_ view: UIView) { subviews.append(view) }
}

@MainActor open class UIViewController {
  public private(set) var children: [UIViewController] = []
  public private(set) weak var parent: UIViewController?
  open var view = UIView()
  public init() {}
  open func addChild(_ child: UIViewController) {
    children.append(child)
    child.parent = self
  }
  open func didMove(toParent parent: UIViewController?) {}
  open func viewDidLoad() {}
  open func viewWillAppear(_ animated: Bool) { for child in children { child.viewWillAppear(animated) } }
  open func viewDidAppear(_ animated: Bool) { for child in children { child.viewDidAppear(animated) } }
  open func viewWillDisappear(_ animated: Bool) { for child in children { child.viewWillDisappear(animated) } }
  open func viewDidDisappear(_ animated: Bool) { for child in children { child.viewDidDisappear(animated) } }
  open func didReceiveMemoryWarning() {}
}

// MARK: Scenes

@MainActor open class UIResponder {
  public init() {}
}

@MainActor open class UISceneSession {}

@MainActor open class UIScene {
  @MainActor open class ConnectionOptions {
    public var urlContexts: Set<UIOpenURLContext> = []
    public var userActivities: Set<NSUserActivity> = []
    public var shortcutItem: UIApplicationShortcutItem?
    public var notificationResponse: UNNotificationResponse?
  }
}

open class UIWindowScene: UIScene {}

@MainActor public protocol UISceneDelegate {}

public protocol UIWindowSceneDelegate: UISceneDelegate {}

public final class UIOpenURLContext: Hashable, Sendable {
  public let url: URL
  public init(url: URL) { self.url = url }
  public static func == (left: UIOpenURLContext, right: UIOpenURLContext) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(url) }
}

public final class NSUserActivity: Hashable, Sendable {
  public static func == (left: NSUserActivity, right: NSUserActivity) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

public final class UIApplicationShortcutItem: Sendable {}
