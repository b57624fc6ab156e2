/// Questions about paths as texts. They look at bytes: to characters, a slash and an accent after it are one.
enum Path {
  /// The path of `name` in `folder`.
  static func join(_ folder: String, _ name: String) -> String {
    if folder.isEmpty || folder == "." || name.utf8.first == slash { return name }
    return folder.utf8.last == slash ? folder + name : folder + "/" + name
  }

  /// The folder that holds what `path` names; of the root, the root.
  static func folder(of path: String) -> String {
    let path = withoutLastSlashes(path)
    guard let slash = path.utf8.lastIndex(of: slash) else { return "." }
    let folder = withoutLastSlashes(String(path[..<slash]))
    return folder.isEmpty ? "/" : folder
  }

  /// The last name in `path`.
  static func name(of path: String) -> String {
    let path = withoutLastSlashes(path)
    guard let slash = path.utf8.lastIndex(of: slash) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// The last name in `path` without its extension.
  static func stem(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.utf8.lastIndex(of: dot), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// What follows the last dot of the last name; empty where there is none.
  static func fileExtension(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.utf8.lastIndex(of: dot), dot != name.startIndex else { return "" }
    return String(name[name.utf8.index(after: dot)...])
  }

  /// `path` from the root on, read from `workingFolder`, without empty names and `.`.
  static func absolute(_ path: String, from workingFolder: String) -> String {
    var absolute = ""
    for name in join(workingFolder, path).utf8.split(separator: slash) where !name.elementsEqual(".".utf8) {
      absolute += "/"
      absolute += String(Substring(name))
    }
    return absolute.isEmpty ? "/" : absolute
  }

  /// The way from `folder` to `path`, both absolute; `nil` if it does not lie in it.
  static func relative(_ path: String, to folder: String) -> String? {
    let prefix = folder.utf8.last == slash ? folder : folder + "/"
    guard path.utf8.starts(with: prefix.utf8) else { return nil }
    return String(Substring(path.utf8.dropFirst(prefix.utf8.count)))
  }

  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")

  private static func withoutLastSlashes(_ path: String) -> String {
    var bytes = path.utf8[...]
    while bytes.count > 1, bytes.last == slash { bytes.removeLast() }
    return String(Substring(bytes))
  }
}
