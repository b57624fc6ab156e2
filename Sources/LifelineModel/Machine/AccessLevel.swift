/// Who can use generated code.
package enum AccessLevel: String, Hashable, CaseIterable, Sendable {
  /// The module that it is compiled into.
  case `internal`
  /// The package that it is compiled into.
  case package
  /// Everyone.
  case `public`
}
