import LifelineAnalysis
import LifelineModel

/// The kind of thing that a line of a log shows.
package enum LineKind: String, Sendable {
  case call, event, state
}

extension Machine {
  /// Returns the parameters of an item.
  func parameters(of item: ID<LogItem>) -> [Parameter] {
    switch self.item(item) {
    case .call(let callback): self[callback].parameters
    case .event(let event): self[event].parameters
    case .state: []
    }
  }

  /// Returns the kind of the items that a line may stand for.
  package func lineKind(of items: [ID<LogItem>]) -> LineKind {
    switch items.first.map(item) {
    case .call, nil: .call
    case .event: .event
    case .state: .state
    }
  }
}
