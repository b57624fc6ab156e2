import LifelineLanguage
import LifelineYAML
import TestSupport

/// A spec that is written again with its keys in a random order, in random styles, and with random comments.
struct ScrambledSpec {
  /// A comment, and the key to which it belongs.
  struct Comment {
    var text: String
    /// The keys that lead to its key, with the indices of items.
    var path: [String]
    /// Whether the comment is beside the key or its value, and not above the key.
    var isBeside: Bool
  }

  private(set) var text = ""
  private(set) var comments: [Comment] = []
  /// Whether the last value is a text below `|`.
  private(set) var endsWithBlockText = false
  private var random: SplitMix64
  private let parts: Set<String>
  /// The number of keys that have been shuffled.
  private(set) var shuffledCount = 0

  /// Writes a spec again.
  init(_ root: YAMLNode, _ random: inout SplitMix64) {
    var parts: Set<String> = []
    if case .mapping(let entries) = root.content, let node = entries.first(where: { $0.key == "parts" })?.value,
      case .mapping(let names) = node.content
    {
      parts = Set(names.map(\.key))
    }
    (self.parts, self.random) = (parts, random)
    if self.random.happens(50) { text += "# the head\n" + (self.random.happens(50) ? "\n" : "") }
    writeBlock(root, at: .spec, path: [], indentation: 0)
    // The first comments are taken for the head of the file.
    if !text.hasPrefix("# the head\n\n") {
      comments.removeFirst(comments.prefix { !$0.isBeside && $0.path.count == 1 }.count)
    }
    if self.random.happens(30) { text += (self.random.happens(50) ? "\n" : "") + "# the end of the file\n" }
    random = self.random
  }

  private mutating func comment(_ path: [String], beside isBeside: Bool) -> String {
    let comment = Comment(text: "# \(comments.count): \(path.last ?? "")", path: path, isBeside: isBeside)
    comments.append(comment)
    return comment.text
  }

  private mutating func entries(_ node: YAMLNode, at place: SpecPlace) -> [(entry: YAMLEntry, place: SpecPlace)] {
    guard case .mapping(let entries) = node.content else { return [] }
    let keys = entries.map(\.key)
    let isFree = place.writtenOrder(of: keys) != nil
    if isFree, entries.count > 1 { shuffledCount += 1 }
    return (isFree ? entries.shuffled(using: &random) : entries).map { entry in
      (entry, place.value(of: entry.key, among: keys) { parts.contains($0) })
    }
  }

  // MARK: Blocks

  /// Writes the keys of a mapping on lines of their own.
  /// - Parameter isBehindDash: Whether the first key is on the line of a dash.
  private mutating func writeBlock(
    _ node: YAMLNode, at place: SpecPlace, path: [String], indentation: Int, isBehindDash: Bool = false
  ) {
    let spaces = String(repeating: " ", count: indentation)
    for (index, (entry, place)) in entries(node, at: place).enumerated() {
      let path = path + [entry.key]
      if index > 0 || !isBehindDash {
        if index > 0, random.happens(15) { text += "\n" }
        if random.happens(20) { text += spaces + comment(path, beside: false) + "\n" }
        if random.happens(5) { text += spaces + comment(path, beside: false) + "\n" }
        text += spaces
      }
      text += key(entry.key) + ":"
      writeValue(entry.value, at: place, path: path, indentation: indentation)
    }
  }

