import LifelineSource
import LifelineYAML

extension DiagnosticKind {
  static let unreadableFile = DiagnosticKind(
    "L610", .error, "unreadable file",
    explanation: """
      The file is missing, or the system does not let it be read. The path is printed as it was looked up.

          $ lifeline check Spec/Player.yaml
          Spec/Player.yaml: error: there is no file and no folder of this name

      Correct the path: one that does not begin with `/` is read from the folder in which the command runs. \
      Or change the file's permissions.
      """)

  static let notAFile = DiagnosticKind(
    "L611", .error, "not a file",
    explanation: """
      What stands at the path is a folder where a file is needed, or a pipe, a socket or a device. Specs are \
      files, so that they can be read twice and messages can point into them.

          $ make-spec | lifeline check /dev/stdin
          $ make-spec > Player.yaml && lifeline check Player.yaml

      Name a file; write a pipe's text to one first.
      """)

  static let fileTooLarge = DiagnosticKind(
    "L612", .error, "file too large",
    explanation: """
      A file has more than 16 MiB. No spec that people read comes near; the path is probably of another \
      file, and reading on would only take time.

          $ lifeline check Export.yaml       # 48 MB of somebody's data
          $ lifeline check Specs

      Name the specs, or their folder.
      """)
}

/// A finding that ends what was being done.
struct Refusal: Error {
  var diagnostic: Diagnostic

  init(_ kind: DiagnosticKind, _ message: String, path: String) {
    diagnostic = Diagnostic(kind, message, at: SourceLocation(path: path, range: nil))
  }
}

/// What stands at `path`.
func statusOfFile(at path: String) throws(Refusal) -> FileStatus {
  do throws(SystemError) { return try FileSystem.status(of: path) } catch { throw unreadable(path, error) }
}

/// The bytes of the file at `path`, which is refused without being read if it is no file or too large; the first
/// of them, whatever its size, if their number is given.
func readFile(_ path: String, first count: Int? = nil) throws(Refusal) -> [UInt8] {
  // A device may do something when it is opened, so what stands there is looked at before.
  let status = try statusOfFile(at: path)
  try requireFile(status, path: path)
  if let count { return try readBytes(of: path, atMost: count, expecting: count) }
  try requireSize(status.size, path: path)
  let bytes = try readBytes(of: path, atMost: YAMLLimits.bytes + 1, expecting: status.size)
  try requireSize(bytes.count, path: path)
  return bytes
}

private func readBytes(of path: String, atMost limit: Int, expecting size: Int) throws(Refusal) -> [UInt8] {
  do throws(SystemError) {
    return try OpenFile(reading: path).read(atMost: limit, expecting: size)
  } catch {
    throw unreadable(path, error)
  }
}

/// The finding that says why the file at `path` cannot be read.
func unreadable(_ path: String, _ error: SystemError) -> Refusal {
  guard error.isMissing else {
    return Refusal(.unreadableFile, "the file cannot be read: \(error.message)", path: path)
  }
  let neighbours = (try? FileSystem.names(in: Path.folder(of: path))) ?? []
  guard let near = nearestName(to: Path.name(of: path), among: neighbours) else {
    return Refusal(.unreadableFile, "there is no file and no folder of this name", path: path)
  }
  return Refusal(
    .unreadableFile, "there is no file and no folder of this name; did you mean `\(near)`?", path: path)
}

private func requireFile(_ status: FileStatus, path: String) throws(Refusal) {
  switch status.kind {
  case .regular: return
  case .directory: throw Refusal(.notAFile, "a folder stands where a file is needed", path: path)
  case .link, .other:
    throw Refusal(.notAFile, "this is a pipe, a socket or a device: write its text to a file first", path: path)
  }
}

private func requireSize(_ size: Int, path: String) throws(Refusal) {
  let limit = YAMLLimits.bytes
  guard size > limit else { return }
  throw Refusal(
    .fileTooLarge, "the file has \(size) bytes, and at most \(limit) (\(limit >> 20) MiB) are read", path: path)
}
