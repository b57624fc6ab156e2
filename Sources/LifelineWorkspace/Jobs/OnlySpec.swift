import LifelineSource

/// The mistake that paths lead to several specs, where one is needed.
struct SeveralSpecs: Error {}

extension RunDiagnostics {
  /// Reads the only spec at some paths, and adds its errors and those on the way to it.
  /// - Returns: The spec; `nil` if there is none.
  mutating func readOnlySpec(at paths: [String]) throws(SeveralSpecs) -> CompiledSpec? {
    let compiled = compile(loadWorkspace(at: paths))
    guard compiled.specs.count <= 1 else { throw SeveralSpecs() }
    addErrors(of: compiled)
    return compiled.specs.first
  }

  /// Adds the errors of specs and those on the way to them.
  mutating func addErrors(of compiled: CompiledWorkspace) {
    add(compiled.workspace.diagnostics.filter { $0.severity == .error })
    for reading in compiled.usedReadings + compiled.specs.map(\.reading) where reading.machine == nil {
      addErrors(of: reading)
    }
  }
}
