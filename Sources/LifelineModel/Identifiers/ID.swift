/// The place of a part among its kind in a ``Machine``: a number that means nothing outside that machine.
///
/// Equal kinds are numbered from 0 in document order, so that comparing two identifiers compares the places.
package struct ID<Subject>: Hashable, Comparable, Sendable {
  /// The place, counted from 0.
  package let index: Int

  /// Creates the identifier of the part at `index`, counted from 0.
  package init(_ index: Int) { self.index = index }

  /// Whether `left` comes first.
  package static func < (left: Self, right: Self) -> Bool { left.index < right.index }
}
