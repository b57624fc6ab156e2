import LifelineLanguage
import LifelineSource
import LifelineYAML

/// A spec as it was found.
package struct SpecFile: Sendable {
  /// The path as the user gave it, or in the folder that the user gave.
  package var path: String
  package var bytes: [UInt8]
  /// The identity of the file when it was found; `nil` for a text that is on no disk.
  var identity: FileIdentity?
  /// The text as a tree, if it was parsed to tell whether it is a spec.
  var document: YAMLDocument?

  /// Returns the text as a tree.
  func parse() -> YAMLDocument { document ?? SpecReader.parse(bytes: bytes, path: path) }
}

/// The argument that stands for standard input.
package let standardInputArgument = "-"

/// The path that stands for standard output in the options that name a file to write.
package let standardOutputArgument = "-"

/// The path of standard input in messages. It is a relative one, which reports for services may have, too.
let standardInputPath = "<stdin>"

/// The specs that were found, and the errors on the way.
struct DiscoveredSpecs {
  var files: [SpecFile] = []
  var diagnostics: [Diagnostic] = []
  /// The folders that were searched completely.
  var searchedFolders: Set<FileIdentity> = []
}

/// Finds the specs at `paths`, or in `Specs` if there are no paths. The path `-` is standard input.
///
/// Each spec is found once: in the order of the paths, and within a folder in the order of names.
func discoverSpecs(at paths: [String]) -> DiscoveredSpecs {
  var search = SpecSearch()
  if paths.isEmpty, !FileSystem.exists("Specs") {
    let example = FileSystem.exists("Sources") ? ", such as `Sources`" : ""
    let message = "there is no folder `Specs` here; name the specs, or the folder that contains them\(example)"
    search.found.diagnostics.append(FileError(.noSpecs, message, path: "Specs").diagnostic)
    return search.found
  }
  for path in paths.isEmpty ? ["Specs"] : paths {
    search.reportingErrors { search throws(FileError) in
      if path == standardInputArgument { return try search.addStandardInput() }
      // Further errors aren't shown.
      let isShown = search.found.diagnostics.count < DiagnosticList.limit
      let status = try fileStatus(of: path, suggestsName: isShown)
      if status.kind == .directory { search.addSpecs(inFolder: path) } else { try search.addSpec(at: path, status) }
    }
  }
  return search.found
}

/// A search for specs, which remembers what it has found.
private struct SpecSearch {
  var found = DiscoveredSpecs()
  private var foundFiles: Set<FileIdentity> = []

  mutating func reportingErrors(_ work: (inout SpecSearch) throws(FileError) -> Void) {
    do throws(FileError) { try work(&self) } catch { found.diagnostics.append(error.diagnostic) }
  }

  /// Adds the file that the user named.
  mutating func addSpec(at path: String, _ status: FileStatus) throws(FileError) {
    guard Path.name(of: path) != configurationName else {
      throw FileError(
        .configurationAsSpec, "`lifeline.yaml` is a folder's configuration; name the specs or the folder", path: path)
    }
    guard foundFiles.insert(status.identity).inserted else { return }
    found.files.append(try refusingLinkedText(try readFile(path, as: .spec), path: path, status.identity))
  }

  /// Adds the text of standard input, which can be read once.
  mutating func addStandardInput() throws(FileError) {
    guard foundFiles.insert(.standardInput).inserted else { return }
    let bytes = try readStandardInputAsSpec(named: standardInputPath)
    found.files.append(SpecFile(path: standardInputPath, bytes: bytes, identity: .standardInput))
  }

  /// Adds the specs in a folder and its subfolders.
  mutating func addSpecs(inFolder folder: String) {
    let errorCount = found.diagnostics.count
    var hasSpecs = false
    // The next path is the last, so that folders are searched depth first.
    var pending = [folder]
    while let path = pending.popLast() {
      reportingErrors { search throws(FileError) in
        // A broken link only matters if it's named like a spec.
        let isNamedLikeSpec = isSpecName(Path.name(of: path))
        if !isNamedLikeSpec, FileSystem.isBrokenLink(path) { return }
        let status = try fileStatus(of: path)
        if status.kind == .directory {
          guard search.found.searchedFolders.insert(status.identity).inserted else { return }
          pending += try visiblePaths(in: path).reversed()
          try search.reportNamesInOtherEncodings(in: path)
        } else if isNamedLikeSpec, status.kind == .regular, let spec = try readSpec(path, status) {
          hasSpecs = true
          guard search.foundFiles.insert(status.identity).inserted else { return }
          search.found.files.append(spec)
        }
      }
    }
    if !hasSpecs, found.diagnostics.count == errorCount {
      let message = "no `.yaml` or `.yml` file in this folder has the key `lifeline:` at its top level"
      found.diagnostics.append(FileError(.noSpecs, message, path: folder).diagnostic)
    }
  }
}

extension SpecSearch {
  /// Reports the specs and folders whose names aren't UTF-8, so that nobody takes them for checked.
  private mutating func reportNamesInOtherEncodings(in folder: String) throws(FileError) {
    for name in try namesInOtherEncodings(in: folder) where isSpecName(name) || !name.utf8.contains(UInt8(ascii: ".")) {
      let message = "the name `\(name)` in this folder isn't encoded in UTF-8, so it isn't read; rename it"
      found.diagnostics.append(FileError(.unreadableFile, message, path: folder).diagnostic)
    }
  }
}

/// Returns the file at `path` if it's a spec, or `nil`.
private func readSpec(_ path: String, _ status: FileStatus) throws(FileError) -> SpecFile? {
  // A large file that isn't a spec is ignored; reading a spec that is too large throws an error.
  if status.size > YAMLLimits.bytes, !hasSpecKey(try readFile(path, as: .spec, first: 1 << 16), path: path) {
    return nil
  }
  let bytes = try readFile(path, as: .spec)
  return hasSpecKey(bytes, path: path) ? try refusingLinkedText(bytes, path: path, status.identity) : nil
}

/// Returns a file, or throws an error if a link leads to it and it isn't a spec. Messages about the text would show its lines,
/// and a link in the specs of somebody else may lead to any file of this computer.
private func refusingLinkedText(
  _ bytes: [UInt8], path: String, _ identity: FileIdentity
) throws(FileError) -> SpecFile {
  var file = SpecFile(path: path, bytes: bytes, identity: identity)
  guard FileSystem.leadsOverLink(path) else { return file }
  let document = file.parse()
  guard isCertainlySpec(document, bytes: bytes) else {
    throw FileError(.noSpecs, "a link leads to this file, which \(reasonForNoSpec(document))", path: path)
  }
  file.document = document
  return file
}
