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
  static let tooMuchToRender = templatingKinds["L713"]

  /// All kinds of diagnostics about templates.
  package static let templatingKinds = DiagnosticKindList([
    .error(
      "L701", "tag without an end",
      explanation: """
        A tag of a template begins with `{{` and ends with `}}`. The end of this tag is missing.

            struct {{type} {
            struct {{type}} {

        Close the tag. `{{{type}}}` ends with three braces, and `{{=<% %>=}}` with an equals sign and the closing \
        delimiter.
        """),
    .error(
      "L702", "not a name",
      explanation: """
        A tag contains the name of a key (`{{type}}`), a path of keys (`{{title.literal}}`), a dot for the current \
        value (`{{.}}`), or the name of another template (`{{>context}}`). Names contain no spaces. The character for the \
        kind of tag (`#`, `^`, `/`, `>`, `&`, `!` or `=`) comes directly after the opening delimiter.

            {{ #delegate}}
            {{#delegate}}

        Write a name.
        """),
    .error(
      "L703", "not two delimiters",
      explanation: """
        `{{=<% %>=}}` makes `<%` and `%>` the delimiters for the rest of the template. The tag needs two delimiters with \
        a space between them, and neither can contain an equals sign.

            {{=<%=}}
            {{=<% %>=}}

        Write both delimiters.
        """),
    .error(
      "L704", "section without an end",
      explanation: """
        A section begins with `{{#name}}` or `{{^name}}` and ends with `{{/name}}`. This section has no end in its \
        template. A section can't end in another template.

            {{#context}}
            init({{parameters}})
            {{/context}}

        Add the end tag.
        """),
    .error(
      "L705", "end of another section",
      explanation: """
        Sections are nested, so the section that began last ends first.

            {{#context}}{{#fields}}{{name}}{{/context}}{{/fields}}
            {{#context}}{{#fields}}{{name}}{{/fields}}{{/context}}

        Close the inner section first, or correct the name in the end tag.
        """),
    .error(
      "L706", "end without a section",
      explanation: """
        `{{/name}}` ends the section that began with `{{#name}}` or `{{^name}}`, but no section is open here.

            struct {{type}}
            {{/context}}

        Remove the tag, or add the beginning of the section.
        """),
    .error(
      "L707", "unknown template",
      explanation: """
        A file in the folder of templates replaces the built-in template of the same name, or is a partial that another \
        template of the folder renders: `{{>header}}` renders the file `header.mustache`. Here, a tag names a template \
        that doesn't exist, or a file has a name that no built-in template has and no tag uses.

            {{>contxt}}
            {{>context}}

        Correct the name. The message lists the known templates. If the file replaced a built-in template that a new \
        version of Lifeline doesn't have any more, remove the file: `docs/templates.md` says which key took its place.
        """),
    .error(
      "L708", "unknown key",
      explanation: """
        A tag names a key of the view that the section around it renders, or of one of the views further out. None of \
        these views has the key. All sections are checked, including those that no machine renders.

            {{#delegate}}protocol {{title}} {}{{/delegate}}
            {{#delegate}}protocol {{protocol}} {}{{/delegate}}

        Use a key of these views, or move the tag into the section of a view that has the key. `docs/templates.md` lists \
        the keys of all views.
        """),
    .error(
      "L709", "not a text",
      explanation: """
        `{{name}}` writes a text, but the value of this key is a flag, a list or a view. They have no text: a flag \
        decides whether a section is rendered, a list decides how often it is, and a view has keys.

            {{context}}
            {{#context}}{{parameters}}{{/context}}

        Write a section: `{{#name}}…{{/name}}`.
        """),
    .error(
      "L710", "no keys to look up",
      explanation: """
        In a path of keys, every key but the last must have a view as its value, in which the next key is looked up. \
        This value is a text, a flag, a list, or a view that isn't always there.

            {{delegate.protocol}}
            {{#delegate}}{{protocol}}{{/delegate}}

        Use the key as a section, and the next key inside the section.
        """),
    .error(
      "L711", "partials without end",
      explanation: """
        A template can render itself as a partial only inside a section that is empty at some point. Here, templates \
        render each other without such a section, or more than 100 deep.

            header.mustache:    {{>copyright}}
            copyright.mustache: {{>header}}

        Remove one of the tags, or put it into a section that is empty at some point.
        """),
    .error(
      "L712", "unused template",
      explanation: """
        A file in the folder of templates replaces a built-in template that nothing renders any more, because the \
        templates that rendered it are replaced, too.

            machine.mustache:   nonisolated struct {{type}} { … }       # renders no {{>context}}
            context.mustache:   struct Context { … }

        Render the template with a tag, such as `{{>context}}`, or remove the file.
        """),
    .error(
      "L713", "too much to render",
      explanation: """
        At most 50,000,000 tags and texts between them are rendered for one file, and 256 MiB are written. The section of \
        a list is rendered for each element, so sections of lists inside each other multiply: of a machine with ten \
        events, the first of these templates writes a million lines, and the second ten.

            {{#events}}{{#events}}{{#events}}{{#events}}{{#events}}{{#events}}
            // {{name}}
            {{/events}}{{/events}}{{/events}}{{/events}}{{/events}}{{/events}}

            {{#events}}
            // {{name}}
            {{/events}}

        Write fewer sections, or fewer partials, inside each other.
        """),
  ])
}
