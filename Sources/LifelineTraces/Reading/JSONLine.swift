import LifelineReporting
import LifelineSource

/// Reads lines that are JSON objects (RFC 8259), and keeps the values of some members.
///
/// libyaml would read them, too, but it makes a tree of a document, which takes many times as long as the judgement of
/// a call; and the core does without Foundation, whose reader makes one, too. So this checks the grammar of a line and copies
/// nothing but the values that are asked for.
struct JSONLine {
  /// The members that mean something in a trace.
  enum Member: Int, CaseIterable {
    case callback, selector, event, state, session, instance, `class`, part, time, line
    /// An object, whose text is kept.
    case arguments
    /// The members of the objects that `log show` prints.
    case eventMessage, timestamp
    /// The member whose name the reader was given, such as that of `--by`.
    case key
    /// The other members whose names the reader was given.
    case other, third, fourth
  }

  /// The reason that a line can't be read.
  struct Fault: Error {
    /// The number of bytes before the fault.
    var offset: Int
    var reason: String
    /// The character with which the line begins, if it isn't that of an object.
    var firstCharacter: String?

    /// The reason as a message about the line.
    var message: String {
      firstCharacter.map { "the line must be a JSON object: it begins with `\($0)`, not with `{`" }
        ?? "this line is no JSON object: after \(counted(offset, "byte")), \(reason)"
    }
  }

  /// The values of members, one behind the other: texts without quotes and escapes, and other scalars as they are written.
  private(set) var values: [UInt8] = []
  private var ranges: [Range<Int>?] = Array(repeating: nil, count: Member.allCases.count)
  private var areTexts: [Bool] = Array(repeating: false, count: Member.allCases.count)
  private let names: [(name: [UInt8], member: Member)]
  /// The members that were asked for besides those that always mean something.
  private let further: [(name: [UInt8], member: Member)]

  /// The greatest depth of values in values.
  static let depthLimit = 128

  /// Creates a reader.
  /// - Parameters:
  ///   - key: The name of a member whose value is kept as ``Member/key``.
  ///   - other: The name of a member whose value is kept as ``Member/other``.
  ///   - third: The name of a member whose value is kept as ``Member/third``.
  ///   - fourth: The name of a member whose value is kept as ``Member/fourth``.
  ///   - keepsArguments: Whether ``Member/arguments`` is kept.
  ///   - keepsState: Whether ``Member/state`` is kept.
  init(
    key: String?, another other: String? = nil, and third: String? = nil, and fourth: String? = nil,
    keepsArguments: Bool = false, keepsState: Bool = false
  ) {
    let given: [(String?, Member)] = [(key, .key), (other, .other), (third, .third), (fourth, .fourth)]
    names = Member.allCases.filter { member in
      !given.contains { $0.1 == member } && (keepsArguments || member != .arguments)
        && (keepsState || member != .state)
    }.map { (Array("\($0)".utf8), $0) }
    further = given.compactMap { name, member in name.map { (Array($0.utf8), member) } }
  }

  /// Returns the value of a member in ``values``; `nil` if it isn't there, or is an array, an object or `null`. Of
  /// ``Member/arguments``, it is the text of an object.
  func value(of member: Member) -> Range<Int>? { ranges[member.rawValue] }

  /// Returns whether the value of a member is a text.
  func isText(_ member: Member) -> Bool { areTexts[member.rawValue] }

  /// Reads a line.
  /// - Throws: If the line is no JSON object. The values of its beginning may have been kept.
  mutating func read(_ bytes: [UInt8], in range: Range<Int>) throws(Fault) {
    values.removeAll(keepingCapacity: true)
    for index in ranges.indices { ranges[index] = nil }
    var scanner = JSONScanner(bytes: bytes, in: range)
    scanner.skipBlanks()
    if let first = scanner.next, first != UInt8(ascii: "{") {
      // No character has more than four bytes.
      let text = String(decoding: bytes[scanner.offset..<min(scanner.offset + 4, range.upperBound)], as: UTF8.self)
      throw Fault(
        offset: scanner.offset - range.lowerBound, reason: "an object begins with `{`",
        firstCharacter: VisibleText.escaped(String(text.unicodeScalars.prefix(1))))
    }
    do throws(JSONFault) {
      try readObject(&scanner)
    } catch {
      throw Fault(offset: error.offset, reason: Self.words(for: error.reason))
    }
  }

  private static func words(for reason: JSONFault.Reason) -> String {
    switch reason {
    case .textEnds: "the line ends within the object"
    case .textGoesOn: "the line goes on after the object"
    case .mistake(let mistake): mistake
    }
  }

  private mutating func readObject(_ scanner: inout JSONScanner) throws(JSONFault) {
    try scanner.expect("{")
    scanner.skipBlanks()
    if scanner.take("}") { return try scanner.expectEnd() }
    repeat {
      scanner.skipBlanks()
      let nameStart = values.count
      try scanner.copyName(to: &values)
      let members = members(named: nameStart..<values.count)
      values.removeLast(values.count - nameStart)
      scanner.skipBlanks()
      try scanner.expect(":")
      scanner.skipBlanks()
      if members.first == nil, members.second == nil {
        try scanner.skipValue(depth: Self.depthLimit)
      } else {
        try readValue(of: members, &scanner)
      }
    } while try scanner.takeSeparator(orEnd: "}")
    try scanner.expectEnd()
  }

  private func members(named range: Range<Int>) -> (first: Member?, second: Member?) {
    func member(among members: [(name: [UInt8], member: Member)]) -> Member? {
      for (name, member) in members where name.count == range.count && name.elementsEqual(values[range]) {
        return member
      }
      return nil
    }
    return (member(among: names), member(among: further))
  }

  private mutating func readValue(
    of members: (first: Member?, second: Member?), _ scanner: inout JSONScanner
  ) throws(JSONFault) {
    let start = values.count
    let isText = scanner.next == UInt8(ascii: "\"")
    var range: Range<Int>?
    if isText {
      try scanner.copyString(to: &values)
      range = start..<values.count
    } else {
      let valueStart = scanner.offset
      try scanner.skipValue(depth: Self.depthLimit)
      let first = scanner.bytes[valueStart]
      let isObject = first == UInt8(ascii: "{")
      let isWanted = members.first == .arguments ? isObject : !isObject && first != UInt8(ascii: "[")
      if isWanted, first != UInt8(ascii: "n") {
        values += scanner.bytes[valueStart..<scanner.offset]
        range = start..<values.count
      }
    }
    for member in [members.first, members.second].compactMap(\.self) {
      ranges[member.rawValue] = member != .arguments && members.first == .arguments && !isText ? nil : range
      areTexts[member.rawValue] = isText
    }
  }
}
