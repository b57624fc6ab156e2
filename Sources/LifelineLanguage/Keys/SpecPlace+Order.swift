extension SpecPlace {
  /// Returns the keys of a mapping here in the order in which specs write them.
  ///
  /// - Returns: The order; `nil` if it is the author's, as that of states is, or if no mapping here can have all of these
  ///   keys.
  package func writtenOrder(of keys: [String]) -> [String]? {
    for shape in shapes {
      switch shape {
      case .mapping(let kind):
        if let order = kind.writtenOrder(of: keys) { return order }
      case .variants(_, let kinds):
        let kind = kinds.first { kind in kind.keys.first.map(keys.contains) == true }
        if let order = kind?.writtenOrder(of: keys) { return order }
      case .entry(let entries):
        // The one name comes first.
        let names = keys.filter { key in !entries.keys.contains { $0.name == key } }
        guard names.count == 1 else { continue }
        return names + entries.keys.map(\.name).filter(keys.contains)
      case .text, .word, .flag, .number, .nothing, .entries, .array, .anyOf, .except, .named: continue
      }
    }
    return nil
  }
}

extension MappingKind {
  fileprivate func writtenOrder(of keys: [String]) -> [String]? {
    keys.allSatisfy(writtenOrder.contains) ? writtenOrder.filter(keys.contains) : nil
  }
}
