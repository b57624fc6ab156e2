import LifelineLanguage
import LifelineYAML

/// Returns whether a YAML text is taken for a spec, which has the key `lifeline` at its top level.
///
/// A line that begins with the key is enough, so that a spec with a syntax error is recognized too. The text is only
/// parsed if it contains the word in another place, as JSON would.
func hasSpecKey(_ bytes: [UInt8], path: String) -> Bool {
  let all = lines(of: bytes)
  if all.contains(where: beginsWithKey) { return true }
  guard all.contains(where: containsKey),
    case .mapping(let entries) = YAMLReader.read(bytes, path: path, as: .spec).root?.content
  else { return false }
  return entries.contains { $0.key == "lifeline" }
}

/// Returns whether a text is surely a spec, so that messages may show its lines to people who can't read the file.
///
/// A text that can be parsed has the key `lifeline` at its top level. Of another, the first line has to begin with it: a line
/// further below may have got into any file.
func isCertainlySpec(_ document: YAMLDocument, bytes: [UInt8]) -> Bool {
  if let root = document.root {
    guard case .mapping(let entries) = root.content else { return false }
    return entries.contains { $0.key == "lifeline" }
  }
  let first = lines(of: bytes).first { line in
    guard let byte = line.first(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }) else { return false }
    return byte != UInt8(ascii: "#") && !line.starts(with: Array("---".utf8)) && byte != UInt8(ascii: "%")
  }
  return first.map(beginsWithKey) ?? false
}

/// Returns the end of a sentence that says why a file is no spec, and nothing about its content.
func reasonForNoSpec(_ document: YAMLDocument) -> String {
  document.root == nil
    ? "is not a spec: it isn't YAML that can be read, and its first line isn't `lifeline: 1`"
    : "is not a spec: it has no key `lifeline` at its top level"
}

/// Returns the lines of a text that aren't empty, without a byte order mark.
private func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
  let byteOrderMark = Array("\u{FEFF}".utf8)
  let text = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(byteOrderMark.count) : bytes[...]
  return text.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
}

private let key = Array("lifeline".utf8)

private func beginsWithKey(_ line: ArraySlice<UInt8>) -> Bool {
  line.starts(with: key) && line.dropFirst(key.count).first { $0 != UInt8(ascii: " ") } == UInt8(ascii: ":")
}

private func containsKey(_ line: ArraySlice<UInt8>) -> Bool {
  line.indices.contains { line[$0] == key[0] && line[$0...].starts(with: key) }
}
