import LifelineLanguage
import LifelineSource

/// The making of a first spec, as `lifeline init` does it in the working folder.
package struct InitJob: Sendable {
  /// The name of the machine; `nil` for one that is made of the folder's name.
  package var name: String?
  /// The target of an existing package; `nil` for its only one.
  package var target: String?
  /// The way in which the machine becomes part of a build.
  package var build: StarterBuild

  /// Creates a job.
  package init(name: String? = nil, target: String? = nil, build: StarterBuild = .files) {
    self.name = name
    self.target = target
    self.build = build
  }
}

extension InitJob {
  /// Writes a first spec, and a package around it if there is none. Nothing is overwritten: if any file is in the way,
  /// nothing is written. Files that are as this run would write them aren't in the way, so it goes on where a run was killed.
  package func run() -> JobResult {
    var result = JobResult()
    do throws(FileError) {
      let name = try machineName()
      let starter = Starter(name: name, layout: try findLayout(name), build: build)
      let files = starter.files.filter { !$0.isOptional || !FileSystem.exists($0.path) }
      result.diagnostics.add(filesInTheWay(of: starter, files))
      result.diagnostics.add(errors(inSpecOf: starter))
      result.diagnostics.add(errors(inConfigurationFor: starter))
      guard !result.diagnostics.containsErrors else { return result }

      let written = OutputWriter.write(
        files.map { file in
          let bytes = Array(file.text.utf8)
          return GeneratedFile(path: file.path, bytes: bytes, replacing: file.isWritten ? bytes : nil)
        })
      result.diagnostics.add(written.diagnostics)
      result.lines = written.written.map { "wrote \($0)" }
      if starter.layout == .package, starter.build == .files, !result.diagnostics.containsErrors {
        let generated = GenerationJob().run(paths: [starter.specPath])
        result.diagnostics.add(generated.diagnostics)
        result.lines += generated.lines
      }
      if !result.diagnostics.containsErrors { result.lines += starter.advice }
    } catch {
      result.diagnostics.add(error)
    }
    return result
  }

  /// Returns the name of the machine.
  private func machineName() throws(FileError) -> String {
    if let name { return name }
    let folder = Path.name(of: FileSystem.workingFolder())
    let words = folder.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    if isTypeName(name) { return name }
    let message = "the name of this folder can't be that of a type; give one, such as `lifeline init Player`"
    throw FileError(.starterName, message, path: folder)
  }

  /// Finds out what is in the working folder.
  private func findLayout(_ name: String) throws(FileError) -> StarterLayout {
    // A manifest that this run would write is from a run that was killed: its target may be missing.
    if target == nil, Starter(name: name, layout: .package, build: build).manifest.isWritten { return .package }
    if FileSystem.exists("Package.swift") {
      let target = try findTarget()
      return .target(target, hasTests: FileSystem.isFolder("Tests/\(target)Tests"))
    }
    if let target {
      let message = "there is no Package.swift here, so there is no target `\(target)`; leave out `--target`"
      throw FileError(.starterTarget, message, path: "Package.swift")
    }
    let names = (try? FileSystem.names(in: ".")) ?? []
    guard let project = names.first(where: { $0.hasSuffix(".xcodeproj") }) else { return .package }
    if build == .plugin {
      let message =
        "the plugin of an Xcode project is added in Xcode; leave out `--plugin`, or see the page on installing"
      throw FileError(.starterTarget, message, path: project)
    }
    return .project(String(project.dropLast(".xcodeproj".count)))
  }

  private func findTarget() throws(FileError) -> String {
    let targets = ((try? FileSystem.names(in: "Sources")) ?? []).filter { name in
      !name.hasPrefix(".") && FileSystem.isFolder("Sources/\(name)")
    }
    if let target {
      if targets.contains(target) { return target }
      let near = nearestName(to: target, among: targets).map { "; did you mean `\($0)`?" } ?? ""
      throw FileError(.starterTarget, "there is no folder `Sources/\(target)`\(near)", path: "Package.swift")
    }
    if targets.count == 1 { return targets[0] }
    let message =
      targets.isEmpty
      ? "this package has no target in `Sources`; add one first"
      : """
      this package has \(targets.count) targets (\(targets.map { "`\($0)`" }.joined(separator: ", "))); say which one \
      gets the machine, such as `--target \(targets[0])`
      """
    throw FileError(.starterTarget, message, path: "Package.swift")
  }

  /// Returns an error for each file that exists already, unless it is as it would be written. What lifeline has generated is
  /// generated again, if it is from the same spec.
  private func filesInTheWay(of starter: Starter, _ files: [StarterFile]) -> [Diagnostic] {
    let isSpecWritten = files.contains { $0.path == starter.specPath && $0.isWritten }
    let generated = starter.generatedPaths.filter { path in
      guard isSpecWritten, FileSystem.exists(path) else { return true }
      let bytes = try? FileSystem.readFile(path, atMost: 1 << 10)
      return bytes.map { !GeneratedMarker.begins($0, with: GeneratedMarker.header) } ?? true
    }
    return (files.filter { !$0.isWritten }.map(\.path) + generated).filter(FileSystem.exists).map { path in
      let message = "this file exists already, so nothing is written; choose another name, or move the file"
      return FileError(.starterInTheWay, message, path: path).diagnostic
    }
  }

  /// Returns the errors that the spec has because of the machine's name, such as one that Swift needs for itself.
  private func errors(inSpecOf starter: Starter) -> RunDiagnostics {
    let file = SpecFile(path: starter.specPath, bytes: Array(starter.specText.utf8))
    let spec = LoadedSpec(file: file, location: SpecLocation(folders: [], relativePath: starter.specPath))
    let reading = SpecReader.read(bytes: file.bytes, path: file.path)
    let verified = verify(CompiledSpec(spec: spec, reading: reading), Verification(.completely))
    var diagnostics = RunDiagnostics()
    diagnostics.add(verified.findings.diagnostics, in: reading.source)
    return diagnostics
  }

  /// Returns the errors of a configuration that is kept, and the error that it leads to another target.
  private func errors(inConfigurationFor starter: Starter) -> RunDiagnostics {
    var diagnostics = RunDiagnostics()
    let path = starter.configurationPath
    guard FileSystem.exists(path) else { return diagnostics }
    var lookup = ConfigurationLookup()
    guard let configuration = lookup.load(SpecFile(path: starter.specPath, bytes: [])).configuration else {
      return diagnostics
    }
    diagnostics.add(configuration.diagnostics, in: configuration.source)
    guard !diagnostics.containsErrors, starter.build == .files, let own = starter.outputFolders.machines,
      configuration.outputFolders.machines.map(FileSystem.resolveTarget) != FileSystem.resolveTarget(own)
    else { return diagnostics }
    let message = """
      this configuration is kept, but it doesn't lead to `\(own)`; write `output: ../\(own)` there, or put the spec into a \
      folder of its own by hand
      """
    diagnostics.add(FileError(.starterInTheWay, message, path: path))
    return diagnostics
  }
}

/// Returns whether a machine made by `init` can have this name: an ASCII letter in upper case, then letters and digits.
package func isTypeName(_ name: String) -> Bool {
  name.wholeMatch(of: /[A-Z][A-Za-z0-9]*/) != nil
}
