import ArgumentParser
import LifelineSource
import LifelineWorkspace

struct Templates: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "templates",
    abstract: "Lists, shows and copies the built-in templates of generated files.",
    discussion: """
      lifeline.yaml may name a folder of templates. They replace the built-in templates of the same names. Copy the ones \
      that you want to change.

      EXAMPLES
        lifeline templates list
        lifeline templates show context
        lifeline templates copy Templates context delegate
      """,
    subcommands: [List.self, Show.self, Copy.self])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Lists the names of the built-in templates.")

    func run() throws {
      var console = Console()
      try console.finish(answering: TemplatesJob.names.map { $0 + "\n" }.joined())
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Prints a built-in template.")

    @Argument(help: ArgumentHelp("The name of a template.", valueName: "name"))
    var name: String

    func run() throws {
      var console = Console()
      try requireTemplates([name])
      try console.finish(answering: TemplatesJob.text(of: name) ?? "")
    }
  }

  struct Copy: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "copy",
      abstract: "Copies built-in templates into a folder.",
      discussion: "The command overwrites nothing: if one of the files exists, none is written.")

    @Argument(help: ArgumentHelp("The folder of templates.", valueName: "folder"))
    var folder: String

    @Argument(help: ArgumentHelp("The names of templates. By default, all templates are copied.", valueName: "name"))
    var names: [String] = []

    @Flag(name: .shortAndLong, help: "Only write errors and warnings.")
    var quiet = false

    func validate() throws {
      if folder.isEmpty { throw ValidationError("The folder is empty. Give a folder, such as Templates.") }
    }

    func run() throws {
      var console = Console(isQuiet: quiet)
      try requireTemplates(names)
      try console.finish(with: TemplatesJob.copy(names, to: folder))
    }
  }
}

/// Throws an error if a name isn't that of a built-in template.
private func requireTemplates(_ names: [String]) throws {
  let known = TemplatesJob.names
  for name in names where !known.contains(name) {
    let near = nearestName(to: name, among: known).map { "; did you mean '\($0)'?" }
    throw ValidationError(
      "There is no template '\(VisibleText.escaped(name))'\(near ?? "; 'lifeline templates list' lists all of them.")")
  }
}
