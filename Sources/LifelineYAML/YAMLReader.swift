import LifelineSource

/// Reads YAML documents.
package enum YAMLReader {
  /// Reads a document. Faults are among its diagnostics.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - path: The path of the file in diagnostics.
  ///   - format: The kind of file.
  package static func read(_ bytes: [UInt8], path: String, as format: YAMLFormat) -> YAMLDocument {
    do throws(InvalidEncoding) {
      let text = try EncodingValidator.decode(bytes, as: format)
      let tree = TreeBuilder.build(YAMLText(text), path: path, format: format)
      return YAMLDocument(
        source: SourceFile(path: path, text: text), root: tree.root, aliases: tree.aliases,
        diagnostics: tree.diagnostics)
    } catch {
      let location = SourceLocation(path: path, range: error.range)
      return YAMLDocument(
        source: SourceFile(path: path, text: error.text), root: nil, aliases: [:],
        diagnostics: [Diagnostic(error.kind, error.message, at: location)])
    }
  }
}
