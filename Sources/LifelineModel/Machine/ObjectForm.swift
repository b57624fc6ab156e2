/// The forms of the generated class that holds a machine.
package enum ObjectForm: Sendable {
  case plain
  /// The class conforms to `Observable`.
  case observable
}
