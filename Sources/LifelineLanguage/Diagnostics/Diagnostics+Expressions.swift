import LifelineSource

extension DiagnosticKind {
  static let expressionSyntax = languageKinds["L230"]
  static let expressionType = languageKinds["L231"]
  static let constantFault = languageKinds["L232"]
  static let unavailableParameter = languageKinds["L233"]
  static let missingArgument = languageKinds["L234"]
  static let fixedField = languageKinds["L235"]
  static let privateField = languageKinds["L236"]
  static let badRange = languageKinds["L237"]
  static let outOfRange = languageKinds["L238"]

  /// The kinds of diagnostics about expressions and the arguments of calls.
  static let expressionDeclarations: [DiagnosticKindList.Declaration] = [
    .error(
      "L230", "an expression that cannot be read",
      explanation: """
        An expression consists of `true`, `false`, numbers, lengths of time, texts in double quotes, names, `in(state)`, \
        parentheses and operators. From loosest to tightest, these are `or`; `and`; `not`; `== != < <= > >=`; `+ -`; `* / %`; unary \
        `-`. The logical operators are words because a plain YAML text can't begin with `!`.

            if: "!isPad && count > 2"
            if: not isPad and count > 2
            if: 0 < count < 5
            if: 0 < count and count < 5

        Write the expression with these operators. At most 64 parentheses and signs can be nested, and an expression \
        has at most 256 operators.
        """),
    .error(
      "L231", "an expression of the wrong type",
      explanation: """
        `+ -` take `Int` and `Duration`; `*` takes `Int`, or a `Duration` and an `Int`; `/ %` take `Int`; `< <= > >=` \
        take `Int`, `Duration` and `Double`; `== !=` take any type; `and`, `or` and `not` take `Bool`. Both sides have the same \
        type: nothing is converted, so a length of time is never compared with a bare number.

            context: {patience: 5s, count: 0}
            states:
              idle: {on: {tick: {if: patience > 3 and count, to: busy}}}
              #                      patience > 3s and count > 0

        Write both sides with the same type. To get a `Bool` from a number, compare it.
        """),
    .error(
      "L232", "a constant that cannot be computed",
      explanation: """
        The expression divides by zero, or its value doesn't fit into 64 bits, whatever the fields are. At run time it \
        would stop the program.

            do: {set: {share: total / 0}}

        Correct the number, or guard the division: `{if: parts != 0, do: {set: {share: total / parts}}}`.
        """),
    .error(
      "L233", "a parameter that cannot be read here",
      explanation: """
        The parameters of an event can be read in the microstep that takes it: in the guards and actions of its \
        transitions, and in entry and exit actions that only such microsteps run. They can't be read in `always`, in \
        `done`, after a timer, at the start, or while a raised event is handled, because the event is over by then. \
        Under `"*"` no parameters can be read, because it handles any event.

            events: {tapLink: {parameters: {isSafe: Bool}}}
            states:
              idle: {on: {tapLink: loading}}
              loading: {always: {if: isSafe, to: shown}}        # after the event

        Decide in the event's own transition, or keep the value for later: `tapLink: {to: loading, do: {set: {wasSafe: \
        isSafe}}}`.
        """),
    .error(
      "L234", "an argument that nothing supplies",
      explanation: """
        The arguments that an action doesn't write are forwarded by name: from the event that is handled, then from the \
        context. Neither has a value of this name and type here, at least not whenever this action runs.

            callbacks: {openURL: {parameters: {url: String}}}
            events: {tapLink: {parameters: {link: String}}}       # url: String
            states: {idle: {on: {tapLink: {do: openURL}}}}

        Write the argument (`do: {openURL: {url: link}}`), give the event such a parameter, add a context field of that \
        name, or make the call in a transition of an event that has the parameter.
        """),
    .error(
      "L235", "a fixed field that changes",
      explanation: """
        A context field with `fixed: true` keeps the value with which the machine starts, such as the version of the \
        system that it runs on. No action can assign it, and the host can't change it in a scenario.

            context: {version: {default: 18, fixed: true}}
            scenarios:
              an update: {given: off, when: [{set: {version: 19}}, …]}   # not in one life

        Remove the `set` and begin another scenario with the other value (`given` or `where`), or remove `fixed`.
        """),
    .error(
      "L236", "a private field that something else than an action sets, or that no action sets",
      explanation: """
        Only actions set a context field with `private: true`, such as a count of attempts. The host can't change it, so \
        no step of a scenario can. A machine that starts has the default, so a scenario can give the field a value only \
        beside a state. An action has to set the field, or it would never change.

            context: {attempts: {default: 0, private: true}}
            scenarios:
              two failures: {given: {attempts: 2}, when: [{set: {attempts: 3}}, …]}
              #             {given: {state: connecting, attempts: 2}, when: [fail, …]}

        Name the state in which the field has the value, or send the events that lead there. If the host may change the \
        field, remove `private`. A field that never changes after the start is `fixed`, and not private.
        """),
    .error(
      "L237", "a range that cannot be used",
      explanation: """
        The `range` of a context field says which values it may have: two numbers with `...` between them, the least one \
        first. Both ends are included. A field of the type `Int` has whole numbers there, and one of the type `Duration` \
        lengths of time, of which an end may be `0s`. Fields of other types have no range.

            context:
              retries: {default: 0, range: 10...0}           # 0...10
              patience: {default: 5s, range: 1...300}        # 1s...5min
              volume: {default: 0.5, range: 0...1}           # a Double

        Write the range in this form, or delete it.
        """),
    .error(
      "L238", "a value outside of its field's range",
      explanation: """
        The field has a `range`, and this value isn't one of it. No run of the machine gives the field such a value: \
        generated code refuses it where it is set, and so does `lifeline`. That counts for the default, for values in \
        scenarios and in the `context` of a part, and for constants that an action sets.

            context: {retries: {default: 0, range: 0...10}}
            scenarios:
              too many: {given: {state: waiting, retries: 11}, when: fail}       # retries: 10

        Write a value inside of the range, or give the field a wider one.
        """),
  ]
}
