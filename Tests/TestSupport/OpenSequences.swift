import LifelineInterpreter
import LifelineModel

extension Reaction {
  /// The sequences of calls that the machine may make in the reaction, found from what the stretches say alone.
  package var callSequences: [[MadeCall]] {
    var result: [[MadeCall]] = [[]]
    var next = 0
    for stretch in openCalls {
      let before = Array(calls[next..<stretch.range.lowerBound])
      result = result.flatMap { sequence in sequences(of: stretch).map { sequence + before + $0 } }
      next = stretch.range.upperBound
    }
    return result.map { $0 + calls[next...] }
  }

  /// Returns one of the sequences of calls that the machine may make in the reaction.
  package func makeCalls(using random: inout SplitMix64) -> [MadeCall] {
    var result: [MadeCall] = []
    var next = 0
    for stretch in openCalls {
      result += calls[next..<stretch.range.lowerBound] + random.element(sequences(of: stretch))
      next = stretch.range.upperBound
    }
    return result + calls[next...]
  }

  private func sequences(of stretch: OpenStretch<MadeCall>) -> [[MadeCall]] {
    switch stretch.form {
    case .optional: return [[], stretch.items[0]]
    case .oneOf: return stretch.items
    case .anyOrder:
      // Each item comes into every gap of the orders of those in front of it.
      let orders = stretch.items.reduce([[[MadeCall]]()]) { orders, item in
        orders.flatMap { order in (0...order.count).map { Array(order[..<$0]) + [item] + Array(order[$0...]) } }
      }
      return orders.map { $0.flatMap(\.self) }
    }
  }
}
