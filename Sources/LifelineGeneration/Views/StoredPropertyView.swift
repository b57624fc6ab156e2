import LifelineModel
import LifelineTemplating

/// A stored property of the machine.
struct StoredPropertyView: TemplateView {
  var doc = ""
  var declaration: String

  static let keys: ViewKeys<Self> = [
    "doc": .text(\.doc, "The summary of the property, or nothing."),
    "declaration": .text(\.declaration, "The property with its modifiers and its initial value."),
  ]
}

extension DeclarationViews {
  /// Returns the properties of the machine in the order of its memberwise state: context, position, memories, timers
  /// and deferred events.
  func makeStorage(access: String) -> [StoredPropertyView] {
    var result: [StoredPropertyView] = []
    if context.hasContext {
      result.append(
        StoredPropertyView(
          doc: "The facts that the machine looks at. Changing them runs nothing: they count from the next event on.",
          declaration: "\(access)var context: Context"))
    }
    result += layout.hasRegions ? layout.regions.indices.map(makePosition) : [makeState(access: access)]
    result += context.memories.all.flatMap(makeMemory)
    result += (0..<layout.slotCount).map { slot in
      StoredPropertyView(declaration: "private var \(context.timer(slot)): Swift.Duration?")
    }
    if context.hasDeferral { result.append(StoredPropertyView(declaration: "private var kept = Kept()")) }
    return result
  }

  private func makeState(access: String) -> StoredPropertyView {
    StoredPropertyView(
      doc: "The active state that has no states in it.", declaration: "\(access)private(set) var state: State")
  }

  /// Returns the property that holds the position of a region.
  private func makePosition(ofRegion index: Int) -> StoredPropertyView {
    let path = machine[layout.regions[index].root].path
    let (property, type) = (names.places.properties[index], names.places.types[index])
    return StoredPropertyView(
      doc: path.isEmpty ? "Where the machine is outside of all regions." : "Where the region `\(path)` is.",
      declaration: "private var \(property) = \(type).\(names.places.inactiveCases[index] ?? "")")
  }

  /// Returns the properties that hold what a history remembers.
  private func makeMemory(_ memory: HistoryMemory) -> [StoredPropertyView] {
    let doc = "What `\(machine[memory.history].path)` remembers."
    if let flag = memory.flag { return [StoredPropertyView(doc: doc, declaration: "private var \(flag) = false")] }
    return memory.parts.map { part in
      StoredPropertyView(
        doc: doc,
        declaration: part.none == "nil"
          ? "private var \(part.name): \(part.type)" : "private var \(part.name) = \(part.none)")
    }
  }
}
