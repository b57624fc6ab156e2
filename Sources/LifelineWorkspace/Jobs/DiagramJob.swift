import LifelineDrawing
import LifelineModel
import LifelineReporting
import LifelineSource

/// The drawing of diagrams, as `lifeline diagram` does it.
package struct DiagramJob: Sendable {
  /// The format; `nil` for that of the output's ending, or else Mermaid, which needs nothing installed.
  package var format: DiagramFormat?
  /// The file or the folder that diagrams are written to; `nil` to answer with one.
  package var output: String?

  /// Creates a job.
  package init(format: DiagramFormat? = nil, output: String? = nil) {
    self.format = format
    self.output = output
  }

  /// The mistakes in a command line that only show when the specs are read.
  package enum Mistake: Error {
    /// There is one place for the diagrams of several specs.
    case severalSpecs
    /// A text shows a scenario, and not the states of a machine.
    case textOfStates
  }

  /// Draws the machines of the specs at `paths`. If a spec has an error, nothing is drawn.
  package func run(paths: [String]) throws(Mistake) -> JobResult {
    if chosenFormat == .text { throw .textOfStates }
    var result = JobResult()
    let compiled = compile(loadWorkspace(at: paths))
    result.diagnostics.addErrors(of: compiled)
    guard !result.diagnostics.containsErrors else { return result }
    let folder = output.flatMap { $0.hasSuffix("/") || FileSystem.isFolder($0) ? $0 : nil }
    guard folder != nil || compiled.specs.count == 1 else { throw .severalSpecs }
    var files: [GeneratedFile] = []
    for spec in compiled.specs {
      guard let machine = spec.machine, let diagram = draw(machine, of: spec, &result.diagnostics) else { continue }
      guard let path = folder.map({ Path.join($0, chosenFormat.fileName(forSpec: spec.spec.file.path)) }) ?? output
      else {
        result.answer = [diagram]
        continue
      }
      files.append(
        GeneratedFile(
          path: path, bytes: Array((diagram + "\n").utf8), spec: spec.spec.file.path, marker: chosenFormat.marker))
    }
    result.diagnostics.add(OutputWriter.filesOfOneTarget(files))
    guard !result.diagnostics.containsErrors else { return result }
    result.add(OutputWriter.write(files))
    return result
  }

  /// Reads the specs at `paths`, and leaves their machines to the JSON document.
  package static func describe(paths: [String]) -> JobResult {
    var result = JobResult()
    let compiled = compile(loadWorkspace(at: paths))
    result.diagnostics.addErrors(of: compiled)
    let specs = compiled.specs
    result.members = {
      [
        (
          "specs",
          .array(
            specs.map { spec in
              ["path": .string(spec.spec.file.path), "machine": spec.machine.map { .string($0.name) }]
            })
        ), ("machines", .array(specs.compactMap(\.machine).map(MachineDocument.object))),
      ]
    }
    return result
  }

  private var chosenFormat: DiagramFormat { format ?? output.flatMap(DiagramFormat.find) ?? .mermaid }

  /// Returns the diagram of a machine without the last end of line; `nil` if it can't be drawn, which an error says.
  private func draw(_ machine: Machine, of spec: CompiledSpec, _ diagnostics: inout RunDiagnostics) -> String? {
    let path = spec.spec.file.path
    let heading = chosenFormat.heading(forSpec: Path.name(of: path))
    let states = drawStates(of: machine)
    switch chosenFormat {
    case .mermaid:
      let text = heading + states.mermaidText()
      let (count, limit) = (text.unicodeScalars.count, StateDiagram.mermaidLimit)
      if count > limit {
        let message = """
          the diagram has \(grouped(count)) characters, and Mermaid draws at most \(grouped(limit)) unless its settings say \
          otherwise, as on GitHub; use `--format dot` or `--format svg`
          """
        diagnostics.add([FileError(.largeDiagram, message, path: path).diagnostic])
      }
      return withoutLastLineEnd(text)
    case .dot, .text: return withoutLastLineEnd(heading + states.dotText())
    case .svg:
      do throws(FileError) { return heading + (try drawWithGraphviz(states.dotText(), ofSpec: path)) } catch {
        diagnostics.add(error)
        return nil
      }
    }
  }
}

/// Returns a text without the end of its last line.
func withoutLastLineEnd(_ text: String) -> String { text.hasSuffix("\n") ? String(text.dropLast()) : text }
