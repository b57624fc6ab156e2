/// The key of the session that a call belongs to.
///
/// A key is kept for each session, so of a long one only the beginning is, with a hash of the whole.
struct SessionKey {
  /// The number of bytes of a key that is kept as a whole.
  static let limit = 1_000
  /// The number of bytes that are kept of a longer one.
  private static let shownCount = 200

  /// The bytes that tell sessions apart: the key, with the hash of a long one, and with the number of the file if keys are those of
  /// a file.
  private(set) var bytes: [UInt8] = []
  /// Whether the line has a key. If it has none, the file is its session.
  private(set) var isNamed = false
  /// Whether the key is the address of an object, which another object may have later.
  private(set) var hasAddress = false
  /// The number of bytes that are shown.
  private var nameEnd = 0
  /// The number of bytes without that of the file.
  private var keyEnd = 0
  private var isCut = false
  /// Whether the user says how to tell sessions apart.
  private let isChosen: Bool
  private var pattern: KeyPattern?
  /// Whether the line may have a key that the pattern would find with more work.
  private(set) var isUnsearched = false
  /// Whether the receivers are parts of the machine, and no sessions.
  private let hasParts: Bool

  /// Creates the keys of a machine's logs.
  /// - Parameter key: The member of objects, or the regular expression, that tells sessions apart; `nil` for receivers.
  init(_ key: String?, hasParts: Bool) {
    isChosen = key != nil
    pattern = key.map(KeyPattern.init)
    self.hasParts = hasParts
  }

  /// The key as users know it, of which the end may be missing. A byte that isn't UTF-8 is an escape, so that keys that differ look
  /// different.
  var name: String { Self.text(of: bytes[..<nameEnd]) + (isCut ? "…" : "") }

  private static func text(of bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    if !text.unicodeScalars.contains("\u{FFFD}") { return text }
    var (result, offset) = ("", bytes.startIndex)
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let scalar):
        result.unicodeScalars.append(UTF8.decode(scalar))
        offset += scalar.count
      case .error(let length):
        for byte in bytes[offset..<offset + length] { result += "\\x" + String(byte, radix: 16, uppercase: true) }
        offset += length
      case .emptyInput: return result
      }
    }
  }

  /// Returns whether a user means this key: by the whole of it, or by what is shown of it.
  func isMeant(by other: String) -> Bool {
    guard isCut, other.utf8.count > Self.limit else { return name.utf8.elementsEqual(other.utf8) }
    return bytes[..<keyEnd] == Self.shortened(Array(other.utf8))[...]
  }

  /// Reads the key of a call in a line.
  mutating func read(_ call: LogCall, in record: LogRecord) {
    begin()
    if let session = call.session {
      add(record.values[session])
    } else if isChosen {
      if record.isText { readPattern(record) }
    } else if !hasParts {
      if record.isText, let receiver = call.receiver { add(record.values[receiver]) }
      if let address = call.address, !address.isEmpty {
        if isNamed { bytes.append(UInt8(ascii: " ")) }
        add(record.values[address])
        hasAddress = true
      }
    }
    end(record.place.file)
  }

  /// Adds a name to the key, unless it is empty.
  private mutating func add(_ name: ArraySlice<UInt8>) {
    if name.isEmpty { return }
    bytes += name
    isNamed = true
  }

  private mutating func readPattern(_ record: LogRecord) {
    switch pattern?.findKey(in: record.values, record.line.indices) {
    case .found(let key?): add(record.values[key])
    case .endedEarly: isUnsearched = true
    case .found(nil), .nothing, nil: break
    }
  }

  /// Returns the beginning of a long key, with a hash of the whole. The hash has 128 bits, and another seed in each run, so
  /// nobody can write a log in which two keys are taken for one.
  private static func shortened(_ key: [UInt8]) -> [UInt8] {
    var result = Array(key[...].beginning(upTo: shownCount))
    key.withUnsafeBytes { all in
      for half in 0...1 {
        var hasher = Hasher()
        hasher.combine(half)
        hasher.combine(bytes: all)
        withUnsafeBytes(of: hasher.finalize()) { result += $0 }
      }
    }
    return result
  }

  private mutating func begin() {
    bytes.removeAll(keepingCapacity: true)
    isCut = false
    isUnsearched = false
    isNamed = false
    hasAddress = false
  }

  private mutating func end(_ file: Int) {
    nameEnd = bytes.count
    if bytes.count > Self.limit {
      nameEnd = bytes[...].beginning(upTo: Self.shownCount).count
      isCut = true
      // A longer piece of memory would stay as long as this value.
      bytes = Self.shortened(bytes)
    }
    keyEnd = bytes.count
    // A session is part of its file, unless the user says how to tell sessions apart.
    if isChosen, isNamed { return }
    bytes.append(0)
    var file = UInt32(file)
    withUnsafeBytes(of: &file) { bytes += $0 }
  }
}
