import LifelineDiagnostics

/// A way from a state to others, or, without targets, something done in between.
public struct Transition: Sendable {
  /// Its place among all transitions of the machine.
  public var id: ID<Transition>
  /// The state that it stands in.
  public var source: ID<State>
  /// The states it leads to, history pseudo-states included: none, one, or several in different regions.
  public var targets: [ID<State>]
  /// What must hold; `nil` is always.
  public var condition: Expression?
  /// What is run between exits and entries.
  public var actions: [Action]
  /// Whether a target inside a compound source exits and enters the source again.
  public var reenter: Bool
  /// What the spec says of it.
  public var documentation: Documentation
  /// Where it stands. Two transitions made of one YAML anchor share it.
  public var range: SourceRange

  /// Creates a transition.
  public init(
    id: ID<Transition>, source: ID<State>, targets: [ID<State>], condition: Expression? = nil,
    actions: [Action] = [], reenter: Bool = false, documentation: Documentation = Documentation(),
    range: SourceRange
  ) {
    self.id = id
    self.source = source
    self.targets = targets
    self.condition = condition
    self.actions = actions
    self.reenter = reenter
    self.documentation = documentation
    self.range = range
  }
}

/// Something that a machine does.
public indirect enum Action: Sendable {
  /// Makes a callback.
  case call(Call)
  /// Assigns to fields; every right side is computed before the first is assigned.
  case set([Assignment], range: SourceRange)
  /// Appends an event to the internal queue.
  case raise(ID<Event>, range: SourceRange)
  /// Does one list or the other.
  case choose(Expression, then: [Action], else: [Action], range: SourceRange)

  /// Where it stands.
  public var range: SourceRange {
    switch self {
    case .call(let call): call.range
    case .set(_, let range), .raise(_, let range), .choose(_, _, _, let range): range
    }
  }
}

/// A callback being made.
public struct Call: Sendable {
  /// Where an argument comes from.
  public enum Argument: Hashable, Sendable {
    /// The handled event's parameter of this name.
    case parameter(String)
    /// A field.
    case field(ID<Field>)
  }

  /// The callback.
  public var callback: ID<Callback>
  /// An argument for each of the callback's parameters, in order.
  public var arguments: [Argument]
  /// Where it stands.
  public var range: SourceRange

  /// Creates a call.
  public init(callback: ID<Callback>, arguments: [Argument] = [], range: SourceRange) {
    self.callback = callback
    self.arguments = arguments
    self.range = range
  }
}

/// A field being given a value.
public struct Assignment: Sendable {
  /// The field.
  public var field: ID<Field>
  /// Its new value.
  public var value: Expression

  /// Creates the assignment of `value` to `field`.
  public init(field: ID<Field>, value: Expression) {
    self.field = field
    self.value = value
  }
}
