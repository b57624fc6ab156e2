/// A reason why a text can't be the regular expression of a key.
struct PatternFault: Error {
  /// The reason, which goes on after "it".
  var message: String
}

/// Reads regular expressions in the usual syntax: characters, `.`, classes, `\d`, `\w`, `\s`, `\b`, `^`, `$`, groups,
/// alternatives and repetitions.
///
/// Everything that would need more work than a constant for each character of a line is left out.
struct PatternParser {
  /// The number of bytes that a pattern may have.
  static let sizeLimit = 1_000
  /// The number of groups that may be inside of each other.
  private static let depthLimit = 50
  /// The number that a repetition may name.
  private static let countLimit = 1_000

  private let scalars: [Unicode.Scalar]
  private var next = 0
  private var depth = 0
  private var groupCount = 0

  private init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// Returns the parts of a regular expression, of which the first group is the key.
  /// - Throws: If the text isn't a regular expression of this syntax, has no group, or is too large.
  static func parse(_ text: String) throws(PatternFault) -> PatternNode {
    guard text.utf8.count <= sizeLimit else {
      throw PatternFault(message: "has more than \(sizeLimit) bytes; write a shorter expression")
    }
    var parser = PatternParser(text)
    let node = try parser.alternatives()
    if parser.next < parser.scalars.count { throw fault("a `)` has no `(`") }
    guard parser.groupCount > 0 else { throw PatternFault(message: "has no group; put parentheses around the key") }
    return node
  }

  private static func fault(_ reason: String) -> PatternFault {
    PatternFault(message: "is not a regular expression: \(reason)")
  }

  private func fault(_ reason: String) -> PatternFault { Self.fault(reason) }

