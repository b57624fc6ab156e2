import LifelineLanguage
import LifelineSource

/// Returns errors about configurations that name a subject for a machine which no spec of their folders has.
///
/// Other specs of a folder may have the machine unless the folder was searched completely and all of its specs can be read.
func subjectsOfUnknownMachines(
  in compiled: CompiledWorkspace
) -> [(configuration: FolderConfiguration, diagnostics: [Diagnostic])] {
  let specs = Dictionary(grouping: compiled.specs) { PathKey($0.spec.configuration?.path ?? "") }
  let found = specs.values.compactMap { specs -> (FolderConfiguration, [Diagnostic])? in
    guard let configuration = specs.first?.spec.configuration, let identity = configuration.identity,
      compiled.workspace.searchedFolders.contains(identity), specs.allSatisfy({ $0.machine != nil })
    else { return nil }
    let machines = specs.compactMap(\.machine?.name)
    let unknown = configuration.values.tests.subjectRanges.filter { !machines.contains($0.key) }
    let diagnostics = unknown.sorted { $0.value < $1.value }.map { name, range in
      let advice = nearestName(to: name, among: machines).map { "; did you mean `\($0)`?" } ?? ""
      return Diagnostic(
        .badTestSetting, "no spec of this folder has a machine `\(VisibleText.escaped(name))`\(advice)",
        at: SourceLocation(path: configuration.path, range: range))
    }
    return diagnostics.isEmpty ? nil : (configuration, diagnostics)
  }
  return found.sorted { $0.0.path < $1.0.path }.map { (configuration: $0.0, diagnostics: $0.1) }
}
