import LifelineSource

/// Shortens the names of the standard library in generated code.
///
/// All code is written with `Swift.` in front of these names. That is needed only where something else in the file has such a
/// name, such as a state that is called `min`, or a type of the spec. `_Concurrency.` stays in front of names that many apps
/// give types of their own, such as `Task`.
struct StandardNames {
  private let code: [UInt8]
  private var position = 0
  /// The name of a module with a dot in the code, wherever it may go, and the name behind it.
  private var qualified: [(qualifier: Range<Int>, name: ArraySlice<UInt8>)] = []
  /// The names that stand alone somewhere in the code, each as often as it does.
  private var alone: [ArraySlice<UInt8>] = []

  private static let library = Array("Swift".utf8)
  private static let concurrency = (module: Array("_Concurrency".utf8), name: Array("AsyncStream".utf8))

  /// Returns the code without the `Swift.` that it doesn't need.
  ///
  /// - Parameter taken: Names that hide those of the standard library although the code doesn't mention them.
  static func shorten(_ code: [UInt8], beside taken: some Sequence<String> = []) -> [UInt8] {
    var names = StandardNames(code: code)
    names.scan()
    for name in taken { names.alone.append(Array(name.utf8)[...]) }
    let hidden = names.hidden
    var result: [UInt8] = []
    result.reserveCapacity(code.count)
    var end = 0
    for (qualifier, name) in names.qualified where !hidden.contains(name) {
      result += code[end..<qualifier.lowerBound]
      end = qualifier.upperBound
    }
    return result + code[end...]
  }

  private init(code: [UInt8]) { self.code = code }

  /// The names behind `Swift.` that also stand alone.
  private var hidden: Set<ArraySlice<UInt8>> {
    let names = Set(qualified.map(\.name))
    // Most names are others, which their first byte and their length tell without hashing.
    var lengths = Array(repeating: UInt64(0), count: 256)
    func length(_ name: ArraySlice<UInt8>) -> UInt64 { 1 << UInt64(min(name.count, 63)) }
    for name in names { lengths[Int(name.first ?? 0)] |= length(name) }
    return Set(alone.filter { lengths[Int($0.first ?? 0)] & length($0) != 0 && names.contains($0) })
  }

  private mutating func scan() {
    while position < code.count {
      let byte = code[position]
      if byte == UInt8(ascii: "/"), starts("//") {
        skip(to: "\n")
      } else if byte == UInt8(ascii: "#"), starts("#\"\"\"") {
        position += 4
        skip(to: "\"\"\"#")
      } else if byte == UInt8(ascii: "\"") {
        skipLiteral()
      } else if Self.isPartOfName(byte) {
        scanName()
      } else {
        position += 1
      }
    }
  }

  private mutating func scanName() {
    let start = position
    let name = takeName()
    let isMember = start > 0 && ".@".utf8.contains(code[start - 1])
    if isMember { return }
    let isConcurrency = name.elementsEqual(Self.concurrency.module)
    guard isConcurrency || name.elementsEqual(Self.library), position + 1 < code.count,
      code[position] == UInt8(ascii: "."), Self.isPartOfName(code[position + 1])
    else {
      alone.append(name)
      return
    }
    position += 1
    let qualifier = start..<position
    let member = takeName()
    if !isConcurrency || member.elementsEqual(Self.concurrency.name) { qualified.append((qualifier, member)) }
  }

  private mutating func takeName() -> ArraySlice<UInt8> {
    let start = position
    while position < code.count, Self.isPartOfName(code[position]) { position += 1 }
    return code[start..<position]
  }

  /// Skips a literal, whose interpolations contain code.
  private mutating func skipLiteral() {
    if starts("\"\"\"") {
      position += 3
      return skip(to: "\"\"\"")
    }
    position += 1
    var depth = 0
    while position < code.count, code[position] != UInt8(ascii: "\n") {
      switch code[position] {
      case UInt8(ascii: "\\") where depth == 0:
        if position + 1 < code.count, code[position + 1] == UInt8(ascii: "(") { depth = 1 }
        position += 2
      case UInt8(ascii: "\"") where depth == 0:
        position += 1
        return
      case UInt8(ascii: "\""): skipLiteral()
      case UInt8(ascii: "(") where depth > 0:
        depth += 1
        position += 1
      case UInt8(ascii: ")") where depth > 0:
        depth -= 1
        position += 1
      default: position += 1
      }
    }
  }

  private func starts(_ text: StaticString) -> Bool {
    code.count - position >= text.utf8CodeUnitCount
      && (0..<text.utf8CodeUnitCount).allSatisfy { code[position + $0] == text.utf8Start[$0] }
  }

  /// Goes behind the next `end`.
  private mutating func skip(to end: StaticString) {
    while position < code.count, !starts(end) { position += 1 }
    position = min(code.count, position + end.utf8CodeUnitCount)
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool { isIdentifierByte(byte) || byte >= 0x80 }
}
