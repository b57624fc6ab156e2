import LifelineInterpreter
import LifelineModel

/// Something that the host does to a machine, after it may have changed some fields.
struct Stimulus: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Starts the machine.
    case start
    /// Sends an event.
    case send(ID<Event>, arguments: [Value])
    /// Waits until the next timer elapses.
    case elapse
    /// Waits until the given number of milliseconds is left before the next timer elapses.
    case approach(milliseconds: Int)
  }

  /// The fields that the host sets first. Other fields stay as they are.
  var facts: [FieldValue]
  var kind: Kind
  /// The alternatives that the machine takes of the actions that leave something open. The first one stands for those that
  /// are missing. It isn't the host that chooses them.
  var alternatives: [Int]

  init(_ kind: Kind, facts: [FieldValue] = [], alternatives: [Int] = []) {
    self.kind = kind
    self.facts = facts
    self.alternatives = alternatives
  }
}

extension Interpreter {
  /// Applies a stimulus.
  mutating func apply(_ stimulus: Stimulus, observer: inout some InterpreterObserver) -> Reaction {
    for fact in stimulus.facts { set(fact.field, to: fact.value) }
    alternatives = stimulus.alternatives
    switch stimulus.kind {
    case .start: return start(observer: &observer)
    case .send(let event, let arguments): return send(event, arguments: arguments, observer: &observer)
    case .elapse, .approach: return advance(byMilliseconds: wait(for: stimulus) ?? 0, observer: &observer)
    }
  }

  /// Returns the milliseconds that pass if `stimulus` is applied now; `nil` if it isn't a wait.
  func wait(for stimulus: Stimulus) -> Int? {
    let remaining = snapshot.timers.first?.remaining ?? 0
    switch stimulus.kind {
    case .start, .send: return nil
    case .elapse: return remaining
    case .approach(let distance): return max(0, remaining - distance)
    }
  }
}
