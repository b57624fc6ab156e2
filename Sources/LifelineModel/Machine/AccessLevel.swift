/// The access level of generated declarations.
package enum AccessLevel: String, Hashable, CaseIterable, Sendable {
  case `internal`
  case package
  case `public`
}
