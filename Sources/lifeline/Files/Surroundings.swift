/// The folders around a spec: from its own up to the root of its package, or to the working folder where there
/// is no package.
///
/// They bound the search for a configuration and are what paths in generated code are relative to, so that
/// neither depends on where the package lies or from where the command is run.
struct Surroundings {
  /// The spec's own folder first.
  var folders: [String]
  /// The spec's path from the outermost of the folders.
  var relativePath: String

  /// The surroundings of the spec at `path`, which exists.
  init(ofSpecAt path: String, workingFolder: String) {
    var absolute = Path.absolute(path, from: workingFolder)
    if absolute.utf8.split(separator: UInt8(ascii: "/")).contains(where: { Substring($0) == ".." }),
      let folder = try? FileSystem.resolve(Path.folder(of: path))
    {
      // Behind a link, `..` is not the folder before it.
      absolute = Path.join(folder, Path.name(of: path))
    }
    var all = [Path.folder(of: absolute)]
    while let last = all.last, last != "/" { all.append(Path.folder(of: last)) }

    let working = try? FileSystem.status(of: workingFolder).identity
    let root =
      all.firstIndex { FileSystem.hasSomething(at: Path.join($0, "Package.swift")) }
      ?? all.firstIndex { folder in
        guard let working else { return false }
        return (try? FileSystem.status(of: folder).identity) == working
      }
    folders = Array(all[...(root ?? 0)])
    relativePath =
      folders.last.flatMap { Path.relative(absolute, to: $0) } ?? Path.name(of: absolute)
  }
}
