extension LifeLine {
  /// A state that is active in a row.
  package struct Bar: Hashable, Sendable {
    /// The name of the state.
    package var name: String
    /// The index of the column.
    package var column: Int
    /// The number of active states around it in the column.
    package var level: Int
    /// Whether the state has states in it.
    package var isComposite: Bool

    /// Creates a bar.
    package init(name: String, column: Int, level: Int, isComposite: Bool) {
      self.name = name
      self.column = column
      self.level = level
      self.isComposite = isComposite
    }
  }

  /// Something that the host does, or that begins a run.
  package struct Stimulus: Hashable, Sendable {
    /// The kind of a stimulus.
    package enum Kind: String, CaseIterable, Sendable {
      /// The machine is put into states.
      case given
      case start
      case event
      /// A deferred event is taken up again.
      case recalled
      case wait
      case set
    }

    /// The machine's answer to a stimulus.
    package enum Treatment: String, CaseIterable, Sendable {
      case handled, ignored, deferred
      /// The run ends before.
      case unplayed
    }

    /// The kind of the stimulus.
    package var kind: Kind
    /// The name of the event, or the words for another stimulus.
    package var name: String
    /// The arguments of the event, or the facts that are set, each with its name.
    package var arguments: [String]
    /// The machine's answer.
    package var treatment: Treatment
    /// Whether nobody has seen it: it is only known from what follows.
    package var isAssumed = false

    /// Creates a stimulus.
    package init(
      _ kind: Kind, _ name: String, arguments: [String] = [], treatment: Treatment = .handled
    ) {
      self.kind = kind
      self.name = name
      self.arguments = arguments
      self.treatment = treatment
    }

    /// The name, and behind it the facts that are set.
    package var words: String {
      kind == .set ? "\(name) \(arguments.joined(separator: ", "))" : name
    }
  }

  /// A call of the machine.
  package struct Call: Hashable, Sendable {
    /// The name of the callback.
    package var name: String
    /// The arguments, each with its name.
    package var arguments: [String]
    /// The index of the channel.
    package var channel: Int
    /// The index of the column whose states make the call.
    package var column: Int
    /// Whether whoever watches the run sees the call.
    package var isObserved: Bool
    /// The choice that the spec leaves with the call; `nil` if it comes in each run, and here.
    package var choice: Choice?

    /// Creates a call.
    package init(
      name: String, arguments: [String], channel: Int, column: Int, isObserved: Bool, choice: Choice? = nil
    ) {
      self.name = name
      self.arguments = arguments
      self.channel = channel
      self.column = column
      self.isObserved = isObserved
      self.choice = choice
    }
  }

  /// A choice that a spec leaves to whoever makes a call.
  package enum Choice: Hashable, Sendable {
    /// The place of a call among those whose order stays open.
    package enum Place: String, Hashable, Sendable {
      case first, inside, last
    }

    /// The call may be left out.
    case optional
    /// Another call may come instead, or nothing.
    case instead([String])
    /// The call and those beside it come in any order.
    case anyOrder(Place)

    /// The words about the choice that stand behind the call; `nil` if an earlier call has them.
    package var words: String? {
      switch self {
      case .optional: "optional"
      case .instead(let others): "or \(others.joined(separator: " or "))"
      case .anyOrder(.first): "any order"
      case .anyOrder: nil
      }
    }
  }

  /// The call that is expected in a row.
  package struct Expectation: Hashable, Sendable {
    /// The relation of an expected call to the one that is made.
    package enum Agreement: String, CaseIterable, Sendable {
      case agrees, differs
      /// The run ends before.
      case unknown
    }

    /// The call as a spec writes it; `nil` if none is expected.
    package var text: String?
    /// Its relation to the call of the row.
    package var agreement: Agreement

    /// Creates the expectation of a call.
    package init(text: String?, agreement: Agreement) {
      self.text = text
      self.agreement = agreement
    }
  }

  /// A row of the picture.
  package struct Row: Hashable, Sendable {
    /// The thing that happens in a row.
    package enum Content: Hashable, Sendable {
      case stimulus(Stimulus)
      /// The state is entered.
      case entered(Bar)
      case call(Call)
      /// A call isn't made, and needn't be.
      case omittedCall(Call)
      /// Nothing is called, although a call is expected.
      case missingCall
      /// A call is expected in a step that isn't played.
      case unplayedCall
      /// The states of a column send an event to those of another, which may not take it.
      case sent(name: String, from: Int, to: Int, isTaken: Bool)
      /// The states of a column raise an event.
      case raised(name: String, column: Int)
      /// The states of a column begin anew.
      case restarted(column: Int)
      /// Repetitions of the steps above, which the picture leaves out, with the number of calls in them.
      case folded(Repetition, callCount: Int)
      /// A remark about a mistake in the row above.
      case mistake(String)
      /// The states and values at the end, which are expected or not.
      case ending(String, holds: Bool)
    }

    /// The number of a line in the spec or the log, or of a step.
    package var number: Int?
    /// The thing that happens.
    package var content: Content
    /// The active states behind it: for each column those outside first.
    package var bars: [[Bar]]
    /// The call that is expected here, if the picture shows expectations.
    package var expectation: Expectation?
    /// Whether something is wrong in the row.
    package var isWrong: Bool

    /// Creates a row.
    package init(
      _ content: Content, number: Int? = nil, bars: [[Bar]], expectation: Expectation? = nil, isWrong: Bool = false
    ) {
      self.content = content
      self.number = number
      self.bars = bars
      self.expectation = expectation
      self.isWrong = isWrong
    }
  }
}
