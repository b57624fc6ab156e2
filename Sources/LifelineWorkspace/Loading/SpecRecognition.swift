import LifelineLanguage
import LifelineYAML

/// Returns whether a YAML text is a spec, which has the key `lifeline` at its top level.
///
/// A line that begins with the key is enough, so that a spec with a syntax error is recognized too. The text is only
/// parsed if it contains the word in another place, as JSON would.
func isSpec(_ bytes: [UInt8], path: String) -> Bool {
  let byteOrderMark = Array("\u{FEFF}".utf8)
  let text = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(byteOrderMark.count) : bytes[...]
  let lines = text.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
  if lines.contains(where: beginsWithKey) { return true }
  guard lines.contains(where: containsKey),
    case .mapping(let entries) = YAMLReader.read(bytes, path: path, as: .spec).root?.content
  else { return false }
  return entries.contains { $0.key == "lifeline" }
}

private let key = Array("lifeline".utf8)

private func beginsWithKey(_ line: ArraySlice<UInt8>) -> Bool {
  line.starts(with: key) && line.dropFirst(key.count).first { $0 != UInt8(ascii: " ") } == UInt8(ascii: ":")
}

private func containsKey(_ line: ArraySlice<UInt8>) -> Bool {
  line.indices.contains { line[$0] == key[0] && line[$0...].starts(with: key) }
}
