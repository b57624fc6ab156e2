import LifelineSource

// What `TemplateParser` and `TemplateRenderer` find.

extension DiagnosticKind {
  static let unclosedTag = DiagnosticKind(
    "L701", .error, "tag without an end",
    explanation: """
      A template's tag begins with an opening delimiter and ends with the closing one. Here the closing one \
      is missing up to the end of the template, so that all the rest would be a name.

          struct {{name} {
          struct {{name}} {

      Close the tag. `{{{name}}}` ends with three braces, and `{{=<% %>=}}` with an equals sign and the \
      closing delimiter.
      """)
  static let badTagName = DiagnosticKind(
    "L702", .error, "not a name",
    explanation: """
      A tag names one key (`{{name}}`), a key of a key (`{{machine.name}}`), the current value (`{{.}}`) or \
      a partial (`{{>name}}`). A name has no spaces inside, and what the tag does (`#`, `^`, `/`, `>`, `&`, \
      `!`, `=`) stands directly behind the opening delimiter.

          {{ #states }}
          {{#states}}

      Write the name of a key that the view has.
      """)
  static let badDelimiters = DiagnosticKind(
    "L703", .error, "not two delimiters",
    explanation: """
      `{{=<% %>=}}` makes `<%` and `%>` the delimiters of the rest of the template. There must be two of \
      them with a space between, and neither may contain an equals sign, or nobody could tell where the tag \
      ends.

          {{=<%=}}
          {{=<% %>=}}

      Write both delimiters.
      """)
  static let unclosedSection = DiagnosticKind(
    "L704", .error, "section without an end",
    explanation: """
      A section lasts from `{{#name}}` or `{{^name}}` to `{{/name}}` with the same name. This one is still \
      open at the end of its template; a section cannot end in another one.

          {{#states}}
          case {{name}}
          {{/states}}

      Add the end, in the template in which the section begins.
      """)
  static let mismatchedClose = DiagnosticKind(
    "L705", .error, "end of another section",
    explanation: """
      Sections are nested: the one that was opened last is closed first.

          {{#states}}{{#doc}}/// {{.}}{{/states}}{{/doc}}
          {{#states}}{{#doc}}/// {{.}}{{/doc}}{{/states}}

      Close the inner one before this one, or mend the name, which must be written as it was at the \
      beginning.
      """)
  static let strayClose = DiagnosticKind(
    "L706", .error, "end without a section",
    explanation: """
      `{{/name}}` ends the section that `{{#name}}` or `{{^name}}` began. No section is open here.

          case {{name}}
          {{/states}}

      Remove the tag, or begin the section before it.
      """)

  static let unknownKey = DiagnosticKind(
    "L708", .error, "unknown key",
    explanation: """
      A tag names a key of the view that the section around it is rendered for, or of one of the views \
      around that. None of them has this key. Nothing is rendered: a text with a hole in it would be worse.

          {{#states}}case {{title}}{{/states}}       # a state has a `name`

      Use a key that the message lists, or move the tag into the section whose view has it.
      """)
  static let unwritableValue = DiagnosticKind(
    "L709", .error, "not a text",
    explanation: """
      `{{name}}` writes a text. A flag decides whether a section is rendered, a list how often, and a view \
      is what its keys are looked up in: none of them is a text.

          {{states}}
          {{#states}}{{name}} {{/states}}

      Use it as `{{#name}}…{{/name}}`, or as the first part of a dotted name.
      """)
  static let notAView = DiagnosticKind(
    "L710", .error, "no keys to look up",
    explanation: """
      In a dotted name each part but the last must be a view, in which the next one is looked up. Here it is \
      a text, a flag, a list, or a view that is not always there.

          {{states.name}}
          {{#states}}{{name}}{{/states}}

      Use it as a section, and its keys inside.
      """)
  static let endlessPartials = DiagnosticKind(
    "L711", .error, "partials without end",
    explanation: """
      A partial may call itself inside a section that is rendered for less and less, as for a tree. Here \
      partials call each other more than 100 deep, so they would never end.

          statement.mustache:  {{>statement}}
          statement.mustache:  {{#children}}{{>statement}}{{/children}}

      Call it inside a section that is empty at some point.
      """)
}
