import LifelineLanguage
import LifelineSource
import LifelineYAML

/// Finds the specs that `files` use, directly or by way of others. Each is read and parsed once, whoever uses it.
func findUsedSpecs(of files: [SpecFile]) -> SpecGraph {
  var search = UsedSpecSearch()
  for (file, document) in zip(files, parallelMap(files) { $0.parse() }) {
    _ = search.add(file, document, isNamed: true)
  }
  search.run()
  return search.graph
}

/// Finds the specs that a text uses, which an editor holds.
/// - Parameters:
///   - file: The text, under an absolute path at which there may be no file yet.
///   - document: The text as a tree.
///   - open: The other texts that the editor holds, which are used in place of the files.
/// - Returns: The specs, of which the first is the text itself.
func findUsedSpecs(of file: SpecFile, _ document: YAMLDocument, among open: [SpecFile]) -> SpecGraph {
  var search = UsedSpecSearch()
  for (index, var text) in ([file] + open).enumerated() {
    let identity = FileSystem.identity(of: text.path) ?? FileIdentity(device: .max, inode: UInt64(index))
    text.identity = identity
    search.openPaths[PathKey(text.path)] = identity
    if search.open[identity] == nil { search.open[identity] = text }
    if index == 0 { _ = search.add(text, document, isNamed: true) }
  }
  search.run()
  return search.graph
}

/// A search for the files that parts use. Links are resolved, so a file is the same by whatever path it is found.
private struct UsedSpecSearch {
  private(set) var graph = SpecGraph()
  /// The texts that an editor holds.
  var open: [FileIdentity: SpecFile] = [:]
  /// The same texts by their absolute paths, at which there may be no file yet.
  var openPaths: [PathKey: FileIdentity] = [:]
  private var indices: [FileIdentity: Int] = [:]
  private var failureCount = 0

  /// Adds a file, and returns its index.
  mutating func add(_ file: SpecFile, _ document: YAMLDocument, isNamed: Bool) -> Int {
    let index = graph.files.count
    if let identity = file.identity { indices[identity] = index }
    graph.files.append(
      SpecGraph.File(
        path: file.path, document: document, isSpec: isCertainlySpec(document, bytes: file.bytes), isNamed: isNamed))
    return index
  }

  /// Finds the files that the added ones use, and those that these use, and so on.
  mutating func run() {
    var next = 0
    while next < graph.files.count {
      let file = graph.files[next]
      // Files are looked for on behalf of specs, and of files that the user names.
      let paths = file.isSpec || file.isNamed ? SpecReader.usedPaths(in: file.document) : []
      var known: Set<String> = []
      for (path, range) in paths where faultOfPath(path) == nil && known.insert(path).inserted {
        let location = Path.join(Path.folder(of: resolvedPath(of: file.path)), path)
        let place = open.isEmpty ? location : pathForEditors(location)
        graph.files[next].uses.append(SpecGraph.Use(path: path, range: range, place: place, file: find(place)))
      }
      next += 1
    }
  }

  /// Returns a path whose folder is that of the file itself, if a link leads to the file.
  private func resolvedPath(of path: String) -> String {
    guard (try? FileSystem.statusOfLink(at: path))?.kind == .link else { return path }
    return (try? FileSystem.resolve(path)) ?? path
  }

  private mutating func find(_ path: String) -> Result<Int, FileError> {
    if let held = openPaths[PathKey(path)].flatMap({ open[$0] }) { return .success(index(of: held)) }
    do throws(FileError) {
      // Similar names are looked for a hundred times, since that takes longer the more files there are.
      let identity = try fileStatus(of: path, suggestsName: failureCount < DiagnosticList.limit).identity
      if let index = indices[identity] { return .success(index) }
      if let held = open[identity] { return .success(index(of: held)) }
      let file = SpecFile(path: path, bytes: try readFile(path, as: .spec), identity: identity)
      return .success(add(file, file.parse(), isNamed: false))
    } catch {
      failureCount += 1
      return .failure(error)
    }
  }

  /// Returns the index of a text that an editor holds.
  private mutating func index(of held: SpecFile) -> Int {
    held.identity.flatMap { indices[$0] } ?? add(held, held.parse(), isNamed: true)
  }

  /// Returns the path by which an editor knows a file: without `..`, but with the links that a user follows.
  private func pathForEditors(_ path: String) -> String {
    var names: [Substring] = []
    for name in path.split(separator: "/") where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    let short = "/" + names.joined(separator: "/")
    // After a link, `..` isn't the folder before it.
    let isSame = FileSystem.identity(of: short) == FileSystem.identity(of: path)
    return isSame ? short : (try? FileSystem.resolve(path)) ?? path
  }
}
