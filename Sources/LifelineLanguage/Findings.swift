import LifelineSource
import LifelineYAML

/// What has been found wrong with one file so far, and how to say it.
struct Findings {
  /// The file's path as the user gave it.
  let path: String
  /// The file, for looks at the text around a node.
  let source: SourceFile
  private var list: DiagnosticList
  /// The findings in source order.
  var diagnostics: [Diagnostic] { list.inSourceOrder() }
  /// Where sorts of warnings are not wanted.
  var suppressions: [Suppression] = []

  init(document: YAMLDocument) {
    source = document.source
    path = document.source.path
    list = DiagnosticList(document.diagnostics)
  }

  /// What was probably meant by names that nothing declares: a use, if misspelt.
  private(set) var suggestions: Set<String> = []

  /// No findings yet for the same file.
  func fresh() -> Findings {
    var result = self
    result.list = DiagnosticList()
    result.suppressions = []
    result.suggestions = []
    return result
  }

  /// Adds another's findings behind these.
  mutating func append(_ other: Findings) {
    list.append(contentsOf: other.list)
    suppressions += other.suppressions
    suggestions.formUnion(other.suggestions)
  }

  /// A second place to look at.
  typealias Note = (message: String, range: SourceRange)

  /// Whether there are so many findings of a kind that no more of them are shown.
  func isFull(of kind: DiagnosticKind) -> Bool { list.isFull(of: kind) }

  /// Adds a finding; `suggestion` is what should stand in its place.
  mutating func report(
    _ kind: DiagnosticKind, _ message: String, at range: SourceRange, notes: [Note] = [],
    suggestion: String? = nil
  ) {
    let location = SourceLocation(path: path, range: range)
    if let suggestion { suggestions.insert(suggestion) }
    let hint = suggestion.map { "; did you mean `\($0)`?" } ?? ""
    list.append(
      Diagnostic(
        kind, message + hint, at: location,
        notes: notes.map { .init($0.message, at: SourceLocation(path: path, range: $0.range)) },
        fixIt: suggestion.map { .init(replace: location, with: $0) }))
  }
}
