import LifelineModel
import LifelineSource
import LifelineTemplating

/// A generation of Swift from specs, as `lifeline generate` makes it.
package struct GenerationJob: Sendable {
  /// The folders of all specs; empty for those that the configurations name.
  package var folders: OutputFolders
  /// The effect of the job on the disk.
  package var mode = OutputMode.write
  /// Whether to remove generated files that are left over.
  package var prunes = false
  /// The module that tests import: empty for none, `nil` for the configuration's.
  package var module: String?
  /// The access level of generated code; `nil` for the configuration's.
  package var access: AccessLevel?
  /// Whether to generate a class that holds the machine even if the configuration doesn't ask for one.
  package var object: Bool
  /// Whether to generate monitors even if the configuration doesn't ask for them.
  package var monitor: Bool
  /// Whether templates of users' own make files. The build plugin can't declare these files.
  package var rendersExtraTemplates = true
  /// The folders of the modules in which parts may be.
  package var moduleFolders: [ModuleFolder] = []
  /// The checks before anything is generated.
  package var verification: Verification
  /// Whether warnings count as errors.
  package var isStrict: Bool
  /// Whether the diagnostics have the steps of counterexamples as values, for programs.
  package var showsSteps = false

  /// Creates a job; by default, one that follows the configurations of the specs.
  package init(
    folders: OutputFolders = OutputFolders(), module: String? = nil, access: AccessLevel? = nil,
    object: Bool = false, monitor: Bool = false, verification: Verification = Verification(.forErrors),
    isStrict: Bool = false
  ) {
    self.folders = folders
    self.module = module
    self.access = access
    self.object = object
    self.monitor = monitor
    self.verification = verification
    self.isStrict = isStrict
  }
}

/// The files that were generated from a spec.
struct GeneratedFiles: Sendable {
  /// The spec's path.
  var path: String
  var files: [GeneratedFile] = []
  var diagnostics = RunDiagnostics()

  /// Adds a file, and an error about it if it doesn't begin with its marker.
  /// - Parameter marker: The marker; `nil` for that of Swift.
  fileprivate mutating func add(_ bytes: [UInt8], in folder: String, _ name: String, marker: String? = nil) {
    let file = GeneratedFile(
      path: Path.join(folder, name), bytes: bytes, spec: path, marker: marker ?? GeneratedMarker.header)
    files.append(file)
    guard !GeneratedMarker.begins(bytes, with: file.marker) else { return }
    let begins = "the output of the template for this spec, `\(name)`,"
    let message =
      bytes.starts(with: file.marker.utf8)
      ? "\(begins) goes on after `\(file.marker)` as another word; write a space there"
      : "\(begins) doesn't begin with `\(file.marker)`; begin the template with it"
    diagnostics.add(FileError(.template, message, path: path))
  }
}

extension GenerationJob {
  /// Returns the folders into which the files of a spec are generated.
  func outputFolders(of spec: LoadedSpec) -> OutputFolders {
    folders.isEmpty ? spec.configuration?.outputFolders ?? OutputFolders() : folders
  }

  /// Returns the folders of output of which the run knows all specs: a folder that a configuration names gets files of all
  /// specs to which the configuration applies.
  func judgedFolders(of workspace: Workspace) -> [String] {
    workspace.specs.filter { spec in
      !folders.isEmpty || spec.configuration?.identity.map(workspace.searchedFolders.contains) == true
    }
    .flatMap { outputFolders(of: $0).paths }
  }

  /// Returns an error about the specs for which neither the command line nor a configuration names a folder.
  func missingFolders(of specs: [LoadedSpec]) -> [Diagnostic] {
    // A configuration with an error may name the folder.
    let homeless = specs.filter {
      outputFolders(of: $0).isEmpty && !($0.configuration?.diagnostics ?? []).contains { $0.severity == .error }
    }
    guard let first = homeless.first else { return [] }
    let others = homeless.count > 1 ? ", and so for \(counted(homeless.count - 1, "other spec"))" : ""
    let message = """
      there is no folder to generate into for this spec\(others); give `--output`, `--tests-output` or both, or write \
      `output: Generated` into `lifeline.yaml`
      """
    return [Diagnostic(.noOutputFolder, message, at: SourceLocation(path: first.file.path, range: nil))]
  }

  /// Returns the checks of a spec. A monitor is made of the exploration.
  func verification(of spec: CompiledSpec) -> Verification {
    var verification = verification
    verification.keepsExploration = derivationExtent(for: spec.spec) != nil
    if makesMonitor(for: spec.spec), spec.machine?.callbacks.isEmpty == false { verification.need = .all }
    if showsSteps { verification.counterexampleForms.insert(.steps) }
    return verification
  }

  /// Generates the files of a spec, or none if the spec or its templates have errors.
  func generate(from input: GenerationInput, with templates: FolderTemplates?) -> GeneratedFiles {
    let path = input.findings.spec.spec.file.path
    var generated = GeneratedFiles(path: path)
    guard let machine = input.machine, machine.prepared.errors.isEmpty, let generator = templates?.generator else {
      return generated
    }
    let (name, prepared, options) = (Path.name(of: path), machine.prepared, machine.options)
    do throws(TemplateErrors) {
      if let folder = machine.folders.machines {
        generated.add(
          try generator.machineFile(for: prepared, monitor: machine.monitor, options: options), in: folder,
          machineFileName(ofSpec: name))
        for template in rendersExtraTemplates ? templates?.extra ?? [] : [] {
          let bytes = try generator.extraFile(template, for: prepared, options: options)
          generated.add(
            bytes, in: folder, extraFileName(ofSpec: name, endingWith: template),
            marker: GeneratedMarker.find(in: bytes))
        }
      }
      if let folder = machine.folders.tests {
        generated.add(
          try generator.testsFile(for: prepared, derived: machine.derived, options: options), in: folder,
          testsFileName(ofSpec: name))
      }
    } catch {
      templates?.add(error, to: &generated.diagnostics)
    }
    return generated
  }

  /// Returns an error for every machine of which a generated type has the name of an earlier machine's. Machines that are
  /// generated into different folders are in different modules.
  func typesOfOneName(among inputs: [GenerationInput]) -> [Diagnostic] {
    var owners: [OutputFolders: [String: Machine]] = [:]
    return inputs.compactMap(\.machine).compactMap { input in
      let (machine, folders) = (input.prepared.machine, input.folders)
      let names = input.prepared.typeNames(
        input.options, includesMonitor: input.monitor != nil, includesTests: folders.tests != nil)
      guard let shared = names.first(where: { owners[folders]?[$0] != nil }), let first = owners[folders]?[shared]
      else {
        for name in names { owners[folders, default: [:]][name] = machine }
        return nil
      }
      let message =
        first.name == machine.name
        ? "another spec of this run also has a machine `\(machine.name)`; rename one of the two"
        : "the machines `\(first.name)` and `\(machine.name)` would both have a type `\(shared)`; rename one of the two"
      return Diagnostic(
        .sameMachine, message, at: SourceLocation(path: machine.path, range: machine.nameRange),
        notes: [.init("the other machine is here", at: SourceLocation(path: first.path, range: first.nameRange))])
    }
  }
}
