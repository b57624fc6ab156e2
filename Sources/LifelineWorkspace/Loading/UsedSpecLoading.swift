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
    files.append(File(path: file.path, identity: identity, document: document))
    return files.count - 1
  }

  /// Finds the files that the added ones use, and those that these use, and so on.
  mutating func find() {
    var next = 0
    while next < files.count {
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
    let circles = self.circles
    var pending = Array(files.indices)
    while !pending.isEmpty {
      var waiting: [Int] = []
      for index in pending {
        let file = files[index]
        let isReady = file.uses.enumerated().allSatisfy { position, use in
          guard case .success(let used) = use.file else { return true }
          return readings[used] != nil || circles[index]?[position] != nil
        }
        guard isReady else {
          waiting.append(index)
          continue
        }
        var used: UsedSpecs = [:]
        for (position, use) in file.uses.enumerated() {
          used[use.path] = usedSpec(use, circle: circles[index]?[position], readings)
        }
        result.used[file.identity] = used
        readings[index] = SpecReader.read(file.document, using: used)
      }
      // Without circles, there is always a file that uses no other that is waiting.
      if waiting.count == pending.count { break }
      pending = waiting
    }
    for (file, reading) in zip(files, readings) where named[file.identity] == nil {
      if let reading { result.readings.append(reading) }
    }
    return result
  }

  private func usedSpec(_ use: Use, circle: [Int]?, _ readings: [SpecReading?]) -> UsedSpec {
    switch use.file {
    case .failure(let error): return .refused("cannot be used: \(error.diagnostic.message)")
    case .success(let index):
      if let circle {
        let names = circle.map { "`\(Path.name(of: files[$0].path))`" }.joined(separator: " → ")
        let notes = zip(circle.dropFirst(), circle.dropFirst(2)).compactMap { user, used -> Diagnostic.Note? in
          let use = files[user].uses.first { if case .success(used) = $0.file { true } else { false } }
          return use.map {
            .init("`\($0.path)` is used here", at: SourceLocation(path: files[user].path, range: $0.range))
          }
        }
        return .refused("leads back to this file: \(names)", notes: notes)
      }
      guard let reading = readings[index] else { return .refused("cannot be read here") }
      if let machine = reading.machine { return .machine(machine) }
      let errors = reading.diagnostics.filter { $0.severity == .error }
      let count = errors.count == 1 ? "an error" : "\(errors.count) errors"
      return .refused(
        "has \(count), so this part cannot be read",
        notes: errors.prefix(1).map { .init("the first error is here: \($0.message)", at: $0.location) })
    }
  }

  /// The circles by the index of a file and the position of a use in it: the files on the shortest way back to that
  /// file.
  private var circles: [Int: [Int: [Int]]] {
    // Files that only use files outside of circles are in none.
    var open = Set(files.indices)
    var users = [[Int]](repeating: [], count: files.count)
    var counts = [Int](repeating: 0, count: files.count)
    for (index, file) in files.enumerated() {
      for case .success(let used) in file.uses.map(\.file) {
        users[used].append(index)
        counts[index] += 1
      }
    }
    var done = files.indices.filter { counts[$0] == 0 }
    while let file = done.popLast() {
      open.remove(file)
      for user in users[file] {
        counts[user] -= 1
        if counts[user] == 0 { done.append(user) }
      }
    }
    var result: [Int: [Int: [Int]]] = [:]
    for index in open {
      for (position, use) in files[index].uses.enumerated() {
        guard case .success(let used) = use.file, let way = way(from: used, to: index, among: open) else { continue }
        result[index, default: [:]][position] = [index] + way
      }
    }
    return result
  }

  /// Returns the shortest way from a file to another along uses, both included.
  private func way(from start: Int, to end: Int, among open: Set<Int>) -> [Int]? {
    var arrivals: [Int: Int] = [start: start]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let file = queue[next]
      next += 1
      if file == end {
        var way = [file]
        while let last = way.last, last != start, let before = arrivals[last] { way.append(before) }
        return way.reversed()
      }
      for case .success(let used) in files[file].uses.map(\.file) where open.contains(used) && arrivals[used] == nil {
        arrivals[used] = file
        queue.append(used)
      }
    }
    return nil
  }
}
