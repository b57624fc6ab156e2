import LifelineLanguage
import LifelineReporting
import LifelineSource
import LifelineWorkspace

extension ServerState {
  /// Returns the range of the name at a position, if it can be renamed.
  func prepareRename(_ context: FeatureContext) throws(ResponseError) -> JSON {
    let occurrence = try renameable(context)
    return ["range": context.translator.json(occurrence.range), "placeholder": .string(occurrence.symbol.name)]
  }

  private func renameable(_ context: FeatureContext) throws(ResponseError) -> SymbolOccurrence {
    let occurrences = context.occurrences
    guard let occurrence = occurrences.first(where: { $0.isExact && $0.symbol.location.range != nil }) else {
      guard let first = occurrences.first else {
        throw ResponseError(.requestFailed, "there is no name here that could be renamed")
      }
      if first.symbol.location.range == nil {
        throw ResponseError(
          .requestFailed,
          "the \(first.symbol.role.rawValue) `\(first.symbol.name)` is declared nowhere, so it keeps its name")
      }
      throw ResponseError(
        .requestFailed, "`\(first.symbol.name)` isn't written out here; rename it where it is declared")
    }
    try refuseBrokenText(of: context.spec, context)
    return occurrence
  }

  private func refuseBrokenText(of spec: EditedSpec, _ context: FeatureContext) throws(ResponseError) {
    guard let fault = spec.reading.document.diagnostics.first(where: { $0.severity == .error }) else { return }
    let path = spec.reading.source.path
    let subject = PathKey(path) == PathKey(context.path) ? "the text" : Path.name(of: path)
    throw ResponseError(
      .requestFailed,
      "\(subject) isn't valid YAML, so not every use of the name is known; correct \(place(of: fault, context)) first: "
        + fault.message)
  }

  /// Returns the line of a diagnostic, and its file unless that's the one that the request asks about.
  private func place(of diagnostic: Diagnostic, _ context: FeatureContext) -> String {
    let (path, line) = (diagnostic.location.path, diagnostic.location.range?.start.line ?? 1)
    return "line \(line)" + (PathKey(path) == PathKey(context.path) ? "" : " of \(Path.name(of: path))")
  }

  /// Returns the edits that give the name at a position another text, everywhere.
  mutating func rename(_ context: FeatureContext, to name: String) throws(ResponseError) -> JSON {
    let symbol = try renameable(context).symbol
    if name == symbol.name { return edit([]) }
    var changes: [FileChange] = []
    for spec in relatedSpecs(to: symbol.location.path, context) {
      changes.append(try change(of: spec, spec.occurrences(of: symbol), symbol, to: name))
    }
    let edited = changes.filter { !$0.edits.isEmpty }
    // A file that uses a changed one may become wrong although nothing in it changes.
    let affected = changes.filter { change in
      !change.edits.isEmpty || edited.contains { change.spec.uses($0.spec) }
    }
    for change in affected {
      try refuseUnknownUses(in: change.spec, of: affected.map(\.spec), context)
      try verify(change, among: edited, symbol, name, context)
    }
    return edit(edited)
  }

  /// Refuses to rename what a spec uses if some of the uses in it aren't known.
  private func refuseUnknownUses(
    in spec: EditedSpec, of others: [EditedSpec], _ context: FeatureContext
  ) throws(ResponseError) {
    try refuseBrokenText(of: spec, context)
    for part in others where spec.uses(part) {
      guard let fault = part.reading.diagnostics.first(where: { $0.severity == .error }) else { continue }
      // The names of a part that has an error aren't read.
      throw ResponseError(
        .requestFailed,
        "\(Path.name(of: spec.reading.source.path)) uses \(Path.name(of: part.reading.source.path)), which has an error, "
          + "so not every use of the name is known; correct \(place(of: fault, context)) first: \(fault.message)")
    }
  }

  private func change(
    of spec: EditedSpec, _ occurrences: [SymbolOccurrence], _ symbol: Symbol, to name: String
  ) throws(ResponseError) -> FileChange {
    let source = spec.reading.source
    var ranges: Set<SourceRange> = []
    for occurrence in occurrences where !occurrence.isImplied {
      // A part names the file of a machine, and an alias repeats what is written elsewhere.
      if !occurrence.isExact, symbol.role == .machine || source.byte(at: occurrence.range.start) == UInt8(ascii: "*") {
        continue
      }
      guard occurrence.isExact else {
        throw ResponseError(
          .requestFailed,
          "in line \(occurrence.range.start.line) of \(Path.name(of: source.path)), `\(symbol.name)` is "
            + "written with escapes or over several lines; write it plainly there, and rename it then")
      }
      ranges.insert(occurrence.range)
    }
    let edits = try ranges.sorted().map { (range) throws(ResponseError) in
      FileChange.Edit(range: range, replacement: try spelling(of: name, for: symbol, at: range, in: source))
    }
    return FileChange(spec: spec, edits: edits)
  }

  /// Returns the new name as it has to be written at a range.
  private func spelling(
    of name: String, for symbol: Symbol, at range: SourceRange, in source: SourceFile
  ) throws(ResponseError) -> String {
    let position = SourcePosition(line: range.start.line, column: range.start.column - 1)
    let before = range.start.column > 1 ? source.text(from: position, count: 1) : nil
    if name.isPlainScalar || symbol.role == .claim { return name }
    let quote = before.flatMap { ["\"", "'"].contains($0) ? $0 : nil }
    if name.unicodeScalars.contains(where: { "\"\\'".unicodeScalars.contains($0) || VisibleText.isUnsafe($0) }) {
      throw ResponseError(
        .requestFailed,
        "`\(VisibleText.escaped(name))` contains a quote, a backslash or a control character; choose a name without")
    }
    return quote == nil ? "\"\(name)\"" : name
  }

