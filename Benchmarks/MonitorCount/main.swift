// Notes calls that fit, so that valgrind can count the instructions, and prints how many of them fitted.
//
//     calls generated|order|by-hand|nothing|events|arguments|no-item COUNT
#if !ONE_MODULE
  import ByHand
  import Machines
#endif

protocol ViewControllerCall: Sendable {
  static var viewWillAppear: Self { get }
  static var viewDidAppear: Self { get }
  static var viewWillDisappear: Self { get }
  static var viewDidDisappear: Self { get }
  static var viewWillLayoutSubviews: Self { get }
  static var viewDidLayoutSubviews: Self { get }
  static var didReceiveMemoryWarning: Self { get }
}

extension ViewControllerCall {
  /// A view that appears, whose swipe back is cancelled once, and that disappears.
  static var script: [Self] {
    [
      .viewWillAppear, .viewWillLayoutSubviews, .viewDidLayoutSubviews, .viewDidAppear, .viewWillDisappear,
      .viewWillAppear, .viewDidAppear, .didReceiveMemoryWarning, .viewWillDisappear, .viewDidDisappear,
    ]
  }
}

extension ViewControllerLifecycle.CallbackName: ViewControllerCall {}
extension ViewControllerOrder.CallbackName: ViewControllerCall {}
extension ViewControllerOrderByHand.Callback: ViewControllerCall {}

/// A type that follows calls. The conformances are in this module, so that the loop below is specialized for each. Each
/// call of the loop is a call of a function: across modules that of `observe`, and inside of one that of `fits`.
protocol Follower {
  associatedtype Call: ViewControllerCall
  static func begin() -> Self
  mutating func fits(_ call: Call) -> Bool
}

extension ViewControllerLifecycleMonitor: Follower {
  static func begin() -> Self { .startingAnywhere }
  #if ONE_MODULE
    @inline(never)
  #endif
  mutating func fits(_ call: ViewControllerLifecycle.CallbackName) -> Bool {
    if case .none = observe(call) { true } else { false }
  }
}

extension ViewControllerOrderMonitor: Follower {
  static func begin() -> Self { .startingAnywhere }
  #if ONE_MODULE
    @inline(never)
  #endif
  mutating func fits(_ call: ViewControllerOrder.CallbackName) -> Bool {
    if case .none = observe(call) { true } else { false }
  }
}

extension ViewControllerOrderByHand: Follower {
  static func begin() -> Self { Self() }
  #if ONE_MODULE
    @inline(never)
  #endif
  mutating func fits(_ call: Callback) -> Bool { observe(call) }
}

/// Does nothing with a call: what the loop itself costs.
struct Nothing: Follower {
  private var isOn = false

  static func begin() -> Self { Self() }
  @inline(never)
  mutating func fits(_ call: ViewControllerLifecycle.CallbackName) -> Bool {
    isOn.toggle()
    return true
  }
}

/// Notes `count` calls, the script again and again, and returns how many of them fitted.
@inline(never)
func follow<Kind: Follower>(_: Kind.Type, count: Int) -> Int {
  let calls = Kind.Call.script
  var follower = Kind.begin()
  var (place, fitting) = (0, 0)
  for _ in 0..<count {
    if follower.fits(calls[place]) { fitting += 1 }
    place += 1
    if place == calls.count { place = 0 }
  }
  return fitting
}

/// A call or an event of a registration.
enum Item {
  case event(RegistrationMonitor.EventName)
  case call(Registration.Callback)

  /// A registration that fails twice, is removed, removed again in vain, and made anew.
  static let script: [Item] = [
    .event(.throwError), .call(.rejected(failure: .typeError)), .event(.forbid),
    .call(.rejected(failure: .securityError)), .event(.unregister), .call(.removed(isDone: true)), .event(.unregister),
    .call(.removed(isDone: false)), .event(.register),
  ]
}

#if ONE_MODULE
  @inline(never)
#endif
func fits(_ item: Item, comparingArguments compares: Bool, in monitor: inout RegistrationMonitor) -> Bool {
  switch item {
  case .event(let event): monitor.send(event) == nil
  case .call(let call): (compares ? monitor.observe(call: call) : monitor.observe(call.name)) == nil
  }
}

/// Notes `count` items of a registration, and returns how many of them fitted.
/// - Parameter compares: Whether the arguments of calls are compared; `nil` to note nothing.
@inline(never)
func followItems(count: Int, comparingArguments compares: Bool?) -> Int {
  let items = Item.script
  var monitor = RegistrationMonitor.startingAnywhere
  monitor.send(.register)
  var (place, fitting) = (0, 0)
  for _ in 0..<count {
    if let compares {
      if fits(items[place], comparingArguments: compares, in: &monitor) { fitting += 1 }
    } else {
      fitting &+= place
    }
    place += 1
    if place == items.count { place = 0 }
  }
  return fitting
}

let words = CommandLine.arguments.dropFirst()
let count = words.last.flatMap { Int($0) } ?? 0

switch words.first {
case "generated": print(follow(ViewControllerLifecycleMonitor.self, count: count))
case "order": print(follow(ViewControllerOrderMonitor.self, count: count))
case "by-hand": print(follow(ViewControllerOrderByHand.self, count: count))
case "nothing": print(follow(Nothing.self, count: count))
case "events": print(followItems(count: count, comparingArguments: false))
case "arguments": print(followItems(count: count, comparingArguments: true))
case "no-item": print(followItems(count: count, comparingArguments: nil))
default: print("usage: calls generated|order|by-hand|nothing|events|arguments|no-item COUNT")
}
