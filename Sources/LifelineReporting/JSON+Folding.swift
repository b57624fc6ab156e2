extension JSON {
  /// Returns the value as text for programs that people read as well: what fits into a line of `width` bytes is on one
  /// line. The items of everything else are on lines of their own, which texts, numbers and the like of an object share.
  package func foldedText(width: Int = 120) -> String {
    var text = ""
    write(into: &text, after: 0, depth: 0, width: width)
    return text
  }

  /// - Parameters:
  ///   - used: The number of bytes on the line before the value.
  ///   - depth: The depth of the line, in steps of two spaces. The values have a bounded depth, so the function recurses.
  private func write(into text: inout String, after used: Int, depth: Int, width: Int) {
    if let line = line(of: width - used) {
      text += line
      return
    }
    let (outer, inner) = (String(repeating: "  ", count: depth), String(repeating: "  ", count: depth + 1))
    switch self {
    case .object(let members):
      text += "{"
      // The bytes on the current line; `nil` if nothing else belongs there.
      var shared: Int?
      for (index, member) in members.enumerated() {
        let name = JSON.string(member.name).text + ": "
        let scalar = member.value.isScalar ? name + member.value.text : nil
        if let scalar, let filled = shared, filled + 2 + scalar.utf8.count < width {
          text += ", " + scalar
          shared = filled + 2 + scalar.utf8.count
          continue
        }
        text += (index == 0 ? "\n" : ",\n") + inner + (scalar ?? name)
        shared = scalar.map { inner.utf8.count + $0.utf8.count }
        if scalar != nil { continue }
        member.value.write(
          into: &text, after: inner.utf8.count + name.utf8.count, depth: depth + 1, width: width)
      }
      text += (members.isEmpty ? "" : "\n" + outer) + "}"
    case .array(let items, _):
      text += "["
      for (index, item) in items.enumerated() {
        text += (index == 0 ? "\n" : ",\n") + inner
        item.write(into: &text, after: inner.utf8.count, depth: depth + 1, width: width)
      }
      text += (items.isEmpty ? "" : "\n" + outer) + "]"
    case .string, .number, .bool, .null: text += self.text
    }
  }

  private var isScalar: Bool {
    switch self {
    case .string, .number, .bool, .null: true
    case .array, .object: false
    }
  }

  /// Returns the value on one line; `nil` if that is longer than `limit`. It looks at no more than the limit.
  private func line(of limit: Int) -> String? {
    var line = ""
    return append(to: &line, limit) ? line : nil
  }

  /// Appends the value to a line, and returns whether the line is within the limit.
  private func append(to line: inout String, _ limit: Int) -> Bool {
    switch self {
    case .object(let members):
      line += "{"
      for (index, member) in members.enumerated() {
        line += (index == 0 ? "" : ", ") + JSON.string(member.name).text + ": "
        if line.utf8.count > limit || !member.value.append(to: &line, limit) { return false }
      }
      line += "}"
    case .array(let items, _):
      line += "["
      for (index, item) in items.enumerated() {
        if index > 0 { line += ", " }
        if !item.append(to: &line, limit) { return false }
      }
      line += "]"
    case .string(let text):
      if text.utf8.count > limit { return false }
      line += self.text
    case .number, .bool, .null: line += text
    }
    return line.utf8.count <= limit
  }
}
