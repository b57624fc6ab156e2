#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Texts that an editor shows, which are in files as long as the process runs.
package struct ShownTexts {
  /// The folder of the files, which nobody else may read; `nil` until there is one.
  private var folder: String?
  private var paths: [String] = []

  /// Creates no file yet.
  package init() {}

  /// Writes a text to a new file, and returns its path. An editor would show the earlier text of a file that it has open.
  package mutating func add(_ text: String) throws(SystemError) -> String {
    let files = if let folder { folder } else { try FileSystem.createScratchFolder() }
    folder = files
    let path = Path.join(files, "life-line-\(paths.count + 1).txt")
    try FileSystem.createFile(path, Array(text.utf8), permissions: nil)
    paths.append(path)
    return path
  }

  /// Removes the files.
  package mutating func removeAll() {
    for path in paths { FileSystem.removeFile(path) }
    if let folder { FileSystem.removeEmptyFolder(folder) }
    self = ShownTexts()
  }
}

extension FileSystem {
  /// The folder for files that nobody keeps.
  private static var scratchFolder: String {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    return folder.isEmpty ? "/tmp" : folder
  }

  /// The path of a new file or folder among these, as `mkstemp` and `mkdtemp` want it: they replace each X.
  static var scratchTemplate: [CChar] { Array(Path.join(scratchFolder, "lifeline-XXXXXX").utf8CString) }

  /// Creates a folder with a new name, which only this user may read.
  fileprivate static func createScratchFolder() throws(SystemError) -> String {
    var path = scratchTemplate
    let made = path.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    guard let made else { throw .last }
    return made
  }
}
