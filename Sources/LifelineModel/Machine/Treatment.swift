/// The treatment of an event by a machine.
package enum Treatment: Hashable, Sendable {
  /// A transition was taken.
  case handled
  /// The event is deferred.
  case deferred
  /// Nothing happened.
  case ignored
}