  /// Checks that the changed text means the same as before: no new error, and every name what it meant.
  private mutating func verify(
    _ change: FileChange, among changes: [FileChange], _ symbol: Symbol, _ name: String, _ context: FeatureContext
  ) throws(ResponseError) {
    guard let bytes = change.bytes else {
      throw ResponseError(.requestFailed, "the name is written twice in one place")
    }
    var others = documents.all.filter { $0.path != nil }.map(\.text)
    for other in changes where other.spec.text.path != change.spec.text.path {
      others.removeAll { $0.path == other.spec.text.path }
      if let bytes = other.bytes { others.append(EditorText(path: other.spec.text.path, bytes: bytes)) }
    }
    let path = change.spec.reading.source.path
    others.removeAll { $0.path == change.spec.text.path }
    let job = EditorJob(
      EditorText(path: change.spec.text.path, bytes: bytes), name: path, others: others,
      workingFolder: documents.workingFolder)
    let new = job.read().reading
    let old = change.spec.reading
    let known = Dictionary(grouping: old.diagnostics.filter { $0.severity == .error }, by: \.kind.code).mapValues(
      \.count)
    let found = Dictionary(grouping: new.diagnostics.filter { $0.severity == .error }, by: \.kind.code)
    for (code, diagnostics) in found.sorted(by: { $0.key < $1.key }) where diagnostics.count > known[code, default: 0] {
      let diagnostic = diagnostics.first { $0.message.contains(name) } ?? diagnostics[0]
      throw ResponseError(
        .requestFailed,
        "`\(symbol.name)` can't be renamed to `\(VisibleText.escaped(name))`: \(place(of: diagnostic, context)) would be "
          + "wrong: \(diagnostic.message) [\(code)]")
    }
    guard let before = old.symbols, let after = new.symbols,
      before.hasSameMeanings(as: after, renaming: symbol, to: name)
    else {
      throw ResponseError(
        .requestFailed,
        "`\(symbol.name)` can't be renamed to `\(VisibleText.escaped(name))`: the name is taken, and a use would then mean "
          + "something else; choose another name")
    }
  }

  // MARK: Edits

  /// Returns an edit of several files.
  func edit(_ changes: [FileChange]) -> JSON {
    let files = changes.map { change -> (uri: String, version: Int?, edits: JSON) in
      let translator = PositionTranslator(source: change.spec.reading.source, encoding: encoding)
      let uri = documents.uri(ofPath: change.spec.reading.source.path)
      let edits = change.edits.map { edit -> JSON in
        ["range": translator.json(edit.range), "newText": .string(edit.replacement)]
      }
      return (uri, documents[uri]?.version, .array(edits))
    }
    if takesDocumentChanges {
      let changes = files.map { file -> JSON in
        [
          "textDocument": ["uri": .string(file.uri), "version": file.version.map { .number($0) } ?? .null],
          "edits": file.edits,
        ]
      }
      return ["documentChanges": .array(changes)]
    }
    return ["changes": .object(files.map { ($0.uri, $0.edits) })]
  }
}

/// Edits of the text of a spec.
struct FileChange {
  struct Edit {
    var range: SourceRange
    var replacement: String
  }

  var spec: EditedSpec
  /// The edits in the order of their ranges.
  var edits: [Edit]

  /// The bytes of the text with all edits made, or `nil` if two of them overlap.
  var bytes: [UInt8]? {
    let source = spec.reading.source
    var result: [UInt8] = []
    var end = 0
    for edit in edits {
      guard let start = source.byteOffset(of: edit.range.start), let stop = source.byteOffset(of: edit.range.end),
        start >= end, stop >= start
      else { return nil }
      result += source.bytes[end..<start]
      result += Array(edit.replacement.utf8)
      end = stop
    }
    return result + source.bytes[end...]
  }
}

extension SymbolIndex {
  /// Returns whether every name means the same in two texts, of which the second has another name for a symbol.
  func hasSameMeanings(as other: SymbolIndex, renaming symbol: Symbol, to name: String) -> Bool {
    let (left, right) = (meanings { $0.isSame(as: symbol) ? name : $0.name }, other.meanings { $0.name })
    return left == right
  }

  /// Returns the meaning of each occurrence, in order: the role, the name and the number of the occurrence that declares it.
  private func meanings(_ name: (Symbol) -> String) -> [Meaning] {
    var numbers: [Symbol: Int] = [:]
    // Ranges move when a name gets longer, but the order of the occurrences doesn't.
    for (index, occurrence) in occurrences.enumerated() where numbers[occurrence.symbol] == nil {
      numbers[occurrence.symbol] = index
    }
    return occurrences.map { occurrence in
      Meaning(
        role: occurrence.symbol.role, name: name(occurrence.symbol), first: numbers[occurrence.symbol] ?? 0,
        isDeclaration: occurrence.isDeclaration, isImplied: occurrence.isImplied)
    }
  }

  private struct Meaning: Equatable {
    var role: Symbol.Role
    var name: String
    var first: Int
    var isDeclaration: Bool
    var isImplied: Bool
  }
}

extension String {
  /// Whether the text means itself wherever it stands in YAML without quotes, as far as its characters say.
  fileprivate var isPlainScalar: Bool {
    guard let first = unicodeScalars.first, first.properties.isAlphabetic || first == "_", last != " " else {
      return false
    }
    return unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || "_- ".unicodeScalars.contains($0)
    }
  }
}
