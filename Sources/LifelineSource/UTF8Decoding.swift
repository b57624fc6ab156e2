/// A byte that isn't valid UTF-8.
package struct InvalidUTF8: Error {
  /// The offset of the byte.
  package var offset: Int
}

/// Decodes a text in UTF-8.
///
/// - Throws: The offset of the first byte that doesn't belong to a valid character.
package func decodeUTF8(_ bytes: [UInt8]) throws(InvalidUTF8) -> String {
  let text = String(decoding: bytes, as: UTF8.self)
  // Invalid bytes are replaced, so the text has other bytes then.
  if text.utf8.elementsEqual(bytes) { return text }
  var decoder = UTF8()
  var iterator = bytes.makeIterator()
  var offset = 0
  while case .scalarValue(let scalar) = decoder.decode(&iterator) { offset += UTF8.width(scalar) }
  throw InvalidUTF8(offset: offset)
}
