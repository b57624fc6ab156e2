/// The folders around a spec, from its own up to the root of its package, or to the working folder if there's no
/// package.
///
/// They limit the search for a configuration, and paths in generated code are relative to the outermost. So neither
/// depends on where the package is or where the tool is run.
struct SpecLocation: Sendable {
  /// The folders, beginning with the spec's own.
  var folders: [String]
  /// The spec's path from the outermost folder.
  var relativePath: String
}

/// Returns the location of the spec at `path`, which exists.
func locateSpec(at path: String, workingFolder: String) -> SpecLocation {
  var absolute = Path.absolute(path, in: workingFolder)
  if (absolute + "/").contains("/../"), let folder = try? FileSystem.resolve(Path.folder(of: absolute)) {
    // After a link, `..` isn't the folder before it.
    absolute = Path.join(folder, Path.name(of: path))
  }
  var folders = [Path.folder(of: absolute)]
  while let last = folders.last, last != "/" { folders.append(Path.folder(of: last)) }

  let working = try? FileSystem.status(of: workingFolder).identity
  let root =
    folders.firstIndex { FileSystem.exists(Path.join($0, "Package.swift")) }
    ?? folders.firstIndex { folder in
      guard let working else { return false }
      return (try? FileSystem.status(of: folder).identity) == working
    } ?? 0
  return SpecLocation(
    folders: Array(folders[...root]),
    relativePath: Path.relative(absolute, to: folders[root]) ?? Path.name(of: absolute))
}
