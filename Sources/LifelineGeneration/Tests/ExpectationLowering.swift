import LifelineModel

/// Resolves the choices in expected calls by known values of fields.
struct ExpectationLowering {
  let folder: ExpressionFolder

  /// Returns the pattern with every choice made and every sequence flat.
  func resolve(_ pattern: CallPattern) -> CallPattern {
    switch pattern {
    case .call: return pattern
    case .sequence(let items):
      let flat = items.map(resolve).flatMap { item in
        if case .sequence(let inner) = item { inner } else { [item] }
      }
      return flat.count == 1 ? flat[0] : .sequence(flat)
    case .anyOrder(let items): return items.count == 1 ? resolve(items[0]) : .anyOrder(items.map(resolve))
    case .interleaved(let items): return items.count == 1 ? resolve(items[0]) : .interleaved(items.map(resolve))
    case .optional(let item): return .optional(resolve(item))
    case .repeated(let item): return .repeated(resolve(item))
    case .oneOf(let items): return items.count == 1 ? resolve(items[0]) : .oneOf(items.map(resolve))
    case .choose(let condition, let then, let otherwise):
      return resolve(folder.fold(condition).constant == true ? then : otherwise)
    }
  }
}
