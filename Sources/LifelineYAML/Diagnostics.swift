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
  static let cutCall = yamlKinds["L133"]

  /// All kinds of diagnostics about YAML documents.
  package static let yamlKinds = DiagnosticKindList([
    .error(
      "L101", "text too long",
      explanation: """
        A spec can have up to 16 MiB of text, so that a wrong file doesn't use up the memory.

            $ ls -l Specs
            -rw-r--r--  1 me  staff  48211968  Export.yaml

        If the file isn't a spec, don't name it. Otherwise, split the machine: write one spec for each life cycle.
        """),
    .error(
      "L102", "not UTF-8",
      explanation: """
        A spec is encoded in UTF-8. This file has another encoding (such as Latin-1, Windows-1252 or UTF-16), or isn't \
        a text file. The encoding isn't guessed, because a wrong guess would change names and texts.

            $ iconv -f LATIN1 -t UTF-8 Old.yaml > Specs/Player.yaml

        Save the file as UTF-8 in your editor, or convert it with `iconv`.
        """),
    .error(
      "L103", "forbidden character",
      explanation: """
        A spec can't contain control characters, the line separators U+0085, U+2028 and U+2029, or a byte order mark \
        that isn't at the beginning. Editors don't show these characters, and programs disagree about their meaning.

            doc: "One line\\u2028and another"

        Delete the character. If a text needs it, write it as an escape between double quotes, such as "\\u2028" or "\\x1B".
        """),
    .error(
      "L104", "empty document",
      explanation: """
        The file contains only spaces and comments. The shortest spec has a version, a machine and a state:

            lifeline: 1
            machine: Door
            states: {closed: {}}

        Begin with these lines, or name another file.
        """),
    .error(
      "L105", "root is not a mapping",
      explanation: """
        A spec is a mapping at its outermost level: its lines have the form `key: value` and begin in the first column. \
        This file is a list or a single text.

            - lifeline: 1      # the `-` begins a list
              machine: Door

        Write the keys without `-`, beginning with `lifeline: 1`. If they have none, a colon or the space after it may \
        be missing.
        """),
    .error(
      "L106", "more than one document",
      explanation: """
        `---` begins a new document, but a spec is a single document, which describes one machine.

            lifeline: 1
            machine: Door
            states: {closed: {}}
            ---                  # begins another document
            lifeline: 1
            machine: Window

        Put each machine into a file of its own. A `---` before the first key is allowed.
        """),
    .error(
      "L107", "nested too deep",
      explanation: """
        Mappings and lists can be nested up to 64 levels deep, including what aliases repeat. That is enough for 31 \
        nested states.

            states: {a: {states: {b: {states: {c: {states: …

        Check that all brackets are closed. If they are, move some of the states into a machine of their own.
        """),
    .error(
      "L108", "too many nodes",
      explanation: """
        A spec can have up to 1,000,000 mappings, lists, keys and values. They are counted after every alias is replaced \
        by its value, because aliases of aliases multiply quickly.

            a: &a [x, x, x, x, x, x, x, x, x, x]
            b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
            c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]     # a thousand values

        Use fewer aliases, or split the machine into several specs.
        """),
    .error(
      "L110", "duplicate key",
      explanation: """
        A key can occur only once in its mapping. If it could occur twice, one of the values would be lost.

            on:
              tick: {if: ready, to: running}
              tick: waiting

        Rename one of the keys, or combine the values under one key. An event with several transitions has a list:

            on:
              tick:
                - {if: ready, to: running}
                - waiting
        """),
    .error(
      "L111", "merge key",
      explanation: """
        Merge keys (`<<: *other`) are a part of YAML 1.1 that YAML 1.2 doesn't have.

            active:
              <<: *common
              on: {stop: idle}

        Write the keys out, or repeat a whole value with an alias: mark it with `on: &common {…}`, and repeat it with \
        `on: *common`.
        """),
    .error(
      "L112", "key is not a text",
      explanation: """
        YAML allows lists and mappings as keys, but specs don't, because every key is a name. A text that begins with \
        `[` or `{` is read as one of them:

            scenarios:
              [draft] a visit: {given: idle}       # a list as a key
              "[draft] a visit": {given: idle}     # a name

        Write the text in quotes.
        """),
    .error(
      "L113", "missing key",
      explanation: """
        The `:` has no key before it.

            states:
              : {on: {open: ajar}}

        Write the key.
        """),
    .error(
      "L114", "recursive alias",
      explanation: """
        An alias (`*name`) repeats the value that its anchor (`&name`) marks. Inside that value, the repetition would \
        never end.

            states: &all
              closed: {states: *all}

        Mark a smaller part with the anchor, or write the part out.
        """),
    .error(
      "L115", "undefined alias",
      explanation: """
        `*name` repeats a value that `&name` marks earlier in the file. There is no such mark before this alias.

            on:
              pressHome: &leave {to: background}
              lock: *leafe                            # *leave

        Correct the name, or move the marked part up. If a text begins with `*`, put it in quotes: the key for any event \
        is `"*"`.
        """),
    .error(
      "L116", "foreign tag",
      explanation: """
        In YAML, a `!` at the beginning of a value begins a tag, which states the type of the value. Only the tags of \
        YAML's core schema are known, such as `!!str` and `!!int`, and a spec needs none of them.

            open: {if: !isLocked, to: ajar}        # a tag
            open: {if: not isLocked, to: ajar}     # an expression

        Delete the tag. Put a text that begins with `!` in quotes, and write `not` in an expression.
        """),
    .error(
      "L117", "tag does not fit",
      explanation: """
        The value isn't of the type that its tag states.

            after: {!!int soon: idle}

        Delete the tag. A spec needs none.
        """),
    .error(
      "L120", "not YAML",
      explanation: """
        The text isn't YAML. The mistake is at the reported position or a little before it.

            states:
              closed: {on: {open: ajar}}
               ajar: {}

        Look for a missing or superfluous bracket, quote, colon or space.
        """),
    .error(
      "L121", "colon in a text",
      explanation: """
        A colon with a space after it separates a key from its value. A value on the line of its key can't contain \
        another one, unless it has quotes or braces.

            doc: Attention: the door is open.
            doc: "Attention: the door is open."
            on: {open: to: ajar}
            on: {open: {to: ajar}}

        Put a text in quotes, and a mapping in braces. A colon without a space after it is part of a text.
        """),
    .error(
      "L122", "tab as indentation",
      explanation: """
        YAML is indented with spaces. Tabs aren't allowed, because their width depends on the editor.

            states:
            →   closed: {}         # `→` is a tab

        Replace the tab with spaces. The suggested edit does so for all tabs that indent lines, if the document then means the \
        same for each usual width of tabs. You can set up your editor to insert spaces in YAML files.
        """),
    .error(
      "L123", "anchor without a name",
      explanation: """
        In YAML, `&name` marks a value and `*name` repeats it. The name consists of letters, digits, `-` and `_`. Here, \
        it is missing or contains another character.

            on:
              *: idle              # an alias without a name
              "*": idle            # any event

        Put a text that begins with `*` or `&` in quotes, including the key for any event.
        """),
    .error(
      "L124", "unclosed quote",
      explanation: """
        A text that begins with `"` or `'` ends with the same character, which is missing.

            doc: "The door is closed.
            doc: "The door is closed."

        Close the quote. In a text in double quotes, write `\\"` for a quote; in single quotes, write `''`.
        """),
    .error(
      "L125", "brackets do not match",
      explanation: """
        A list begins with `[` and ends with `]`, and a mapping begins with `{` and ends with `}`. Commas separate their \
        parts. Here, a bracket or a comma is missing, or there is one too many.

            open: {to: ajar, do: [unlock, swing}
            open: {to: ajar, do: [unlock, swing]}

        Close the brackets, the innermost first. Put a text that begins with a bracket in quotes.
        """),
    .error(
      "L126", "reserved character",
      explanation: """
        A text without quotes can't begin with `@`, `` ` `` or `%`, which YAML reserves, or with a character that has \
        another meaning at this position.

            doc: @main is called first.
            doc: "@main is called first."

        Put the text in quotes.
        """),
    .error(
      "L127", "missing colon",
      explanation: """
        In a mapping, each line begins with a key, a colon and a space. This line has no colon, or no space after it.

            closed:
              on: {open: ajar}
              entry lock           # entry: lock

        Write `key: value`. If the line continues the text above it, indent it further than the key of that text.
        """),
    .error(
      "L128", "indentation",
      explanation: """
        All keys of a mapping begin in the same column, and so do all `-` of a list. The value of a key is indented \
        further than the key. This line begins in a column in which no line above it begins.

            states:
                closed: {}
              ajar: {}             # should begin below `closed`

        Align the line with the lines that it belongs to.
        """),
    .error(
      "L129", "unknown escape",
      explanation: """
        Between double quotes, a backslash begins an escape: `\\"`, `\\\\`, `\\n`, `\\t`, `\\x41`, `\\u00E9`, \
        `\\U0001F600` and a few more. There is no such escape.

            doc: "C:\\door"         # \\d isn't an escape
            doc: "C:\\\\door"
            doc: 'C:\\door'

        Double the backslash, or use single quotes, between which a backslash has no special meaning.
        """),
    .error(
      "L130", "block of text",
      explanation: """
        A value that begins with `|` or `>` is a block of text. The text begins on the next line, indented. Here, \
        something else follows on the same line.

            doc: > The door is closed.
            doc: >
              The door is closed.

        Begin the text on the next line, or put it in quotes.
        """),
    .error(
      "L131", "directive",
      explanation: """
        A line that begins with `%` is an instruction for the YAML reader. Only `%YAML 1.1` and `%YAML 1.2` are \
        supported, and a spec needs neither.

            %TAG ! tag:example.com,2025:
            lifeline: 1

        Delete the line. Put a key that begins with `%` in quotes.
        """),
    .error(
      "L132", "text after a value",
      explanation: """
        A text in quotes, a list or mapping in brackets, and an alias are complete values. Only a comment can follow \
        them on the same line.

            doc: "Home" leaves the app.
            doc: '"Home" leaves the app.'

        Put the whole text into one pair of quotes.
        """),
    .error(
      "L133", "a comma that cuts a call or a type",
      explanation: """
        Between braces, a comma separates the entries of a mapping, also where it is meant to separate the two values of \
        `min` or `max`, or the arguments of a type.

            retry: {if: min(attempts, limit) < 3, to: waiting}       # `min(attempts`, and a key `limit) < 3`
            retry: {if: "min(attempts, limit) < 3", to: waiting}
            show: {parameters: {links: "Dictionary<String, URL>"}}

        Put the expression or the type in quotes, or write the mapping on several lines without braces.
        """),
  ])
}
