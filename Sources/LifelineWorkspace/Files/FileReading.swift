import LifelineSource
import LifelineYAML

/// An error about a file that stops the work on it.
struct FileError: Error {
  var diagnostic: Diagnostic

  init(_ kind: DiagnosticKind, _ message: String, path: String) {
    diagnostic = Diagnostic(kind, message, at: SourceLocation(path: path, range: nil))
  }
}

/// The role of a file that the user writes.
enum FileRole: String {
  case spec, template, configuration
  case output = "generated file"

  /// Advice for a file that is too large for its role.
  fileprivate var advice: String {
    self == .spec ? "name the specs, or their folder" : "replace the file with a \(rawValue)"
  }
}

/// Returns the status of the file at `path`.
/// - Parameter suggestsName: Whether an error about a missing file searches its folder for a similar name.
func fileStatus(of path: String, suggestsName: Bool = true) throws(FileError) -> FileStatus {
  do throws(SystemError) {
    return try FileSystem.status(of: path)
  } catch {
    throw unreadableFile(path, error, suggestsName: suggestsName)
  }
}

/// Returns the bytes of the file at `path`.
///
/// Files that are too large aren't read, and neither are folders, pipes and devices.
/// - Parameters:
///   - role: The role of the file, for messages.
///   - count: The number of bytes to read of a file of any size; `nil` for the whole file.
func readFile(_ path: String, as role: FileRole, first count: Int? = nil) throws(FileError) -> [UInt8] {
  // Opening a device may have an effect, so its status comes first.
  let status = try fileStatus(of: path)
  try requireFile(status, path: path)
  do throws(SystemError) {
    if let count { return try FileSystem.readFile(path, atMost: count) }
    if status.size <= YAMLLimits.bytes {
      let bytes = try FileSystem.readFile(path, atMost: YAMLLimits.bytes + 1)
      if bytes.count <= YAMLLimits.bytes { return bytes }
    }
  } catch {
    throw unreadableFile(path, error)
  }
  let limit = YAMLLimits.bytes
  throw FileError(
    .fileTooLarge,
    "the file has \(status.size) bytes, but a \(role.rawValue) can have at most \(limit) (\(limit >> 20) MiB); "
      + role.advice,
    path: path)
}

/// Returns the bytes of standard input, unless they are too many for a spec.
/// - Parameter name: The name for messages.
func readStandardInputAsSpec(named name: String) throws(FileError) -> [UInt8] {
  let limit = YAMLLimits.bytes
  let bytes: [UInt8]
  do throws(SystemError) { bytes = try FileSystem.readStandardInput(atMost: limit + 1) } catch {
    throw FileError(.unreadableFile, "standard input cannot be read: \(error.message)", path: name)
  }
  if bytes.count <= limit { return bytes }
  throw FileError(
    .fileTooLarge,
    "standard input has more than \(limit) bytes (\(limit >> 20) MiB), which is the most that a spec can have",
    path: name)
}

/// Returns the paths of the files and folders in `folder` that aren't hidden, in the order of their names.
func visiblePaths(in folder: String) throws(FileError) -> [String] {
  if let status = try? FileSystem.status(of: folder), status.kind != .directory {
    throw FileError(.unreadableFile, "this is a file, but a folder is needed here", path: folder)
  }
  do throws(SystemError) {
    return try FileSystem.names(in: folder).filter { $0.utf8.first != UInt8(ascii: ".") }
      .map { Path.join(folder, $0) }
  } catch {
    throw unreadableFile(folder, error)
  }
}

/// Returns the names in `folder` that aren't UTF-8, for messages.
func namesInOtherEncodings(in folder: String) throws(FileError) -> [String] {
  do throws(SystemError) { return try FileSystem.namesInOtherEncodings(in: folder) } catch {
    throw unreadableFile(folder, error)
  }
}

/// Returns the error for a file or folder that can't be read.
private func unreadableFile(_ path: String, _ error: SystemError, suggestsName: Bool = true) -> FileError {
  guard error.isMissing else {
    return FileError(.unreadableFile, "the file cannot be read: \(error.message)", path: path)
  }
  if FileSystem.exists(path) {
    return FileError(
      .unreadableFile, "this is a link to something that doesn't exist; correct or remove the link", path: path)
  }
  let neighbors = suggestsName ? (try? FileSystem.names(in: Path.folder(of: path))) ?? [] : []
  let suggestion = nearestName(to: Path.name(of: path), among: neighbors).map { "; did you mean `\($0)`?" }
  return FileError(.unreadableFile, "there is no file and no folder of this name\(suggestion ?? "")", path: path)
}

private func requireFile(_ status: FileStatus, path: String) throws(FileError) {
  switch status.kind {
  case .regular: return
  case .directory: throw FileError(.notAFile, "this is a folder, but a file is needed here", path: path)
  case .link, .other:
    throw FileError(.notAFile, "this is a pipe, a socket or a device; write its text to a file first", path: path)
  }
}
