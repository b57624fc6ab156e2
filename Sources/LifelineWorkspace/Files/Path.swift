/// Operations on paths as text.
///
/// They work on UTF-8, because a slash with a combining accent after it is a single `Character`.
package enum Path {
  /// Returns the path of `name` in `folder`.
  static func join(_ folder: String, _ name: String) -> String {
    if folder.isEmpty || folder == "." || name.utf8.first == slash { return name }
    return folder.utf8.last == slash ? folder + name : folder + "/" + name
  }

  /// Returns the parent folder of `path`. The parent of the root is the root.
  static func folder(of path: String) -> String {
    let path = withoutTrailingSlashes(path)
    guard let slash = path.utf8.lastIndex(of: slash) else { return "." }
    let folder = withoutTrailingSlashes(String(path[..<slash]))
    return folder.isEmpty ? "/" : folder
  }

  /// Returns the last name in `path`.
  package static func name(of path: String) -> String {
    let path = withoutTrailingSlashes(path)
    guard let slash = path.utf8.lastIndex(of: slash) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// Returns the absolute path of `path` in `workingFolder`, without empty names and `.`.
  static func absolute(_ path: String, in workingFolder: String) -> String {
    let names = join(workingFolder, path).utf8.split(separator: slash).map { String(Substring($0)) }
    return "/" + names.filter { $0 != "." }.joined(separator: "/")
  }

  /// Returns the path from `folder` to `path`, which are both absolute, or `nil` if `path` isn't in the folder.
  static func relative(_ path: String, to folder: String) -> String? {
    let prefix = folder.utf8.last == slash ? folder : folder + "/"
    guard path.utf8.starts(with: prefix.utf8) else { return nil }
    return String(Substring(path.utf8.dropFirst(prefix.utf8.count)))
  }

  /// Returns whether `path` starts at the root.
  static func isAbsolute(_ path: String) -> Bool { path.utf8.first == slash }

  private static let slash = UInt8(ascii: "/")

  private static func withoutTrailingSlashes(_ path: String) -> String {
    var bytes = path.utf8[...]
    while bytes.count > 1, bytes.last == slash { bytes.removeLast() }
    return String(Substring(bytes))
  }
}
