// The life cycles that UIKit puts an app through, as state machines.
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
