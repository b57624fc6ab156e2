import LifelineSource

// What `SyntaxFault` can mean.

extension DiagnosticKind {
  /// What no reader can make sense of.
  package static let unreadable = DiagnosticKind(
    "L120", .error, "not YAML",
    explanation: """
      The text is not YAML. The message says what was found where something else should stand; the mistake \
      is there or a little before.

          states:
            closed: {on: {open: ajar}}
             ajar: {}

      Look for a bracket, a quote, a colon or a space too many or too few.
      """)

  /// `: ` in a text without quotes.
  package static let colonInText = DiagnosticKind(
    "L121", .error, "colon in a text",
    explanation: """
      A colon with a space behind it separates a key from its value, so in a text without quotes a second \
      one on a line has no meaning.

          scenarios:
            Home: the first press: {given: active}       # which of the colons?
            "Home: the first press": {given: active}

      Write a text that contains one in quotes. A colon without a space behind it is part of the text.
      """)

  /// A tab where spaces are wanted.
  package static let tab = DiagnosticKind(
    "L122", .error, "tab as indentation",
    explanation: """
      YAML is indented with spaces; how wide a tab is, every editor decides for itself, so nobody could say \
      what belongs to what.

          states:
          →   closed: {}         # `→` is a tab

      Replace the tab by spaces, and set your editor to insert spaces in YAML files.
      """)

  /// `*` or `&` that no name follows.
  package static let anchorName = DiagnosticKind(
    "L123", .error, "anchor without a name",
    explanation: """
      `&name` marks a part of the text and `*name` repeats it; a name is made of letters, digits, `-` and \
      `_`. Here the name is missing.

          on:
            *: idle              # an alias without a name
            "*": idle            # any event

      The key for any event is written in quotes, and so is every text that begins with `*` or `&`.
      """)

  /// A quote without its other half.
  package static let unclosedQuote = DiagnosticKind(
    "L124", .error, "unclosed quote",
    explanation: """
      A text that begins with `"` or `'` ends at the next such character, and here there is none up to the \
      end of the file.

          doc: "The door is closed.
          doc: 'It''s closed, and "locked".'

      Close the quote. A `"` inside is written `\\"`, and a `'` between single quotes is doubled.
      """)

  /// A bracket without its other half, or a comma that is missing between brackets.
  package static let brackets = DiagnosticKind(
    "L125", .error, "brackets do not match",
    explanation: """
      `[` opens a list and `]` closes it; `{` opens a mapping and `}` closes it. What stands between them is \
      separated by commas. Here one is missing, or there is one too many.

          open: {to: ajar, do: [unlock, swing}
          open: {to: ajar, do: [unlock, swing]}

      Close what is open, the innermost first. A text that begins with a bracket is written in quotes.
      """)

  /// A character with which no text begins.
  package static let reservedCharacter = DiagnosticKind(
    "L126", .error, "reserved character",
    explanation: """
      A text without quotes cannot begin with `@`, `` ` `` or `%`, nor contain what has a meaning where it \
      stands: YAML keeps these characters for itself.

          doc: @main is called first.
          doc: "@main is called first."

      Put the text in quotes.
      """)

  /// A line that is no key.
  package static let missingColon = DiagnosticKind(
    "L127", .error, "missing colon",
    explanation: """
      In a mapping every line begins with a key, a colon and a space. This line has none, so it is neither a \
      key nor, as it is indented, the rest of the text above it.

          closed:
            on: {open: ajar}
            entry lock           # entry: lock

      Write `key: value`. A line that goes on with the text above it is indented further than that text's \
      key.
      """)

  /// A line that begins in a column where nothing can go on.
  package static let indentation = DiagnosticKind(
    "L128", .error, "indentation",
    explanation: """
      The keys of one mapping begin in the same column, and so do the `-` of one list; what belongs to a key \
      is indented further than the key. This line begins in a column that belongs to nothing above it.

          states:
              closed: {}
            ajar: {}             # belongs neither to `states` nor beside `closed`

      Move the line below those that it belongs with.
      """)

  /// An escape that does not exist.
  package static let badEscape = DiagnosticKind(
    "L129", .error, "unknown escape",
    explanation: """
      Between double quotes `\\` begins an escape: `\\"`, `\\\\`, `\\n`, `\\t`, `\\x41`, `\\u00E9`, \
      `\\U0001F600` and a few more. There is none that begins like this one.

          doc: "C:\\door"         # \\d is no escape
          doc: "C:\\\\door"
          doc: 'C:\\door'

      Double the backslash, or use single quotes, between which it is a plain character.
      """)

  /// Something behind `|` or `>`.
  package static let blockText = DiagnosticKind(
    "L130", .error, "block of text",
    explanation: """
      `|` and `>` at the beginning of a value announce a block of text, which begins on the next line, \
      indented. Here something else stands behind them.

          if: > 5                # a block of text?
          if: "count > 5"
          doc: >
            A text that goes on
            over several lines.

      Begin the block on the next line. A text or an expression that begins with one of these characters is \
      written in quotes.
      """)

  /// A line that begins with `%`.
  package static let directive = DiagnosticKind(
    "L131", .error, "directive",
    explanation: """
      A line that begins with `%` is an instruction to the YAML reader; only `%YAML 1.1` and `%YAML 1.2` \
      mean anything here, and neither is needed.

          %TAG ! tag:example.com,2025:
          lifeline: 1

      Delete the line. A key that begins with `%` is written in quotes.
      """)

  /// Something behind a value that is complete.
  package static let textBehindValue = DiagnosticKind(
    "L132", .error, "text behind a value",
    explanation: """
      A quoted text, a list or mapping in brackets, and an alias are complete values: nothing but a comment \
      may follow on the line.

          doc: "Home" leaves the app.
          doc: '"Home" leaves the app.'

      Put the whole text into one pair of quotes, or indent what is a value of its own.
      """)
}
