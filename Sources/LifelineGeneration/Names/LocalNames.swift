import LifelineModel

/// The names of parameters inside generated functions.
struct LocalNames {
  private var names: [String: String] = [:]

  /// Names that generated functions use themselves.
  private static let reserved: Set<String> = [
    "Swift", "call", "event", "trigger", "reaction", "self", "Self", "context", "state", "kept", "before", "timer",
    "isActive", "duration", "settle", "start", "selected", "transition", "delegate",
  ]
  private static let reservedPrefixes = [
    "take", "enter", "exit", "begin", "leave", "timer", "fire", "remember", "resume",
  ]
  private static let reservedSuffixes = ["Region", "Complete"]

  /// Creates names for the parameters of one event or callback.
  init(_ parameters: [Parameter] = []) {
    var taken = Set(parameters.map(\.name))
    for parameter in parameters {
      var local = parameter.name
      if Self.isReserved(local) {
        repeat { local = "\(local)_" } while taken.contains(local)
        taken.insert(local)
      }
      names[parameter.name] = SwiftText.identifier(local)
    }
  }

  /// The local name of a parameter.
  subscript(parameter: String) -> String { names[parameter] ?? SwiftText.identifier(parameter) }

  private static func isReserved(_ name: String) -> Bool {
    reserved.contains(name) || reservedPrefixes.contains { name.hasPrefix($0) }
      || reservedSuffixes.contains { name.hasSuffix($0) }
  }
}
