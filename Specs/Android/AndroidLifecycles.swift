// Documented life cycles of Android as state machines.
//
// - `ActivityLifecycle` (ActivityLifecycle.yaml): an activity, from onCreate to onDestroy.
