import LifelineSource

extension YAMLDocument {
  /// Reads `bytes`, which stand in the file that messages call `path`.
  package init(parsing bytes: [UInt8], path: String) {
    switch TextCheck(bytes, path: path) {
    case .refused(let diagnostic, let source):
      self.init(source: source, root: nil, diagnostics: [diagnostic])
    case .text(let text):
      let source = SourceFile(
        path: path, utf8: text.bytes, lineStarts: text.lineStarts, isASCII: text.isASCII)
      var builder = TreeBuilder(text: text, path: path)
      builder.read()
      self.init(
        source: source, root: builder.root, aliases: builder.aliases,
        diagnostics: builder.diagnostics.inSourceOrder())
    }
  }
}
