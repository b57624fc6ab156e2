import LifelineSource

/// Addresses of documents, as the protocol writes them.
enum DocumentURI {
  private static let scheme = "file://"

  /// Returns the absolute path of a file, or `nil` if the address isn't one of a file.
  static func path(of uri: String) -> String? {
    guard uri.lowercased().hasPrefix(scheme) else { return nil }
    let rest = uri.utf8.dropFirst(scheme.utf8.count)
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let host = String(Substring(rest[..<slash]))
    guard host.isEmpty || host == "localhost" else { return nil }
    var bytes: [UInt8] = []
    var index = slash
    while index < rest.endIndex {
      let byte = rest[index]
      if byte == UInt8(ascii: "%"),
        let end = rest.index(index, offsetBy: 3, limitedBy: rest.endIndex),
        let code = self.byte(ofDigits: rest[rest.index(after: index)..<end])
      {
        bytes.append(code)
        index = end
      } else {
        bytes.append(byte)
        index = rest.index(after: index)
      }
    }
    guard !bytes.contains(0), let path = try? decodeUTF8(bytes) else { return nil }
    return path
  }

  /// Returns the byte that hexadecimal digits mean, or `nil` if not all are digits.
  private static func byte(ofDigits digits: Substring.UTF8View) -> UInt8? {
    // The initializer of a number would also take a sign.
    let values = digits.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    return values.count == digits.count ? UInt8(values.reduce(0) { $0 << 4 | $1 }) : nil
  }

  /// Returns the address of the file at an absolute path.
  static func uri(ofPath path: String) -> String {
    path.utf8.reduce(into: scheme) { result, byte in
      switch Unicode.Scalar(byte) {
      case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~", "/": result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
  }
}
