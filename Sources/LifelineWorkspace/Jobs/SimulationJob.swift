import LifelineSimulation
import LifelineSource

/// The beginning of a simulation, as `lifeline simulate` makes it.
package struct SimulationJob: Sendable {
  /// The states and the values of fields with which the machine begins, as the command line gives them.
  package var given: [String]

  /// Creates a job.
  package init(given: [String] = []) { self.given = given }

  /// The outcome of beginning a simulation.
  package struct Result: Sendable {
    /// The simulation; `nil` if the spec has an error.
    package var simulation: Simulation?
    package var diagnostics: RunDiagnostics
  }

  /// The mistakes in a command line that only show when the spec is read.
  package enum Mistake: Error {
    /// The path leads to several specs.
    case severalSpecs
    /// The spec's machine has no such beginning.
    case given(SimulationMistake)
  }

  /// Reads the spec at `path`, and begins to simulate its machine.
  package func run(path: String) throws(Mistake) -> Result {
    var result = Result(diagnostics: RunDiagnostics())
    let spec: CompiledSpec?
    do throws(SeveralSpecs) { spec = try result.diagnostics.readOnlySpec(at: [path]) } catch { throw .severalSpecs }
    guard let spec, let machine = spec.machine else { return result }
    do throws(SimulationMistake) {
      result.simulation = try .begin(machine, spec.reading, of: spec.spec.file.bytes, given: given)
    } catch {
      guard error.kind == .impossibleStep else { throw .given(error) }
      result.diagnostics.add([
        Diagnostic(error.kind, error.message, at: SourceLocation(path: spec.spec.file.path, range: nil))
      ])
    }
    return result
  }
}

extension Simulation {
  /// Adds what happened since the last beginning to the spec, as a scenario. The file isn't written if it has changed since it
  /// was read.
  mutating func save(named name: String) -> Saving {
    save(named: name) { path, new, old in
      let written = OutputWriter.write([GeneratedFile(path: path, bytes: new, replacing: old)])
      return written.diagnostics.first.map { SimulationMistake($0.kind, "\(path): \($0.message)") }
    }
  }
}
