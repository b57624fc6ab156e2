import LifelineLanguage
import LifelineModel
import LifelineSource
import LifelineYAML

/// A spec whose keys were brought into the order in which they are written.
package struct FormattedSpec: Sendable {
  /// The bytes of the spec.
  package var bytes: [UInt8]
  /// The warnings about keys that keep their places.
  package var diagnostics: [Diagnostic]
}

/// Brings the keys of a spec into the order in which they are written.
///
/// Every comment stays with its key, and so does every byte of a value. What the author has ordered, such as states and
/// scenarios, stays in that order. The result is read and compared: it has the same comments, and describes the same machine.
/// - Parameters:
///   - bytes: The bytes of the spec.
///   - reading: The result of reading `bytes`. It may have errors, but not in its YAML.
/// - Returns: The spec, or an error that says why nothing is changed; `nil` if the YAML has errors.
package func format(_ bytes: [UInt8], reading: SpecReading) -> Result<FormattedSpec, FormattingRefusal>? {
  guard let root = reading.document.root, !reading.document.diagnostics.containsErrors else { return nil }
  let old = CommentedSource.scan(reading.document)
  let path = reading.source.path
  // Each line has an end while lines are moved: that of the last one may become part of a text.
  let missingEnd = old.bytes.last.map(isLineEnd) ?? true ? [] : Array(old.lineEnd.utf8)
  let document = missingEnd.isEmpty ? reading.document : SpecReader.parse(bytes: old.bytes + missingEnd, path: path)
  let source = missingEnd.isEmpty ? old : CommentedSource.scan(document)
  let (edits, remarks) = KeySorter.sort(document.root ?? root, source)
  var result = FormattedSpec(
    bytes: bytes,
    diagnostics: remarks.map { Diagnostic(.keptOrder, $0.message, at: SourceLocation(path: path, range: $0.range)) })
  guard !edits.isEmpty else { return .success(result) }
  guard let text = source.bytes.applying(edits) else { return .failure(FormattingRefusal(path: path)) }
  // A byte order mark isn't part of the text.
  let mark = bytes.prefix(bytes.count - old.bytes.count)
  for new in missingEnd.isEmpty ? [text] : [Array(text.dropLast(missingEnd.count)), text] {
    result.bytes = mark + new
    if isSame(result.bytes, as: reading, root, old) { return .success(result) }
  }
  return .failure(FormattingRefusal(path: path))
}

/// The reason that a spec isn't formatted: it would have another meaning, or lose a comment.
package struct FormattingRefusal: Error {
  /// The path of the spec.
  fileprivate var path: String

  /// The error about the spec.
  package var diagnostic: Diagnostic {
    Diagnostic(
      .unformattable, "this spec isn't formatted, because it would have another meaning then; order its keys by hand",
      at: SourceLocation(path: path, range: nil))
  }
}

/// Returns whether a text says the same as a spec that was read, and has the same comments.
private func isSame(_ bytes: [UInt8], as old: SpecReading, _ root: YAMLNode, _ source: CommentedSource) -> Bool {
  let document = SpecReader.parse(bytes: bytes, path: old.source.path)
  let parts = root.namesOfParts
  guard let newRoot = document.root, document.diagnostics.count == old.document.diagnostics.count,
    root.saysTheSame(as: newRoot, at: .spec, isPart: { parts.contains($0) }),
    CommentedSource.scan(document).sortedComments == source.sortedComments
  else { return false }
  let new = SpecReader.read(document, using: old.used)
  switch (old.machine, new.machine) {
  case (nil, nil): return true
  case (let machine?, let newMachine?): return areSame(machine, newMachine)
  default: return false
  }
}

extension CommentedSource {
  /// The texts of all comments.
  fileprivate var sortedComments: [String] { comments.map(string).sorted() }
}
