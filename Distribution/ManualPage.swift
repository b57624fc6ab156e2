// Prints the manual page of a command, from what the command says of itself.
//
// usage: lifeline --experimental-dump-help | swift Distribution/ManualPage.swift VERSION ADDRESS DATE

import Foundation

struct Help: Decodable {
  var command: Command
}

struct Command: Decodable {
  var commandName: String
  var abstract: String?
  var discussion: String?
  var arguments: [Argument]?
  var subcommands: [Command]?
  var shouldDisplay: Bool?
}

struct Argument: Decodable {
  struct Name: Decodable {
    var kind: String
    var name: String
  }

  var kind: String
  var names: [Name]?
  var valueName: String?
  var abstract: String?
  var discussion: String?
  var defaultValue: String?
  var allValues: [String]?
  var isOptional: Bool
  var isRepeating: Bool
  var shouldDisplay: Bool
}

/// Returns text that a formatter of manual pages prints as it is.
func escaped(_ text: some StringProtocol) -> String {
  let text = text.replacingOccurrences(of: "\\", with: "\\e").replacingOccurrences(of: "-", with: "\\-")
  // A line that begins with one of these would be a request.
  return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
}

extension Argument {
  /// The markup of the names, the short one first, and of the value.
  var synopsis: String {
    guard kind != "positional" else { return placeholder }
    let names = (names ?? []).sorted { $0.name.count < $1.name.count }.map { name in
      "\\fB" + escaped((name.kind == "long" ? "--" : "-") + name.name) + "\\fR"
    }
    return names.joined(separator: ", ") + (kind == "option" ? " \(placeholder)" : "")
  }

  /// The markup of the value.
  private var placeholder: String { "\\fI\(escaped(valueName ?? "value"))\\fR" + (isRepeating ? " ..." : "") }

  /// The sentences about it.
  var explanation: String {
    var sentences = [abstract, discussion].compactMap { $0 }.filter { !$0.isEmpty }.map(escaped)
    if let values = allValues, !values.isEmpty {
      sentences.append("Values: " + values.map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ") + ".")
    }
    if let value = defaultValue { sentences.append("Default: \\fB\(escaped(value))\\fR.") }
    return sentences.joined(separator: " ")
  }
}

/// Returns the lines of prose: paragraphs, headings of capitals, and indented lines, which keep their layout.
func markup(ofProse text: String, heading: String) -> [String] {
  var lines: [String] = []
  var isLiteral = false
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    let isIndented = line.hasPrefix("  ")
    if isIndented != isLiteral {
      lines += isIndented ? [".nf"] : [".fi"]
      isLiteral = isIndented
    }
    if line.isEmpty {
      lines.append(".PP")
    } else if !isIndented, line == line.uppercased() {
      if lines.last == ".PP" { lines.removeLast() }
      lines.append(".\(heading) \(escaped(line))")
    } else {
      lines.append(escaped(line))
    }
  }
  return lines + (isLiteral ? [".fi"] : [])
}

/// Returns the lines about the arguments of a command.
func markup(of arguments: [Argument]) -> [String] {
  arguments.filter(\.shouldDisplay).flatMap { [".TP", $0.synopsis, $0.explanation].filter { !$0.isEmpty } }
}

/// The options that each command has.
let sharedNames: Set<String> = ["help", "version"]

func isShared(_ argument: Argument) -> Bool { (argument.names ?? []).contains { sharedNames.contains($0.name) } }

func manualPage(of command: Command, version: String, address: String, date: String) -> String {
  let name = command.commandName
  let subcommands = (command.subcommands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
  var lines = [
    ".TH \(name.uppercased()) 1 \"\(date)\" \"\(escaped("\(name) \(version)"))\" \"User Commands\"",
    ".SH NAME", "\(escaped(name)) \\- \(escaped(withoutPeriod(command.abstract ?? "")))",
    ".SH SYNOPSIS",
  ]
  for subcommand in subcommands {
    let positionals = (subcommand.arguments ?? []).filter { $0.kind == "positional" && $0.shouldDisplay }
    let synopsis = positionals.map { $0.isOptional ? "[\($0.synopsis)]" : $0.synopsis }
    let line = ["\\fB\(escaped(name)) \(escaped(subcommand.commandName))\\fR [\\fIoption\\fR ...]"] + synopsis
    lines += [line.joined(separator: " "), ".br"]
  }
  lines += ["\\fB\(escaped(name))\\fR \\fB\\-\\-help\\fR | \\fB\\-\\-version\\fR", ".SH DESCRIPTION"]
  lines += markup(ofProse: command.discussion ?? "", heading: "SH")
  lines += [".SH OPTIONS OF ALL COMMANDS"] + markup(of: (command.arguments ?? []).filter(isShared))
  for subcommand in subcommands {
    lines += [".SH \(escaped("\(name) \(subcommand.commandName)".uppercased()))", escaped(subcommand.abstract ?? "")]
    if let discussion = subcommand.discussion { lines += [".PP"] + markup(ofProse: discussion, heading: "SS") }
    let arguments = (subcommand.arguments ?? []).filter { !isShared($0) }
    if arguments.contains(where: \.shouldDisplay) { lines += [".SS Arguments and options"] + markup(of: arguments) }
  }
  lines += [".SH SEE ALSO", escaped(address)]
  return lines.joined(separator: "\n") + "\n"
}

func withoutPeriod(_ sentence: String) -> String { sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence }

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 3 else {
  FileHandle.standardError.write(Data("usage: ManualPage.swift VERSION ADDRESS DATE <help.json\n".utf8))
  exit(64)
}
let help = try JSONDecoder().decode(Help.self, from: FileHandle.standardInput.readDataToEndOfFile())
print(
  manualPage(of: help.command, version: arguments[0], address: arguments[1], date: arguments[2]),
  terminator: "")
