// Documented life cycles of Apple's systems as state machines: those that UIKit puts an app through.
//
// Each spec of this folder is one of them: what happens, which state follows, and which callbacks are made in which
// order, every claim with the text that makes it. The build plugin turns each into a Swift file of this module, and its
// scenarios into the XCTest cases of `LifecyclesTests`; nothing of the module is written by hand.
//
//     import Lifecycles
//
//     var app = AppLifecycle()
//     app.handle(.launch) { callback in print(callback) }
//     app.state  // .active
//
// - `AppLifecycle` (AppLifecycle.yaml): what an application's delegate is told, from launch to termination.
// - `ViewControllerLifecycle` (ViewControllerLifecycle.yaml): what a view controller is told, from its initialiser to
//   dealloc.
// - `LaunchOrder` (LaunchOrder.yaml): an app and its root view controller, as they are interleaved at the launch.
// - `NavigationTransition` (NavigationTransition.yaml): two view controllers, while one takes the place of the other.
// - `SceneLifecycle` (SceneLifecycle.yaml): what a scene's delegate is told, from its connection to the end of
//   its session.
