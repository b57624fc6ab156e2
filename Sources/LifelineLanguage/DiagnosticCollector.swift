import LifelineSource
import LifelineYAML

/// Collects what the passes of a reader find out about one file besides its meaning: the diagnostics, and the names for
/// editors, if somebody asks for them.
final class DiagnosticCollector {
  /// A second range that a diagnostic mentions.
  typealias Note = (message: String, range: SourceRange)

  /// The file.
  let source: SourceFile
  /// The suppressions of warnings in the file.
  var suppressions: [Suppression] = []
  /// The names that diagnostics suggest. They count as used: their use is only misspelt.
  private(set) var suggestions: Set<String> = []
  /// The words in parts that can't be read. They count as used, because they may be uses.
  private(set) var unreadWords: Set<String> = []
  /// The names that are declared and can't be names, by the words for their roles.
  private var refusedNames: [String: Set<String>] = [:]
  /// Whether the tree lacks a part of the text, such as the second of two equal keys, whose words aren't known.
  let lacksParts: Bool
  private var list: DiagnosticList
  /// The names of the file, if somebody asks for them.
  let symbols: SymbolRecorder?

  /// Creates a collector with the diagnostics of `document`.
  /// - Parameter recordsSymbols: Whether to collect the names of the file as well.
  init(document: YAMLDocument, recordingSymbols recordsSymbols: Bool = false) {
    lacksParts = document.diagnostics.containsErrors
    source = document.source
    symbols = recordsSymbols ? SymbolRecorder(document.source) : nil
    list = DiagnosticList(document.diagnostics)
  }

  /// The path of the file as the user gave it.
  var path: String { source.path }

  /// Whether any of the diagnostics is an error.
  var containsErrors: Bool { list.containsErrors }

  /// The diagnostics in source order.
  var diagnostics: [Diagnostic] { list.inSourceOrder() }

  /// Notes that a declared name was refused, so that its uses aren't reported as well.
  func noteRefusal(of name: String, as role: NameRole) { refusedNames[role.word, default: []].insert(name) }

  /// Returns whether a name is declared and was refused.
  func isRefused(_ name: String, as role: String) -> Bool { refusedNames[role]?.contains(name) ?? false }

  /// Adds a diagnostic.
  /// - Parameters:
  ///   - located: Notes about other files.
  ///   - suggestion: The text that is probably meant in place of the range. It's searched for only if the diagnostic is
  ///     shown, because a search takes time in proportion to the number of names.
  ///   - advice: The end of the message if nothing is suggested.
  ///   - correction: The edit that corrects the mistake, if it isn't to write the suggestion.
  ///   - undeclared: The name that isn't declared, if that is the mistake.
  func report(
    _ kind: DiagnosticKind, _ message: String, at range: SourceRange, notes: [Note] = [],
    located: [Diagnostic.Note] = [],
    suggestion: @autoclosure () -> String? = nil, advice: @autoclosure () -> String = "",
    correction: @autoclosure () -> Correction? = nil, undeclared: Diagnostic.UndeclaredName? = nil
  ) {
    list.append(of: kind) {
      let location = SourceLocation(path: path, range: range)
      let suggestion = suggestion()
      if let suggestion { suggestions.insert(suggestion) }
      let hint = suggestion.map { "; did you mean `\($0)`?" } ?? advice()
      var diagnostic = Diagnostic(
        kind, message + hint, at: location,
        notes: notes.map { .init($0.message, at: SourceLocation(path: path, range: $0.range)) } + located,
        fixIt: suggestion.map { .init(replace: location, with: $0) } ?? correction().map { $0.fixIt(in: path) })
      diagnostic.undeclared = undeclared
      return diagnostic
    }
  }

  /// Adds a diagnostic that one of several edits resolves.
  func report(
    _ kind: DiagnosticKind, _ message: String, at range: SourceRange, choices: @autoclosure () -> [Diagnostic.FixIt]
  ) {
    list.append(of: kind) {
      var diagnostic = Diagnostic(kind, message, at: SourceLocation(path: path, range: range))
      diagnostic.choices = choices()
      return diagnostic
    }
  }

  /// Records the words in `text`, which can't be read.
  func skip(_ text: String) {
    unreadWords.formUnion(expressionTokens(text).filter { $0.kind == .word }.map(\.text))
    unreadWords.formUnion(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  /// Records the words in `node`, which can't be read.
  func skip(_ node: YAMLNode) {
    switch node.content {
    case .scalar(let scalar): skip(scalar.text)
    case .sequence(let items): items.forEach(skip)
    case .mapping(let entries): entries.forEach(skip)
    }
  }

  /// Records the words in `entry`, which can't be read.
  func skip(_ entry: YAMLEntry) {
    skip(entry.key)
    skip(entry.value)
  }
}
