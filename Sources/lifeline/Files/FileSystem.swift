#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Why the operating system refused something.
struct SystemError: Error {
  /// The system's number of it.
  var code: Int32

  /// The refusal of the call that was made last.
  static var last: SystemError { SystemError(code: errno) }

  /// The system's words for it, such as "Permission denied".
  var message: String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }

  /// Whether it says that there is nothing at the path.
  var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// Whether it says that the reader of what is written has gone, as `head` does when it has seen enough.
  var isNobodyReading: Bool { code == EPIPE }
}

/// What a file is, whatever path leads to it.
struct FileIdentity: Equatable {
  var device: UInt64
  var inode: UInt64

  /// A text that no other file has.
  var key: String { "\(device) \(inode)" }
}

/// What stands at a path.
struct FileStatus {
  enum Kind { case regular, directory, link, other }

  var kind: Kind
  var identity: FileIdentity
  var size: Int
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
    permissions = UInt32(status.st_mode) & 0o7777
  }
}

/// The few calls of the operating system that the command needs.
enum FileSystem {
  /// What stands at `path`, or at the end of the links that begin there.
  static func status(of path: String) throws(SystemError) -> FileStatus {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .last }
    return FileStatus(status)
  }

  /// What stands at `path` itself, be it a link.
  static func statusOfLink(at path: String) throws(SystemError) -> FileStatus {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw .last }
    return FileStatus(status)
  }

  /// Whether something stands at `path`, be it a link that leads to nothing.
  static func hasSomething(at path: String) -> Bool { (try? statusOfLink(at: path)) != nil }

  /// The names in a folder, in the order of their bytes, without `.` and `..`.
  static func names(in folder: String) throws(SystemError) -> [String] {
    guard let stream = opendir(folder) else { throw .last }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The path without links, `.` and `..`, of something that exists.
  static func resolve(_ path: String) throws(SystemError) -> String {
    guard let resolved = realpath(path, nil) else { throw .last }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The folder that relative paths start from.
  static func workingFolder() throws(SystemError) -> String {
    guard let path = getcwd(nil, 0) else { throw .last }
    defer { free(path) }
    return String(cString: path)
  }

  /// Creates a folder and those above it that are missing.
  static func createFolder(_ path: String) throws(SystemError) {
    var missing: [String] = []
    var next = path
    while !hasSomething(at: next), Path.folder(of: next) != next {
      missing.append(next)
      next = Path.folder(of: next)
    }
    guard try status(of: next).kind == .directory else { throw SystemError(code: ENOTDIR) }
    for folder in missing.reversed() where mkdir(folder, 0o777) != 0 {
      // Another process may have made the folder in the meantime.
      let refusal = SystemError.last
      guard let made = try? status(of: folder), made.kind == .directory else { throw refusal }
    }
  }

  /// A hidden path in `folder` at which nothing stands and which no other process uses.
  static func unusedName(in folder: String) -> String {
    var number = 0
    while true {
      let path = Path.join(folder, ".lifeline-\(getpid())-\(number)")
      if !hasSomething(at: path) { return path }
      number += 1
    }
  }

  /// Whether two stretches of files have the same bytes.
  static func areEqual(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Bool {
    // `==` compares one byte after the other.
    guard first.count == second.count else { return false }
    return first.withUnsafeBytes { first in
      second.withUnsafeBytes { second in
        guard let start = first.baseAddress, let other = second.baseAddress else { return true }
        return memcmp(start, other, first.count) == 0
      }
    }
  }

  /// Takes away a file.
  static func remove(_ path: String) { unlink(path) }

  /// Puts the file at `path` in the place of whatever file is at `target`, in one step.
  static func rename(_ path: String, to target: String) throws(SystemError) {
    #if canImport(Glibc)
      let result = Glibc.rename(path, target)
    #elseif canImport(Musl)
      let result = Musl.rename(path, target)
    #else
      let result = Darwin.rename(path, target)
    #endif
    guard result == 0 else { throw .last }
  }
}
