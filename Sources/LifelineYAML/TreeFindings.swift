import LifelineSource

// What `TreeBuilder` finds.

extension DiagnosticKind {
  /// Nothing in the file.
  package static let emptyDocument = DiagnosticKind(
    "L104", .error, "empty document",
    explanation: """
      The file holds nothing but spaces and comments, so there is no machine to check. The shortest spec has \
      a version, a machine and a state:

          lifeline: 1
          machine: Door
          states: {closed: {}}

      Begin with these lines, or name another file.
      """)

  /// The root is a list or a text.
  package static let rootNotMapping = DiagnosticKind(
    "L105", .error, "root is not a mapping",
    explanation: """
      A spec is a mapping at its outermost level: lines of the form `key: value` that begin in the first \
      column. This file holds a list or a single text.

          - lifeline: 1      # the `-` makes a list of it
            machine: Door

      Write the keys without `-`, the first of them `lifeline: 1`. Often a colon is missing in the first \
      line, or there is none behind a key.
      """)

  /// A second `---`.
  package static let secondDocument = DiagnosticKind(
    "L106", .error, "more than one document",
    explanation: """
      `---` begins a document, and a spec is one document that describes one machine, since one file is \
      generated out of it.

          lifeline: 1
          machine: Door
          states: {closed: {}}
          ---                  # what follows is another document
          lifeline: 1
          machine: Window

      Put each machine into a file of its own; a `---` before the first key is allowed.
      """)

  /// More than 64 collections in one another.
  package static let tooDeep = DiagnosticKind(
    "L107", .error, "nested too deep",
    explanation: """
      Mappings and lists may stand 64 deep in one another, counted through aliases. That is enough for 31 \
      nested states, more than anybody can follow, and it keeps a broken text from filling the memory.

          states: {a: {states: {b: {states: {c: {states: …

      A text that is deeper has usually lost a closing bracket; if not, give some of the states a machine of \
      their own.
      """)

  /// More than a million nodes.
  package static let tooManyNodes = DiagnosticKind(
    "L108", .error, "too many nodes",
    explanation: """
      A spec may have 1,000,000 mappings, lists, keys and values, counted after every alias is replaced by \
      what it stands for: aliases of aliases grow without end in few lines.

          a: &a [x, x, x, x, x, x, x, x, x, x]
          b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
          c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]     # a thousand already

      Use fewer aliases, or split the machine into several specs.
      """)

  /// A key that stands twice in a mapping.
  package static let duplicateKey = DiagnosticKind(
    "L110", .error, "duplicate key",
    explanation: """
      Each key stands once in its mapping. YAML readers that accept two silently drop one of them, so half \
      of what was written would be lost.

          on:
            tick: {if: ready, to: running}
            tick: waiting

      Rename one, or bring both values together under one key. Transitions of one event are a list:

          on:
            tick:
              - {if: ready, to: running}
              - waiting
      """)

  /// `<<`.
  package static let mergeKey = DiagnosticKind(
    "L111", .error, "merge key",
    explanation: """
      Merge keys (`<<: *other`) were an experiment of YAML 1.1 and are not part of YAML 1.2; what they do to \
      a key that stands twice, readers disagree on.

          active:
            <<: *common
            on: {stop: idle}

      Write the keys out, or give an anchor to a whole value and alias that: `on: &common {…}`, later `on: \
      *common`. A key that is really called `<<` is written in quotes.
      """)

  /// A list or mapping as a key.
  package static let keyNotText = DiagnosticKind(
    "L112", .error, "key is not a text",
    explanation: """
      YAML allows lists and mappings as keys; this language does not, since every key is a name. Most often \
      a text was meant that begins with `[` or `{`:

          scenarios:
            [draft] a visit: {given: idle}       # a list as a key
            "[draft] a visit": {given: idle}     # a name

      Write the text in quotes.
      """)

  /// Nothing before a colon.
  package static let missingKey = DiagnosticKind(
    "L113", .error, "missing key",
    explanation: """
      There is a `:` without a key before it, and a value without a name cannot mean anything.

          states:
            : {on: {open: ajar}}

      Write the key; the empty text, `""`, is no name either.
      """)

  /// An alias inside its anchor's node.
  package static let recursiveAlias = DiagnosticKind(
    "L114", .error, "recursive alias",
    explanation: """
      An alias (`*name`) repeats what stands at its anchor (`&name`). Inside that very thing it would repeat \
      itself without end.

          states: &all
            closed: {states: *all}

      Anchor a smaller part, or write the part out.
      """)

  /// An alias without an anchor before it.
  package static let undefinedAlias = DiagnosticKind(
    "L115", .error, "undefined alias",
    explanation: """
      `*name` repeats what is marked with `&name` earlier in the file. There is no such mark before this \
      place, so it stands for nothing.

          on:
            pressHome: &leave {to: background}
            lock: *leafe

      Correct the name, move the marked part up, or quote the text if a `*` was meant: `"*"` is the key for \
      any event.
      """)

  /// A tag that is not of the core schema.
  package static let foreignTag = DiagnosticKind(
    "L116", .error, "foreign tag",
    explanation: """
      A `!` at the beginning of a value is a YAML tag, which says of what sort the value is. Only the core \
      schema's are known: `!!str`, `!!int`, `!!float`, `!!bool`, `!!null`, `!!seq` and `!!map`, none of \
      which a spec needs.

          open: {if: !isLocked, to: ajar}        # a tag
          open: {if: not isLocked, to: ajar}     # an expression

      Delete the tag. A text that begins with `!` is written in quotes, and an expression says `not` instead \
      of `!`.
      """)

  /// A tag on a node of another sort.
  package static let unfitTag = DiagnosticKind(
    "L117", .error, "tag does not fit",
    explanation: """
      The tag says that the value is of one sort, and it is of another, so one of the two is wrong.

          after: {!!int soon: idle}

      Delete the tag: the language knows what it expects where.
      """)
}
