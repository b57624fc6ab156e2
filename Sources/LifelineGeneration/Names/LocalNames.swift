import LifelineModel

/// The names of parameters inside generated functions.
struct LocalNames {
  private let names: [String: String]

  /// Names that generated functions use themselves.
  private static let reserved: Set<String> = [
    "Swift", "call", "event", "internalEvent", "reaction", "self", "Self", "context", "state", "deferredEvents",
    "before", "timer", "isActive", "duration", "settle", "start", "selected", "transition", "delegate",
  ]
  private static let reservedPrefixes = [
    "take", "enter", "exit", "begin", "leave", "timer", "remember", "resume",
  ]
  private static let reservedSuffixes = ["Region", "Complete"]

  /// Returns names for the parameters of one event or callback.
  static func assign(to parameters: [Parameter]) -> LocalNames {
    var taken = Set(parameters.map(\.name))
    let locals = parameters.map { parameter in
      var local = parameter.name
      guard isReserved(local) else { return (parameter.name, SwiftText.identifier(local)) }
      repeat { local += "_" } while !taken.insert(local).inserted
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
