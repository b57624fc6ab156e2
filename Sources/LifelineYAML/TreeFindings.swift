import LifelineDiagnostics

// What `TreeBuilder` finds.

extension DiagnosticKind {
  /// Nothing in the file.
  public static let emptyDocument = DiagnosticKind(
    "L104", .error, "empty document",
    explanation: """
      The file holds nothing but spaces and comments. The shortest spec has a version, a machine and a state:

        lifeline: 1
        machine: Door
        states: {closed: {}}
      """)

  /// The root is a list or a text.
  public static let rootNotMapping = DiagnosticKind(
    "L105", .error, "root is not a mapping",
    explanation: """
      A spec is a mapping at its outermost level: lines of the form `key: value` that begin in the first \
      column, the first of them `lifeline: 1`.
      """)

  /// A second `---`.
  public static let secondDocument = DiagnosticKind(
    "L106", .error, "more than one document",
    explanation: """
      `---` begins a document, and a spec is one document that describes one machine. Put each machine into \
      a file of its own; a `---` before the first key is allowed.
      """)

  /// More than 64 collections in one another.
  public static let tooDeep = DiagnosticKind(
    "L107", .error, "nested too deep",
    explanation: """
      Mappings and lists may stand 64 deep in one another, counted through aliases. That is enough for 31 \
      nested states. A text that is deeper has usually lost a closing bracket.
      """)

  /// More than a million nodes.
  public static let tooManyNodes = DiagnosticKind(
    "L108", .error, "too many nodes",
    explanation: """
      A spec may have 1,000,000 mappings, lists, keys and values, counted after every alias is replaced by \
      what it stands for: aliases of aliases grow without end in few lines.
      """)

  /// A key that stands twice in a mapping.
  public static let duplicateKey = DiagnosticKind(
    "L110", .error, "duplicate key",
    explanation: """
      Each key stands once in its mapping. YAML readers that accept two silently drop one of them. Rename \
      one, or bring both values together under one key; transitions of one event are a list:

        on:
          tick:
            - {if: ready, to: running}
            - {to: waiting}
      """)

  /// `<<`.
  public static let mergeKey = DiagnosticKind(
    "L111", .error, "merge key",
    explanation: """
      Merge keys (`<<: *other`) were an experiment of YAML 1.1 and are not part of YAML 1.2. Write the keys \
      out, or give an anchor to a whole value and alias that: `on: &common {...}`, later `on: *common`. A \
      key that is really called `<<` is written in quotes.
      """)

  /// A list or mapping as a key.
  public static let keyNotText = DiagnosticKind(
    "L112", .error, "key is not a text",
    explanation: """
      YAML allows lists and mappings as keys; this language does not. Most often a text was meant that \
      begins with `[` or `{`: write it in quotes, `"[draft]": ...`.
      """)

  /// Nothing before a colon.
  public static let missingKey = DiagnosticKind(
    "L113", .error, "missing key",
    explanation: "There is a `:` without a key before it. Write the key; the empty text is no name here.")

  /// An alias inside its anchor's node.
  public static let recursiveAlias = DiagnosticKind(
    "L114", .error, "recursive alias",
    explanation: """
      An alias (`*name`) repeats what stands at its anchor (`&name`). Inside that very thing it would repeat \
      itself without end. Anchor a smaller part, or write the part out.
      """)

  /// An alias without an anchor before it.
  public static let undefinedAlias = DiagnosticKind(
    "L115", .error, "undefined alias",
    explanation: """
      `*name` repeats what is marked with `&name` earlier in the file. There is no such mark before this \
      place. Move the marked part up, correct the name, or quote the text if a `*` was meant: `"*"` is the \
      key for any event.
      """)

  /// A tag that is not of the core schema.
  public static let foreignTag = DiagnosticKind(
    "L116", .error, "foreign tag",
    explanation: """
      A `!` at the beginning of a value is a YAML tag. Only the core schema's are known: `!!str`, `!!int`, \
      `!!float`, `!!bool`, `!!null`, `!!seq` and `!!map`, none of which a spec needs. A text that begins \
      with `!` is written in quotes, and an expression says `not` instead of `!`.
      """)

  /// A tag on a node of another sort.
  public static let unfitTag = DiagnosticKind(
    "L117", .error, "tag does not fit",
    explanation: """
      The tag says that the value is of one sort, and it is of another, as in `!!int three`. Delete the tag.
      """)
}
