import LifelineInterpreter
import LifelineModel
import LifelineSource

/// The choices that a spec leaves with the calls of a reaction.
struct CallChoices {
  /// The choices by the positions of the calls.
  private(set) var made: [Int: LifeLine.Choice] = [:]
  /// The optional calls that weren't made, with the numbers of calls before them.
  private var omitted: [(callCount: Int, calls: [Reaction.MadeCall])] = []

  /// Creates choices where nothing is left open.
  init() {}

  /// Creates the choices of a reaction.
  init(of reaction: Reaction, in machine: Machine) {
    for stretch in reaction.openCalls {
      switch stretch.form {
      case .anyOrder: made.merge(anyOrder(stretch.range)) { first, _ in first }
      case .optional where stretch.range.isEmpty:
        omitted.append((stretch.range.lowerBound, stretch.items.flatMap(\.self)))
      case .optional: for position in stretch.range { made[position] = .optional }
      case .oneOf where stretch.range.isEmpty:
        omitted.append((stretch.range.lowerBound, stretch.items.compactMap(\.first)))
      case .oneOf:
        let calls = Array(reaction.calls[stretch.range])
        let others = stretch.items.filter { $0 != calls }.map { item in
          item.isEmpty ? "nothing" : item.map { machine.localName(of: $0.callback) }.joined(separator: ", ")
        }
        if let first = stretch.range.first, !others.isEmpty { made[first] = .instead(others) }
      }
    }
  }

  /// Takes the calls that aren't made after a number of calls, and could be.
  mutating func takeOmitted(afterCalls count: Int) -> [Reaction.MadeCall] {
    guard let first = omitted.first, first.callCount == count else { return [] }
    omitted.removeFirst()
    return first.calls
  }
}

/// Returns the choice of the calls at some positions to come in any order.
func anyOrder(_ positions: Range<Int>) -> [Int: LifeLine.Choice] {
  guard positions.count > 1 else { return [:] }
  return Dictionary(
    uniqueKeysWithValues: positions.map { position in
      (position, .anyOrder(position == positions.first ? .first : position == positions.last ? .last : .inside))
    })
}
