import LifelineReporting
import LifelineSource

/// The files of a run, compared with those on the disk.
struct OutputPlan {
  /// The targets of all files.
  var targets: [OutputTarget] = []
  /// The paths of the generated files in the folders of output that the run wouldn't write, in order.
  var leftOver: [String] = []
  /// The errors about files that can't be written.
  var diagnostics: [Diagnostic] = []

  /// The paths of the files that would be written.
  var outdated: [String] { targets.filter { !$0.isUnchanged }.map(\.file.path) }
  /// The paths of the files that already have the same content.
  var unchanged: [String] { targets.filter(\.isUnchanged).map(\.file.path) }
}

extension OutputPlan {
  /// Compares files with those on the disk, without writing anything.
  ///
  /// - Parameter folders: The folders in which to look for files that are left over.
  static func make(for files: [GeneratedFile], leftOverIn folders: [String] = []) -> OutputPlan {
    var plan = OutputPlan()
    for file in files {
      do throws(FileError) { plan.targets.append(try OutputTarget.find(of: file)) } catch {
        plan.diagnostics.append(error.diagnostic)
      }
    }
    guard plan.diagnostics.isEmpty else { return plan }
    let written = Set(plan.targets.compactMap(\.identity))
    var searched: Set<PathKey> = []
    for folder in folders where searched.insert(PathKey(FileSystem.resolveTarget(folder))).inserted {
      plan.leftOver += generatedFiles(in: folder, besides: written)
    }
    plan.leftOver.sort()
    return plan
  }

  /// Returns the paths of the files in a folder that Lifeline has generated, except for some. Links and hidden files aren't searched.
  private static func generatedFiles(in folder: String, besides others: Set<FileIdentity>) -> [String] {
    let names = (try? FileSystem.names(in: folder)) ?? []
    return names.compactMap { name in
      let path = Path.join(folder, name)
      guard !name.hasPrefix("."), let status = try? FileSystem.statusOfLink(at: path), status.kind == .regular,
        !others.contains(status.identity),
        let beginning = try? FileSystem.readFile(path, atMost: 1_024),
        GeneratedMarker.isGeneratedFromSpec(beginning, name: name)
      else { return nil }
      return path
    }
  }

  /// Returns an error for each file that isn't up to date.
  /// - Parameter command: The command that writes the files.
  func outdatedFiles(by command: String) -> [Diagnostic] {
    let outdated = targets.filter { !$0.isUnchanged }.map { target in
      let origin = target.file.spec.map { "`\($0)`" } ?? "its spec"
      let message =
        target.exists
        ? "the file is changed: generating it from \(origin) gives another text; run `\(command)` again"
        : "the file is missing: it is generated from \(origin); run `\(command)` again"
      return Diagnostic(.outdatedOutput, message, at: SourceLocation(path: target.file.path, range: nil))
    }
    return outdated
      + leftOver.map { path in
        let message = """
          the file is left over: no spec of this run generates it; delete it, or run `\(command)` with `--prune`
          """
        return Diagnostic(.outdatedOutput, message, at: SourceLocation(path: path, range: nil))
      }
  }

  /// Returns the changes of existing files that the run would make.
  func differences() throws(FileError) -> [UnifiedDifference] {
    var differences: [UnifiedDifference] = []
    for target in targets where target.exists && !target.isUnchanged {
      let existing = try readFile(target.path, as: .output)
      differences.append(
        UnifiedDifference.compare(
          String(decoding: existing, as: UTF8.self), with: String(decoding: target.file.bytes, as: UTF8.self),
          path: target.file.path
        ).abridged())
    }
    return differences
  }
}
