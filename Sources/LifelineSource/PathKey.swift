/// A path as a key of a dictionary, compared by its bytes.
///
/// Swift takes two texts for equal that have the same characters in different forms, such as an é as one scalar or as two.
/// For a file system they can be the paths of two files.
package struct PathKey: Hashable, Comparable, Sendable {
  private let bytes: [UInt8]

  package init(_ path: String) { bytes = Array(path.utf8) }

  package static func < (left: PathKey, right: PathKey) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}
