import LifelineExplorer
import LifelineModel

/// The making of a page in which a machine runs, as `lifeline explore` does it.
package struct ExplorerJob: Sendable {
  /// Creates a job.
  package init() {}

  /// The page of a machine.
  package struct Page: Sendable {
    /// The text, in HTML.
    package let text: String

    /// Writes the page to a file, unless there is one that isn't such a page.
    package func write(to path: String) -> JobResult {
      .write([GeneratedFile(path: path, bytes: Array(text.utf8), marker: ExplorerPage.marker)])
    }
  }

  /// The outcome of the job.
  package struct Result: Sendable {
    /// The page; `nil` if the spec has an error.
    package var page: Page?
    package var diagnostics: RunDiagnostics
  }

  /// The mistakes in a command line that only show when the spec is read.
  package enum Mistake: Error {
    /// The path leads to several specs.
    case severalSpecs
  }

  /// Reads the spec at `path`, and makes the page of its machine.
  package func run(path: String) throws(Mistake) -> Result {
    var result = Result(diagnostics: RunDiagnostics())
    let spec: CompiledSpec?
    do throws(SeveralSpecs) { spec = try result.diagnostics.readOnlySpec(at: [path]) } catch { throw .severalSpecs }
    result.page = spec?.machine.map { Page(text: ExplorerPage.make(for: $0)) }
    return result
  }
}
