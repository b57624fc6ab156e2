import LifelineSource

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An error that the operating system reported.
package struct SystemError: Error {
  /// The system's number for the error.
  var code: Int32

  /// The error of the last call.
  static var last: SystemError { SystemError(code: errno) }

  /// The error that every name of a new folder is taken.
  static let tooManyFolders = SystemError(code: EEXIST)

  /// The system's description, such as "Permission denied".
  package var message: String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }

  /// Whether the error says that nothing exists at the path.
  var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// Whether the error says that the reader of the output has gone, as `head` does when it has read enough.
  package var isBrokenPipe: Bool { code == EPIPE }
}

/// The identity of a file, which is the same for all paths that lead to it.
struct FileIdentity: Hashable, Sendable {
  var device: UInt64
  var inode: UInt64

  /// The identity of standard input, which no file has.
  static let standardInput = FileIdentity(device: .max, inode: .max)
}

/// A moment as a file system stores it.
struct FileTime: Hashable, Sendable {
  var seconds: Int
  var nanoseconds: Int
}

/// The properties of a file, a folder or something else at a path.
struct FileStatus {
  enum Kind { case regular, directory, link, other }

  var kind: Kind
  var identity: FileIdentity
  var size: Int
  /// The time of the last change of the content.
  var modified: FileTime
  /// The time of the last change of the content or of the properties, which nobody can set.
  var changed: FileTime
  var permissions: UInt32

  init(_ status: stat) {
    switch UInt32(status.st_mode) & UInt32(S_IFMT) {
    case UInt32(S_IFREG): kind = .regular
    case UInt32(S_IFDIR): kind = .directory
    case UInt32(S_IFLNK): kind = .link
    default: kind = .other
    }
    identity = FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino))
    size = Int(status.st_size)
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    self.modified = FileTime(seconds: Int(modified.tv_sec), nanoseconds: Int(modified.tv_nsec))
    self.changed = FileTime(seconds: Int(changed.tv_sec), nanoseconds: Int(changed.tv_nsec))
    permissions = UInt32(status.st_mode) & 0o7777
  }
}

