/// The key of the session that a call belongs to.
struct SessionKey {
  /// The key; with it the number of the file, if keys are those of a file.
  private(set) var bytes: [UInt8] = []
  /// Whether the line has a key. If it has none, the file is its session.
  private(set) var isNamed = false
  /// Whether the key is the address of an object, which another object may have later.
  private(set) var hasAddress = false
  private var nameEnd = 0
  /// Whether the user says how to tell sessions apart.
  private let isChosen: Bool
  private let pattern: KeyPattern?
  /// Whether the receivers are parts of the machine, and no sessions.
  private let hasParts: Bool

  /// Creates the keys of a machine's logs.
  /// - Parameter key: The member of objects, or the regular expression, that tells sessions apart; `nil` for receivers.
  init(_ key: String?, hasParts: Bool) {
    isChosen = key != nil
    pattern = key.map(KeyPattern.init)
    self.hasParts = hasParts
  }

  /// The key as users know it.
  var name: String { String(decoding: bytes[..<nameEnd], as: UTF8.self) }

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
      } else if let found = pattern?.key(of: line, in: range) {
        bytes += found
        isNamed = true
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

  private mutating func begin() {
    bytes.removeAll(keepingCapacity: true)
    isNamed = false
    hasAddress = false
  }

  private mutating func end(_ file: Int) {
    nameEnd = bytes.count
    // A session is part of its file, unless the user says how to tell sessions apart.
    if isChosen, isNamed { return }
    bytes.append(0)
    var file = UInt32(file)
    withUnsafeBytes(of: &file) { bytes += $0 }
  }
}
