/// Translates the names that Swift prints for methods (`#function`) into selectors.
enum SwiftNames {
  /// Returns the selectors that a method may have, the likeliest one first: `application:didFinishLaunchingWithOptions:` for
  /// `application(_:didFinishLaunchingWithOptions:)`, and `initWithCoder:` for `init(coder:)`.
  static func selectors(of name: String) -> [String] {
    if name == "deinit" { return ["dealloc"] }
    guard let open = name.firstIndex(of: "("), name.last == ")" else { return [] }
    let base = String(name[..<open])
    let labels = name[name.index(after: open)...].dropLast().split(separator: ":").map(String.init)
    guard let first = labels.first else { return [base] }
    let rest = labels.dropFirst().map { $0 == "_" ? ":" : $0 + ":" }.joined()
    if first == "_" { return [base + ":" + rest] }
    let label = first.prefix(1).uppercased() + first.dropFirst()
    // Swift adds `With`, unless the label begins with a preposition.
    return [base + "With" + label + ":" + rest, base + label + ":" + rest]
  }

  /// Returns whether a method may have `selector`, of which Swift leaves out words: `scene(_:willConnectTo:options:)` is
  /// `scene:willConnectToSession:options:`, since Swift drops the words at the end of a piece that name the type of its
  /// argument.
  static func isShortened(_ name: String, of selector: String) -> Bool {
    let pieces = selector.split(separator: ":", omittingEmptySubsequences: false).dropLast()
    return selectors(of: name).contains { short in
      let shortPieces = short.split(separator: ":", omittingEmptySubsequences: false).dropLast()
      return !pieces.isEmpty && pieces.count == shortPieces.count
        && zip(shortPieces, pieces).allSatisfy { short, whole in
          whole.hasPrefix(short) && isWordStart(whole.index(whole.startIndex, offsetBy: short.count), in: whole)
        }
    }
  }

  /// Returns whether a word begins at an index, or the text ends there: a capital behind a small letter, or the last of
  /// several capitals.
  private static func isWordStart(_ index: Substring.Index, in text: Substring) -> Bool {
    guard index < text.endIndex, index > text.startIndex else { return true }
    guard text[index].isUppercase else { return false }
    if !text[text.index(before: index)].isUppercase { return true }
    let next = text.index(after: index)
    return next < text.endIndex && text[next].isLowercase
  }

  /// Returns the part of a name in front of its labels.
  static func base(of name: String) -> String { String(name.prefix { $0 != "(" }) }
}