  /// Writes what follows a colon, to the end of its line.
  private mutating func writeValue(
    _ node: YAMLNode, at place: SpecPlace, path: [String], indentation: Int, isItem: Bool = false
  ) {
    let deeper = indentation + random.element([2, 2, 2, 4])
    endsWithBlockText = false
    func aside(_ self: inout Self) -> String {
      self.random.happens(15) ? "  " + self.comment(path, beside: true) + "\n" : "\n"
    }
    switch node.content {
    case .scalar(let scalar):
      if scalar.style == .literal || scalar.style == .folded {
        text += scalar.text.hasSuffix("\n") ? " |" : " |-"
        text += aside(&self)
        endsWithBlockText = true
        let lines = scalar.text.split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines.dropLast(scalar.text.hasSuffix("\n") ? 1 : 0) {
          text += (line.isEmpty ? "" : String(repeating: " ", count: deeper)) + line + "\n"
        }
      } else {
        text += (scalar.text.isEmpty && scalar.style == .plain ? "" : " ") + flow(scalar)
        text += aside(&self)
      }
    case .sequence(let items):
      if canFlow(node), items.isEmpty || random.happens(50) {
        text += " " + flow(node, at: place, path: path, column: nil)
        text += aside(&self)
      } else {
        text += aside(&self)
        let dash = !isItem && random.happens(20) ? indentation : deeper
        for (index, item) in items.enumerated() {
          writeItem(item, at: place, path: path + ["\(index)"], indentation: dash)
        }
      }
    case .mapping(let entries):
      if canFlow(node), entries.isEmpty || random.happens(40) {
        text += " " + flow(node, at: place, path: path, column: random.happens(40) ? deeper : nil)
        text += aside(&self)
      } else {
        text += aside(&self)
        writeBlock(node, at: place, path: path, indentation: deeper)
      }
    }
    if random.happens(3), !text.hasSuffix("|\n") {
      text += String(repeating: " ", count: indentation + 1) + "# below, and deeper\n"
    }
  }

  private mutating func writeItem(_ node: YAMLNode, at place: SpecPlace, path: [String], indentation: Int) {
    let spaces = String(repeating: " ", count: indentation)
    if random.happens(10) { text += spaces + "# above an item\n" }
    text += spaces + "-"
    if case .mapping(let entries) = node.content, !entries.isEmpty, !canFlow(node) || random.happens(60) {
      text += " "
      writeBlock(node, at: place, path: path, indentation: indentation + 2, isBehindDash: true)
    } else {
      writeValue(node, at: place, path: path, indentation: indentation, isItem: true)
    }
  }

  // MARK: Flow

  private func canFlow(_ node: YAMLNode) -> Bool {
    switch node.content {
    case .scalar(let scalar):
      switch scalar.style {
      case .plain: !scalar.text.contains { ",[]{}\n".contains($0) }
      case .singleQuoted, .doubleQuoted: true
      case .literal, .folded: false
      }
    case .sequence(let items): items.allSatisfy(canFlow)
    case .mapping(let entries): entries.allSatisfy { canFlow($0.value) && !$0.key.contains { ",[]{}".contains($0) } }
    }
  }

  private func flow(_ scalar: YAMLScalar) -> String {
    scalar.style == .plain ? scalar.text.replacing("\n", with: " ") : quoted(scalar.text)
  }

  private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
  }

  private func key(_ name: String) -> String {
    let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || "-_. ".contains($0) }
    return isPlain && !name.isEmpty && name.first != "-" && name.first != " " && name.last != " " ? name : quoted(name)
  }

  /// Returns a node between brackets or braces.
  /// - Parameter column: The column of the keys of a mapping on several lines; `nil` for one line.
  private mutating func flow(_ node: YAMLNode, at place: SpecPlace, path: [String], column: Int?) -> String {
    switch node.content {
    case .scalar(let scalar): return flow(scalar)
    case .sequence(let items):
      let texts = items.enumerated().map { flow($1, at: place, path: path + ["\($0)"], column: nil) }
      return "[" + texts.joined(separator: ", ") + "]"
    case .mapping:
      let entries = entries(node, at: place)
      let space = column.map { "\n" + String(repeating: " ", count: $0) }
      var result = "{"
      for (index, (entry, place)) in entries.enumerated() {
        let path = path + [entry.key]
        if let space {
          if random.happens(20) { result += space + comment(path, beside: false) }
          result += space
        } else if index > 0 {
          result += " "
        }
        result += key(entry.key) + ": " + flow(entry.value, at: place, path: path, column: nil)
        if index + 1 < entries.count { result += "," }
        if space != nil, random.happens(20) { result += " " + comment(path, beside: true) }
      }
      return result + (column.map { "\n" + String(repeating: " ", count: max(0, $0 - 1)) } ?? "") + "}"
    }
  }
}
