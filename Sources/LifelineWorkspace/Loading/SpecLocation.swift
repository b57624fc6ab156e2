/// The folders around a spec, from its own up to the root of its package, or to the working folder if there's no
/// package.
///
/// They limit the search for a configuration.
struct SpecLocation: Sendable {
  /// The folders, beginning with the spec's own.
  var folders: [String]
  /// The spec's path in generated code: from the root of its package or, if there's no package, the name alone. So it depends
  /// neither on where the package is nor on where the tool is run.
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

  let working = FileSystem.identity(of: workingFolder)
  let package = folders.firstIndex { FileSystem.exists(Path.join($0, "Package.swift")) }
  let root =
    package
    ?? folders.firstIndex { working != nil && FileSystem.identity(of: $0) == working } ?? 0
  return SpecLocation(
    folders: Array(folders[...root]),
    relativePath: package.flatMap { Path.relative(absolute, to: folders[$0]) } ?? Path.name(of: absolute))
}
