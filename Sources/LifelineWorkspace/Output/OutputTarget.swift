import LifelineSource

/// A path that a file is written to.
struct OutputTarget {
  let file: GeneratedFile
  /// The file's path, or the path at the end of its links.
  var path: String
  /// The permissions of the existing file, if there is one.
  var permissions: UInt32?
  /// The identity of the existing file, if there is one.
  var identity: FileIdentity?
  /// Whether the existing file has the same content.
  var isUnchanged = false

  var folder: String { Path.folder(of: path) }
  var exists: Bool { identity != nil }

  /// Returns the target of a file, whose path has to be free or lead to a file that may be replaced.
  static func find(of file: GeneratedFile) throws(FileError) -> OutputTarget {
    var target = OutputTarget(file: file, path: file.path)
    guard var status = try? FileSystem.statusOfLink(at: file.path) else {
      try target.requireUnmodified([])
      return target
    }
    if status.kind == .link {
      do throws(SystemError) {
        (status, target.path) = (try FileSystem.status(of: file.path), try FileSystem.resolve(file.path))
      } catch {
        throw unwritableFile(file.path, error)
      }
    }
    guard status.kind == .regular else {
      throw FileError(.foreignFile, "this isn't a file, so it isn't overwritten; move it elsewhere", path: file.path)
    }
    target.permissions = status.permissions
    target.identity = status.identity
    let existing = try target.readExisting()
    try target.requireUnmodified(existing)
    guard file.replacing != nil || GeneratedMarker.begins(existing, with: file.marker) else {
      let message =
        GeneratedMarker.find(in: existing) == nil
        ? "lifeline didn't write this file, so it isn't overwritten; move it elsewhere"
        : "another command of lifeline wrote this file, so it isn't overwritten; delete it, or name another file"
      throw FileError(.foreignFile, message, path: file.path)
    }
    target.isUnchanged = existing == file.bytes
    return target
  }

  /// Returns the beginning of the existing file that a comparison needs.
  func readExisting() throws(FileError) -> [UInt8] {
    let limit = max(file.bytes.count, file.replacing?.count ?? 0) + 1
    do throws(SystemError) { return try FileSystem.readFile(path, atMost: limit) } catch {
      throw unwritableFile(file.path, error)
    }
  }

  /// Throws an error if the file has been modified since it was read.
  func requireUnmodified(_ existing: [UInt8]) throws(FileError) {
    guard let expected = file.replacing, existing != expected else { return }
    throw FileError(
      .changedMeanwhile,
      "somebody changed the file after lifeline had read it, so it isn't written; run the command again",
      path: file.path)
  }

  /// Writes the file to a folder beside its target, and keeps the existing file there as well.
  func stage(in staging: inout StagingArea) throws(FileError) -> StagedFile {
    do throws(SystemError) {
      return StagedFile(
        target: self, path: try staging.write(file.bytes, permissions: permissions, in: folder),
        backup: permissions == nil ? nil : try staging.keep(path, in: folder))
    } catch {
      throw unwritableFile(file.path, error)
    }
  }
}

/// A file that is ready to replace its target.
struct StagedFile {
  let target: OutputTarget
  let path: String
  /// The path of the existing file's copy; `nil` if there is no existing file, or the file system can't keep it.
  let backup: String?

  /// Replaces the target in one step.
  func replaceTarget() throws(FileError) {
    // The file may have been modified while the others were written.
    if target.file.replacing != nil { try target.requireUnmodified(try target.readExisting()) }
    do throws(SystemError) { try FileSystem.moveFile(path, to: target.path) } catch {
      throw unwritableFile(target.file.path, error)
    }
  }

  /// Undoes the replacement, as far as the system allows it.
  func restoreTarget() {
    if let backup {
      try? FileSystem.moveFile(backup, to: target.path)
    } else if target.permissions == nil {
      FileSystem.removeFile(target.path)
    }
  }
}

private func unwritableFile(_ path: String, _ error: SystemError) -> FileError {
  FileError(.unwritableFile, "the file cannot be written: \(error.message)", path: path)
}
