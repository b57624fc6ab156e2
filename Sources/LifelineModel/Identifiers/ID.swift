/// The index of a part among the parts of its kind in a ``Machine``. It means nothing outside that machine.
///
/// Parts of one kind are numbered from 0 in document order, so comparing two identifiers compares positions in the spec.
package struct ID<Subject>: Hashable, Comparable, Sendable {
  /// The index, counted from 0.
  package let index: Int

  /// Creates the identifier of the part at `index`.
  package init(_ index: Int) { self.index = index }

  package static func < (left: Self, right: Self) -> Bool { left.index < right.index }
}
