import LifelineSource

/// A file to write.
package struct GeneratedFile: Sendable {
  var path: String
  var bytes: [UInt8]
  /// The path of the spec that the file is generated from, if there is one.
  var spec: String?
  /// The text that an existing file has to begin with to be replaced.
  var marker = GeneratedMarker.header
  /// The exact content that an existing file has to have to be replaced, in place of the marker.
  var replacing: [UInt8]?
}

/// The results of writing files.
struct WrittenFiles: Sendable {
  /// The paths of the files that were written.
  var written: [String] = []
  /// The paths of the files that already had the same content. They aren't touched, so that nothing that depends on
  /// them is built again.
  var unchanged: [String] = []
  /// The paths of the files that were removed.
  var removed: [String] = []
  var diagnostics: [Diagnostic] = []
}

/// Writes files: all of them or none, unless the process is killed on the way.
enum OutputWriter {
  /// Writes files, each of which is replaced in one step.
  ///
  /// All files are written to the disk before the first is replaced. If one can't be replaced, those before it get their
  /// earlier content back.
  static func write(_ files: [GeneratedFile]) -> WrittenFiles { apply(OutputPlan.make(for: files)) }

  /// Writes the files of a plan that has no errors, as `write` does.
  static func apply(_ plan: OutputPlan) -> WrittenFiles {
    var result = WrittenFiles(diagnostics: plan.diagnostics)
    let targets = plan.targets
    guard result.diagnostics.isEmpty else { return result }

    var staging = StagingArea()
    staging.removeAbandonedFolders(in: targets.map(\.folder))
    defer { staging.removeFolders() }
    do throws(FileError) {
      var staged: [StagedFile] = []
      for target in targets where !target.isUnchanged { staged.append(try target.stage(in: &staging)) }
      try replaceTargets(by: staged)
      result.written = staged.map(\.target.file.path)
      result.unchanged = plan.unchanged
    } catch {
      result.diagnostics.append(error.diagnostic)
    }
    return result
  }

  /// Removes the files of a plan that are left over, and returns their paths.
  static func prune(_ plan: OutputPlan) -> WrittenFiles {
    var result = WrittenFiles()
    for path in plan.leftOver {
      do throws(SystemError) {
        try FileSystem.deleteFile(path)
        result.removed.append(path)
      } catch {
        let message = "the file is left over, but it cannot be removed: \(error.message)"
        result.diagnostics.append(FileError(.unwritableFile, message, path: path).diagnostic)
      }
    }
    return result
  }

  /// Returns an error for every generated file that would replace an earlier one, however their paths are written.
  static func filesOfOneTarget(_ files: [GeneratedFile]) -> [Diagnostic] {
    var firstSpecs: [String: String] = [:]
    return files.compactMap { file in
      guard let spec = file.spec else { return nil }
      // Some file systems don't distinguish upper and lower case, and some don't distinguish forms of one character,
      // which strings don't either.
      let key = FileSystem.resolveTarget(file.path).lowercased()
      guard let first = firstSpecs.updateValue(spec, forKey: key) else { return nil }
      return Diagnostic(
        .sameOutput,
        "`\(file.path)` would be generated from this spec and from `\(first)`; rename one of the specs, "
          + "or generate into different folders",
        at: SourceLocation(path: spec, range: nil),
        notes: [.init("this is the other spec", at: SourceLocation(path: first, range: nil))])
    }
  }

  private static func replaceTargets(by staged: [StagedFile]) throws(FileError) {
    for index in staged.indices {
      do throws(FileError) { try staged[index].replaceTarget() } catch {
        for replaced in staged[..<index].reversed() { replaced.restoreTarget() }
        throw error
      }
    }
  }
}
