/// A view. It only has other views in it.
@MainActor public final class UIView {
  /// Whether it can be seen.
  public var isHidden = false
  /// The views in it.
  public private(set) var subviews: [UIView] = []

  /// Creates an empty view.
  public init() {}

  /// Adds a view on top of the others.
  public func addSubview(_ view: UIView) { subviews.append(view) }
}

/// The part of UIKit's class that is told when its view appears and disappears, and tells its children.
@MainActor open class UIViewController {
  /// The controllers in it.
  public private(set) var children: [UIViewController] = []
  /// The controller that it is a child of.
  public private(set) weak var parent: UIViewController?
  private var loadedView: UIView?
  private var isAppearing = false
  private var isAnimated = false

  /// Creates a controller that has no view yet.
  public init() {}

  /// The view, which is made when somebody asks for it.
  public var view: UIView {
    if let loadedView { return loadedView }
    let view = UIView()
    loadedView = view
    viewDidLoad()
    return view
  }

  open func viewDidLoad() {}
  open func viewWillAppear(_ animated: Bool) {}
  open func viewDidAppear(_ animated: Bool) {}
  open func viewWillDisappear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}

  /// Adds a controller to the children.
  public func addChild(_ child: UIViewController) {
    child.parent = self
    children.append(child)
  }

  open func didMove(toParent parent: UIViewController?) {}

  /// Tells the controller and its children that its view begins to appear or to disappear.
  public func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
    _ = view
    self.isAppearing = isAppearing
    isAnimated = animated
    if isAppearing { viewWillAppear(animated) } else { viewWillDisappear(animated) }
    for child in children { child.beginAppearanceTransition(isAppearing, animated: animated) }
  }

  /// Tells the controller and its children that its view has appeared or disappeared.
  public func endAppearanceTransition() {
    if isAppearing { viewDidAppear(isAnimated) } else { viewDidDisappear(isAnimated) }
    for child in children { child.endAppearanceTransition() }
  }
}

/// A controller with a table.
@MainActor open class UITableViewController: UIViewController {}
