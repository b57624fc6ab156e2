import LifelineSource

/// The hidden folders in which files are written before they replace others: one in each folder of a target, so that a
/// file can be moved in one step.
struct StagingArea {
  /// The staging folders by the folders in which they are.
  private var folders: [PathKey: StagingFolder] = [:]
  /// The folders that were created for targets, each behind its parent.
  private var created: [String] = []

  /// Writes a file that can be moved to `folder`, and returns its path.
  mutating func write(_ bytes: [UInt8], permissions: UInt32?, in folder: String) throws(SystemError) -> String {
    let path = try reservePath(in: folder)
    try FileSystem.createFile(path, bytes, permissions: permissions)
    return path
  }

  /// Keeps the file at `path`, which is in `folder`, under a second name.
  ///
  /// - Returns: The second path, or `nil` if the file system doesn't support this.
  mutating func keep(_ path: String, in folder: String) throws(SystemError) -> String? {
    let backup = try reservePath(in: folder)
    return FileSystem.linkFile(path, to: backup) ? backup : nil
  }

  private mutating func reservePath(in folder: String) throws(SystemError) -> String {
    let key = PathKey(folder)
    if let path = folders[key]?.reservePath() { return path }
    try FileSystem.createFolder(folder, addingTo: &created)
    var staging = try StagingFolder.make(in: folder)
    let path = staging.reservePath()
    folders[key] = staging
    return path
  }

  /// Removes the folders with what is left in them, and the folders of targets that were created in vain.
  mutating func removeFolders() {
    for folder in folders.values { folder.remove() }
    folders = [:]
    // The system removes no folder that has anything in it.
    for folder in created.reversed() { FileSystem.removeEmptyFolder(folder) }
    created = []
  }

  /// Removes what runs that were killed left behind in `folders`.
  func removeAbandonedFolders(in folders: [String]) {
    var searched: Set<PathKey> = []
    for folder in folders where searched.insert(PathKey(folder)).inserted { StagingFolder.removeAbandoned(in: folder) }
  }
}

/// A hidden folder for files that are about to replace others.
///
/// The process that makes the folder locks it. The system releases the lock when the process ends, even if it is killed:
/// a folder that can be locked is one that nobody uses.
struct StagingFolder {
  private let path: String
  /// The open folder, which holds the lock.
  private let descriptor: Int32
  private var fileCount = 0

  private init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  /// Makes and locks a folder in `folder`. Another run may take it for an abandoned one until it is locked; then the next
  /// name is tried.
  static func make(in folder: String) throws(SystemError) -> StagingFolder {
    var number = 0
    while number < 10_000 {
      let path = Path.join(folder, "\(prefix)\(FileSystem.processNumber)-\(number)")
      number += 1
      guard try FileSystem.createNewFolder(path), let descriptor = try openNewFolder(path) else { continue }
      if FileSystem.lock(descriptor) != .isLocked, FileSystem.isOpen(descriptor, at: path) {
        return StagingFolder(path: path, descriptor: descriptor)
      }
      FileSystem.closeFile(descriptor)
    }
    throw .tooManyFolders
  }

  /// Opens a folder that was just created, or returns `nil` if another run has taken it for an abandoned one and has
  /// removed it.
  private static func openNewFolder(_ path: String) throws(SystemError) -> Int32? {
    do throws(SystemError) { return try FileSystem.openFolder(path) } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  /// Returns the path of a new file in the folder.
  mutating func reservePath() -> String {
    fileCount += 1
    return Path.join(path, String(fileCount))
  }

  /// Removes the folder and its files, and releases the lock.
  func remove() {
    Self.removeContents(of: path)
    FileSystem.closeFile(descriptor)
  }

  /// Removes the staging folders in `folder` that no process has locked.
  static func removeAbandoned(in folder: String) {
    for name in (try? FileSystem.names(in: folder)) ?? [] where isStagingFolderName(name) {
      let path = Path.join(folder, name)
      guard let descriptor = try? FileSystem.openFolder(path) else { continue }
      // Another process may have removed the folder and made one of the same name.
      if FileSystem.lock(descriptor) == .done, FileSystem.isOpen(descriptor, at: path) { removeContents(of: path) }
      FileSystem.closeFile(descriptor)
    }
  }

  private static func removeContents(of path: String) {
    for name in (try? FileSystem.names(in: path)) ?? [] where Int(name) != nil {
      FileSystem.removeFile(Path.join(path, name))
    }
    FileSystem.removeEmptyFolder(path)
  }

  private static let prefix = ".lifeline-"

  /// Returns whether a name is the prefix, the number of a process, and a number.
  private static func isStagingFolderName(_ name: String) -> Bool {
    guard name.hasPrefix(prefix) else { return false }
    let numbers = name.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false)
    return numbers.count == 2 && numbers.allSatisfy { Int($0) != nil }
  }
}
