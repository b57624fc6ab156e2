import Foundation

/// The reference of the command in Markdown, from what the parser of the command line says about itself
/// (`lifeline --experimental-dump-help`).
struct CommandReference {
  private struct Dump: Decodable {
    var command: Command
  }

  private struct Command: Decodable {
    var commandName: String
    var abstract: String?
    var discussion: String?
    var arguments: [Argument]?
    var subcommands: [Command]?
  }

  private struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String
    }
    var kind: String
    var shouldDisplay: Bool
    var isOptional: Bool
    var isRepeating: Bool
    var valueName: String?
    var names: [Name]?
    var allValues: [String]?
    var defaultValue: String?
    var abstract: String?
    var discussion: String?
  }

  /// The options that every subcommand has.
  private static let common: Set<String> = ["version", "help"]

  private let command: Command

  /// Creates the reference from the parser's description in JSON.
  /// - Throws: An error if the description has another form.
  init(dump: Data) throws { command = try JSONDecoder().decode(Dump.self, from: dump).command }

  /// The sections of all subcommands, in the order in which the help lists them.
  var text: String {
    (command.subcommands ?? []).filter { $0.commandName != "help" }
      .flatMap { sections(of: $0, after: command.commandName, level: 3) }
      .joined(separator: "\n\n")
  }

  private func sections(of command: Command, after prefix: String, level: Int) -> [String] {
    let name = "\(prefix) \(command.commandName)"
    let arguments = (command.arguments ?? []).filter { argument in
      argument.shouldDisplay && argument.names?.contains { Self.common.contains($0.name) } != true
    }
    let parts = (command.discussion ?? "").components(separatedBy: "EXAMPLES\n")
    let examples = parts.count > 1 ? "```\n" + withoutIndentation(parts[1]) + "\n```" : ""
    let prose = [command.abstract ?? "", parts[0].trimmingCharacters(in: .whitespacesAndNewlines)]
    let heading = String(repeating: "#", count: level) + " `\(name)`"
    let section = [heading] + prose.map(code) + [table(of: arguments), examples]
    return [section.filter { !$0.isEmpty }.joined(separator: "\n\n")]
      + (command.subcommands ?? []).flatMap { sections(of: $0, after: name, level: level + 1) }
  }

  private func table(of arguments: [Argument]) -> String {
    if arguments.isEmpty { return "" }
    let rows = arguments.map { argument in
      let prose = [argument.abstract, argument.discussion].compactMap(\.self).filter { !$0.isEmpty }.map { text in
        (argument.allValues ?? []).reduce(code(text)) { $0.replacing("\($1): ", with: "`\($1)`: ") }
      }
      let defaultValue = argument.defaultValue.map { "The default is `\($0)`." }
      let meaning = prose + [values(of: argument), defaultValue].compactMap(\.self)
      return "| \(spelling(of: argument)) | \(meaning.joined(separator: " ").replacing("|", with: "\\|")) |"
    }
    return (["| argument or option | meaning |", "| --- | --- |"] + rows).joined(separator: "\n")
  }

  /// Returns the values that an option takes, unless its discussion explains each of them.
  private func values(of argument: Argument) -> String? {
    guard let values = argument.allValues, let last = values.last else { return nil }
    if values.allSatisfy({ argument.discussion?.contains("\($0): ") == true }) { return nil }
    return "One of " + values.dropLast().map { "`\($0)`" }.joined(separator: ", ") + " and `\(last)`."
  }

  private func spelling(of argument: Argument) -> String {
    let value = (argument.valueName ?? "").uppercased().replacing(" ", with: "-")
    if argument.kind == "positional" {
      let name = argument.isRepeating ? "\(value)…" : value
      return argument.isOptional ? "`[\(name)]`" : "`\(name)`"
    }
    let names = (argument.names ?? []).map { $0.kind == "short" ? "-\($0.name)" : "--\($0.name)" }
      .sorted { $0.hasPrefix("--") && !$1.hasPrefix("--") }
    return names.map { argument.kind == "option" ? "`\($0) \(value)`" : "`\($0)`" }.joined(separator: ", ")
  }

  /// Returns a text of the help with options and names of files as code.
  private func code(_ text: String) -> String {
    let file = /[A-Za-z]+(?:\.[A-Za-z]+)*\.(?:yaml|swift|json|info)/
    let words = text.components(separatedBy: " ").map { word in
      let bare = word.trimmingCharacters(in: CharacterSet(charactersIn: "(.,:;)"))
      let isCode = bare.wholeMatch(of: /--[a-z][a-z-]*|NO_COLOR/) != nil || bare.wholeMatch(of: file) != nil
      return isCode ? word.replacing(bare, with: "`\(bare)`") : word
    }
    return words.joined(separator: " ").replacing("<", with: "&lt;")
  }

  private func withoutIndentation(_ text: String) -> String {
    text.components(separatedBy: "\n").map { $0.hasPrefix("  ") ? String($0.dropFirst(2)) : $0 }
      .joined(separator: "\n").trimmingCharacters(in: .newlines)
  }
}
