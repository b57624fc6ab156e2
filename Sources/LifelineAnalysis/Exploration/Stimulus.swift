import LifelineInterpreter
import LifelineModel

/// Something that the host does to a machine.
package struct Stimulus: Hashable, Sendable {
  /// What it does.
  package enum Kind: Hashable, Sendable {
    /// It starts the machine.
    case start
    /// It sends the event.
    case send(ID<Event>, arguments: [Value])
    /// It waits until the next timer elapses.
    case elapse
    /// It waits until so many milliseconds are left until the next timer elapses.
    case approach(milliseconds: Int)
  }

  /// What the fields are to be just before; fields that are not listed stay as they are.
  package var facts: [Fact]
  /// What the host does then.
  package var kind: Kind

  /// Creates the stimulus of making `facts` true and doing `kind`.
  package init(_ kind: Kind, facts: [Fact] = []) {
    self.kind = kind
    self.facts = facts
  }
}

extension Interpreter {
  /// Does to the machine what `stimulus` says.
  package mutating func apply(_ stimulus: Stimulus, observer: inout some InterpreterObserver) -> Reaction {
    for fact in stimulus.facts { set(fact.field, to: fact.value) }
    switch stimulus.kind {
    case .start: return start(observer: &observer)
    case .send(let event, let arguments): return send(event, arguments: arguments, observer: &observer)
    case .elapse, .approach: return advance(byMilliseconds: wait(for: stimulus) ?? 0, observer: &observer)
    }
  }

  /// How many milliseconds pass if `stimulus` is applied now; `nil` if it is no waiting.
  package func wait(for stimulus: Stimulus) -> Int? {
    let remaining = snapshot.timers.first?.remaining ?? 0
    switch stimulus.kind {
    case .start, .send: return nil
    case .elapse: return remaining
    case .approach(let distance): return max(0, remaining - distance)
    }
  }
}
