/// The order of a view controller's calls, in a table written by hand. The table is an array, whose subscript checks its
/// bounds.
public struct ViewControllerOrderByHand: Sendable {
  /// The calls.
  public enum Callback: UInt8, CaseIterable, Sendable {
    case viewWillAppear, viewDidAppear, viewWillDisappear, viewDidDisappear
    case viewWillLayoutSubviews, viewDidLayoutSubviews, didReceiveMemoryWarning
  }

  private static let impossible: UInt16 = 255
  private let table: [UInt16]
  private var state = 0

  /// Begins with a view that is not on the screen.
  public init() {
    let (hidden, appearing, visible, disappearing, layout) = (0, 1, 2, 3, 4)
    var table = [UInt16](repeating: Self.impossible, count: 8 * Callback.allCases.count)
    func add(_ state: Int, _ call: Callback, _ next: Int) {
      table[state * Callback.allCases.count + Int(call.rawValue)] = UInt16(next)
    }
    add(hidden, .viewWillAppear, appearing)
    add(appearing, .viewDidAppear, visible)
    add(appearing, .viewWillDisappear, disappearing)
    add(visible, .viewWillDisappear, disappearing)
    add(disappearing, .viewWillAppear, appearing)
    add(disappearing, .viewDidDisappear, hidden)
    for state in [hidden, appearing, visible, disappearing] {
      add(state, .didReceiveMemoryWarning, state)
      add(state, .viewWillLayoutSubviews, layout + state)
      add(layout + state, .viewDidLayoutSubviews, state)
    }
    self.table = table
  }

  /// Notes a call.
  ///
  /// - Returns: Whether the call can come here.
  public mutating func observe(_ callback: Callback) -> Bool {
    let next = table[state &* Callback.allCases.count &+ Int(callback.rawValue)]
    guard next != Self.impossible else { return false }
    state = Int(next)
    return true
  }
}