  private var current: Unicode.Scalar? { next < scalars.count ? scalars[next] : nil }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard current == scalar else { return false }
    next += 1
    return true
  }

  private mutating func skip(_ text: String) -> Bool {
    guard scalars[next...].starts(with: text.unicodeScalars) else { return false }
    next += text.unicodeScalars.count
    return true
  }

  // MARK: Parts

  private mutating func alternatives() throws(PatternFault) -> PatternNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      throw PatternFault(
        message: "has groups inside of more than \(Self.depthLimit) others; write a simpler expression")
    }
    var all = [try sequence()]
    while skip("|" as Unicode.Scalar) { all.append(try sequence()) }
    return all.count == 1 ? all[0] : .alternatives(all)
  }

  private mutating func sequence() throws(PatternFault) -> PatternNode {
    var parts: [PatternNode] = []
    while let scalar = current, scalar != "|", scalar != ")" { parts.append(try repetition(of: try part())) }
    return parts.count == 1 ? parts[0] : parts.isEmpty ? .empty : .sequence(parts)
  }

  private mutating func part() throws(PatternFault) -> PatternNode {
    guard let scalar = current else { return .empty }
    next += 1
    switch scalar {
    case "(": return try group()
    case "[": return .character(try characterClass())
    case ".": return .character(.any)
    case "^": return .place(.start)
    case "$": return .place(.end)
    case "*", "+", "?": throw fault("there is nothing that `\(scalar)` could repeat")
    case "{": throw fault("write `\\{` for a brace")
    case "\\":
      if skip("b" as Unicode.Scalar) { return .place(.wordBoundary) }
      if skip("B" as Unicode.Scalar) { return .place(.insideOrOutsideOfWord) }
      return .character(CharacterSet(items: [try escape()]))
    default: return .character(.one(scalar))
    }
  }

  private mutating func group() throws(PatternFault) -> PatternNode {
    var isKey = false
    if !skip("?" as Unicode.Scalar) {
      groupCount += 1
      isKey = groupCount == 1
    } else if !skip(":" as Unicode.Scalar) {
      guard skipName() else {
        throw fault("of the groups with `(?`, only `(?:…)` and `(?<name>…)` can be used here")
      }
      groupCount += 1
      isKey = groupCount == 1
    }
    let inside = try alternatives()
    guard skip(")" as Unicode.Scalar) else { throw fault("a `(` has no `)`") }
    return isKey ? .key(inside) : inside
  }

  /// Skips the name of a group.
  /// - Returns: Whether there is one.
  private mutating func skipName() -> Bool {
    guard skip("<") || skip("P<"), let end = scalars[next...].firstIndex(of: ">"), end > next,
      scalars[next..<end].allSatisfy(\.isWordCharacter)
    else { return false }
    next = end + 1
    return true
  }

  private mutating func repetition(of part: PatternNode) throws(PatternFault) -> PatternNode {
    let counts: (least: Int, most: Int?)
    if skip("*" as Unicode.Scalar) {
      counts = (0, nil)
    } else if skip("+" as Unicode.Scalar) {
      counts = (1, nil)
    } else if skip("?" as Unicode.Scalar) {
      counts = (0, 1)
    } else if skip("{" as Unicode.Scalar) {
      counts = try braces()
    } else {
      return part
    }
    let isLazy = skip("?" as Unicode.Scalar)
    if let scalar = current, ["*", "+", "?", "{"].contains(scalar) {
      throw fault("`\(scalar)` follows another repetition; put parentheses around what it repeats")
    }
    return .repetition(part, least: counts.least, most: counts.most, isLazy: isLazy)
  }

  /// Returns the numbers of `{2}`, `{2,}` or `{2,3}`, of which the brace has been read.
  private mutating func braces() throws(PatternFault) -> (least: Int, most: Int?) {
    guard let least = try number() else { throw fault("a `{` needs a number, as in `{2}`, `{2,}` and `{2,3}`") }
    var most: Int? = least
    if skip("," as Unicode.Scalar) { most = try number() }
    guard skip("}" as Unicode.Scalar) else { throw fault("a `{` needs a number, as in `{2}`, `{2,}` and `{2,3}`") }
    if let most, most < least { throw fault("of `{\(least),\(most)}`, the second number is less than the first") }
    return (least, most)
  }

  private mutating func number() throws(PatternFault) -> Int? {
    let digits = scalars[next...].prefix { ("0"..."9").contains($0) }
    guard !digits.isEmpty else { return nil }
    next += digits.count
    guard digits.count <= 4, let number = Int(String(String.UnicodeScalarView(digits))), number <= Self.countLimit
    else {
      throw PatternFault(message: "repeats a part more than \(Self.countLimit) times; use `*` or `+`")
    }
    return number
  }

  // MARK: Characters

  private mutating func characterClass() throws(PatternFault) -> CharacterSet {
    var set = CharacterSet(items: [])
    set.isInverted = skip("^" as Unicode.Scalar)
    var isFirst = true
    while let scalar = current, isFirst || scalar != "]" {
      isFirst = false
      if scalar == "[" { throw fault("write `\\[` for a bracket in a class") }
      let item = try classItem()
      guard case .range(let low) = item.item, !item.isInverted, current == "-", scalars.dropFirst(next + 1).first != "]"
      else {
        set.items.append(item)
        continue
      }
      next += 1
      guard current != nil, case (.range(let high), false) = try classItem(), low.lowerBound <= high.lowerBound else {
        throw fault("the end of a range in a class, such as `a-z`, has to be a character after its beginning")
      }
      set.items.append((.range(low.lowerBound...high.lowerBound), false))
    }
    guard skip("]" as Unicode.Scalar) else { throw fault("a `[` has no `]`") }
    return set
  }

  private mutating func classItem() throws(PatternFault) -> (item: CharacterSet.Item, isInverted: Bool) {
    guard let scalar = current else { throw fault("a `[` has no `]`") }
    next += 1
    return scalar == "\\" ? try escape() : (.range(scalar.value...scalar.value), false)
  }

  /// Returns what is behind a backslash.
  private mutating func escape() throws(PatternFault) -> (item: CharacterSet.Item, isInverted: Bool) {
    guard let scalar = current else { throw fault("nothing follows the last `\\`") }
    next += 1
    func one(_ value: UInt32) -> (CharacterSet.Item, Bool) { (.range(value...value), false) }
    switch scalar {
    case "d": return (.digit, false)
    case "D": return (.digit, true)
    case "w": return (.word, false)
    case "W": return (.word, true)
    case "s": return (.space, false)
    case "S": return (.space, true)
    case "t": return one(0x09)
    case "n": return one(0x0A)
    case "r": return one(0x0D)
    case "f": return one(0x0C)
    case "e": return one(0x1B)
    case "1"..."9": throw fault("`\\\(scalar)`, the text of a group again, can't be used here")
    default:
      guard !scalar.isWordCharacter || scalar == "_" else { throw fault("`\\\(scalar)` can't be used here") }
      return one(scalar.value)
    }
  }
}
