/// A reason why the plugin can't run a command.
enum CommandError: Error, CustomStringConvertible {
  /// The command talks to a person; the line runs it without the plugin.
  case needsTerminal(String)
  /// Files are only left over if all specs of a folder are known; the line runs the command on folders.
  case needsFolders(String)
  case noSpecs
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
