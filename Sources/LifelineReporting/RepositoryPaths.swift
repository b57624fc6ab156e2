/// The paths of files from the root of the repository that a service has checked out.
struct RepositoryPaths: Sendable {
  /// The components of the absolute paths of the repository.
  private let roots: [[Substring]]
  /// The absolute path of the folder to which relative paths refer.
  private let workingFolder: String

  /// Creates the paths of a repository.
  ///
  /// - Parameters:
  ///   - roots: The absolute paths by which the repository is known: several if links lead to it, and none if the
  ///     working folder is its root.
  ///   - workingFolder: The absolute path of the folder to which relative paths refer.
  init(roots: [String], workingFolder: String) {
    self.roots = (roots.isEmpty ? [workingFolder] : roots).map(Self.components)
    self.workingFolder = workingFolder
  }

  /// Returns a path relative to the repository, or unchanged if it's outside.
  func pathInRepository(_ path: String) -> String {
    let components = Self.components(of: path.hasPrefix("/") ? path : workingFolder + "/" + path)
    guard let root = roots.first(where: { components.count > $0.count && components.starts(with: $0) }) else {
      return path
    }
    return components[root.count...].joined(separator: "/")
  }

  /// Returns the components of an absolute path, without `.` and `..`.
  private static func components(of path: String) -> [Substring] {
    path.split(separator: "/").reduce(into: []) { result, component in
      switch component {
      case ".": break
      case "..": _ = result.popLast()
      default: result.append(component)
      }
    }
  }
}
