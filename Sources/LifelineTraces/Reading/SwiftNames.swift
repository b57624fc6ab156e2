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

  /// Returns the part of a name in front of its labels.
  static func base(of name: String) -> String { String(name.prefix { $0 != "(" }) }
}
