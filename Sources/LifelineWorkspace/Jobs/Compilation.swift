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

/// Reads the machine that a spec describes.
func compile(_ spec: LoadedSpec) -> CompiledSpec {
  let (bytes, path) = (spec.file.bytes, spec.file.path)
  var reading = SpecReader.read(bytes: bytes, path: path, using: spec.used)
  if reading.machine == nil, let first = reading.diagnostics.indices.first, !isSpec(bytes, path: path) {
    let note = """
      this file has no key `lifeline` at its top level; if it isn't a spec, don't name it, and in a target with the \
      build plugin exclude it or declare it as a resource
      """
    reading.diagnostics[first].notes.append(.init(note, at: nil))
  }
  return CompiledSpec(spec: spec, reading: reading)
}
