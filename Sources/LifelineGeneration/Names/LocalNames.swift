import LifelineModel

/// The names of parameters inside generated functions.
struct LocalNames {
  private let names: [String: String]

  /// Names that generated functions use themselves.
  private static let reserved: Set<String> = [
    "Swift", "call", "event", "internalEvent", "macrostep", "self", "Self", "context", "state", "deferredEvents",
    "before", "storedContext", "isActive", "duration", "settle", "start", "selected", "transition", "delegate",
  ]
  private static let reservedPrefixes = [
    "take", "enter", "exit", "begin", "leave", "timer", "remember", "resume",
  ]
  private static let reservedSuffixes = ["Complete"]

  /// Returns names for the parameters of one event or callback.
  ///
  /// - Parameter others: Properties that functions read.
  static func assign(to parameters: [Parameter], beside others: Set<String> = []) -> LocalNames {
    var taken = Set(parameters.map(\.name))
    let locals = parameters.map { parameter in
      var local = parameter.name
      guard isReserved(local) || others.contains(SwiftText.identifier(local)) else {
        return (parameter.name, SwiftText.identifier(local))
      }
      repeat { local += "_" } while !taken.insert(local).inserted || others.contains(local)
      return (parameter.name, SwiftText.identifier(local))
    }
    return LocalNames(names: Dictionary(locals) { _, last in last })
  }

  /// The local name of a parameter.
  subscript(parameter: String) -> String { names[parameter] ?? SwiftText.identifier(parameter) }

  private static func isReserved(_ name: String) -> Bool {
    reserved.contains(name) || reservedPrefixes.contains { name.hasPrefix($0) }
      || reservedSuffixes.contains { name.hasSuffix($0) }
  }
}
