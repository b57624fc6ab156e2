import LifelineModel

extension MachineContext {
  /// Returns the stored forms of what histories remember, in document order.
  func lowerStoredMemories() -> [StoredMemory] {
    memories.all.compactMap { memory in
      lowerContent(of: memory).map { StoredMemory(history: memory.history, parent: memory.parent, content: $0) }
    }
  }

  private func lowerContent(of memory: HistoryMemory) -> StoredMemory.Content? {
    if let flag = memory.flag { return .flag(flag) }
    if memory.isDeep, layout.hasRegions { return .regions(memory.properties) }
    guard let property = memory.properties.first else { return nil }
    if memory.isDeep { return .state(property) }
    let children = machine.properChildren(of: memory.parent).compactMap { child in
      layout.restingPositions(of: child).first.map { StoredMemory.Child(state: child, position: $0) }
    }
    return .child(property, children)
  }
}
