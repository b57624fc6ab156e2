// Documented life cycles as state machines: those that UIKit puts an app through, and some of other ground.
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
// - `ActivityLifecycle` (ActivityLifecycle.yaml): an Android activity, from onCreate to onDestroy.
// - `ServiceWorker` (ServiceWorker.yaml): a service worker of the W3C, from its script to redundancy.
// - `ServiceWorkerRegistration` (ServiceWorkerRegistration.yaml): three of them, which take turns: one is installing, one
//   is waiting, one is active.
// - `TCPConnection` (TCPConnection.yaml): one end of a TCP connection by RFC 9293, all eleven states.
// - `HTTP2Stream` (HTTP2Stream.yaml): a stream of HTTP/2 by RFC 9113.
