import LifelineLanguage
import LifelineSource
import LifelineYAML

/// The specs that parts use, directly or by way of others. Each is read once, whoever uses it.
struct UsedSpecFiles: Sendable {
  /// For each file that uses others, what became of these.
  fileprivate(set) var used: [FileIdentity: UsedSpecs] = [:]
  /// The used specs that the command line doesn't name, in the order in which they were found.
  fileprivate(set) var readings: [SpecReading] = []
  /// The paths at which files were looked for.
  fileprivate(set) var paths: [String] = []
}

/// Loads the specs that `files` use. Links are resolved, so a file is the same by whatever path it is found.
func loadUsedSpecs(of files: [SpecFile]) -> UsedSpecFiles {
  let users = files.map { mentionsParts($0.bytes) }
  guard users.contains(true) else { return UsedSpecFiles() }
  var loading = UsedSpecLoading()
  for (file, mayHaveParts) in zip(files, users) {
    guard let identity = file.identity else { continue }
    loading.named[identity] = file
    if mayHaveParts { _ = loading.add(file, identity) }
  }
  loading.find()
  return loading.read()
}

/// Loads the specs that a text uses, which an editor holds.
/// - Parameters:
///   - file: The text, under an absolute path at which there may be no file yet.
///   - document: The text as a tree.
///   - open: The other texts that the editor holds, which are used in place of the files.
func loadUsedSpecs(
  of file: SpecFile, _ document: YAMLDocument, among open: [SpecFile]
) -> (used: UsedSpecs, paths: [String]) {
  guard mentionsParts(file.bytes) else { return ([:], []) }
  var loading = UsedSpecLoading()
  func identity(_ path: String, _ index: Int) -> FileIdentity {
    (try? FileSystem.status(of: path).identity) ?? FileIdentity(device: .max, inode: UInt64(index))
  }
  for (index, other) in ([file] + open).enumerated() {
    let identity = identity(other.path, index)
    if loading.named[identity] == nil { loading.named[identity] = other }
    loading.unsaved[PathKey(other.path)] = identity
  }
  let own = identity(file.path, 0)
  loading.named[own] = file
  _ = loading.add(file, own, document)
  loading.find()
  let result = loading.read()
  return (result.used[own] ?? [:], result.paths)
}

/// Returns whether a spec may have parts, so that its text has to be parsed for their paths.
private func mentionsParts(_ bytes: [UInt8]) -> Bool {
  let word = Array("parts".utf8)
  return bytes.indices.contains { start in
    bytes[start] == word[0] && start + word.count <= bytes.count
      && bytes[start..<start + word.count].elementsEqual(word)
  }
}

private struct UsedSpecLoading {
  /// A use of a file by another.
  struct Use {
    /// The path as the spec writes it.
    var path: String
    var range: SourceRange
    /// The index of the used file, or the reason that it can't be read.
    var file: Result<Int, FileError>
  }

  struct File {
    var path: String
    var identity: FileIdentity
    var document: YAMLDocument
    /// Whether the text is that of a spec. Nothing is said about the content of another file, because a spec of somebody
    /// else may name any file of this computer.
    var isSpec: Bool
    var uses: [Use] = []
  }

  /// The files that the command line names, or finds in folders.
  var named: [FileIdentity: SpecFile] = [:]
  /// The files that an editor holds, by their absolute paths, at which there may be no file yet.
  var unsaved: [PathKey: FileIdentity] = [:]
  private var files: [File] = []
  private var indices: [FileIdentity: Int] = [:]
  private var searched: [String] = []

  /// Adds a file, unless it is known.
  /// - Parameter document: The file as a tree, if it was parsed already.
  mutating func add(_ file: SpecFile, _ identity: FileIdentity, _ document: YAMLDocument? = nil) -> Int {
    if let index = indices[identity] { return index }
    indices[identity] = files.count
    let document = document ?? SpecReader.parse(bytes: file.bytes, path: file.path)
    files.append(
      File(path: file.path, identity: identity, document: document, isSpec: isSpec(document, bytes: file.bytes)))
    return files.count - 1
  }

  /// Finds the files that the added ones use, and those that these use, and so on.
  mutating func find() {
    var next = 0
    while next < files.count {
      // Files are looked for on behalf of specs, and of files that the user names.
      guard files[next].isSpec || named[files[next].identity] != nil else {
        next += 1
        continue
      }
      var uses: [Use] = []
      for (path, range) in SpecReader.usedPaths(in: files[next].document)
      where faultOfPath(path) == nil && !uses.contains(where: { $0.path == path }) {
        let full = Path.join(Path.folder(of: resolvedPath(of: files[next].path)), path)
        uses.append(Use(path: path, range: range, file: load(full)))
      }
      files[next].uses = uses
      next += 1
    }
  }

  /// Returns a path whose folder is that of the file itself, if a link leads to the file.
  private func resolvedPath(of path: String) -> String {
    guard (try? FileSystem.statusOfLink(at: path))?.kind == .link else { return path }
    return (try? FileSystem.resolve(path)) ?? path
  }

