import LifelineSource

extension DiagnosticKind {
  static let unclosedTag = templatingKinds["L701"]
  static let badTagName = templatingKinds["L702"]
  static let badDelimiters = templatingKinds["L703"]
  static let unclosedSection = templatingKinds["L704"]
  static let mismatchedClose = templatingKinds["L705"]
  static let strayClose = templatingKinds["L706"]
  static let unknownTemplate = templatingKinds["L707"]
  static let unknownKey = templatingKinds["L708"]
  static let unwritableValue = templatingKinds["L709"]
  static let notAView = templatingKinds["L710"]
  static let endlessPartials = templatingKinds["L711"]
  static let unusedTemplate = templatingKinds["L712"]

  /// All kinds of diagnostics about templates.
  package static let templatingKinds = DiagnosticKindList([
    .error(
      "L701", "tag without an end",
      explanation: """
        A template's tag begins with an opening delimiter and ends with the closing one. Here the closing one \
        is missing up to the end of the template, so that all the rest would be a name.

            struct {{name} {
            struct {{name}} {

        Close the tag. `{{{name}}}` ends with three braces, and `{{=<% %>=}}` with an equals sign and the \
        closing delimiter.
        """),
    .error(
      "L702", "not a name",
      explanation: """
        A tag names one key (`{{name}}`), a key of a key (`{{machine.name}}`), the current value (`{{.}}`) or \
        a partial (`{{>name}}`). A name has no spaces inside, and the character that says what kind of tag it is \
        (`#`, `^`, `/`, `>`, `&`, `!`, `=`) stands directly behind the opening delimiter.

            {{ #states }}
            {{#states}}

        Write the name of a key that the view has.
        """),
    .error(
      "L703", "not two delimiters",
      explanation: """
        `{{=<% %>=}}` makes `<%` and `%>` the delimiters of the rest of the template. There must be two of \
        them with a space between. Neither may contain an equals sign, because the end of the tag would be unclear.

            {{=<%=}}
            {{=<% %>=}}

        Write both delimiters.
        """),
    .error(
      "L704", "section without an end",
      explanation: """
        A section lasts from `{{#name}}` or `{{^name}}` to `{{/name}}` with the same name. This one is still \
        open at the end of its template. A section cannot end in another template.

            {{#states}}
            case {{name}}
            {{/states}}

        Add the end to the template in which the section begins.
        """),
    .error(
      "L705", "end of another section",
      explanation: """
        Sections are nested: the one that was opened last is closed first.

            {{#states}}{{#doc}}/// {{.}}{{/states}}{{/doc}}
            {{#states}}{{#doc}}/// {{.}}{{/doc}}{{/states}}

        Close the inner section before this one, or correct the name, which must be the one at the beginning of \
        the section.
        """),
    .error(
      "L706", "end without a section",
      explanation: """
        `{{/name}}` ends the section that `{{#name}}` or `{{^name}}` began. No section is open here.

            case {{name}}
            {{/states}}

        Remove the tag, or begin the section before it.
        """),
    .error(
      "L707", "unknown template",
      explanation: """
        A file of the templates' folder replaces the built-in template with its name, or is a partial that another \
        template of the folder calls: `{{>name}}` renders the file `name.mustache`. Here a tag calls a template that \
        doesn't exist, or a file has a name that neither a built-in template nor a tag uses.

            {{>contxt}}
            {{>context}}

        Correct the name. If the file replaced a built-in template of an earlier version, remove the file.
        """),
    .error(
      "L708", "unknown key",
      explanation: """
        A tag names a key of the view that the section around it is rendered for, or of one of the views \
        around that. None of them has this key. Every section is checked, even if no machine needs it.

            {{#states}}case {{title}}{{/states}}       # a state has a `name`

        Use a key that the message lists, or move the tag into the section whose view has it.
        """),
    .error(
      "L709", "not a text",
      explanation: """
        `{{name}}` writes a text, but the key's value is a flag, a list or a view. A flag decides whether a section is \
        rendered, a list how often it is, and the keys of a view are available in its section.

            {{states}}
            {{#states}}{{name}} {{/states}}

        Write `{{#name}}…{{/name}}`, or use a view as the first part of a dotted name.
        """),
    .error(
      "L710", "no keys to look up",
      explanation: """
        In a dotted name each part but the last must be a view, because the next part is one of its keys. Here it is \
        a text, a flag, a list, or a view that is not always there.

            {{states.name}}
            {{#states}}{{name}}{{/states}}

        Use it as a section, and its keys inside.
        """),
    .error(
      "L711", "partials without end",
      explanation: """
        A partial may call itself inside a section, as for the nodes of a tree: rendering ends where the section is \
        empty. Here partials call each other without such a section, or more than 100 deep.

            statement.mustache:  {{>statement}}
            statement.mustache:  {{#children}}{{>statement}}{{/children}}

        Call the partial inside a section that is empty at some point.
        """),
    .error(
      "L712", "unused template",
      explanation: """
        A file of the templates' folder replaces a built-in partial, but nothing renders it: other files of the folder \
        replace the templates that call it, and they don't call it any more.

            machine.mustache:  struct {{type}} {}                # instead of {{>states}}
            states.mustache:   enum State { … }

        Call the partial, or remove its file.
        """),
  ])
}
