import LifelineAnalysis
import LifelineModel

/// The names by which logs know the events that they show.
struct EventNames: Sendable {
  /// The events that logs show, in their order.
  let items: [ID<LogItem>]
  private let known: Set<String>
  private var symbols = ByteTable()

  /// Collects the names of a machine's events.
  /// - Parameters:
  ///   - shown: The events that logs show.
  ///   - firstSymbol: The number of the symbols that calls have.
  init(of machine: Machine, showing shown: IDSet<Event>, behind firstSymbol: Int) {
    items = shown.map { machine.id(of: .event($0)) }
    known = Set(machine.declared.events.map(\.name))
    for (index, event) in shown.enumerated() { symbols.set(firstSymbol + index, for: machine[event].name) }
  }

  /// The meaning of the name of an event.
  enum Meaning {
    case symbol(Int)
    /// An event of the machine that isn't observed.
    case unobserved
    case unknown
  }

  /// Whether logs show events.
  var isEmpty: Bool { items.isEmpty }

  /// Returns the meaning of a name.
  func meaning(of text: [UInt8], in range: Range<Int>) -> Meaning {
    if let symbol = symbols.number(of: text, in: range) { return .symbol(symbol) }
    return known.contains(String(decoding: text[range], as: UTF8.self)) ? .unobserved : .unknown
  }
}
