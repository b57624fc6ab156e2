import LifelineYAML

/// Whether a YAML text is a spec: whether it has the key `lifeline` at its top level.
///
/// A line that begins with the key is enough, so that a spec with a fault in its YAML is one all the same. Only
/// a text that has the word elsewhere, such as JSON, is read as YAML.
func isSpec(_ bytes: [UInt8], path: String) -> Bool {
  let word = Array("lifeline".utf8)
  if hasLine(in: bytes, beginningWithKey: word) { return true }
  guard contains(bytes, word),
    case .mapping(let entries) = YAMLDocument(parsing: bytes, path: path).root?.content
  else { return false }
  return entries.contains { $0.key == "lifeline" }
}

/// Whether a line of `text` begins with `key` and a colon.
func hasLine(in text: [UInt8], beginningWithKey key: [UInt8]) -> Bool {
  let mark = Array("\u{FEFF}".utf8)
  var rest = text.starts(with: mark) ? text.dropFirst(mark.count) : text[...]
  while !rest.isEmpty {
    if rest.starts(with: key), rest.dropFirst(key.count).first(where: { $0 != space }) == colon { return true }
    guard let end = rest.firstIndex(where: { $0 == newline || $0 == carriageReturn }) else { return false }
    rest = rest[(end + 1)...]
  }
  return false
}

/// Whether `word` stands somewhere in `text`.
private func contains(_ text: [UInt8], _ word: [UInt8]) -> Bool {
  guard let first = word.first else { return true }
  var rest = text[...]
  while let start = rest.firstIndex(of: first) {
    if rest[start...].starts(with: word) { return true }
    rest = rest[(start + 1)...]
  }
  return false
}

private let space = UInt8(ascii: " ")
private let colon = UInt8(ascii: ":")
private let newline = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
