import LifelineModel

/// Something that the host does to a machine.
public struct Stimulus: Hashable, Sendable {
  /// What it does.
  public enum Kind: Hashable, Sendable {
    /// It starts the machine.
    case start
    /// It sends the event.
    case send(ID<Event>, arguments: [Value])
    /// It waits until the next timer elapses.
    case elapse
    /// It waits until so many milliseconds are left until the next timer elapses.
    case approach(milliseconds: Int)
  }

  /// A field and the value that it has from now on.
  public struct Fact: Hashable, Sendable {
    /// The field.
    public var field: ID<Field>
    /// Its value.
    public var value: Value

    /// Creates the fact that `field` is `value`.
    public init(field: ID<Field>, value: Value) {
      self.field = field
      self.value = value
    }
  }

  /// What the fields are to be just before; fields that are not listed stay as they are.
  public var facts: [Fact]
  /// What the host does then.
  public var kind: Kind

  /// Creates the stimulus of making `facts` true and doing `kind`.
  public init(_ kind: Kind, facts: [Fact] = []) {
    self.kind = kind
    self.facts = facts
  }
}

extension Interpreter {
  /// Does to the machine what `stimulus` says.
  public mutating func apply(_ stimulus: Stimulus) -> Reaction {
    for fact in stimulus.facts { set(fact.field, to: fact.value) }
    switch stimulus.kind {
    case .start: return start()
    case .send(let event, let arguments): return send(event, arguments: arguments)
    case .elapse, .approach: return advance(byMilliseconds: wait(for: stimulus) ?? 0)
    }
  }

  /// How many milliseconds pass if `stimulus` is applied now; `nil` if it is no waiting.
  public func wait(for stimulus: Stimulus) -> Int? {
    let remaining = snapshot.timers.first?.remaining ?? 0
    switch stimulus.kind {
    case .start, .send: return nil
    case .elapse: return remaining
    case .approach(let distance): return max(0, remaining - distance)
    }
  }
}
