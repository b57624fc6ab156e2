import LifelineSource

/// The places on the disk that the checks of specs depend on.
package struct WatchList: Sendable {
  /// A place on the disk.
  enum Place: Hashable, Sendable {
    /// A spec, or a folder that is searched for specs and configurations.
    case specs(String)
    /// A file.
    case file(String)
    /// All files in a folder.
    case folder(String)
    /// A file of which it only matters whether it exists.
    case presence(String)
  }

  private(set) var places: [Place]

  private init(places: [Place]) {
    var known: Set<Place> = []
    self.places = places.filter { known.insert($0).inserted }
  }

  /// Returns the places that a check of the specs at `paths` depends on: these paths, the specs of parts, the
  /// configurations beside and above all of these, and the templates and logs that configurations name.
  package static func find(at paths: [String]) -> WatchList {
    let workspace = loadWorkspace(at: paths)
    var places = (paths.isEmpty ? ["Specs"] : paths).map { Place.specs($0) }
    for spec in workspace.specs {
      places.append(.file(spec.file.path))
      for folder in spec.location.folders {
        places += [.file(Path.join(folder, configurationName)), .presence(Path.join(folder, "Package.swift"))]
      }
      guard let configuration = spec.configuration else { continue }
      if let folder = configuration.templatesFolder { places.append(.folder(folder)) }
      let folder = Path.folder(of: configuration.path)
      places += configuration.values.traces.map { .file(Path.join(folder, $0.log)) }
    }
    places += workspace.graph.usedPlaces.map { .file(FileSystem.resolveTarget($0)) }
    for file in workspace.graph.files where !file.isNamed {
      let location = locateSpec(at: file.path, workingFolder: FileSystem.workingFolder())
      places += location.folders.map { .file(Path.join($0, configurationName)) }
    }
    return WatchList(places: places)
  }
}

/// The state of all places of a watch list at one moment.
package struct WatchSnapshot: Equatable, Sendable {
  /// The facts about a file that change if somebody writes or replaces it.
  private enum State: Equatable {
    case missing
    case present
    /// A file. Somebody may set the time of its last modification, but not that of its last change.
    case file(identity: FileIdentity, size: Int, modified: FileTime, changed: FileTime)
  }

  private var states: [PathKey: State] = [:]
  private var paths: [PathKey: String] = [:]

  /// Looks at the disk.
  package static func take(of list: WatchList) -> WatchSnapshot {
    var snapshot = WatchSnapshot()
    for place in list.places {
      switch place {
      case .specs(let path): snapshot.addSpecs(at: path)
      case .file(let path): snapshot.add(path)
      case .folder(let path):
        snapshot.addPresence(of: path)
        for file in (try? visiblePaths(in: path)) ?? [] { snapshot.add(file) }
      case .presence(let path): snapshot.addPresence(of: path)
      }
    }
    return snapshot
  }

  /// The number of files that exist. A file that is watched under two paths counts once.
  package var fileCount: Int {
    Set(states.values.compactMap { if case .file(let identity, _, _, _) = $0 { identity } else { nil } }).count
  }

  /// Adds a file.
  private mutating func add(_ path: String) { add(path, try? FileSystem.status(of: path)) }

  /// Adds a file or a folder of which it only matters whether it exists.
  private mutating func addPresence(of path: String) {
    add(path, (try? FileSystem.status(of: path)) == nil ? .missing : .present)
  }

  /// Adds a file with its status; `nil` if it doesn't exist. Of a folder, it only matters whether it exists.
  private mutating func add(_ path: String, _ status: FileStatus?) {
    guard let status else { return add(path, .missing) }
    let isFolder = status.kind == .directory
    add(
      path,
      isFolder
        ? .present
        : .file(
          identity: status.identity, size: status.size, modified: status.modified, changed: status.changed))
  }

  private mutating func add(_ path: String, _ state: State) {
    let key = PathKey(path)
    paths[key] = path
    states[key] = state
  }

  /// Adds a spec, or the specs and configurations in a folder.
  private mutating func addSpecs(at path: String) {
    guard let status = try? FileSystem.status(of: path), status.kind == .directory else { return add(path) }
    add(path, status)
    var searched: Set<FileIdentity> = [status.identity]
    var pending = [path]
    while let folder = pending.popLast() {
      for path in (try? visiblePaths(in: folder)) ?? [] {
        let isNamed = isSpecName(Path.name(of: path)) || Path.name(of: path) == configurationName
        guard let status = try? FileSystem.status(of: path) else {
          if isNamed { add(path, nil) }
          continue
        }
        if status.kind == .directory {
          if searched.insert(status.identity).inserted { pending.append(path) }
        } else if isNamed {
          add(path, status)
        }
      }
    }
  }
}

extension WatchSnapshot {
  /// Returns a sentence about what is different from an earlier snapshot; `nil` if nothing is.
  /// - Parameter workingFolder: The folder from which paths are shown.
  package func difference(from old: WatchSnapshot, workingFolder: String) -> String? {
    var changes: [String] = []
    for key in Set(states.keys).union(old.states.keys).sorted() {
      let (before, after) = (old.states[key] ?? .missing, states[key] ?? .missing)
      guard before != after, let path = paths[key] ?? old.paths[key] else { continue }
      let verb = before == .missing ? "is new" : after == .missing ? "is gone" : "has changed"
      // A file may be watched under two paths.
      let change = "\(Path.relative(path, to: workingFolder) ?? path) \(verb)"
      if !changes.contains(change) { changes.append(change) }
    }
    if changes.isEmpty { return nil }
    let shown = changes.prefix(3).joined(separator: ", ")
    return changes.count > 3 ? "\(shown), and \(counted(changes.count - 3, "more change"))" : shown
  }
}
