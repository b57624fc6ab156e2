import LifelineSource

extension DiagnosticKind {
  static let textTooLong = yamlKinds["L101"]
  static let notUTF8 = yamlKinds["L102"]
  static let forbiddenCharacter = yamlKinds["L103"]
  static let emptyDocument = yamlKinds["L104"]
  static let rootNotMapping = yamlKinds["L105"]
  static let secondDocument = yamlKinds["L106"]
  static let tooDeep = yamlKinds["L107"]
  static let tooManyNodes = yamlKinds["L108"]
  static let duplicateKey = yamlKinds["L110"]
  static let mergeKey = yamlKinds["L111"]
  static let keyNotText = yamlKinds["L112"]
  static let missingKey = yamlKinds["L113"]
  static let recursiveAlias = yamlKinds["L114"]
  static let undefinedAlias = yamlKinds["L115"]
  static let foreignTag = yamlKinds["L116"]
  static let unfitTag = yamlKinds["L117"]
  static let unreadable = yamlKinds["L120"]
  static let colonInText = yamlKinds["L121"]
  static let tab = yamlKinds["L122"]
  static let anchorName = yamlKinds["L123"]
  static let unclosedQuote = yamlKinds["L124"]
  static let brackets = yamlKinds["L125"]
  static let reservedCharacter = yamlKinds["L126"]
  static let missingColon = yamlKinds["L127"]
  static let indentation = yamlKinds["L128"]
  static let badEscape = yamlKinds["L129"]
  static let blockText = yamlKinds["L130"]
  static let directive = yamlKinds["L131"]
  static let textBehindValue = yamlKinds["L132"]

