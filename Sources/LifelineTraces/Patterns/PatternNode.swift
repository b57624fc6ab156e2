/// A part of a regular expression.
indirect enum PatternNode {
  /// Nothing.
  case empty
  /// A character of a set.
  case character(CharacterSet)
  /// A place in the line.
  case place(PatternPlace)
  case sequence([PatternNode])
  /// One of several parts, the first that fits.
  case alternatives([PatternNode])
  /// A group of which the text is wanted.
  case key(PatternNode)
  /// A part again and again.
  case repetition(PatternNode, least: Int, most: Int?, isLazy: Bool)
}

/// A place between two characters.
enum PatternPlace {
  case start
  case end
  case wordBoundary
  case insideOrOutsideOfWord
}

/// The characters of a class, such as `[a-z_]`, or a single one.
struct CharacterSet {
  enum Item {
    case range(ClosedRange<UInt32>)
    case digit
    case word
    case space
  }

  /// The items, and whether the set has the characters that an item doesn't have.
  var items: [(item: Item, isInverted: Bool)]
  var isInverted = false

  static let any = CharacterSet(items: [], isInverted: true)

  static func one(_ scalar: Unicode.Scalar) -> CharacterSet {
    CharacterSet(items: [(.range(scalar.value...scalar.value), false)])
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    items.contains { $0.item.contains(scalar) != $0.isInverted } != isInverted
  }
}

extension CharacterSet.Item {
  fileprivate func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .range(let range): range.contains(scalar.value)
    case .digit: scalar.properties.numericType == .decimal
    case .word: scalar.isWordCharacter
    case .space: scalar.properties.isWhitespace
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character is a letter, a digit or an underscore.
  var isWordCharacter: Bool {
    if isASCII {
      return switch value {
      case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
      default: false
      }
    }
    return properties.isAlphabetic || properties.numericType == .decimal
  }
}