/// The calls of the operating system that the tool needs. All that throw pass on the system's error.
package enum FileSystem {
  /// Returns the status of the file at `path`, at the end of any links.
  static func status(of path: String) throws(SystemError) -> FileStatus {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .last }
    return FileStatus(status)
  }

  /// Returns the identity of the file at `path`; `nil` if there is none.
  static func identity(of path: String) -> FileIdentity? { (try? status(of: path))?.identity }

  /// Returns the status of what is at `path` itself, which may be a link.
  static func statusOfLink(at path: String) throws(SystemError) -> FileStatus {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw .last }
    return FileStatus(status)
  }

  /// Returns whether there is a link at `path` that leads nowhere or in a circle.
  static func isBrokenLink(_ path: String) -> Bool {
    guard (try? statusOfLink(at: path))?.kind == .link else { return false }
    do throws(SystemError) { _ = try status(of: path) } catch { return error.isMissing || error.code == ELOOP }
    return false
  }

  /// Returns whether a path leads over a link: of a path in the working folder, at any of its names, and of another, at
  /// the last.
  static func leadsOverLink(_ path: String) -> Bool {
    func isLink(_ path: String) -> Bool { (try? statusOfLink(at: path))?.kind == .link }
    let inside = Path.relative(path, to: workingFolder()) ?? path
    if Path.isAbsolute(inside) { return isLink(inside) }
    return sequence(first: inside) { Path.folder(of: $0) }.prefix { $0 != "." }.contains(where: isLink)
  }

  /// Returns whether anything is at `path`, even a link that leads nowhere.
  package static func exists(_ path: String) -> Bool { (try? statusOfLink(at: path)) != nil }

  /// Returns the names in a folder that are UTF-8, in the order of their bytes, without `.` and `..`.
  static func names(in folder: String) throws(SystemError) -> [String] {
    try namesAsBytes(in: folder).compactMap { try? decodeUTF8($0) }.filter { $0 != "." && $0 != ".." }
  }

  /// Returns the names in a folder that aren't UTF-8, with a replacement character for each part that isn't.
  static func namesInOtherEncodings(in folder: String) throws(SystemError) -> [String] {
    try namesAsBytes(in: folder).filter { (try? decodeUTF8($0)) == nil }.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func namesAsBytes(in folder: String) throws(SystemError) -> [[UInt8]] {
    guard let stream = opendir(folder) else { throw .last }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      names.append(withUnsafeBytes(of: &entry.pointee.d_name) { bytes in Array(bytes.prefix { $0 != 0 }) })
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Returns the path of something that exists, without links, `.` and `..`.
  package static func resolve(_ path: String) throws(SystemError) -> String {
    guard let resolved = realpath(path, nil) else { throw .last }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Returns the path of a file that may not exist yet, without links, `.` and `..`.
  static func resolveTarget(_ path: String) -> String {
    if let resolved = try? resolve(path) { return resolved }
    let folder = Path.folder(of: path)
    if folder == path { return path }
    switch Path.name(of: path) {
    case ".": return resolveTarget(folder)
    case "..": return Path.folder(of: resolveTarget(folder))
    case let name: return Path.join(resolveTarget(folder), name)
    }
  }

  /// Returns the folder that relative paths start from, or the root if it is gone.
  package static func workingFolder() -> String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }

  /// Creates a folder and its missing parents.
  /// - Parameter created: Gets the paths of the folders that are created, each behind its parent.
  static func createFolder(_ path: String, addingTo created: inout [String]) throws(SystemError) {
    var missing: [String] = []
    var next = path
    while !exists(next), Path.folder(of: next) != next {
      missing.append(next)
      next = Path.folder(of: next)
    }
    guard try status(of: next).kind == .directory else { throw SystemError(code: ENOTDIR) }
    for folder in missing.reversed() {
      if mkdir(folder, 0o777) == 0 {
        created.append(folder)
        continue
      }
      // Another process may have made the folder in the meantime.
      let error = SystemError.last
      guard let made = try? status(of: folder), made.kind == .directory else { throw error }
    }
  }

  /// Creates a folder.
  ///
  /// - Returns: Whether there was nothing at `path` yet.
  static func createNewFolder(_ path: String) throws(SystemError) -> Bool {
    if mkdir(path, 0o777) == 0 { return true }
    guard errno == EEXIST else { throw .last }
    return false
  }

  /// Removes a folder that has nothing in it.
  static func removeEmptyFolder(_ path: String) { rmdir(path) }

  /// Gives a file a second name in the same file system.
  ///
  /// - Returns: Whether the file system supports this.
  static func linkFile(_ path: String, to second: String) -> Bool { link(path, second) == 0 }

  /// Removes a file.
  static func removeFile(_ path: String) { unlink(path) }

  /// Removes a file that may not be left behind.
  static func deleteFile(_ path: String) throws(SystemError) {
    guard unlink(path) == 0 else { throw .last }
  }

  /// Returns whether there is a folder at `path`.
  package static func isFolder(_ path: String) -> Bool { (try? status(of: path))?.kind == .directory }

  /// Returns a path without the names that a following `..` takes back, as far as they are those of folders. At the end of
  /// a link, `..` leads elsewhere.
  static func simplify(_ path: String) -> String {
    var names: [Substring] = []
    for name in path.split(separator: "/") where name != "." {
      let parent = (Path.isAbsolute(path) ? "/" : "") + names.joined(separator: "/")
      if name == "..", let last = names.last, last != "..", (try? statusOfLink(at: parent))?.kind == .directory {
        names.removeLast()
      } else {
        names.append(name)
      }
    }
    let simplified = (Path.isAbsolute(path) ? "/" : "") + names.joined(separator: "/")
    return simplified.isEmpty ? "." : simplified
  }

  /// Moves the file at `path` to `target`, where it replaces any other file in one step.
  static func moveFile(_ path: String, to target: String) throws(SystemError) {
    guard rename(path, target) == 0 else { throw .last }
  }
}

// MARK: - Contents

extension FileSystem {
  /// The descriptor of standard input.
  static let standardInput = STDIN_FILENO

  /// Opens a log, or waits for the writer of a pipe.
  static func openLog(_ path: String) throws(SystemError) -> Int32 { try openFile(path, O_RDONLY | O_NOCTTY) }

  private static func openFile(_ path: String, _ flags: Int32) throws(SystemError) -> Int32 {
    let descriptor = open(path, flags | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .last }
    return descriptor
  }

  /// Returns the first `limit` bytes of a file. A pipe without a writer doesn't block the call.
  static func readFile(_ path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
    let descriptor = try openFile(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    defer { close(descriptor) }
    return try readAll(descriptor, atMost: limit, waiting: false)
  }

  /// Returns the first `limit` bytes of standard input, and waits for them.
  static func readStandardInput(atMost limit: Int) throws(SystemError) -> [UInt8] {
    try readAll(standardInput, atMost: limit, waiting: true)
  }

  private static func readAll(
    _ descriptor: Int32, atMost limit: Int, waiting waits: Bool
  ) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(limit, 1 << 16))
    while bytes.count < limit {
      let count = try readNext(descriptor, into: &chunk, atMost: limit - bytes.count, waiting: waits)
      if count == 0 { break }
      bytes += chunk.prefix(count)
    }
    return bytes
  }

  /// Reads the next bytes of an open file into a chunk.
  ///
  /// - Parameters:
  ///   - start: The offset in the chunk.
  ///   - limit: The greatest number of bytes, if it's less than the size of the chunk.
  ///   - waits: Whether to wait for bytes that come later.
  /// - Returns: The number of bytes, which is 0 at the end of the file.
  package static func readNext(
    _ descriptor: Int32, into chunk: inout [UInt8], from start: Int = 0, atMost limit: Int = .max,
    waiting waits: Bool = true
  ) throws(SystemError) -> Int {
    while true {
      let count = chunk.withUnsafeMutableBytes { bytes in
        read(descriptor, bytes.baseAddress?.advanced(by: start), min(bytes.count - start, limit))
      }
      if count >= 0 { return count }
      if errno == EAGAIN, waits {
        // Another process has made the pipe one that doesn't wait.
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&request, 1, -1)
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Creates a file and stores its bytes on the disk, so that it is whole even after a power failure.
  ///
  /// - Parameter permissions: The file's permissions; `nil` for the user's default.
  static func createFile(_ path: String, _ bytes: [UInt8], permissions: UInt32?) throws(SystemError) {
    let descriptor = try openFile(path, O_WRONLY | O_CREAT | O_EXCL)
    var error: SystemError?
    do throws(SystemError) { try writeAll(bytes, to: descriptor) } catch let reason { error = reason }
    if let permissions { fchmod(descriptor, mode_t(permissions)) }
    // A file system that can't store a file at once says so, which isn't an error.
    if fsync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP { error = error ?? .last }
    // Closing is the last moment at which the system reports that the bytes didn't fit.
    if close(descriptor) != 0, errno != EINTR { error = error ?? .last }
    if let error { throw error }
  }

  /// Writes all bytes to an open file.
  package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&request, 1, -1)
      } else if errno != EINTR {
        throw .last
      }
    }
  }
}

// MARK: - Locks

extension FileSystem {
  /// The results of a try to lock a folder.
  enum Locking {
    case done
    /// Another process has locked the folder.
    case isLocked
    /// The file system has no locks.
    case unsupported
  }

  /// The number of this process.
  static var processNumber: Int32 { getpid() }

  /// Opens a folder that isn't a link.
  static func openFolder(_ path: String) throws(SystemError) -> Int32 {
    try openFile(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  }

  /// Locks an open folder until it is closed or the process ends.
  static func lock(_ descriptor: Int32) -> Locking {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return .done }
    return errno == EWOULDBLOCK ? .isLocked : .unsupported
  }

  /// Returns whether the open folder is the one at `path`.
  static func isOpen(_ descriptor: Int32, at path: String) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    return (try? statusOfLink(at: path).identity) == FileStatus(status).identity
  }

  /// Closes a file or a folder, and thereby releases its lock.
  static func closeFile(_ descriptor: Int32) { close(descriptor) }
}