  /// All kinds of diagnostics about YAML documents.
  package static let yamlKinds = DiagnosticKindList([
    .error(
      "L101", "text too long",
      explanation: """
        A spec may have 16 MiB of text, so that a wrong file cannot take all memory. A machine that needs more \
        reads better as several specs; if it was generated, the generator can write the Swift code \
        itself.

            $ ls -l Specs
            -rw-r--r--  1 me  staff  48211968  Export.yaml     # a spec, or somebody's data?

        Name another file, or split the machine: one spec for each life cycle.
        """),
    .error(
      "L102", "not UTF-8",
      explanation: """
        A spec is encoded in UTF-8. An invalid byte comes from another encoding (Latin-1, \
        Windows-1252, UTF-16) or from a file that is not a text, and guessing would change names and prose.

            $ iconv -f LATIN1 -t UTF-8 Old.yaml > Specs/Player.yaml

        Save the file as UTF-8: editors offer that in their "save as" dialog, and `iconv` converts from a \
        known encoding.
        """),
    .error(
      "L103", "forbidden character",
      explanation: """
        Control characters, the line separators U+0085, U+2028 and U+2029, and a byte order mark anywhere but \
        at the beginning, aren't allowed in a spec: editors don't show them, and programs disagree on what \
        they mean.

            doc: "One line\\u2028and another"

        Delete the character. If a text needs it, write it as an escape between double quotes, such as "\\u2028" or "\\x1B".
        """),
    .error(
      "L104", "empty document",
      explanation: """
        The file contains nothing but spaces and comments, so there is no machine to check. The shortest spec has \
        a version, a machine and a state:

            lifeline: 1
            machine: Door
            states: {closed: {}}

        Begin with these lines, or name another file.
        """),
    .error(
      "L105", "root is not a mapping",
      explanation: """
        A spec is a mapping at its outermost level: lines of the form `key: value` that begin in the first \
        column. This file contains a list or a single text.

            - lifeline: 1      # the `-` makes a list of it
              machine: Door

        Write the keys without `-`, the first of them `lifeline: 1`. Often a colon is missing in the first \
        line, or there is none behind a key.
        """),
    .error(
      "L106", "more than one document",
      explanation: """
        `---` begins a document, and a spec is one document: it describes one machine, from which one file is \
        generated.

            lifeline: 1
            machine: Door
            states: {closed: {}}
            ---                  # what follows is another document
            lifeline: 1
            machine: Window

        Put each machine into a file of its own; a `---` before the first key is allowed.
        """),
    .error(
      "L107", "nested too deep",
      explanation: """
        Mappings and lists may be nested 64 levels deep, counted through aliases. That is enough for 31 \
        nested states, more than anybody can follow, and it keeps a broken text from filling the memory.

            states: {a: {states: {b: {states: {c: {states: …

        A deeper text usually lacks a closing bracket. Otherwise, move some of the states into a machine of \
        their own.
        """),
    .error(
      "L108", "too many nodes",
      explanation: """
        A spec may have 1,000,000 mappings, lists, keys and values, counted after every alias is replaced by \
        what it stands for: aliases of aliases grow without end in few lines.

            a: &a [x, x, x, x, x, x, x, x, x, x]
            b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
            c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]     # a thousand already

        Use fewer aliases, or split the machine into several specs.
        """),
    .error(
      "L110", "duplicate key",
      explanation: """
        A key may occur only once in its mapping. YAML readers that accept it twice silently drop one of the \
        values, so half of the text would be lost.

            on:
              tick: {if: ready, to: running}
              tick: waiting

        Rename one, or bring both values together under one key. Transitions of one event are a list:

            on:
              tick:
                - {if: ready, to: running}
                - waiting
        """),
    .error(
      "L111", "merge key",
      explanation: """
        Merge keys (`<<: *other`) were an experiment of YAML 1.1 and are not part of YAML 1.2; readers disagree \
        on what they do to a key that occurs twice.

            active:
              <<: *common
              on: {stop: idle}

        Write the keys out, or give an anchor to a whole value and alias that: `on: &common {…}`, later `on: \
        *common`. A key that is really called `<<` is written in quotes.
        """),
    .error(
      "L112", "key is not a text",
      explanation: """
        YAML allows lists and mappings as keys; specs don't, because every key is a name. Most often \
        a text was meant that begins with `[` or `{`:

            scenarios:
              [draft] a visit: {given: idle}       # a list as a key
              "[draft] a visit": {given: idle}     # a name

        Write the text in quotes.
        """),
    .error(
      "L113", "missing key",
      explanation: """
        There is no key before a `:`, and a value without a key doesn't mean anything.

            states:
              : {on: {open: ajar}}

        Write the key; the empty text, `""`, isn't a name either.
        """),
    .error(
      "L114", "recursive alias",
      explanation: """
        An alias (`*name`) repeats the value that its anchor (`&name`) marks. Inside that value it would repeat \
        itself without end.

            states: &all
              closed: {states: *all}

        Anchor a smaller part, or write the part out.
        """),
    .error(
      "L115", "undefined alias",
      explanation: """
        `*name` repeats the value that is marked with `&name` earlier in the file. There is no such mark before \
        this alias.

            on:
              pressHome: &leave {to: background}
              lock: *leafe

        Correct the name, move the marked part up, or quote the text if a `*` was meant: `"*"` is the key for \
        any event.
        """),
    .error(
      "L116", "foreign tag",
      explanation: """
        A `!` at the beginning of a value is a YAML tag, which gives the type of the value. Only the tags of \
        the core schema are known: `!!str`, `!!int`, `!!float`, `!!bool`, `!!null`, `!!seq` and `!!map`, none of \
        which a spec needs.

            open: {if: !isLocked, to: ajar}        # a tag
            open: {if: not isLocked, to: ajar}     # an expression

        Delete the tag. A text that begins with `!` is written in quotes, and an expression says `not` instead \
        of `!`.
        """),
    .error(
      "L117", "tag does not fit",
      explanation: """
        The value isn't of the type that the tag gives, so one of the two is wrong.

            after: {!!int soon: idle}

        Delete the tag. A spec needs none: each key already has a type.
        """),
    .error(
      "L120", "not YAML",
      explanation: """
        The text isn't YAML. The message says what was found instead of something else; the mistake \
        is there or a little before it.

            states:
              closed: {on: {open: ajar}}
               ajar: {}

        Look for a missing or superfluous bracket, quote, colon or space.
        """),
    .error(
      "L121", "colon in a text",
      explanation: """
        A colon with a space behind it separates a key from its value, so in a text without quotes a second \
        one on a line has no meaning.

            scenarios:
              Home: the first press: {given: active}       # which of the colons?
              "Home: the first press": {given: active}

        Write a text that contains one in quotes. A colon without a space behind it is part of the text.
        """),
    .error(
      "L122", "tab as indentation",
      explanation: """
        YAML is indented with spaces; the width of a tab depends on the editor, so the structure would \
        be ambiguous.

            states:
            →   closed: {}         # `→` is a tab

        Replace the tab with spaces, and set your editor to insert spaces in YAML files.
        """),
    .error(
      "L123", "anchor without a name",
      explanation: """
        `&name` marks a part of the text and `*name` repeats it; a name is made of letters, digits, `-` and \
        `_`. Here the name is missing.

            on:
              *: idle              # an alias without a name
              "*": idle            # any event

        The key for any event is written in quotes, and so is every text that begins with `*` or `&`.
        """),
    .error(
      "L124", "unclosed quote",
      explanation: """
        A text that begins with `"` or `'` ends at the next such character, and there is none before the \
        end of the file.

            doc: "The door is closed.
            doc: 'It''s closed, and "locked".'

        Close the quote. A `"` inside is written `\\"`, and a `'` between single quotes is doubled.
        """),
    .error(
      "L125", "brackets do not match",
      explanation: """
        `[` opens a list and `]` closes it; `{` opens a mapping and `}` closes it. Commas \
        separate the items between them. Here a bracket or comma is missing, or there is one too many.

            open: {to: ajar, do: [unlock, swing}
            open: {to: ajar, do: [unlock, swing]}

        Close the brackets that are open, the innermost first. A text that begins with a bracket is written in quotes.
        """),
    .error(
      "L126", "reserved character",
      explanation: """
        A text without quotes cannot begin with `@`, `` ` `` or `%`, nor contain a character that has a meaning of \
        its own in that place: YAML reserves these.

            doc: @main is called first.
            doc: "@main is called first."

        Put the text in quotes.
        """),
    .error(
      "L127", "missing colon",
      explanation: """
        In a mapping every line begins with a key, a colon and a space. This line has no colon, so it isn't a \
        key. Its indentation shows that it isn't the rest of the text above it either.

            closed:
              on: {open: ajar}
              entry lock           # entry: lock

        Write `key: value`. A line that continues the text above it is indented further than that text's key.
        """),
    .error(
      "L128", "indentation",
      explanation: """
        The keys of one mapping begin in the same column, and so do the `-` of one list; the value of a key \
        is indented further than the key. This line begins in a column that matches nothing above it.

            states:
                closed: {}
              ajar: {}             # belongs neither to `states` nor beside `closed`

        Align the line with the lines that it belongs to.
        """),
    .error(
      "L129", "unknown escape",
      explanation: """
        Between double quotes `\\` begins an escape: `\\"`, `\\\\`, `\\n`, `\\t`, `\\x41`, `\\u00E9`, \
        `\\U0001F600` and a few more. This one isn't among them.

            doc: "C:\\door"         # \\d isn't an escape
            doc: "C:\\\\door"
            doc: 'C:\\door'

        Double the backslash, or use single quotes, between which it is a plain character.
        """),
    .error(
      "L130", "block of text",
      explanation: """
        `|` and `>` at the beginning of a value begin a block of text, which starts on the next line, \
        indented. Here something else follows on the same line.

            if: > 5                # a block of text?
            if: "count > 5"
            doc: >
              A text that continues
              over several lines.

        Begin the block on the next line. A text or an expression that begins with one of these characters is \
        written in quotes.
        """),
    .error(
      "L131", "directive",
      explanation: """
        A line that begins with `%` is an instruction to the YAML reader. Only `%YAML 1.1` and `%YAML 1.2` \
        mean anything here, and neither is needed.

            %TAG ! tag:example.com,2025:
            lifeline: 1

        Delete the line. A key that begins with `%` is written in quotes.
        """),
    .error(
      "L132", "text behind a value",
      explanation: """
        A quoted text, a list or mapping in brackets, and an alias are complete values. Only a comment may \
        follow on the line.

            doc: "Home" leaves the app.
            doc: '"Home" leaves the app.'

        Put the whole text into one pair of quotes.
        """),
  ])
}
