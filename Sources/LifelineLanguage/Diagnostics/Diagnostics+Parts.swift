import LifelineSource

extension DiagnosticKind {
  static let badUse = languageKinds["L240"]
  static let partLimit = languageKinds["L241"]
  static let badBinding = languageKinds["L242"]
  static let badUseOfPart = languageKinds["L243"]

  /// The kinds of diagnostics about parts.
  static let partDeclarations: [DiagnosticKindList.Declaration] = [
    .error(
      "L240", "a part whose spec cannot be used",
      explanation: """
        A part is a machine of another spec. Its path leads from the folder of this file to that spec, with `/` between \
        the names. The file has to exist, it has to be a spec, with the key `lifeline` at its top level, it must have no \
        errors, and it can't use this file in turn, whether directly or by way of others.

            parts:
              root: /Users/me/Specs/Screen.yaml        # Screen.yaml
              detail: Specs\\Screen.yaml                # Specs/Screen.yaml

        Correct the path. If the other spec has errors, correct these first: they are reported in that file. If specs use \
        each other in a circle, let one of them do without the other.
        """),
    .error(
      "L241", "too many parts",
      explanation: """
        A spec has at most 16 parts. A machine has at most four levels of parts inside it: parts, their parts, and so on. \
        All of its parts together consist of at most 100,000 states, transitions, actions, fields, callbacks and events.

            parts: {a: A.yaml, b: B.yaml, …}         # 17 parts

        Leave parts out, or describe the life cycle in several specs that don't contain each other.
        """),
    .error(
      "L242", "a field that cannot be bound",
      explanation: """
        A value in the `context` of a part may be the name of a field of the machine. The part's field then has no value \
        of its own, and always has that of the machine's field. So both fields have to be `fixed` and of one type. Two \
        enumerations are one type if their cases are equal, in order.

            context:
              version: {default: 17, fixed: true}
            parts:
              app: {use: App.yaml, context: {version: version}}

        Make both fields `fixed` and give them the same type, or write a constant.
        """),
    .error(
      "L243", "something of a part in the wrong place",
      explanation: """
        A part is a machine of its own. It moves only if the machine sends it events, and it makes its calls itself. So \
        its states are no targets of transitions, its callbacks are no actions, and `through` doesn't list its states. \
        Conditions read it by `in(part.state)` and `part.field`.

            on:
              push: root.visible                     # push: {do: {root: show}}
            entry: root.viewDidAppear                # entry: {root: endAppearing}

        Send the part an event, or read one of its states or fields.
        """),
  ]
}
