import Foundation

/// The runs of the command that a line of `swift package lifeline` asks for.
struct CommandPlan {
  /// The arguments of each run.
  var runs: [[String]]

  /// Returns the runs for a command line, without options of the plugin itself.
  ///
  /// - Parameters:
  ///   - targets: The targets whose specs the command is about.
  ///   - root: The folder in which the command runs; paths are relative to it.
  ///   - manifest: The text of the package's manifest.
  /// - Throws: `CommandError` if a command needs a terminal or folders, or if the build plugin may generate the files.
  static func make(
    for arguments: [String], of targets: [PlannedTarget], in root: URL, tool: URL, manifest: String
  ) throws -> CommandPlan {
    guard let verb = arguments.first else { return CommandPlan(runs: [["--help"]]) }
    let rest = Array(arguments.dropFirst())
    let isRewriting = rest.contains("--accept") && !rest.contains("--yes")
    if ["simulate", "watch"].contains(verb) || readsStandardInput(rest) || isRewriting {
      throw CommandError.needsTerminal(shellLine(tool, arguments))
    }
    if rest.contains("--help") || rest.contains("-h") { return CommandPlan(runs: [arguments]) }
    switch verb {
    case "check",
      "format" where !namesPath(rest),
      "diagram" where !namesPath(rest), "docs" where !namesPath(rest), "explore" where !namesPath(rest):
      let specs = targets.flatMap(\.specs).map { path(of: $0, in: root) }
      guard !specs.isEmpty else { throw CommandError.noSpecs }
      if verb == "explore", specs.count > 1 { throw CommandError.severalSpecs(verb: verb, specs) }
      return CommandPlan(runs: [[verb] + rest + specs])
    case "generate":
      guard !rest.contains("--prune") else { throw CommandError.needsFolders(shellLine(tool, arguments) + " FOLDER…") }
      let runs = targets.flatMap { generations(for: $0, in: root, options: rest) }
      guard !runs.isEmpty else { throw CommandError.noSpecs }
      if manifest.contains("LifelineBuildPlugin"), !namesFolder(rest) {
        // A plugin isn't told which targets have which plugins.
        let names = targets.filter { !plannedSpecs(of: $0).isEmpty && !hasGeneratedFiles($0) }.map(\.name)
        guard names.isEmpty else { throw CommandError.generatedByBuild(names) }
      }
      return CommandPlan(runs: runs)
    case "init":
      return CommandPlan(runs: [[verb] + (rest.contains("--plugin") ? [] : ["--plugin"]) + rest])
    default:
      return CommandPlan(runs: [arguments])
    }
  }

  /// Returns whether a command with these arguments writes files.
  static func writes(_ arguments: [String]) -> Bool {
    if arguments.contains("--help") || arguments.contains("-h") { return false }
    switch arguments.first {
    case "generate": return !arguments.contains("--check") && !arguments.contains("--dry-run")
    case "init": return true
    case "format": return !arguments.contains("--check")
    case "check": return arguments.contains("--accept") || contains(["--coverage-output", "--pictures"], in: arguments)
    case "trace": return writesFile(["--picture"], in: arguments)
    case "docs": return !arguments.contains("--check") && writesFile(["--output", "-o"], in: arguments)
    case "templates": return arguments.dropFirst().first == "copy"
    case "diagram", "explore": return writesFile(["--output", "-o"], in: arguments)
    default: return contains(["--output", "-o"], in: arguments)
    }
  }

  /// Returns whether a `-` stands for a spec, or for a log. Behind an option for an output, it is standard output.
  private static func readsStandardInput(_ arguments: [String]) -> Bool {
    arguments.indices.contains { index in
      arguments[index] == "-" && (index == 0 || !["--output", "-o", "--picture"].contains(arguments[index - 1]))
    }
  }

  /// Returns the line that runs the tool in a shell.
  private static func shellLine(_ tool: URL, _ arguments: [String]) -> String {
    ([tool.path(percentEncoded: false)] + arguments).map { word in
      if word.wholeMatch(of: /[A-Za-z0-9_.\/=-]+/) != nil { return word }
      return "'" + word.replacing("'", with: #"'\''"#) + "'"
    }
    .joined(separator: " ")
  }

  /// Returns a run for the specs of a target, and one for each target that a test target tests. Without a folder in the
  /// options, files are generated into the folder `Generated` of the target.
  private static func generations(
    for target: PlannedTarget, in root: URL, options: [String]
  ) -> [[String]] {
    let folder = path(of: target.folder.appending(path: "Generated"), in: root)
    let isFolderGiven = namesFolder(options)
    return Dictionary(grouping: plannedSpecs(of: target), by: \.target).sorted { $0.key.path < $1.key.path }
      .map { _, specs in
        let first = specs[0]
        var arguments = ["generate"] + options + specs.map { path(of: $0.url, in: root) }
        guard !isFolderGiven else { return arguments }
        if first.makesMachine { arguments += ["--output", folder] }
        if first.makesTests { arguments += ["--tests-output", folder, "--module", first.module ?? ""] }
        return arguments + first.moduleFolderArguments
      }
  }

  /// Returns whether arguments of a command that draws or describes machines name a spec or a folder.
  private static func namesPath(_ arguments: [String]) -> Bool {
    let flags = ["--ascii", "--check", "--docc", "--no-numbers", "--prune", "--quiet", "-q", "--strict"]
    return arguments.indices.contains { index in
      let isValue =
        index > 0 && arguments[index - 1].hasPrefix("-") && arguments[index - 1] != "-"
        && !flags.contains(arguments[index - 1])
        && !arguments[index - 1].contains("=")
      return !arguments[index].hasPrefix("-") && !isValue
    }
  }

  /// Returns whether options name the folders of generated files.
  private static func namesFolder(_ options: [String]) -> Bool {
    contains(["--output", "-o", "--tests-output"], in: options)
  }

  /// Returns whether one of some options is given, with its value behind it or in the same word.
  private static func contains(_ names: [String], in options: [String]) -> Bool {
    options.contains { argument in names.contains { argument == $0 || argument.hasPrefix("\($0)=") } }
  }

  /// Returns whether one of some options names a file, and not standard output.
  private static func writesFile(_ names: [String], in options: [String]) -> Bool {
    options.indices.contains { index in
      if names.contains(options[index]) { return index + 1 == options.count || options[index + 1] != "-" }
      return names.contains { options[index].hasPrefix("\($0)=") && options[index] != "\($0)=-" }
    }
  }

  /// Returns whether generated files of a target are checked in.
  private static func hasGeneratedFiles(_ target: PlannedTarget) -> Bool {
    let folder = target.folder.appending(path: "Generated").standardizedFileURL.path + "/"
    return target.swiftFiles.contains { $0.standardizedFileURL.path.hasPrefix(folder) }
  }

  /// Returns the path of a file from a folder, or its absolute path if it is elsewhere.
  private static func path(of file: URL, in root: URL) -> String {
    let (path, folder) = (file.standardizedFileURL.path, root.standardizedFileURL.path + "/")
    return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
  }
}
