import LifelineLanguage
import LifelineModel
import LifelineScenarios
import LifelineSource

/// A spec whose text has been read as a machine.
package struct CompiledSpec: Sendable {
  package var spec: LoadedSpec
  var reading: SpecReading
  /// The result of playing the scenarios, if that was done already.
  var report: CheckReport?

  /// The machine, or `nil` if the spec has errors.
  var machine: Machine? { reading.machine }
}

/// The specs of a run whose texts have been read.
package struct CompiledWorkspace: Sendable {
  var workspace: Workspace
  package var specs: [CompiledSpec]
  /// The specs that are read only because parts use them.
  var usedReadings: [SpecReading]
}

/// Reads the machines that the specs of a run describe.
package func compile(_ workspace: Workspace) -> CompiledWorkspace {
  let readings = workspace.graph.read()
  let specs = zip(workspace.specs, readings).compactMap { spec, reading in
    reading.map { CompiledSpec(spec: spec, reading: explainingFile(of: spec, $0)) }
  }
  return CompiledWorkspace(
    workspace: workspace, specs: specs,
    usedReadings: readings.dropFirst(workspace.specs.count).compactMap(\.self))
}

/// Returns what was read, with a note about a file that isn't a spec.
private func explainingFile(of spec: LoadedSpec, _ reading: SpecReading) -> SpecReading {
  guard reading.machine == nil, let first = reading.diagnostics.indices.first,
    !hasSpecKey(spec.file.bytes, path: spec.file.path)
  else { return reading }
  let note = """
    this file has no key `lifeline` at its top level; if it isn't a spec, don't name it, and in a target with the build \
    plugin exclude it or declare it as a resource
    """
  var reading = reading
  reading.diagnostics[first].notes.append(.init(note, at: nil))
  return reading
}
