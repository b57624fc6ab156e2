// Documented life cycles of the web platform as state machines.
//
// - `ServiceWorker` (ServiceWorker.yaml): a service worker of the W3C, from its script to redundancy.
// - `ServiceWorkerRegistration` (ServiceWorkerRegistration.yaml): three of them, which take turns: one is installing, one
//   is waiting, one is active.
