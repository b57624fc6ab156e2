// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The declarations of Apple's module `UIKit` that the documentation uses, for machines that don't have it.

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
