import LifelineSource

/// Returns the paths of the specs around a file: those of its package, or else those of a folder that an editor has opened,
/// or else those in the file's own folder.
/// - Parameter openFolders: The folders that the editor has opened.
package func specPaths(around path: String, openFolders: [String]) -> [String] {
  let folders = sequence(first: Path.folder(of: path)) { $0 == "/" ? nil : Path.folder(of: $0) }
  let package = folders.first { FileSystem.exists(Path.join($0, "Package.swift")) }
  if let package { return discoverSpecs(at: [package]).files.map(\.path) }
  // Outside of a package, nothing else says where a project ends.
  let opened = Set(openFolders.map { PathKey(Path.absolute($0, in: "/")) })
  let project = folders.first { $0 != "/" && opened.contains(PathKey($0)) }
  guard let project else { return paths(in: Path.folder(of: path)).filter(isSpecFile) }
  return pathsBelow(project).filter(isSpecFile)
}

/// Returns the paths of the files and folders in a folder and its subfolders, as far as there aren't too many: somebody may
/// have opened a folder that holds much more than a project.
private func pathsBelow(_ folder: String) -> [String] {
  let limit = 20_000
  var found = paths(in: folder)
  var searched: Set<FileIdentity> = []
  // Folders that are near come first.
  var next = 0
  while next < found.count, found.count < limit {
    if let status = try? FileSystem.status(of: found[next]), status.kind == .directory,
      searched.insert(status.identity).inserted
    {
      found += paths(in: found[next])
    }
    next += 1
  }
  return found
}

private func paths(in folder: String) -> [String] { (try? visiblePaths(in: folder)) ?? [] }

private func isSpecFile(_ path: String) -> Bool {
  isSpecName(Path.name(of: path)) && readSpecText(path).map { hasSpecKey($0, path: path) } == true
}

/// Returns the bytes of the spec at a path, or `nil` if it can't be read.
package func readSpecText(_ path: String) -> [UInt8]? { try? readFile(path, as: .spec) }
