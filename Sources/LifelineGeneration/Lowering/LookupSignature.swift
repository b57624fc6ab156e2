import LifelineModel

/// The parts that the functions of one lookup share.
struct LookupSignature {
  let lookup: Lookup
  let parameters: [FunctionParameter]
  let arguments: [SwiftExpression]
  let result: FunctionResult
  /// Whether transitions may be selected before they are taken.
  let selects: Bool

  /// Returns the signature of a lookup in machines of a shape.
  static func make(for lookup: Lookup, _ shape: Shape, selects: Bool) -> LookupSignature {
    let (parameter, argument): (FunctionParameter?, SwiftExpression?) =
      switch lookup {
      case .event: (.event, .event)
      case .internalEvent: (.internalEvent, .internalEvent)
      case .eventless: (nil, nil)
      }
    return LookupSignature(
      lookup: lookup, parameters: shape.parameters(parameter, selects: selects),
      arguments: shape.arguments(argument, selects: selects),
      result: lookup == .event && shape.defers ? .lookupResult : .isTaken, selects: selects)
  }

  /// Whether an event may be deferred.
  var defers: Bool { result == .lookupResult }

  /// Returns the call of a function of the lookup.
  func call(_ name: FunctionName) -> FunctionCall { FunctionCall(name: name, arguments: arguments) }
}
