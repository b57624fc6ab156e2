import LifelineLanguage
import LifelineReporting
import LifelineRewriting
import LifelineSource

/// Brings the keys of specs into one order, as `lifeline format` does.
package struct FormatJob: Sendable {
  /// Whether nothing is written, and specs in another order are errors.
  package var checks: Bool
  /// Whether warnings count as errors.
  package var isStrict: Bool

  /// Creates a job.
  package init(checks: Bool, isStrict: Bool = false) {
    self.checks = checks
    self.isStrict = isStrict
  }

  /// Formats the specs at `paths`: all of them, or none if one of them can't be read. The text of standard input is the output
  /// of the result.
  package func run(paths: [String]) -> JobResult {
    let found = discoverSpecs(at: paths)
    let readings = findUsedSpecs(of: found.files).read()
    let formatted = parallelMap(Array(zip(found.files, readings))) { file, reading in
      FormattedFile(file, reading)
    }
    var result = JobResult(diagnostics: RunDiagnostics(isStrict: isStrict))
    result.diagnostics.add(found.diagnostics)
    for file in formatted {
      result.diagnostics.add(file.diagnostics, in: file.source)
      if checks, file.isChanged { result.diagnostics.add([file.disorder]) }
    }
    let changed = formatted.filter(\.isChanged)
    if checks {
      result.differences = changed.map(\.difference)
      result.files = FileOutcome.list(changed.map(\.file.path), .wouldBeWritten)
    } else if result.diagnostics.containsErrors {
      return result
    } else if let text = formatted.first(where: { $0.file.path == standardInputPath }) {
      result.output = text.bytes
      return result
    } else {
      result.add(
        OutputWriter.write(
          changed.map { GeneratedFile(path: $0.file.path, bytes: $0.bytes, replacing: $0.file.bytes) }))
    }
    if changed.isEmpty, !result.diagnostics.containsErrors, let count = formatted.isEmpty ? nil : formatted.count {
      result.lines.append("the keys of \(counted(count, "spec")) are in order")
    }
    return result
  }
}

/// A spec with its text in the order of `lifeline format`.
private struct FormattedFile: Sendable {
  let file: SpecFile
  /// The new text; the old one if nothing is changed.
  private(set) var bytes: [UInt8]
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var source: SourceFile?

  init(_ file: SpecFile, _ reading: SpecReading?) {
    self.file = file
    bytes = file.bytes
    guard let reading else { return }
    source = reading.source
    // The order of another file's keys is nobody's business here, even if the file is named.
    guard reading.document.root == nil || isCertainlySpec(reading.document, bytes: file.bytes) else {
      let message = "this file \(reasonForNoSpec(reading.document))"
      diagnostics = [FileError(.noSpecs, message, path: file.path).diagnostic]
      return
    }
    switch format(file.bytes, reading: reading) {
    case nil: diagnostics = reading.document.diagnostics
    case .failure(let refusal)?: diagnostics = [refusal.diagnostic]
    case .success(let formatted)?: (bytes, diagnostics) = (formatted.bytes, formatted.diagnostics)
    }
  }

  var isChanged: Bool { bytes != file.bytes }

  /// The error about the order of the keys.
  var disorder: Diagnostic {
    Diagnostic(
      .unformatted, "its keys aren't in the order that all specs have; run `lifeline format`",
      at: SourceLocation(path: file.path, range: nil))
  }

  var difference: UnifiedDifference {
    UnifiedDifference.compare(
      String(decoding: file.bytes, as: UTF8.self), with: String(decoding: bytes, as: UTF8.self), path: file.path
    ).abridged()
  }
}
