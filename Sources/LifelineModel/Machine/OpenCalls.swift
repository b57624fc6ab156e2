import LifelineSource

/// A form of calls that leaves something open.
package enum OpenForm: String, CaseIterable, Hashable, Sendable {
  /// All items, in any order.
  case anyOrder
  /// The only item, or nothing.
  case optional
  /// One of the items.
  case oneOf
}

/// Calls of an action that leaves their order open, or which of them are made.
package struct OpenCalls: Sendable {
  /// The greatest number of alternatives of one action.
  package static let alternativeLimit = 24

  /// The form.
  package let form: OpenForm
  /// The items, each of which is a list of calls that follow each other.
  package let items: [[Call]]
  /// The sequences of calls that are possible. The first is the one that a generated machine makes.
  package let alternatives: [[Call]]

  /// Creates the calls of some items.
  package init(_ form: OpenForm, _ items: [[Call]]) {
    self.form = form
    self.items = items
    alternatives =
      switch form {
      case .anyOrder: permutations(of: items).map { $0.flatMap(\.self) }
      case .optional: [items.flatMap(\.self), []]
      case .oneOf: items
      }
  }

  /// Returns the same form with each call replaced.
  package func map(_ transform: (Call) -> Call) -> OpenCalls { OpenCalls(form, items.map { $0.map(transform) }) }
}

/// Returns the orders of some items: first the one that they have.
private func permutations<Item>(of items: [Item]) -> [[Item]] {
  guard items.count > 1 else { return [items] }
  return items.indices.flatMap { first in
    permutations(of: Array(items[..<first] + items[(first + 1)...])).map { [items[first]] + $0 }
  }
}

/// Consecutive calls of a list that a machine leaves open, with the calls of the other alternatives.
package struct OpenStretch<MadeCall> {
  /// The form.
  package var form: OpenForm
  /// The positions of the calls in the list.
  package var range: Range<Int>
  /// The items, each of which is a list of calls that follow each other.
  package var items: [[MadeCall]]

  /// Creates a stretch.
  package init(form: OpenForm, range: Range<Int>, items: [[MadeCall]]) {
    self.form = form
    self.range = range
    self.items = items
  }

  /// Returns the same stretch of other calls.
  package func map<Other>(_ transform: (MadeCall) -> Other) -> OpenStretch<Other> {
    OpenStretch<Other>(form: form, range: range, items: items.map { $0.map(transform) })
  }
}

extension OpenStretch {
  /// Returns the calls of a list that fulfil a condition, and the stretches that still leave something open with them.
  package static func filter(
    _ calls: [MadeCall], leavingOpen stretches: [OpenStretch], _ isIncluded: (MadeCall) -> Bool
  ) -> (calls: [MadeCall], open: [OpenStretch]) {
    var open: [OpenStretch] = []
    for stretch in stretches {
      let start = calls[..<stretch.range.lowerBound].count(where: isIncluded)
      let range = start..<start + calls[stretch.range].count(where: isIncluded)
      let items = stretch.items.map { $0.filter(isIncluded) }
      let shown = items.filter { !$0.isEmpty }
      switch stretch.form {
      case .anyOrder where shown.count > 1:
        open.append(OpenStretch(form: .anyOrder, range: range, items: shown))
      case .optional where !shown.isEmpty, .oneOf where !shown.isEmpty:
        open.append(OpenStretch(form: stretch.form, range: range, items: items))
      case .anyOrder, .optional, .oneOf: break
      }
    }
    return (calls.filter(isIncluded), open)
  }
}

extension OpenStretch: Sendable where MadeCall: Sendable {}
extension OpenStretch: Equatable where MadeCall: Equatable {}
extension OpenStretch: Hashable where MadeCall: Hashable {}

extension CallPattern {
  /// Returns the patterns of the calls of a list, which allow each alternative of its stretches.
  /// - Parameters:
  ///   - stretches: The stretches, in order, none of which overlap.
  ///   - pattern: Returns the pattern of a call.
  package static func patterns<MadeCall>(
    of calls: [MadeCall], leavingOpen stretches: [OpenStretch<MadeCall>], _ pattern: (MadeCall) -> CallPattern
  ) -> [CallPattern] {
    var result: [CallPattern] = []
    var next = 0
    for stretch in stretches {
      result += calls[next..<stretch.range.lowerBound].map(pattern)
      let items = stretch.items.map { item in
        item.count == 1 ? pattern(item[0]) : CallPattern.sequence(item.map(pattern))
      }
      switch stretch.form {
      case .anyOrder: result.append(.anyOrder(items))
      case .optional: result += items.map { .optional($0) }
      case .oneOf: result.append(.oneOf(items))
      }
      next = stretch.range.upperBound
    }
    return result + calls[next...].map(pattern)
  }
}
