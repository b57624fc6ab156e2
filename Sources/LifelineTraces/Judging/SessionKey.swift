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
  private var nameEnd = 0
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

  /// The key as users know it, of which the end may be missing.
  var name: String { String(decoding: bytes[..<nameEnd], as: UTF8.self) + (isCut ? Self.ellipsis : "") }

  private static let ellipsis = "…"

  /// Returns the name of the session with a key.
  static func name(of key: String) -> String {
    let bytes = Array(key.utf8)
    guard bytes.count > limit else { return key }
    return String(decoding: bytes.prefix(shownEnd(of: bytes)), as: UTF8.self) + ellipsis
  }

  /// Returns the end of the whole characters that are kept of a long key.
  private static func shownEnd(of bytes: [UInt8]) -> Int {
    var end = shownCount
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return end
  }

  /// Reads the key of an object in a file.
  mutating func read(_ object: JSONLine, file: Int) {
    begin()
    // Keys that the user chose are read under another name.
    let session = object.value(of: isChosen ? .key : .session)
    let instance = isChosen || hasParts ? nil : object.value(of: .instance)
    if let value = session ?? instance {
      bytes += object.values[value]
      isNamed = true
      hasAddress = session == nil
    }
    end(file)
  }

  /// Reads the key of a line of text in a file.
  /// - Parameter object: The object whose message is the line; `nil` if the line stands alone.
  mutating func read(_ call: LogCall, _ line: [UInt8], in range: Range<Int>, of object: JSONLine?, file: Int) {
    begin()
    if isChosen {
      if let object, let value = object.value(of: .key) {
        bytes += object.values[value]
        isNamed = true
      } else {
        readPattern(line, in: range)
      }
    } else if let receiver = call.receiver, !hasParts {
      bytes += line[receiver]
      isNamed = true
      if let address = call.address {
        bytes.append(UInt8(ascii: " "))
        bytes += line[address]
        hasAddress = true
      }
    }
    end(file)
  }

  private mutating func readPattern(_ line: [UInt8], in range: Range<Int>) {
    switch pattern?.findKey(in: line, range) {
    case .found(let key?):
      bytes += line[key]
      isNamed = true
    case .endedEarly: isUnsearched = true
    case .found(nil), .nothing, nil: break
    }
  }

  /// Replaces the end of a long key by a hash. The hash has 128 bits, and another seed in each run, so nobody can write a
  /// log in which two keys are taken for one.
  private mutating func shorten() {
    var hashes = (0, 0)
    bytes.withUnsafeBytes { all in
      for half in 0...1 {
        var hasher = Hasher()
        hasher.combine(half)
        hasher.combine(bytes: all)
        if half == 0 { hashes.0 = hasher.finalize() } else { hashes.1 = hasher.finalize() }
      }
    }
    nameEnd = Self.shownEnd(of: bytes)
    isCut = true
    // A longer piece of memory would stay as long as this value.
    bytes = Array(bytes[..<nameEnd])
    withUnsafeBytes(of: &hashes) { bytes += $0 }
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
    if bytes.count > Self.limit { shorten() }
    // A session is part of its file, unless the user says how to tell sessions apart.
    if isChosen, isNamed { return }
    bytes.append(0)
    var file = UInt32(file)
    withUnsafeBytes(of: &file) { bytes += $0 }
  }
}
