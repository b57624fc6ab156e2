/// A reason why the plugin can't run a command.
enum CommandError: Error, CustomStringConvertible {
  /// The command talks to a person; the line runs it without the plugin.
  case needsTerminal(String)
  /// Files are only left over if all specs of a folder are known; the line runs the command on folders.
  case needsFolders(String)
  case noSpecs
  /// The command is about one spec, and the targets have these.
  case severalSpecs(verb: String, [String])
  /// The targets have no generated files, and may get them from the build plugin.
  case generatedByBuild([String])
  case noTarget(String, others: [String])
  /// The system doesn't let the plugin write into the package.
  case mayNotWrite(verb: String)
  case failed

  var description: String {
    switch self {
    case .needsTerminal(let line):
      "this command needs a terminal, and a plugin has none. Run the tool itself: \(line)"
    case .needsFolders(let line):
      """
      '--prune' needs the folders of all specs that are generated into one place, and a plugin names the specs one by one. \
      Run the tool itself: \(line)
      """
    case .noSpecs:
      "none of the targets has a spec (.yaml or .yml) among its files; excluded files and resources don't count"
    case .severalSpecs(let verb, let specs):
      """
      '\(verb)' is about one spec, and the targets have several: \(specs.map { "'\($0)'" }.joined(separator: ", ")). \
      Name one of them, or choose a target that has only one with '--target'
      """
    case .generatedByBuild(let names):
      """
      \(names.map { "'\($0)'" }.joined(separator: ", ")): the manifest names LifelineBuildPlugin, which generates the files of a target \
      while it is built, and there is no folder Generated with checked-in ones. If the plugin is one of this target's, nothing is to be \
      generated or compared here: with files in both places, the module would have everything twice, and 'swift package lifeline check' \
      checks the specs. If it is not, name the folder with '--output' or '--tests-output', or choose targets with '--target'
      """
    case .noTarget(let name, let others):
      "there is no target '\(name)' of Swift sources; there are \(others.map { "'\($0)'" }.joined(separator: ", "))"
    case .mayNotWrite(let verb):
      """
      'lifeline \(verb)' writes into the package, which a plugin may only do with your permission. Run \
      'swift package --allow-writing-to-package-directory lifeline \(verb) …'
      """
    case .failed:
      "lifeline has found errors"
    }
  }
}