  private mutating func load(_ path: String) -> Result<Int, FileError> {
    let path = unsaved.isEmpty ? path : pathForEditors(path)
    searched.append(path)
    if let identity = unsaved[PathKey(path)], let file = named[identity] {
      return .success(indices[identity] ?? add(file, identity))
    }
    do throws(FileError) {
      let status = try fileStatus(of: path)
      if let index = indices[status.identity] { return .success(index) }
      if let file = named[status.identity] { return .success(add(file, status.identity)) }
      let file = SpecFile(path: path, bytes: try readFile(path, as: .spec))
      return .success(add(file, status.identity))
    } catch {
      return .failure(error)
    }
  }

  /// Returns the path by which an editor knows a file: without `..`, but with the links that a user follows.
  private func pathForEditors(_ path: String) -> String {
    var names: [Substring] = []
    for name in path.split(separator: "/") where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    let short = "/" + names.joined(separator: "/")
    // After a link, `..` isn't the folder before it.
    let isSame = (try? FileSystem.status(of: short).identity) == (try? FileSystem.status(of: path).identity)
    return isSame ? short : (try? FileSystem.resolve(path)) ?? path
  }

  /// Reads the files, each after those that it uses.
  func read() -> UsedSpecFiles {
    var result = UsedSpecFiles()
    result.paths = searched
    var readings = [SpecReading?](repeating: nil, count: files.count)
    // The circles that were reported, by the files that can't be read because of them.
    var circles: [Int: UseCircle] = [:]
    let graph = UseGraph(used: files.map { $0.uses.compactMap { try? $0.file.get() }.filter { files[$0].isSpec } })
    for group in graph.groups() {
      let members = Set(group)
      for index in group {
        var used: UsedSpecs = [:]
        for use in files[index].uses {
          guard case .success(let target) = use.file, members.contains(target), files[target].isSpec else {
            used[use.path] = usedSpec(use, readings, circles)
            continue
          }
          // One file tells of a circle, the first: the others would only tell the same again.
          guard index == group.first, let way = graph.way(from: target, to: index, among: members) else {
            used[use.path] = .inReportedCircle
            continue
          }
          let circle = self.circle([index] + way)
          for member in group where circles[member] == nil { circles[member] = circle }
          used[use.path] = .refused("leads back to this file: \(circle.names)", notes: circle.notes)
        }
        result.used[files[index].identity] = used
        if files[index].isSpec { readings[index] = SpecReader.read(files[index].document, using: used) }
      }
    }
    result.readings = zip(files, readings).compactMap { file, reading in
      named[file.identity] == nil ? reading : nil
    }
    return result
  }

  /// Returns what becomes of a use that leads out of the circles of its file.
  private func usedSpec(_ use: Use, _ readings: [SpecReading?], _ circles: [Int: UseCircle]) -> UsedSpec {
    switch use.file {
    case .failure(let error): return .refused("cannot be used: \(error.diagnostic.message)")
    case .success(let index):
      guard files[index].isSpec else { return .refused(reasonForNoSpec(files[index].document)) }
      guard let reading = readings[index] else { return .refused("cannot be read here") }
      if let machine = reading.machine { return .machine(machine) }
      let errors = reading.diagnostics.filter { $0.severity == .error }
      if errors.isEmpty, let circle = circles[index] {
        return .refused(
          "cannot be read, because specs use each other in a circle: \(circle.names)", notes: circle.notes)
      }
      let count = errors.count == 1 ? "an error" : "\(errors.count) errors"
      return .refused(
        "has \(count), so this part cannot be read",
        notes: errors.prefix(1).map { .init("the first error is here: \($0.message)", at: $0.location) })
    }
  }

  /// Returns a circle in words.
  /// - Parameter way: The files from one to itself.
  private func circle(_ way: [Int]) -> UseCircle {
    let shown = way.dropLast().prefix(UseCircle.limit)
    let hidden = way.count - 1 - shown.count
    var names = shown.map { "`\(Path.name(of: files[$0].path))`" }
    if hidden > 0 { names.append("… and \(grouped(hidden)) more") }
    names += way.suffix(1).map { "`\(Path.name(of: files[$0].path))`" }
    let notes = zip(shown.dropFirst(), way.dropFirst(2)).compactMap { user, used -> Diagnostic.Note? in
      let use = files[user].uses.first { if case .success(used) = $0.file { true } else { false } }
      return use.map {
        .init("`\($0.path)` is used here", at: SourceLocation(path: files[user].path, range: $0.range))
      }
    }
    return UseCircle(names: names.joined(separator: " → "), notes: notes)
  }
}

/// A circle of specs that use each other, in words.
private struct UseCircle {
  /// The greatest number of files that a message names.
  static let limit = 10

  /// The names of the files, of which the last is the first again.
  var names: String
  /// The places of the uses, besides the first.
  var notes: [Diagnostic.Note]
}
