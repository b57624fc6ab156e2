import LifelineModel
import LifelineTemplating

/// A history in its stored form: the full paths of the states that it remembers.
struct StoredHistoryView: TemplateView {
  var path: String
  var encoding: [String]
  var decoding: [String]

  static let keys: ViewKeys<Self> = [
    "key": .text({ "\"\($0.path)\"" }, "The coding key: the history's full path."),
    "encoding": .texts(\.encoding, "The lines that encode the memory into `histories`, if there is one."),
    "decoding": .texts(
      \.decoding,
      "The lines that restore the memory from `paths`, and set `isPossible` to whether it can be remembered."),
  ]
}

extension DeclarationViews {
  /// Returns the stored form of a history.
  func makeStoredHistory(_ memory: HistoryMemory) -> StoredHistoryView {
    let path = machine[memory.history].path
    let key = "\"\(path)\""
    let (encoding, decoding): ([String], [String]) =
      if let flag = memory.flag {
        (
          ["if \(flag) { try histories.encode([Swift.String](), forKey: \(key)) }"],
          ["\(flag) = true", "isPossible = paths.isEmpty"]
        )
      } else if !memory.isDeep {
        (encodingOfChild(memory, key), decodingOfChild(memory))
      } else if layout.hasRegions {
        (encodingOfRegions(memory, key), decodingOfRegions(memory))
      } else {
        (encodingOfState(memory, key), decodingOfState(memory))
      }
    return StoredHistoryView(path: path, encoding: encoding, decoding: decoding)
  }

  // MARK: - A child of the history's parent

  /// The children that a shallow history can remember, with the position that stands for each.
  private func children(_ memory: HistoryMemory) -> [(child: ID<State>, position: String)] {
    machine.properChildren(of: memory.parent).compactMap { child in
      layout.restingPositions(of: child).first.map { (child, names.regions.positionCase($0)) }
    }
  }

  private func encodingOfChild(_ memory: HistoryMemory, _ key: String) -> [String] {
    guard let part = memory.parts.first else { return [] }
    let suffix = part.none == "nil" ? "?" : ""
    return ["switch \(part.name) {"]
      + children(memory).map { child, position in
        "case .\(position)\(suffix): try histories.encode([\"\(machine[child].path)\"], forKey: \(key))"
      } + ["default: break", "}"]
  }

  private func decodingOfChild(_ memory: HistoryMemory) -> [String] {
    guard let part = memory.parts.first else { return [] }
    let type = names.regions.type(of: memory.parent)
    return ["switch paths {"]
      + children(memory).map { child, position in
        "case [\"\(machine[child].path)\"]: (\(part.name), isPossible) = (\(type).\(position), true)"
      } + ["default: isPossible = false", "}"]
  }

  // MARK: - A state of a machine without regions

  private func encodingOfState(_ memory: HistoryMemory, _ key: String) -> [String] {
    guard let part = memory.parts.first else { return [] }
    return ["if let past = \(part.name) { try histories.encode([past.description], forKey: \(key)) }"]
  }

  private func decodingOfState(_ memory: HistoryMemory) -> [String] {
    guard let part = memory.parts.first else { return [] }
    let past = "Self(\(initializerLabel): $0\(context.hasContext ? ", context: context" : ""))"
    return [
      "let past = paths.count == 1 ? State(paths[0]) : nil",
      "isPossible = past.map { \(past).isActive(.\(names.anyStateCase(memory.parent))) } ?? false",
      "\(part.name) = past",
    ]
  }

  // MARK: - The positions of several regions

  private func encodingOfRegions(_ memory: HistoryMemory, _ key: String) -> [String] {
    guard let first = memory.parts.first else { return [] }
    return ["if \(first.name) != \(first.none) {", "  var past = self"]
      + memory.parts.map { "  past.\(names.regions.properties[$0.region]) = \($0.name)" } + [
        "  let states = past.states.filter { Self.contains(.\(names.anyStateCase(memory.parent)), $0) }",
        "  try histories.encode(states.map(\\.description), forKey: \(key))",
        "}",
      ]
  }

  private func decodingOfRegions(_ memory: HistoryMemory) -> [String] {
    let parent = names.anyStateCase(memory.parent)
    return [
      "let past = Self.machine(in: paths, inside: .\(parent)\(context.hasContext ? ", context" : ""))",
      "isPossible = past != nil", "if let past {",
    ] + memory.parts.map { "  \($0.name) = past.\(names.regions.properties[$0.region])" } + ["}"]
  }
}
